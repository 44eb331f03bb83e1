"""A parsed page: the lxml tree, its address, and the base of its links."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, cast

from lxml import etree
from lxml.etree import _Element

from ..urls import join_url
from .page_limits import fit_markup

__all__ = ["FRAME_TAG", "Page", "parse_fragment", "parse_page", "text_content", "texts"]

#: Holds the content of a frame or a shadow tree, as a browser found it. It is not part of an article.
FRAME_TAG = "blogcrawler-frame"

# XML does not allow control characters. We use the noncharacters (from EF B7 90 in UTF-8) as marks of our own.
_CONTROL_BYTES = bytes([*range(9), 11, 12, *range(14, 32), 127])
_NONCHARACTERS = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
_CONTROL_REFERENCE = re.compile(
    rb"&#(?:0*(?:[0-8]|1[1245-9]|2\d|3[01]|127|6553[45]|649\d\d)(?!\d)"
    rb"|[xX]0*(?:[0-8bcefBCEF]|1[\da-fA-F]|7[fF]|[fF]{3}[eEfF]|[fF][dD][dDeE][\da-fA-F])(?![\da-fA-F]));?"
)
# The parser compares each attribute of a tag with all others, which takes minutes for thousands of them.
_LONG_TAG_LENGTH, _MAX_ATTRIBUTES = 20_000, 1000
_LONG_TAGS = re.compile(rb"<[^<>]{%d,}>" % _LONG_TAG_LENGTH)
#: Caches keep thousands of ids and classes from page to page. Longer ones say nothing, and would fill the memory.
_MAX_NAME_LENGTH = 5000


@dataclass(slots=True)
class Page:
    """A web page, parsed once and shared by everything that reads it.

    Relative links are resolved against ``base``: the address, or ``<base href>``. The other attributes are caches,
    ``None`` until they are needed: ``json_ld`` has the postings that the JSON-LD describes, ``metas`` the meta tags by
    attribute and value, ``microdata`` the elements by property, ``rels`` the links with their relations, ``signature``
    the name under which the author comments. Parsing already tells if there is no microdata or no signature.
    """

    url: str
    tree: _Element
    base: str
    json_ld: list[dict[str, Any]] | None = None
    metas: dict[tuple[str, str], list[tuple[int, str]]] | None = None
    microdata: dict[str, list[_Element]] | None = None
    rels: list[tuple[str, _Element]] | None = None
    signature: str | None = None
    #: Whether the page was too large, and only its beginning was read.
    is_cut: bool = False
    #: The HTML that the tree was made of; ``None`` if more was added to the tree, or something removed from it.
    html: str | None = None

    def copy(self) -> Page:
        """The same page with a tree of its own, which may be changed."""
        return Page(self.url, deepcopy(self.tree), self.base, is_cut=self.is_cut)


_TEXTS = etree.XPath(".//text()", smart_strings=False)


def text_content(element: _Element) -> str:
    """All text in an element, like ``"".join(itertext())`` but much faster."""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


def texts(element: _Element) -> list[str]:
    """The texts in an element, like ``list(itertext())`` but much faster."""
    return cast("list[str]", _TEXTS(element))


def parse_page(html: str, url: str) -> Page:
    """Parse decoded HTML. Any input gives a tree with ``html`` and ``body``."""
    tree, data, is_cut = _parse(html)
    page = Page(url, tree, _base(tree, url), is_cut=is_cut, html=html)
    if b"itemprop" not in data and b"itemProp" not in data:
        page.microdata = {}
    if b"bypostauthor" not in data:
        page.signature = ""
    return page


def parse_fragment(html: str) -> _Element:
    """Parse a piece of HTML, without what only whole pages have: an address, a base, metadata."""
    return _parse(f"<div>{html}</div>")[0]


def _parse(html: str) -> tuple[_Element, bytes, bool]:
    data, is_cut = fit_markup(html.encode("utf-8", "replace").translate(None, _CONTROL_BYTES))
    data = _CONTROL_REFERENCE.sub(b"", data)
    if not html.isascii() and b"\xef" in data and (b"\xef\xb7" in data or b"\xef\xbf" in data):
        data = _NONCHARACTERS.sub("", data.decode("utf-8")).encode("utf-8")
    has_long_tags = _may_have_long_tags(data)
    if has_long_tags:
        data = _LONG_TAGS.sub(lambda tag: b"" if tag[0].count(b"=") > _MAX_ATTRIBUTES else tag[0], data)
    # Name the encoding, or libxml2 would believe a <meta> that described the bytes before decoding.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        tree = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        tree = None
    if tree is None or tree.tag != "html":  # an empty document
        tree = etree.fromstring("<html><body></body></html>", parser)
    if tree.getnext() is not None:
        _merge_trees(tree)
    if has_long_tags:
        _remove_long_names(tree)
    return tree, data, is_cut


def _remove_long_names(tree: _Element) -> None:
    for element in tree.iter():
        for name in ("id", "class"):
            if len(element.get(name) or "") > _MAX_NAME_LENGTH:
                del element.attrib[name]


def _merge_trees(tree: _Element) -> None:
    """Put what follows ``</html></html>`` back into the page. The parser makes it a tree of its own."""
    for other in list(tree.itersiblings()):
        for part in list(other) if other.tag == "html" else [other]:
            known = tree.find(part.tag if part.tag in ("head", "body") else "body")
            if known is None:
                tree.append(part)
            else:
                known.extend(list(part) if part.tag == known.tag else [part])


def _may_have_long_tags(data: bytes) -> bool:
    """Whether some stretch of ``_LONG_TAG_LENGTH`` bytes has no end of a tag. Fast: it leaps from end to end."""
    at = 0
    while len(data) - at > _LONG_TAG_LENGTH:
        end = data.rfind(b">", at, at + _LONG_TAG_LENGTH)
        if end < 0:
            return True
        at = end + 1
    return False


def _base(tree: _Element, url: str) -> str:
    for element in tree.iter("base"):
        href = element.get("href")
        if href:
            return join_url(url, href.strip()) or url
    return url
