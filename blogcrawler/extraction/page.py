"""A parsed page: the lxml tree and the address that its links are relative to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urljoin

from lxml import etree
from lxml.etree import _Element

__all__ = ["Page", "parse_page"]

# XML cannot hold control characters, and the non-characters are our own marks.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")


@dataclass(slots=True)
class Page:
    """A web page, parsed once and shared by all that read it.

    ``base`` is what relative links are resolved against: the address, or what ``<base href>`` says.
    """

    url: str
    tree: _Element
    base: str


def parse_page(html: str, url: str) -> Page:
    """Parse decoded HTML; whatever comes in, a tree with ``html`` and ``body`` comes out."""
    html = _CONTROL.sub("", html)
    # libxml2 is told the encoding: it must not believe a <meta> that spoke of the bytes.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        tree = etree.fromstring(html.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        tree = None
    if tree is None or tree.tag != "html":  # an empty document
        tree = etree.fromstring("<html><body></body></html>", parser)
    return Page(url, tree, _base(tree, url))


def _base(tree: _Element, url: str) -> str:
    for element in tree.iter("base"):
        href = element.get("href")
        if href:
            try:
                return str(urljoin(url, href.strip()))
            except ValueError:
                return url
    return url
