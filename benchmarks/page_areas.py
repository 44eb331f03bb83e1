"""Compare the areas of home pages with those marked by hand (the paper's Table 1).

The methods: the areas that watches use, the regions that crawls use, and those of the paper, also as it is printed.

    python benchmarks/page_areas.py [--mistakes] [--sweep]

The pages of 16 blogs, and how they were marked, are in `fixtures/page_areas.toml`. An information or hub area is right
if most of its characters are in regions of its kind. A region is wrong if most of its characters are in no marked area
of its kind; hubs that are marked as navigation are counted apart, because the paper does not tell these from hubs.
`--sweep` tries other thresholds for the paper's method, read in three ways, and counts for each page what is right with
the thresholds that are best on the other pages. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from lxml.etree import _Element

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from blogcrawler.dom import (
    Page,
    PaperParameters,
    Region,
    RegionKind,
    page_areas,
    page_regions,
    paper_regions,
    parse_page,
)

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus"))
FIXTURE = Path(__file__).resolve().parent / "fixtures" / "page_areas.toml"
KINDS = (RegionKind.INFORMATION, RegionKind.HUB)
Method = Callable[[Page], list[Region]]
Marked = list[tuple[str, Page, dict[_Element, str]]]
#: Thresholds that ``--sweep`` tries.
INFORMATION, LINKS = (100, 200, 300, 400, 600, 800, 1000, 1200, 1600, 2400), (3, 5, 8, 10, 15, 20, 30, 40)
#: The paper's method in three readings, each with its best thresholds: with the ratio of text to links, and as printed,
#: with weights (the definition of the informational value has them) and without (the listing of Algorithm 1 has not).
READINGS = {
    "paper": PaperParameters(),
    "printed": PaperParameters(800, 15, text_to_links=0),
    "unweighted": PaperParameters(1200, 40, weight=1, text_to_links=0),
}


@dataclass
class Score:
    marked: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    reported: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    navigation: int = 0
    mistakes: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Areas that are right, of those that are marked and those that are wrongly reported."""
        return sum(self.right.values()) / max(1, sum(self.marked.values()) + self.wrong)


def marked_areas(name: str, marks: dict[str, list[str]]) -> tuple[Page, dict[_Element, str]]:
    file = CORPUS / "blogs" / name / "site" / "index.html"
    if not file.is_file():
        sys.exit(f"the corpus is missing: {file} (set CORPUS to its folder)")
    page = parse_page(file.read_text("utf-8", "replace"), "http://blog.example/")
    return page, {
        element: kind for kind, selectors in marks.items() for one in selectors for element in page.tree.cssselect(one)
    }


def around(element: _Element | None, areas: dict[_Element, str]) -> _Element | None:
    """The innermost area around an element."""
    while element is not None and element not in areas:
        element = element.getparent()
    return element


def texts(page: Page) -> Iterator[tuple[_Element, int]]:
    """Each element with the number of characters directly in it."""
    for element in page.tree.find("body").iter():
        if isinstance(element.tag, str) and element.tag not in ("script", "style", "noscript"):
            yield element, len("".join((element.text or "").split()))
        above = element.getparent()
        if above is not None:
            yield above, len("".join((element.tail or "").split()))


def compare(page: Page, areas: dict[_Element, str], regions: list[Region], score: Score) -> None:
    kinds = {region.element: str(region.kind) for region in regions}
    of_area: dict[_Element, Counter[str]] = {area: Counter() for area in areas}
    of_region: dict[_Element, Counter[str]] = {region: Counter() for region in kinds}
    for element, size in texts(page):
        area, region = around(element, areas), around(element, kinds)
        if area is not None:
            of_area[area][kinds.get(region, "none") if region is not None else "none"] += size
        if region is not None:
            of_region[region][areas[area] if area is not None else "none"] += size
    for area, kind in areas.items():
        if kind in KINDS:
            is_right = 2 * of_area[area][kind] > sum(of_area[area].values())
            score.marked[kind] += 1
            score.right[kind] += is_right
            score.mistakes += [] if is_right else [f"{kind} area {_name(area)} is {dict(of_area[area])}"]
    for region, kind in kinds.items():
        if kind not in KINDS:
            continue
        score.reported[kind] += 1
        inside = of_region[region]
        if 2 * inside[kind] > sum(inside.values()):
            continue
        if kind == RegionKind.HUB and 2 * inside["navigation"] > sum(inside.values()):
            score.navigation += 1
        else:
            score.wrong += 1
            score.mistakes.append(f"{kind} region {_name(region)} is marked {dict(inside)}")


