"""The only way of foreign HTML into a page: :func:`safe_html`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import nh3
from lxml import etree
from lxml.etree import _Element
from markupsafe import Markup

from ..media import with_local_copies

__all__ = ["MEDIA_PATH", "safe_html"]

#: The address of a media file on this server.
MEDIA_PATH = re.compile(r"/media/[0-9a-f]{64}\.[a-z0-9]{1,5}")

_TAGS = set(
    "a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup dd del details"
    " dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q rp rt ruby s samp"
    " section small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video"
    " wbr".split()
)
_ATTRIBUTES: dict[str, set[str]] = {
    "*": {"lang", "dir", "title"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "audio": {"src"},
    "video": {"src", "poster", "width", "height"},
    "source": {"src"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    "ol": {"start", "reversed", "type"},
    "li": {"value"},
    "time": {"datetime"},
    "blockquote": {"cite"},
    "q": {"cite"},
}
#: What is removed with everything in it. The text of other elements that are not allowed stays.
_REMOVED = set("script style template noscript iframe frame frameset object embed applet math svg form select".split())
_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}")
_EMBEDDED = ("iframe", "embed", "object")


def safe_html(html: str, url: str, copies: Mapping[str, str] | None = None) -> Markup:
    """Foreign HTML as harmless HTML: no scripts, no styles, nothing from other servers.

    ``url`` is the page it comes from; ``copies`` maps addresses of media to :data:`MEDIA_PATH` addresses. Pictures that
    were not archived and embedded pages become links.
    """
    local = _without_remote_media(with_local_copies(html, url, copies or {}), url)
    return Markup(  # noqa: S704  this is the function that makes it safe
        nh3.clean(
            local,
            tags=_TAGS,
            clean_content_tags=_REMOVED,
            attributes=_ATTRIBUTES,
            attribute_filter=_allowed_value,
            link_rel="noopener noreferrer nofollow",
            url_schemes={"http", "https", "mailto"},
            set_tag_attribute_values={
                "img": {"loading": "lazy"},
                "audio": {"controls": "", "preload": "none"},
                "video": {"controls": "", "preload": "none"},
            },
        )
    )


def _allowed_value(tag: str, name: str, value: str) -> str | None:
    if name in ("src", "poster"):
        return value if MEDIA_PATH.fullmatch(value) else None
    if name in ("href", "cite"):
        return value if _LINK.match(value.strip()) else None
    if name in ("width", "height", "colspan", "rowspan", "start", "value"):
        return value if _NUMBER.fullmatch(value) else None
    return value


def _without_remote_media(html: str, url: str) -> str:
    """Replace pictures that are not on this server, and embedded pages, by links; make headings fit below the title."""
    if "<" not in html:
        return html
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = etree.fromstring(f"<div>{html}</div>".encode("utf-8", "replace"), parser)
    root = tree.find(".//div") if tree is not None else None
    if root is None:
        return html
    for element in list(root.iter("h1", "img", "amp-img", *_EMBEDDED)):
        if element.tag == "h1":
            element.tag = "h2"
        elif element.tag in _EMBEDDED:
            _replace_by_link(element, element.get("src") or element.get("data") or "", "Embedded page")
        elif MEDIA_PATH.fullmatch(element.get("src") or ""):
            element.set("alt", element.get("alt") or "")
        else:
            _replace_by_link(element, element.get("src") or "", element.get("alt") or "Picture")
    text = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    return text[len("<div>") : -len("</div>")]


def _replace_by_link(element: _Element, address: str, name: str) -> None:
    parent = element.getparent()
    if parent is None:
        return
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    is_link = bool(host and _LINK.match(address)) and not any(above.tag == "a" for above in element.iterancestors())
    link = etree.Element("a" if is_link else "span")
    if is_link:
        link.set("href", address)
    link.text = f"[{name}{f', {host}' if host else ''}, not in the archive]"
    link.tail = element.tail
    parent.replace(element, link)
