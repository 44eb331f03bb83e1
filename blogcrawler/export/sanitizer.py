"""Foreign HTML made safe to show: no scripts, no styles, nothing that is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lxml import etree

from ..extras import needs_extra
from ..media import with_local_copies
from ..unicode_repair import clean_text
from ..urls import join_url
from .xml_text import xml_text

__all__ = ["safe_html"]

_TAGS = set(
    "a abbr article aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em"
    " figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rp rt ruby s samp section small"
    " source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr".split()
)
_ATTRIBUTES = {
    "*": {"dir", "lang", "title"},
    "a": {"href", "hreflang"},
    "audio": {"src", "controls"},
    "img": {"alt", "height", "src", "width"},
    "ol": {"reversed", "start"},
    "source": {"src", "type"},
    "td": {"colspan", "rowspan", "headers"},
    "th": {"colspan", "rowspan", "scope"},
    "time": {"datetime"},
    "video": {"controls", "height", "poster", "src", "width"},
}
#: What is removed with everything in it. The text of other elements that are not allowed stays.
_REMOVED = set("script style template noscript frame frameset applet math svg form select".split())
_SCHEMES = {"http", "https", "mailto"}
_WEB_ADDRESS = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_NUMBERS = ("width", "height", "colspan", "rowspan", "start")
_NUMBER = re.compile(r"\d{1,4}")
_LOADED = ("src", "poster")
_MEDIA = ("img", "amp-img", "audio", "video", "iframe", "embed", "object")


def safe_html(html: str, base: str, copies: Mapping[str, str] | None = None, *, is_below_title: bool = False) -> str:
    """An article or a comment as safe HTML: the only way of foreign HTML into what we show.

    ``copies`` are the relative addresses of local copies of media by their original addresses. Pictures and recordings
    without a local copy become links, so that nothing is loaded from elsewhere; if ``copies`` is ``None``, pictures
    keep their original addresses. ``is_below_title`` turns top-level headings into those of the next level.
    """
    if "<" not in html and "&" not in html:
        return clean_text(html)
    local = None if copies is None else set(copies.values())
    html = clean_text(html)
    if copies is not None:
        html = _link_what_is_missing(with_local_copies(html, base, copies), base, local or set(), is_below_title)

    safe: str = _cleaner(None if local is None else frozenset(local)).clean(html)
    return safe


@lru_cache(256)  # making one takes four times as long as cleaning a comment
def _cleaner(local: frozenset[str] | None) -> Any:
    """What removes everything unsafe; ``local`` are the addresses of media that may be loaded, by default all."""

    def keep(tag: str, name: str, value: str) -> str | None:
        if name in _LOADED and local is not None:
            return value if value in local else None
        if name == "href" and local is not None:
            return value if _WEB_ADDRESS.match(value.strip()) else None
        return value if name not in _NUMBERS or _NUMBER.fullmatch(value) else None

    with needs_extra("export"):
        import nh3

    return nh3.Cleaner(
        tags=_TAGS,
        clean_content_tags=_REMOVED,
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )


def _link_what_is_missing(html: str, base: str, local: set[str], is_below_title: bool) -> str:
    """Replace media that have no local copy by links to them, and headings of the top level if a title is above."""
    if "<" not in html:
        return html
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    tree = etree.fromstring(f"<div>{html}</div>".encode("utf-8", "replace"), parser)
    root = tree.find(".//div")
    if root is None:
        return ""
    for link in root.iter("a"):
        link.set("href", xml_text(join_url(base, link.get("href") or "") or ""))
    for heading in root.iter("h1") if is_below_title else ():
        heading.tag = "h2"
    for element in list(root.iter(*_MEDIA)):
        sources = [element.get("src") or element.get("data"), *(child.get("src") for child in element.iter("source"))]
        if not local.isdisjoint(one for one in sources if one):
            element.tag = "img" if element.tag == "amp-img" else element.tag
            if element.tag in ("audio", "video"):
                element.set("controls", "")
            continue
        _replace_by_link(element, next((one for one in sources if one), None), base)
    text = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    return text[len("<div>") : -len("</div>")]


def _replace_by_link(element: etree._Element, source: str | None, base: str) -> None:
    target = join_url(base, source or "") if source else None
    name = xml_text(element.get("alt") or element.get("title") or "").strip()
    for child in list(element):
        element.remove(child)
    tail = element.tail
    for attribute in list(element.attrib):
        del element.attrib[attribute]
    kind = {"img": "Image", "amp-img": "Image", "audio": "Audio", "video": "Video"}.get(
        str(element.tag), "Embedded page"
    )
    inside_link = any(parent.tag == "a" for parent in element.iterancestors())
    element.text, element.tail = f"[{kind}: {name}]" if name else f"[{kind}]", tail
    element.tag = "span" if inside_link or not target else "a"
    if element.tag == "a" and target:
        element.set("href", xml_text(target))
