"""Upper bound for the number of right dates: does the page state the expected day anywhere?

    python benchmarks/stated_dates.py

For each post of the corpus that the feed did not list, reads every text, attribute and script of its page, and its URL,
as a date in every format that we know. A post counts if the feed's day is among these days, or if our rules, which know
the blog's clock and its lists, return it. The other pages do not state the day, so it can only be guessed. This is an
upper bound because a page may contain the day by chance. Needs the corpus (CORPUS, by default ../shared/corpus)
and the extra ``bench``.
"""

from __future__ import annotations

import statistics

from extraction import SCORER, Blog, blogs, by_rules
from fixtures.stated_gold import expected_days, stated_days
from w3lib.encoding import html_to_unicode

from blogcrawler.extraction import learn


def shares(blog: Blog) -> tuple[float, float] | None:
    """The share of posts whose date is right, and the share whose date is right or at least stated."""
    entries = [entry for entry in blog.test if entry.get("published")]
    if not entries:
        return None
    feed = blog.feed("feed.train.xml")
    language = (learn(blog.training(feed), feed.language).language or "en").split("-")[0]
    run = by_rules(blog, "feed.train.xml")
    right = [
        SCORER.right_day(
            entry["published"], run(entry, html_to_unicode(None, blog.raw(entry))[1])["published"], entry["url"]
        )
        for entry in entries
    ]
    stated = [
        ours or not expected_days(entry, SCORER).isdisjoint(stated_days(blog.page(entry), language))
        for ours, entry in zip(right, entries, strict=True)
    ]
    return statistics.mean(right), statistics.mean(stated)


def main() -> None:
    found = {blog.folder.name: pair for blog in blogs() if (pair := shares(blog)) is not None}
    print("| blog | right | right or stated |\n|---|---|---|")
    for name, (right, stated) in found.items():
        if right < 1:
            print(f"| {name} | {right:.1%} | {stated:.1%} |")
    right, stated = (statistics.mean(column) for column in zip(*found.values(), strict=True))
    print(f"| **{len(found)} blogs** | **{right:.1%}** | **{stated:.1%}** |")


if __name__ == "__main__":
    main()
