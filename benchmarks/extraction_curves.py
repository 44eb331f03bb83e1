"""How well articles are found, by what the methods get: training pages, keywords, and parts of FOREST's measure.

    python benchmarks/extraction_curves.py pages       # F1 by the number of training pages (thesis, figure 2.9)
    python benchmarks/extraction_curves.py keywords    # F1 of FOREST by the number of keywords (figure 2.10)
    python benchmarks/extraction_curves.py measures    # FOREST by J alone, U alone, and J × U (figure 2.11)
    python benchmarks/extraction_curves.py growth      # learning time by page size

The figures are those of M. Oita's thesis, 2012. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus import CORPUS
from extraction import SCORER, Blog, Method, blogs, by_blogforever, by_rules, clock, published_forest
from w3lib.encoding import html_to_unicode

from blogcrawler.dom import parse_page
from blogcrawler.extraction import PUBLISHED_FOREST, learn
from blogcrawler.items import FeedEntry

PAGES = (1, 2, 4, 8, 16)
KEYWORDS = (1, 2, 3, 5, 10, 20, 40)
#: The thesis uses at most this many pages to compare the measures.
MEASURE_PAGES = 10
MEASURES = {"J × U": {}, "J": {"unexpectedness": False}, "U": {"density": False}}
Points = dict[str, dict[Any, dict[str, Any]]]


def choose(only: str | None) -> list[Blog]:
    """The blogs with this part in their names; all without one."""
    return [blog for blog in blogs() if not only or only in blog.folder.name]


def mean_score(chosen: Sequence[Blog], method_of: Callable[[Blog], Method]) -> dict[str, Any]:
    """The scores of a method over these blogs."""
    rows = []
    for blog in chosen:
        method = method_of(blog)
        posts = [{"url": e["url"], **method(e, html_to_unicode(None, blog.raw(e))[1])} for e in blog.test]
        rows.append(SCORER.score(blog.folder, posts))
    return SCORER.summary(rows)


def forest(blog: Blog, source: str, pages: int | None = None, **parameters: Any) -> Method:
    """FOREST as published, with keywords of the pages (tf-idf) or of the feed's teasers."""
    pairs = blog.training(blog.feed("feed.summary.xml"))[:pages]
    if source == "tf-idf":
        pairs = [(FeedEntry(url=entry.url), page) for entry, page in pairs]
    return published_forest(pairs, source, replace(PUBLISHED_FOREST, **parameters))


def measured(points: Points, label: str, value: Any, scores: dict[str, Any]) -> None:
    points.setdefault(label, {})[value] = scores
    print(f"{label:<24} {value:>6}  P {scores['p']:.3f}  R {scores['r']:.3f}  F1 {scores['f1']:.3f}", flush=True)


def by_pages(chosen: Sequence[Blog]) -> Points:
    """Scores by the number of training pages."""
    methods: dict[str, Callable[[Blog, int], Method]] = {
        "full feed": lambda blog, count: by_rules(blog, "feed.train.xml", count),
        "partial feed": lambda blog, count: by_rules(blog, "feed.summary.xml", count),
        "BlogForever, full feed": lambda blog, count: by_blogforever(blog, "feed.train.xml", count),
        "FOREST (tf-idf)": lambda blog, count: forest(blog, "tf-idf", count),
        "FOREST (teasers)": lambda blog, count: forest(blog, "feed", count),
    }
    points: Points = {}
    for label, make in methods.items():
        for count in PAGES:
            measured(points, label, count, mean_score(chosen, lambda blog, m=make, n=count: m(blog, n)))
    return points


def by_keywords(chosen: Sequence[Blog]) -> Points:
    """Scores of FOREST by the number of keywords."""
    points: Points = {}
    for source in ("tf-idf", "feed"):
        for count in KEYWORDS:
            scores = mean_score(chosen, lambda blog, s=source, n=count: forest(blog, s, keywords=n))
            measured(points, f"FOREST ({source})", count, scores)
    return points


