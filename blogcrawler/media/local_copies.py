"""Show an article with the local copies of its media."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from ..urls import join_url
from .srcset import parse_srcset

__all__ = ["with_local_copies"]


def with_local_copies(html: str, url: str, copies: Mapping[str, str]) -> str:
    """The article with the URLs of media replaced by those of their local copies.

    ``copies`` maps the URL of a medium to the URL of its copy. If there is a copy of any size of a picture, it is
    shown.
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
            if copy := copies.get(join_url(url, element.get(name) or "") or ""):
                element.set(name, copy)
        _use_copied_size(element, copies, url)
    text = etree.tostring(root, encoding="unicode", method="html", with_tail=False)
    return text[len("<div>") : -len("</div>")]


def _use_copied_size(element: etree._Element, copies: Mapping[str, str], url: str) -> None:
    sizes = element.get("srcset")
    if sizes is None:
        return
    copied = next(
        (copies[made] for size in parse_srcset(sizes) if (made := join_url(url, size.url) or "") in copies), None
    )
    if copied is not None:
        del element.attrib["srcset"]
        element.set("src" if element.tag != "source" else "srcset", copied)
