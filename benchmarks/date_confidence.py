"""How certain dates are: learn how reliable each source is, and test that on other blogs.

    python benchmarks/date_confidence.py                 # tables
    python benchmarks/date_confidence.py --write docs    # also the reliability diagram dates.svg
    python benchmarks/date_confidence.py --learn blogcrawler/dates/reliability.toml    # also the table of the package
    python benchmarks/date_confidence.py --minutes 10    # as many blogs as can be read in this time, in random order

Reads the dates of posts that the feed did not list (``fixtures/date_readings.py``). From nine tenths of the blogs it
learns how often each source is right, how much a second source that agrees counts, and the calibration of the
confidence that results (``fixtures/date_learning.py``); it is tested on the rest, in turn. Only the day counts, as in
the corpus' own scores. Needs the corpus (CORPUS, by default ../shared/corpus) and the extra ``bench``.
"""

from __future__ import annotations

import argparse
import math
import pickle
import random
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

from extraction import Blog, blogs
from fixtures.date_learning import date_of, learn_reliability, write
from fixtures.date_readings import PAGES, Reading, readings, sources

from blogcrawler.dates import DateOrigin, Dating, Reliability, calibration_error, learned_reliability

#: Number of parts of the blogs; each is tested with what the others have taught.
FOLDS = 10
BINS = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.975, 1.0)
COMMAND = "python benchmarks/date_confidence.py --learn blogcrawler/dates/reliability.toml"

#: By source and blog, whether its dates are right on all pages.
Everywhere = dict[str, dict[str, list[bool]]]


@dataclass(frozen=True, slots=True)
class Row:
    """A post, the confidence of its date, and whether the date is right."""

    blog: str
    pages: int | None
    origin: str
    confidence: float
    right: bool


@dataclass
class Seen:
    """What was read of the corpus: readings and, by blog, the sources of dates on all pages."""

    readings: dict[str, list[Reading]]
    sources: dict[str, dict[str, list[bool]]]

    def without(self, blogs: Iterable[str]) -> Seen:
        left = [blog for blog in self.readings if blog not in set(blogs)]
        return self.only(left)

    def only(self, blogs: Iterable[str]) -> Seen:
        chosen = set(blogs)
        return Seen(
            {blog: found for blog, found in self.readings.items() if blog in chosen},
            {blog: found for blog, found in self.sources.items() if blog in chosen},
        )

    @property
    def all(self) -> list[Reading]:
        return [reading for found in self.readings.values() for reading in found]

    @property
    def everywhere(self) -> Everywhere:
        found: defaultdict[str, dict[str, list[bool]]] = defaultdict(dict)
        for blog, by_source in self.sources.items():
            for source, right in by_source.items():
                found[source][blog] = right
        return dict(found)

    def reliability(self) -> Reliability:
        """What these blogs teach."""
        return learn_reliability(self.all, self.everywhere)


def read_blogs(every: list[Blog], minutes: float, seen: Seen) -> None:
    """Read all blogs, or those that can be read in this time, besides those that were ``seen`` before."""
    end = time.monotonic() + 60 * minutes
    for blog in random.Random(1).sample(every, len(every)):
        name = blog.folder.name
        if time.monotonic() > end:
            break
        if name not in seen.readings:
            seen.readings[name], seen.sources[name] = readings(blog), sources(blog)


def rows(found: Iterable[Reading], reliability: Reliability) -> list[Row]:
    """The dates of posts that have one."""
    dated = ((reading, date_of(reading, reliability)) for reading in found)
    return [
        Row(reading.blog, reading.pages, dating.origin, dating.confidence, dating.date in reading.right)
        for reading, dating in dated
        if dating is not None
    ]


def on_unseen_blogs(seen: Seen) -> list[Row]:
    """The dates, with what was learned from other blogs."""
    every = sorted(seen.readings)
    parts = [every[fold::FOLDS] for fold in range(FOLDS)]
    return [row for part in parts for row in rows(seen.only(part).all, seen.without(part).reliability())]


def table(name: str, groups: dict[str, list[Row]]) -> None:
    print(f"\n| {name} | posts | sure | right |\n|---|---|---|---|")
    for key, found in groups.items():
        sure, right = _mean(found)
        print(f"| {key} | {len(found):,} | {100 * sure:.1f} % | {100 * right:.1f} % |")


