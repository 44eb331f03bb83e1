"""Calibration of date confidence: are 90 % of the dates with a confidence of 90 % right?

    python benchmarks/date_confidence.py                 # tables
    python benchmarks/date_confidence.py --write docs    # also the reliability diagram dates.svg
    python benchmarks/date_confidence.py --minutes 10    # as many blogs as can be read in this time, in random order

Reads the dates of posts that the feed did not list, with rules learned from different numbers of the feed's posts:
the fewer there are, the less certain a date should be. The correction of the confidence (``dates/calibration.py``) is
learned from nine tenths of the blogs and tested on the rest, in turn. Posts whose page states no date get one from
their neighbours, as at the end of a crawl. Only the day counts, as in the corpus' own scores.
Needs the corpus (CORPUS, by default ../shared/corpus) and the extra ``bench``.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from extraction import SCORER, Blog, blogs, listed

from blogcrawler.dates import (
    Calibration,
    DateCandidate,
    DateOrigin,
    Dating,
    best_date,
    calibration_error,
    learn_calibration,
    url_date,
)
from blogcrawler.extraction import Extractor, RuleSet, learn, more_exact_date
from blogcrawler.extraction.extractor import metadata_date
from blogcrawler.extraction.fields.page_timestamps import page_timestamps
from blogcrawler.extraction.fields.visible_date import visible_date
from blogcrawler.sources.date_estimates import datings

#: Numbers of training pages; ``None`` means all that the feed has.
PAGES = (0, 2, 4, None)
#: Number of parts of the blogs; each is tested with what the others have taught.
FOLDS = 10
MAX_CONFIDENCE = 0.99
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
    dated = {page.url: entry.published.isoformat() for entry, page in pairs if entry.published}
    links = {page.url: extractor.extract(page).links for _, page in pairs}
    read: dict[str, Dating | None] = {}
    for entry in blog.test:
        got = extractor.extract(blog.page(entry))
        if date := more_exact_date(got.published, dates.get(SCORER.url_key(entry["url"]))):
            got.dates.insert(0, DateCandidate(date, DateOrigin.LIST))
        read[entry["url"]], links[entry["url"]] = best_date(got.dates, calibration=Calibration()), got.links
    dated |= {url: dating.date for url, dating in read.items() if dating is not None and dating.is_usable}
    undated = {url: dating.record() if dating else None for url, dating in read.items() if url not in dated}
    read |= datings(dated, undated, [], links)
    for entry in blog.test:
        if not entry.get("published"):
            continue
        dating = read[entry["url"]]
        if dating is None:
            yield Row(blog.folder.name, pages, "nothing", 0.0, False)
        else:
            right = bool(SCORER.same_day(entry["published"], dating.date))
            yield Row(blog.folder.name, pages, dating.origin, dating.confidence, right)


def readings(every: list[Blog], minutes: float, found: list[Row]) -> list[Row]:
    """The rows of all blogs, or of those that can be read in this time, besides those that were ``found`` before."""
    end = time.monotonic() + 60 * minutes
    known = {row.blog for row in found}
    for blog in random.Random(1).sample(every, len(every)):
        if time.monotonic() > end:
            break
        if blog.folder.name not in known:
            found += [row for pages in PAGES for row in rows(blog, pages)]
    return found


def table(name: str, groups: dict[str, list[Row]]) -> None:
    print(f"\n| {name} | posts | sure | right |\n|---|---|---|---|")
    for key, found in groups.items():
        sure, right = _mean(found)
        print(f"| {key} | {len(found):,} | {100 * sure:.1f} % | {100 * right:.1f} % |")


def _mean(found: list[Row]) -> tuple[float, float]:
    return sum(row.confidence for row in found) / len(found), sum(row.right for row in found) / len(found)


def calibrate(dated: list[Row]) -> tuple[list[Row], Calibration]:
    """The dates with a confidence that was corrected by what other blogs show, and the correction by all blogs.

    As in a crawl, only stated dates are corrected, not those that are inferred.
    """
    inferred = [row for row in dated if not Dating("", DateOrigin(row.origin), 0.0).is_stated]
    dated = [row for row in dated if Dating("", DateOrigin(row.origin), 0.0).is_stated]
    every = sorted({row.blog for row in dated})
    corrected = []
    for fold in range(FOLDS):
        unseen = set(every[fold::FOLDS])
        learned = learn_calibration([(row.confidence, row.right) for row in dated if row.blog not in unseen])
        corrected += [
            replace(row, confidence=min(learned.correct(row.confidence), MAX_CONFIDENCE))
            for row in dated
            if row.blog in unseen
        ]
    return corrected + inferred, learn_calibration([(row.confidence, row.right) for row in dated])


def sources(every: list[Blog]) -> dict[str, dict[str, list[bool]]]:
    """For each source of timestamps and blog, whether its date was the day of publication; without any learning."""
    found: defaultdict[str, defaultdict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for blog in every:
        language = (blog.feed("feed.train.xml").language or "en").split("-")[0]
        for entry in blog.test:
            if not entry.get("published"):
                continue
            page = blog.page(entry)
            stated = {str(one.origin): one.date for one in page_timestamps(page, language)}
            others = {
                "metadata": metadata_date(page, "published"),
                "<time>": metadata_date(page, "shown"),
                "url": url_date(page.url),
                "first visible date": visible_date(page, language),
            }
            stated |= {name: moment.iso() for name, moment in others.items() if moment}
            for name, date in stated.items():
                found[name][blog.folder.name].append(bool(SCORER.same_day(entry["published"], date)))
    return {name: dict(blogs) for name, blogs in found.items()}


def sources_table(found: dict[str, dict[str, list[bool]]]) -> None:
    print("\n| source | blogs | posts | right | blogs on which it is always right | never right |")
    print("|---|---|---|---|---|---|")
    for name, by_blog in sorted(found.items()):
        posts = [right for rights in by_blog.values() for right in rights]
        always, never = (sum(test(rights) for rights in by_blog.values()) for test in (all, lambda r: not any(r)))
        print(f"| {name} | {len(by_blog)} | {len(posts):,} | {100 * fmean(posts):.1f} % | {always} | {never} |")


def plot(before: list[Row], after: list[Row], file: Path) -> None:
    """The reliability diagram: the share of right dates by stated confidence."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "dates"
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(5.2, 4.6), layout="constrained")
    axis.plot([0.5, 1], [0.5, 1], "k--", linewidth=1, label="perfect")
    for label, found in (("before calibration", before), ("on unseen blogs, calibrated", after)):
        ordered = sorted(found, key=lambda row: row.confidence)
        size = max(len(ordered) // 10, 1)
        points = [_mean(ordered[start : start + size]) for start in range(0, len(ordered) - size + 1, size)]
        axis.plot([sure for sure, _ in points], [right for _, right in points], "o-", label=label)
    axis.set(xlabel="stated confidence", ylabel="share of right dates", title="Dates of posts that the feed omits")
    axis.grid(True, alpha=0.3)
    axis.legend()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the reliability diagram to this folder")
    parser.add_argument("--readings", type=Path, metavar="FILE", help="continue the readings in it, and save them")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no further blog after this time")
    options = parser.parse_args()
    every = blogs()
    saved = options.readings
    found = [Row(*values) for values in json.loads(saved.read_text())] if saved and saved.exists() else []
    found = readings(every, options.minutes, found)
    if saved:
        saved.write_text(json.dumps([astuple(row) for row in found]))
    names = {row.blog for row in found}
    sources_table(sources([blog for blog in every if blog.folder.name in names]))
    dated = [row for row in found if row.origin != "nothing"]
    posts = len(found) // len(PAGES)
    print(f"\n{len(names)} blogs, {len(found):,} readings of {posts:,} posts, {len(dated):,} with a date")
    corrected, calibration = calibrate(dated)
    by_bin: dict[str, list[Row]] = {}
    for low, high in pairwise(BINS):
        inside = [row for row in corrected if low <= row.confidence < high]
        if inside:
            by_bin[f"{100 * low:.4g} – {100 * high:.4g} %"] = inside
    table("confidence on unseen blogs", by_bin)
    by_origin: defaultdict[str, list[Row]] = defaultdict(list)
    for row in corrected:
        by_origin[row.origin].append(row)
    table("from", dict(sorted(by_origin.items())))
    table("training pages", {str("all" if n is None else n): [r for r in corrected if r.pages == n] for n in PAGES})
    for label, shown in (("before calibration", dated), (f"on unseen blogs ({FOLDS} folds by blog)", corrected)):
        sure, right = _mean(shown)
        brier = fmean((row.confidence - row.right) ** 2 for row in shown)
        error = calibration_error([(row.confidence, row.right) for row in shown])
        print(
            f"\n{label}: {100 * sure:.1f} % sure, {100 * right:.1f} % right, "
            f"calibration error {error:.3f}, Brier score {brier:.3f}"
        )
    print(f"\nlearned from all blogs: {calibration}")
    if options.write:
        plot(dated, corrected, options.write / "dates.svg")


if __name__ == "__main__":
    main()