def _name(element: _Element) -> str:
    return f"{element.tag}#{element.get('id') or ''}.{element.get('class') or ''}"[:60]


def total(pages: Marked, method: Method) -> tuple[dict[str, Score], Score]:
    each, all_pages = {}, Score()
    for name, page, areas in pages:
        each[name] = Score()
        regions = method(page)
        compare(page, areas, regions, each[name])
        compare(page, areas, regions, all_pages)
    return each, all_pages


def by_paper(parameters: PaperParameters) -> Method:
    return lambda page: paper_regions(page, parameters)


def sweep(pages: Marked) -> None:
    """Print what is right for each pair of thresholds, and what is with those that are best on the other pages."""
    for name, reading in READINGS.items():
        tried: dict[tuple[int, int], dict[str, Score]] = {}
        for pair in product(INFORMATION, LINKS):
            tried[pair], found = total(pages, by_paper(replace(reading, information=pair[0], links=pair[1])))
            print(f"{name}: information {pair[0]:4} links {pair[1]:3}: {_shares(found)}")
        best = max(tried, key=lambda pair: _sum(tried[pair].values()).share)
        chosen = [
            tried[max(tried, key=lambda pair: _sum(one for n, one in tried[pair].items() if n != left).share)][left]
            for left, *_ in pages
        ]
        print(f"{name}: best {best}: {_shares(_sum(tried[best].values()))}")
        print(f"{name}: thresholds from the other pages: {_shares(_sum(chosen))}\n", flush=True)


def _sum(scores: Iterable[Score]) -> Score:
    result = Score()
    for one in scores:
        result.marked += one.marked
        result.right += one.right
        result.wrong += one.wrong
    return result


def _shares(score: Score) -> str:
    return f"right {sum(score.right.values()) / sum(score.marked.values()):.1%}, {score.share:.1%} with the wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mistakes", action="store_true", help="list what is wrong")
    parser.add_argument("--sweep", action="store_true", help="try other thresholds for the paper's method")
    options = parser.parse_args()
    marks = tomllib.loads(FIXTURE.read_text("utf-8"))
    pages = [(name, *marked_areas(name, selectors)) for name, selectors in marks.items()]
    if options.sweep:
        sweep(pages)
        return
    methods: dict[str, Method] = {"areas": page_areas, "regions": page_regions}
    methods |= {name: by_paper(given) for name, given in READINGS.items()}
    results = {name: total(pages, method) for name, method in methods.items()}
    print(f"{'':36} marked " + "".join(f"   {name:19}" for name in methods))
    print(f"{'':36} inf hub" + "   inf hub right wrong" * len(methods))
    for name in marks:
        marked = results["areas"][0][name].marked
        line = f"{name:36} {marked['information']:3} {marked['hub']:3}"
        for each, _ in results.values():
            one = each[name]
            line += f"   {one.reported['information']:3} {one.reported['hub']:3}"
            line += f" {sum(one.right.values()):5} {one.wrong:5}"
        print(line)
    for method, (each, found) in results.items():
        kinds = ", ".join(f"{kind} {found.right[kind]} of {found.marked[kind]}" for kind in KINDS)
        print(
            f"{method}: {kinds}; {found.wrong} wrong regions, {found.navigation} hubs that are navigation; "
            f"right {sum(found.right.values()) / sum(found.marked.values()):.1%} of the marked, "
            f"{found.share:.1%} with the wrong"
        )
        for name, one in each.items():
            for mistake in one.mistakes if options.mistakes else ():
                print(f"    {name}: {mistake}")


if __name__ == "__main__":
    main()