def by_measures(chosen: Sequence[Blog]) -> Points:
    """Scores of FOREST by each factor of its measure alone, and by both."""
    points: Points = {}
    for source in ("tf-idf", "feed"):
        for name, factors in MEASURES.items():
            scores = mean_score(chosen, lambda blog, s=source, f=factors: forest(blog, s, MEASURE_PAGES, **f))
            measured(points, f"FOREST ({source})", name, scores)
    return points


def growth() -> list[tuple[int, float]]:
    """Learning time by page size: the same post, longer and longer; (bytes, seconds a page)."""
    points = []
    for paragraphs in (20, 80, 320, 1280, 5120, 10240):
        pairs = []
        for number in range(4):
            body = "".join(
                f"<p>Paragraph {i} of post {number} says that {i * number} is not {i + number}, "
                + "as words go on and on in a sentence of some length that nobody reads twice. " * 5 + "</p>"
                for i in range(paragraphs)
            )  # fmt: skip
            title = f"A post with the number {number}"
            html = f"<html><title>{title}</title><body><h1>{title}</h1><div class='entry'>{body}</div></body></html>"
            page = parse_page(html, f"http://a.example/{number}")
            pairs.append((FeedEntry(url=page.url, title=title, content_html=body), page))
        spent, _ = clock(lambda pairs=pairs: learn(pairs))
        points.append((len(html), spent / len(pairs)))
        print(f"{len(html) / 1e3:9.0f} kB {1e3 * spent / len(pairs):9.1f} ms a page", flush=True)
    return points


def plot_extraction(folder: Path, chosen: Sequence[Blog], means: dict[str, float]) -> None:
    """Draw F1 by method and by training pages, FOREST by keywords and by measure, and learning time by page size."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 5, figsize=(21, 4.4), layout="constrained")
    names = list(means)[::-1]
    colours = ["#999" if name.split()[-1][0].isdigit() else "#27a" for name in names]
    axes[0].barh(names, [means[name] for name in names], color=colours)
    axes[0].set_xlim(0, 1)
    axes[0].set_title("Article F1")
    for axis, points, ticks, title in (
        (axes[1], by_pages(chosen), PAGES, "F1 by training pages"),
        (axes[2], by_keywords(chosen), KEYWORDS, "F1 of FOREST by keywords"),
    ):
        for label, rows in points.items():
            axis.plot(list(rows), [row["f1"] for row in rows.values()], marker="o", label=label)
        axis.set_xscale("log", base=2)
        axis.set_xticks(ticks, list(map(str, ticks)))
        axis.set_title(title)
        axis.legend(framealpha=0.5)
    for shift, (label, rows) in enumerate(by_measures(chosen).items()):
        places = [place + 0.35 * shift for place in range(len(rows))]
        axes[3].bar(places, [row["f1"] for row in rows.values()], width=0.35, label=label)
        axes[3].set_xticks(range(len(rows)), list(rows))
    axes[3].set_ylim(0, 1)
    axes[3].set_title("F1 of FOREST by measure")
    axes[3].legend()
    grown = growth()
    axes[4].loglog([size / 1e3 for size, _ in grown], [1e3 * spent for _, spent in grown], marker="o")
    axes[4].set_title("Learning: ms a page by kB")
    figure.savefig(folder / "extraction.svg", metadata={"Date": None})


CURVES: dict[str, Callable[[Sequence[Blog]], Any]] = {
    "pages": by_pages,
    "keywords": by_keywords,
    "measures": by_measures,
    "growth": lambda chosen: growth(),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=CURVES)
    parser.add_argument("--only", help="a part of the blog's name")
    parser.add_argument("--every", type=int, default=1, help="take only every so many blogs, to save time")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    CURVES[options.which](choose(options.only)[:: options.every])


if __name__ == "__main__":
    main()
