"""A parsed page: the lxml tree and the address that its links are relative to."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urljoin

from lxml import etree
from lxml.etree import _Element

__all__ = ["FRAME_TAG", "Page", "parse_fragment", "parse_page", "text_content", "texts"]

#: The element that holds what a browser found in a frame or a shadow tree: no part of an article.
FRAME_TAG = "blogcrawler-frame"

# XML cannot hold control characters, and the non-characters (EF B7 90 on in UTF-8) are our own marks.
_CONTROL = bytes([*range(9), 11, 12, *range(14, 32), 127])
_MARKS = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_REFERENCE = re.compile(
    rb"&#(?:0*(?:[0-8]|1[1245-9]|2\d|3[01]|127|6553[45]|649\d\d)(?!\d)"
    rb"|[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F]|7[fF]|[fF]{3}[eEfF]|[fF][dD][dDeE][\da-fA-F])(?![\da-fA-F]));?"
)
# The parser compares each attribute of a tag with all others: thousands of them would take it minutes.
_LONG_TAG, _MOST_ATTRIBUTES = 20_000, 1000
_LONG_TAGS = re.compile(rb"<[^<>]{%d,}>" % _LONG_TAG)
#: Names are remembered from page to page, thousands of them: longer ones say nothing, and would fill the memory.
_LONGEST_NAME = 5000


@dataclass(slots=True)
class Page:
    """A web page, parsed once and shared by all that read it.

    ``base`` is what relative links are resolved against: the address, or what ``<base href>`` says; ``json_ld``
    are the postings that its JSON-LD describes, ``metas`` its meta tags by attribute and value, ``microdata`` its
    elements by property, ``rels`` its links with their relations, ``signature`` how its author signs comments: once
    somebody has asked; that there are no ``microdata`` or no ``signature`` is known from the beginning.
    """

    url: str
    tree: _Element
    base: str
    json_ld: list[dict[str, Any]] | None = None
    metas: dict[tuple[str, str], list[tuple[int, str]]] | None = None
    microdata: dict[str, list[_Element]] | None = None
    rels: list[tuple[str, _Element]] | None = None
    signature: str | None = None

    def copy(self) -> Page:
        """The same page with a tree of its own, which may be changed."""
        return Page(self.url, deepcopy(self.tree), self.base)


_TEXTS = etree.XPath(".//text()", smart_strings=False)


def text_content(element: _Element) -> str:
    """All text in an element: as from ``itertext``, at a small part of its price."""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


def texts(element: _Element) -> list[str]:
    """The texts in an element one by one: as from ``itertext``, at a small part of its price."""
    return cast("list[str]", _TEXTS(element))


def parse_page(html: str, url: str) -> Page:
    """Parse decoded HTML; whatever comes in, a tree with ``html`` and ``body`` comes out."""
    tree, data = _parsed(html)
    page = Page(url, tree, _base(tree, url))
    if b"itemprop" not in data and b"itemProp" not in data:
        page.microdata = {}
    if b"bypostauthor" not in data:
        page.signature = ""
    return page


def parse_fragment(html: str) -> _Element:
    """The tree alone, of what is no page: nobody asks what it says to machines."""
    return _parsed(f"<div>{html}</div>")[0]


def _parsed(html: str) -> tuple[_Element, bytes]:
    data = html.encode("utf-8", "replace").translate(None, _CONTROL)
    data = _REFERENCE.sub(b"", data)
    if not html.isascii() and b"\xef" in data and (b"\xef\xb7" in data or b"\xef\xbf" in data):
        data = _MARKS.sub("", data.decode("utf-8")).encode("utf-8")
    has_long_tags = _may_have_long_tags(data)
    if has_long_tags:
        data = _LONG_TAGS.sub(lambda tag: b"" if tag[0].count(b"=") > _MOST_ATTRIBUTES else tag[0], data)
    # libxml2 is told the encoding: it must not believe a <meta> that spoke of the bytes.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        tree = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        tree = None
    if tree is None or tree.tag != "html":  # an empty document
        tree = etree.fromstring("<html><body></body></html>", parser)
    if tree.getnext() is not None:
        _gather(tree)
    if has_long_tags:
        _forget_long_names(tree)
    return tree, data


def _forget_long_names(tree: _Element) -> None:
    for element in tree.iter():
        for name in ("id", "class"):
            if len(element.get(name) or "") > _LONGEST_NAME:
                del element.attrib[name]


def _gather(tree: _Element) -> None:
    """Put what stands behind ``</html></html>``, which is a tree of its own to the parser, back into the page."""
    for other in list(tree.itersiblings()):
        for part in list(other) if other.tag == "html" else [other]:
            known = tree.find(part.tag if part.tag in ("head", "body") else "body")
            if known is None:
                tree.append(part)
            else:
                known.extend(list(part) if part.tag == known.tag else [part])


def _may_have_long_tags(data: bytes) -> bool:
    """Whether there is a stretch without the end of a tag as long as that, found by leaps of its length."""
    at = 0
    while len(data) - at > _LONG_TAG:
        end = data.rfind(b">", at, at + _LONG_TAG)
        if end < 0:
            return True
        at = end + 1
    return False


def _base(tree: _Element, url: str) -> str:
    for element in tree.iter("base"):
        href = element.get("href")
        if href:
            try:
                return str(urljoin(url, href.strip()))
            except ValueError:
                return url
    return url
