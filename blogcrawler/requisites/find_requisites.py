"""Find what a page needs to look as it did: stylesheets, scripts, fonts, icons and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, cast
from urllib.parse import urlunsplit

from lxml import etree
from lxml.etree import _Element

from ..dom import Page, stylesheet_urls
from ..media import parse_srcset
from ..urls import join_url, remove_dot_segments, split_url
from .chosen_size import chosen_size

__all__ = ["Requisite", "RequisiteKind", "page_requisites", "stylesheet_requisites"]


class RequisiteKind(IntEnum):
    """What a requisite is. Stylesheets are read, as they need further files."""

    STYLESHEET = 0
    FILE = 1
    """A script, a font, an icon, a picture of a stylesheet: part of the template."""
    PICTURE = 2
    """A picture of the page; it may be one of the article, which are fetched with the post."""


class Requisite(NamedTuple):
    """A file that a page needs."""

    url: str
    kind: RequisiteKind


#: Relations of links whose target is shown or run.
_FILE_RELATIONS = frozenset({"icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon", "modulepreload"})
_PRELOADED = {"style": RequisiteKind.STYLESHEET, "script": RequisiteKind.FILE, "font": RequisiteKind.FILE}
#: Where scripts find the picture that they show later.
_LAZY_ATTRIBUTES = ("data-src", "data-lazy-src", "data-original")
_LAZY_SRCSETS = ("data-srcset", "data-lazy-srcset")
_SCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript", "application/x-javascript"})
_WITH_STYLE = etree.XPath("/descendant::*[contains(@style, '(')]", smart_strings=False)
_WITH_BACKGROUND = etree.XPath("/descendant::*[@background]", smart_strings=False)
_XLINK = "{http://www.w3.org/1999/xlink}href"
_ROOT = re.compile(r"https?://[^/?#]+", re.IGNORECASE)
#: More than a page needs; a hostile one may name millions.
_MAX_PER_PAGE = 500


def page_requisites(page: Page) -> list[Requisite]:
    """The requisites of a page, each once, what matters most for its look first."""
    found = _absolute(page.base, _written(page.tree))
    return sorted(found, key=lambda requisite: requisite.kind)


def stylesheet_requisites(css: str, url: str) -> list[Requisite]:
    """The requisites of a stylesheet at a URL: imports, fonts, pictures."""
    return _absolute(url, _in_style(css))


def _absolute(base: str, written: Iterable[tuple[str, RequisiteKind]]) -> list[Requisite]:
    found: dict[str, RequisiteKind] = {}
    for address, kind in written:
        url = _web_address(base, address)
        if url is not None:
            found.setdefault(url, kind)
            if len(found) >= _MAX_PER_PAGE:
                break
    return [Requisite(url, kind) for url, kind in found.items()]


def _written(tree: _Element) -> Iterator[tuple[str, RequisiteKind]]:
    for element in tree.iter("link", "script", "style"):
        yield from _of_head(element)
    for element in cast("list[_Element]", _WITH_STYLE(tree)):
        yield from _in_style(element.get("style") or "")
    for element in cast("list[_Element]", _WITH_BACKGROUND(tree)):
        yield element.get("background") or "", RequisiteKind.FILE
    for element in tree.iter("img", "amp-img", "source", "video", "input", "image", "use"):
        yield from ((address, RequisiteKind.PICTURE) for address in _pictures(element))


def _of_head(element: _Element) -> Iterator[tuple[str, RequisiteKind]]:
    if element.tag == "style":
        yield from _in_style(element.text or "")
    elif element.tag == "script":
        if (element.get("type") or "").strip().lower() in _SCRIPT_TYPES:
            yield element.get("src") or "", RequisiteKind.FILE
    else:
        relations = set((element.get("rel") or "").lower().split())
        address = element.get("href") or ""
        if "stylesheet" in relations:
            yield address, RequisiteKind.STYLESHEET
        elif relations & _FILE_RELATIONS:
            yield address, RequisiteKind.FILE
        elif "preload" in relations and (kind := _PRELOADED.get((element.get("as") or "").lower())) is not None:
            yield address, kind


def _in_style(css: str) -> Iterator[tuple[str, RequisiteKind]]:
    for found in stylesheet_urls(css):
        yield found.url, RequisiteKind.STYLESHEET if found.is_import else RequisiteKind.FILE


def _pictures(element: _Element) -> Iterator[str]:
    """One address for each picture: the size that a desktop browser loads."""
    tag = element.tag
    if tag in ("img", "amp-img", "source"):
        if tag == "source" and (parent := element.getparent()) is not None and parent.tag != "picture":
            return  # of a video
        srcset = next(filter(None, map(element.get, ("srcset", *_LAZY_SRCSETS))), "")
        lazy = next(filter(None, map(element.get, _LAZY_ATTRIBUTES)), "")
        chosen = chosen_size(parse_srcset(srcset), element.get("sizes") or "") if srcset else None
        yield chosen or lazy or element.get("src") or ""
    elif tag == "video":
        yield element.get("poster") or ""
    elif tag == "input":
        if (element.get("type") or "").lower() == "image":
            yield element.get("src") or ""
    else:
        yield element.get("href") or element.get(_XLINK) or element.get("xlink:href") or ""


def _web_address(base: str, address: str) -> str | None:
    """The absolute HTTP URL, without its fragment; ``None`` for anything else and for parts of the page itself."""
    address = address.strip()
    if not address or address.startswith("#"):
        return None
    if address.startswith("/") and not address.startswith("//") and (root := _ROOT.match(base)):
        base = root[0]  # the same for all pages of a host, so that the cache is used
    return _joined("" if address.lower().startswith(("http://", "https://")) else base, address)


@lru_cache(maxsize=2048)
def _joined(base: str, address: str) -> str | None:
    joined = join_url(base, address)
    parts = split_url(joined) if joined is not None else None
    if parts is None:
        return None
    return urlunsplit((parts.scheme, parts.netloc, remove_dot_segments(parts.path) or "/", parts.query, ""))