def _mean(found: list[Row]) -> tuple[float, float]:
    return sum(row.confidence for row in found) / len(found), sum(row.right for row in found) / len(found)


def sources_table(found: dict[str, dict[str, list[bool]]]) -> None:
    print("\n| source | blogs | posts | right | blogs on which it is always right | never right |")
    print("|---|---|---|---|---|---|")
    for name, by_blog in sorted(found.items()):
        posts = [right for rights in by_blog.values() for right in rights]
        always, never = (sum(test(rights) for rights in by_blog.values()) for test in (all, lambda r: not any(r)))
        print(f"| {name} | {len(by_blog)} | {len(posts):,} | {100 * fmean(posts):.1f} % | {always} | {never} |")


def plot(found: list[Row], file: Path) -> None:
    """The reliability diagram: the share of right dates by stated confidence."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "dates"
    import matplotlib.pyplot as plt

    figure, axis = plt.subplots(figsize=(5.2, 4.6), layout="constrained")
    axis.plot([0, 1], [0, 1], "k--", linewidth=1, label="perfect")
    for low, high in pairwise(BINS):
        inside = [row for row in found if low <= row.confidence < high]
        if not inside:
            continue
        sure, right = _mean(inside)
        spread = 2 * math.sqrt(max(sure * (1 - sure), 1e-9) / len({row.blog for row in inside}))
        axis.errorbar(
            sure, right, yerr=[[min(spread, right)], [min(spread, 1 - right)]], fmt="o", color="tab:blue", capsize=3
        )
        axis.annotate(
            f"{len(inside):,}", (sure, right), textcoords="offset points", xytext=(6, -10), fontsize="x-small"
        )
    axis.set(
        xlabel="stated confidence",
        ylabel="share of right dates",
        title="Dates of posts that the feed omits, on unseen blogs",
    )
    axis.grid(True, alpha=0.3)
    axis.legend()
    figure.savefig(file, metadata={"Date": None})


def reliability_table(reliability: Reliability) -> None:
    print("\n| source | as if right | and wrong | sure |\n|---|---|---|---|")
    for source, (right, wrong) in sorted(reliability.sources.items()):
        if right:
            print(f"| {source} | {right:g} | {wrong:g} | {100 * right / (right + wrong):.0f} % |")


def summary(label: str, found: list[Row]) -> None:
    sure, right = _mean(found)
    brier = fmean((row.confidence - row.right) ** 2 for row in found)
    error = calibration_error([(row.confidence, row.right) for row in found])
    print(
        f"\n{label}: {100 * sure:.1f} % sure, {100 * right:.1f} % right, "
        f"calibration error {error:.3f}, Brier score {brier:.3f}"
    )


def used(found: list[Row], number: int) -> str:
    """How many posts got a right date, if dates that are hardly sure are not used."""
    right = sum(row.right for row in found if Dating("", DateOrigin(row.origin), row.confidence).is_usable)
    return f"{right:,} of {number:,} posts get a right date"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the reliability diagram to this folder")
    parser.add_argument("--learn", type=Path, metavar="FILE", help="write what all blogs teach to this TOML file")
    parser.add_argument("--readings", type=Path, metavar="FILE", help="continue the readings in it, and save them")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no further blog after this time")
    options = parser.parse_args()
    saved: Path | None = options.readings
    seen = pickle.loads(saved.read_bytes()) if saved and saved.exists() else Seen({}, {})
    read_blogs(blogs(), options.minutes, seen)
    if saved:
        saved.write_bytes(pickle.dumps(seen))
    sources_table(seen.everywhere)
    found, shipped = seen.all, learned_reliability()
    before, corrected = rows(found, shipped), on_unseen_blogs(seen)
    print(
        f"\n{len(seen.readings)} blogs, {len(found):,} readings of {len(found) // len(PAGES):,} posts, "
        f"{len(corrected):,} with a date"
    )
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
    summary("as shipped, on all blogs", before)
    print(used(before, len(found)))
    summary(f"on unseen blogs ({FOLDS} folds by blog)", corrected)
    print(used(corrected, len(found)))
    reliability = seen.reliability()
    reliability_table(reliability)
    print(f"\nweight of a second source that agrees: {reliability.agreement_weight:g}")
    print(f"learned from all blogs: {reliability.calibration}")
    if options.learn:
        write(reliability, found, options.learn, COMMAND)
    if options.write:
        plot(corrected, options.write / "dates.svg")


if __name__ == "__main__":
    main()
