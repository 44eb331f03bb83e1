"""What a watched page says: the sections of its areas to read, and the links of its hubs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urldefrag

from lxml import etree
from lxml.etree import _Element

from ..dom import Page, RegionKind, is_noise, page_areas, text_content, texts
from ..urls import join_url, page_key, server_of

__all__ = ["HubLink", "PageAreas", "PageSection", "article_on", "read_areas"]

_BLOCKS = frozenset(
    "address article aside blockquote body br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li"
    " main nav ol p pre section table tbody td tfoot th thead tr ul".split()
)
_SKIPPED = frozenset("script style noscript template svg select textarea button iframe nav form".split())
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_TEASED = frozenset({"li", "article", "section", "div", "td", "dd", "p"})
_MAX_SECTIONS, _MAX_LINKS = 500, 1000
_MAX_TEASER = 1000
_MIN_TITLE, _MIN_LISTED = 12, 4
"""As for hubs: shorter links are menus, tags and months."""


@dataclass(frozen=True, slots=True)
class PageSection:
    """A part of an area under one heading. ``url`` is the article it leads to, else the page itself.

    ``html`` is the area, for sections without a heading.
    """

    url: str
    title: str | None
    text: str
    html: str = ""


@dataclass(frozen=True, slots=True)
class HubLink:
    """A link of a hub, with the text next to it."""

    url: str
    title: str
    teaser: str


@dataclass(frozen=True, slots=True)
class PageAreas:
    """The sections and hub links of a page, in its order. Menus, footers and other boilerplate are left out."""

    sections: tuple[PageSection, ...]
    links: tuple[HubLink, ...]


@dataclass(slots=True)
class _Line:
    text: str
    rank: int
    """The number of the heading; 0 of other lines."""
    url: str | None
    is_link: bool
    """Whether it is a link, or several, and hardly anything else."""


def read_areas(page: Page) -> PageAreas:
    """The sections and hub links of a page."""
    sections: list[PageSection] = []
    links: dict[str, HubLink] = {}
    for area in page_areas(page):
        if _is_boilerplate(area.element):
            continue
        if area.kind is RegionKind.INFORMATION:
            lines = list(_lines(area.element, page))
            sections += _sections(lines, area.element, page)
            for link in _listed_links(lines):
                links.setdefault(page_key(link.url), link)
        elif area.kind is RegionKind.HUB:
            for link in _hub_links(area.element, page):
                links.setdefault(page_key(link.url), link)
    articles = {page_key(section.url) for section in sections}
    further = [link for key, link in links.items() if key not in articles]
    return PageAreas(tuple(sections[:_MAX_SECTIONS]), tuple(further[:_MAX_LINKS]))


def article_on(page: Page) -> PageSection | None:
    """The main area of a page that a hub leads to, under the first heading; ``None`` if there is nothing to read."""
    found = [
        area for area in page_areas(page) if area.kind is RegionKind.INFORMATION and not _is_boilerplate(area.element)
    ]
    if not found:
        return None
    main = max(found, key=lambda area: area.clean_text).element
    lines = list(_lines(main, page))
    heading = next((line.text for line in lines if line.rank), None) or next(
        (text for one in page.tree.iter("h1") if (text := _plain(text_content(one)))), None
    )
    return PageSection(page.url, heading, "\n".join(line.text for line in lines), _html(main))


def _is_boilerplate(element: _Element) -> bool:
    return any(is_noise(one) for one in (element, *element.iterancestors()) if one.tag not in ("body", "html"))


def _sections(lines: list[_Line], area: _Element, page: Page) -> Iterator[PageSection]:
    """An area, divided at its headings. Those that are links divide it alone, if there are several of them."""
    linked = [line for line in lines if line.rank and line.url]
    starts = {id(line) for line in (linked if len(linked) > 1 else lines) if line.rank}
    parts: list[list[_Line]] = [[]]
    for line in lines:
        if id(line) in starts:
            parts.append([])
        parts[-1].append(line)
    articles: dict[int, str] = {}
    for part in filter(None, parts):
        heading = part[0] if id(part[0]) in starts else None
        rank = heading.rank if heading else 0
        articles = {higher: url for higher, url in articles.items() if higher < rank}
        own = (heading.url if heading else None) or next(reversed(articles.values()), None) or _only_link(part)
        if heading and heading.url:
            articles[rank] = heading.url
        rest = part[1:] if heading else part
        if text := "\n".join(line.text for line in rest if line.rank or not line.is_link):
            yield PageSection(own or page.url, heading.text if heading else None, text, "" if heading else _html(area))


def _listed_links(lines: list[_Line]) -> list[HubLink]:
    """The links of lists inside an area: lines that are titles with a link, if there are several."""
    found = [
        HubLink(line.url, line.text, "")
        for line in lines
        if line.url and not line.rank and len(line.text) >= _MIN_TITLE and " " in line.text
    ]
    return found if len(found) >= _MIN_LISTED else []


def _only_link(part: list[_Line]) -> str | None:
    """The page that a section without a linked heading leads to ("read more"), if there is just one."""
    found = {page_key(line.url): line.url for line in part if line.url}
    return next(iter(found.values())) if len(found) == 1 else None


def _lines(area: _Element, page: Page) -> Iterator[_Line]:
    """The lines of an area, each with the first page of the same site that it links to as a whole."""
    pieces: list[str] = []
    rank, linked = 0, 0
    url: str | None = None
    walk = etree.iterwalk(area, events=("start", "end"))

    def flush() -> Iterator[_Line]:
        nonlocal url, linked
        if text := _plain("".join(pieces)):
            is_link = linked > 0 and 2 * linked >= len(text)
            yield _Line(text, rank, url if is_link else None, is_link)
        pieces.clear()
        url, linked = None, 0

    for event, node in walk:
        if not isinstance(node.tag, str):
            continue
        is_block = node.tag in _BLOCKS
        if event == "start":
            if is_block:
                yield from flush()
            if node is not area and (node.tag in _SKIPPED or is_noise(node)):
                walk.skip_subtree()
                continue
            if node.tag in _HEADINGS:
                rank = int(node.tag[1])
            if node.tag == "a" and node.get("href"):
                url, linked = url or _target(node, page), linked + len(_plain(text_content(node)))
            pieces.append(node.text or "")
            continue
        if is_block:
            yield from flush()
        if node.tag in _HEADINGS:
            rank = 0
        if node is not area:
            pieces.append(node.tail or "")
    yield from flush()


def _hub_links(area: _Element, page: Page) -> Iterator[HubLink]:
    for link in area.iter("a"):
        title, target = _plain(text_content(link)), _target(link, page)
        if title and target and not any(is_noise(one) for one in link.iterancestors() if one is not area):
            yield HubLink(target, title, _teaser(link, area, title))


def _teaser(link: _Element, area: _Element, title: str) -> str:
    """The text of the smallest block around a link that says more than its title, and has no other link."""
    for above in link.iterancestors():
        if above is area or sum(1 for one in above.iter("a") if one.get("href")) > 1:
            break
        text = _plain(" ".join(texts(above)))
        if above.tag in _TEASED and len(text) > len(title):
            return text.replace(title, "", 1).strip()[:_MAX_TEASER]
    return ""


def _target(link: _Element, page: Page) -> str | None:
    """The page of the same site that a link leads to; ``None`` for the page itself."""
    href = (link.get("href") or "").strip()
    joined = join_url(page.base, href) if href and not href.startswith("#") else None
    target = urldefrag(joined)[0] if joined else ""
    is_other = server_of(target) == server_of(page.url) != "" and page_key(target) != page_key(page.url)
    return target if is_other and "tag" not in (link.get("rel") or "").split() else None


def _html(element: _Element) -> str:
    return etree.tostring(element, method="html", encoding="unicode", with_tail=False)


def _plain(text: str) -> str:
    return " ".join(text.split())
