"""Calibration of date confidence: are 90 % of the dates with a confidence of 90 % right?

    python benchmarks/date_confidence.py

Reads the dates of posts that the feed did not list, with rules learned from different numbers of the feed's posts: the
fewer there are, the less certain a date should be. Only the day counts, as in the corpus' own scores.
Needs the corpus (CORPUS, by default ../shared/corpus) and the extra ``bench``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from extraction import SCORER, Blog, blogs, listed

from blogcrawler.dates import DateCandidate, DateOrigin, best_date
from blogcrawler.extraction import Extractor, RuleSet, learn, more_exact_date

#: Numbers of training pages; ``None`` means all that the feed has.
PAGES = (0, 2, 4, None)
BINS = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 1.0)


@dataclass(frozen=True, slots=True)
class Row:
    """A post, the confidence of its date, and whether the date is right."""

    blog: str
    pages: int | None
    origin: str
    confidence: float
    right: bool


def rows(blog: Blog, pages: int | None) -> Iterator[Row]:
    feed = blog.feed("feed.train.xml")
    pairs = blog.training(feed)[:pages]
    rules = learn(pairs, feed.language) if pairs else RuleSet()
    extractor = Extractor(rules)
    dates = listed(blog, pairs, rules) if pairs else {}
    for entry in blog.test:
        if not entry.get("published"):
            continue
        got = extractor.extract(blog.page(entry))
        if date := more_exact_date(got.published, dates.get(SCORER.url_key(entry["url"]))):
            got.dates.insert(0, DateCandidate(date, DateOrigin.LIST))
        dating = best_date(got.dates)
        if dating is None:
            yield Row(blog.folder.name, pages, "nothing", 0.0, False)
        else:
            right = bool(SCORER.same_day(entry["published"], dating.date))
            yield Row(blog.folder.name, pages, dating.origin, dating.confidence, right)


def table(name: str, groups: dict[str, list[Row]]) -> None:
    print(f"\n| {name} | posts | sure | right |\n|---|---|---|---|")
    for key, found in groups.items():
        sure, right = _mean(found)
        print(f"| {key} | {len(found):,} | {100 * sure:.1f} % | {100 * right:.1f} % |")


def _mean(found: list[Row]) -> tuple[float, float]:
    return sum(row.confidence for row in found) / len(found), sum(row.right for row in found) / len(found)


def main() -> None:
    every = blogs()
    found = [row for pages in PAGES for blog in every for row in rows(blog, pages)]
    dated = [row for row in found if row.origin != "nothing"]
    posts = len(found) // len(PAGES)
    print(f"{len(every)} blogs, {len(found):,} readings of {posts:,} posts, {len(dated):,} with a date")
    by_bin: dict[str, list[Row]] = {}
    for low, high in pairwise(BINS):
        inside = [row for row in dated if low <= row.confidence < high]
        if inside:
            by_bin[f"{100 * low:.4g} – {100 * high:.4g} %"] = inside
    table("confidence", by_bin)
    by_origin: defaultdict[str, list[Row]] = defaultdict(list)
    for row in dated:
        by_origin[row.origin].append(row)
    table("from", dict(sorted(by_origin.items())))
    by_pages = {("all" if n is None else str(n)): [row for row in dated if row.pages == n] for n in PAGES}
    table("training pages", by_pages)
    errors = [len(group) * abs(_mean(group)[0] - _mean(group)[1]) for group in by_bin.values()]
    brier = sum((row.confidence - row.right) ** 2 for row in dated) / len(dated)
    sure, right = _mean(dated)
    print(f"\nall: {100 * sure:.1f} % sure, {100 * right:.1f} % right")
    print(f"mean error of calibration {100 * sum(errors) / len(dated):.1f} points, Brier score {brier:.3f}")


if __name__ == "__main__":
    main()
