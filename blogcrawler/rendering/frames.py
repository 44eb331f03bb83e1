"""The rendered page as one document: the content of each frame is inserted after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lxml.etree import _Element

from ..dom import FRAME_TAG, Page, parse_page

__all__ = ["FRAME_MARK", "FrameContent", "assemble"]

#: The attribute that identifies an ``iframe``.
FRAME_MARK = "data-blogcrawler-frame"
#: Nested frames deeper than this are ignored.
_MAX_DEPTH = 5


@dataclass(frozen=True, slots=True)
class FrameContent:
    """The document in a frame."""

    url: str
    html: str


def assemble(html: str, url: str, frames: Mapping[str, FrameContent]) -> Page:
    """The page with the body of each frame in a ``blogcrawler-frame`` element right after its ``iframe``.

    ``frames`` has the frames by their ``iframe``'s mark. Articles never include such an element; comments are found
    in it at the place of the frame.
    """
    page = parse_page(html, url)
    _fill(page.tree, dict(frames), 0)
    page.html = None
    return page


def _fill(tree: _Element, frames: dict[str, FrameContent], depth: int) -> None:
    for iframe in [element for element in tree.iter("iframe", "frame") if element.get(FRAME_MARK)]:
        content = frames.pop(str(iframe.get(FRAME_MARK)), None)  # each once, even if a page forges marks
        del iframe.attrib[FRAME_MARK]
        if content is None or depth >= _MAX_DEPTH:
            continue
        inner = parse_page(content.html, content.url).tree
        _fill(inner, frames, depth + 1)
        body = inner.find("body")
        if body is None or iframe.getparent() is None:
            continue
        body.tag = FRAME_TAG
        body.attrib.clear()
        body.set("src", content.url)
        body.tail, iframe.tail = iframe.tail, None
        iframe.addnext(body)
