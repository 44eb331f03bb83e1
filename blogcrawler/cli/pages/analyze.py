"""``blogcrawler analyze``."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...dom import (
    Page,
    PaperParameters,
    Region,
    RegionKind,
    page_areas,
    page_kind,
    page_regions,
    paper_clips,
    paper_regions,
    text_content,
)
from ...terminal import json_text, one_line
from ..program import AsJson, app

_EXCERPT_LENGTH = 60
_DEFAULTS = PaperParameters()


class Method(StrEnum):
    """How to find the regions of a page."""

    OWN = "own"
    AREAS = "areas"
    PAPER = "paper"


@app.command()
def analyze(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE…", help="Files or addresses of pages.")],
    method: Annotated[
        Method,
        typer.Option(
            metavar="METHOD",
            help="own (what crawls use), areas (the largest parts of one kind),"
            " or paper (Algorithms 1 and 2 of the paper on web clipping).",
        ),
    ] = Method.OWN,
    min_information: Annotated[
        float,
        typer.Option(metavar="N", help="With --method paper: informational value above which a region is information."),
    ] = _DEFAULTS.information,
    min_links: Annotated[
        int, typer.Option(metavar="N", help="With --method paper: number of links above which a region is a hub.")
    ] = _DEFAULTS.links,
    min_text_to_links: Annotated[
        float,
        typer.Option(
            metavar="N",
            help="With --method paper: the least ratio of text outside links to text in links in a region that is"
            " information; 0 for Algorithm 1 as printed.",
        ),
    ] = _DEFAULTS.text_to_links,
    keyword: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="With --method paper: show the clips with this word. Can be repeated."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Show the regions of a page: information, hubs, navigation. For several pages, also how many of each kind."""
    from .page_loading import load_page

    parameters = PaperParameters(min_information, min_links, text_to_links=min_text_to_links)
    found = [(page, _found(page, method, parameters)) for page in map(load_page, pages)]
    clips = keyword or () if method is Method.PAPER else ()
    console = Console()
    if json:
        for page, regions in found:
            print(json_text(_record(page, regions) | ({"clips": _clips(page, regions, clips)} if clips else {})))
        return
    for page, regions in found:
        console.print(f"{page.url}: {page_kind(regions)}", style="bold", highlight=False, markup=False)
        console.print(_regions(regions), highlight=False)
        for clip in _clips(page, regions, clips) if clips else ():
            line = f"{clip['keyword'] or 'follow'}: {clip['title']} – {clip['summary']}"
            console.print(one_line(line), highlight=False, markup=False)
    if len(found) > 1:
        console.print(_partitioning(found), highlight=False)


def _found(page: Page, method: Method, parameters: PaperParameters) -> list[Region]:
    if method is Method.PAPER:
        return paper_regions(page, parameters)
    return page_areas(page) if method is Method.AREAS else page_regions(page)


def _record(page: Page, regions: list[Region]) -> dict[str, object]:
    return {
        "url": page.url,
        "kind": page_kind(regions),
        "regions": [
            {
                "kind": region.kind,
                "path": _path(region),
                "information": region.information,
                "links": region.links,
                "link_text": region.link_text,
                "clean_text": region.clean_text,
            }
            for region in regions
        ],
    }


def _clips(page: Page, regions: list[Region], keywords: list[str] | tuple[()]) -> list[dict[str, object]]:
    areas = (region for region in regions if region.kind is RegionKind.INFORMATION)
    return [asdict(clip) for area in areas for clip in paper_clips(page, area, keywords)]


def _regions(regions: list[Region]) -> Table:
    table = Table("region", "inf. value", "hub value", "text", "text/links", "links/text", "where", "what", box=None)
    for region in regions:
        text = one_line(text_content(region.element))
        table.add_row(
            region.kind,
            f"{region.information:,.0f}",
            f"{region.links}",
            f"{region.clean_text:,}",
            _ratio(region.text_to_links, 1),
            _ratio(region.links_to_text, 3),
            Text(_path(region)),
            Text(text[:_EXCERPT_LENGTH], no_wrap=True),
        )
    return table


def _partitioning(found: list[tuple[Page, list[Region]]]) -> Table:
    """Table 1 of the paper, plus the navigation areas that it wanted to filter out."""
    table = Table("", "URL", "Inf. Areas", "Hub Areas", "Navigation", box=None)
    for number, (page, regions) in enumerate(found, 1):
        kinds = [region.kind for region in regions]
        counts = (kinds.count(kind) for kind in (RegionKind.INFORMATION, RegionKind.HUB, RegionKind.NAVIGATION))
        table.add_row(str(number), one_line(page.url), *map(str, counts))
    return table


def _path(region: Region) -> str:
    element = region.element
    names = [f"#{name}" for name in (element.get("id") or "").split()[:1]]
    names += [f".{name}" for name in (element.get("class") or "").split()[:2]]
    return one_line(f"{element.tag}{''.join(names)}")


def _ratio(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"
