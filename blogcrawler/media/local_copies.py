"""Showing an article with the local copies of its media."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urljoin

from lxml import etree

from .srcset import srcset

__all__ = ["with_local_copies"]


def with_local_copies(html: str, url: str, copies: Mapping[str, str]) -> str:
    """The article with the addresses of media replaced by those of their copies, where there is one.

    ``copies`` maps the address of a medium to that of its copy. A picture of which any size is held shows that one.
    """
    if not copies or "<" not in html:
        return html
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = etree.fromstring(f"<div>{html}</div>".encode("utf-8", "replace"), parser)
    root = tree.find(".//div")
    if root is None:
        return html
    for element in root.iter("img", "amp-img", "source", "video", "audio", "a"):
        for name in ("src", "href", "poster"):
            if copy := copies.get(urljoin(url, element.get(name) or "")):
                element.set(name, copy)
        _choose_held_size(element, copies, url)
    text = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    return text[len("<div>") : -len("</div>")]


def _choose_held_size(element: etree._Element, copies: Mapping[str, str], url: str) -> None:
    sizes = element.get("srcset")
    if sizes is None:
        return
    held = next((copies[made] for size in srcset(sizes) if (made := urljoin(url, size.url)) in copies), None)
    if held is not None:
        del element.attrib["srcset"]
        element.set("src" if element.tag != "source" else "srcset", held)
