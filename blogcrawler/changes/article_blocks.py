"""An article as a sequence of blocks: paragraphs, headings, items of lists, pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HTMLParser, document_fromstring

from ..dom import BLOCK_TAGS, INVISIBLE_TAGS
from ..items import Post

__all__ = ["ArticleBlock", "article_blocks"]

_SPACE = re.compile(r"\s+")
_MEDIA_TAGS = frozenset("img video audio source iframe embed object".split())
#: Elements around an article that only group blocks: whether they are there changes nothing for a reader.
_GROUPS = frozenset("html body div section article main span".split())
_MAX_BLOCKS = 20_000
_MAX_DEPTH = 200


@dataclass(frozen=True, slots=True)
class ArticleBlock:
    """A block: its text, the pictures and recordings in it, and what a comparison of texts does not see.

    ``structure`` are the elements around and in it, ``attributes`` the targets of its links and the descriptions of its
    pictures.
    """

    text: str
    media: tuple[str, ...] = ()
    structure: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """The block as text: pictures are shown by their addresses."""
        return " ".join(filter(None, (self.text, *(f"[{address}]" for address in self.media))))


@dataclass(slots=True)
class _Collector:
    blocks: list[ArticleBlock] = field(default_factory=list)
    path: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    media: list[str] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)

    def flush(self) -> None:
        text = _SPACE.sub(" ", "".join(self.text)).strip()
        if (text or self.media) and len(self.blocks) < _MAX_BLOCKS:
            structure = (*(tag for tag in self.path if tag not in _GROUPS), *self.inline)
            self.blocks.append(ArticleBlock(text, tuple(self.media), structure, tuple(self.attributes)))
        for part in (self.text, self.media, self.inline, self.attributes):
            part.clear()

    def start(self, element: etree._Element, tag: str) -> None:
        if tag in BLOCK_TAGS or tag == "br":
            self.flush()
            self.path.append(tag)
        elif tag not in _GROUPS:
            self.inline.append(tag)
        if tag in _MEDIA_TAGS and (address := element.get("src") or element.get("data")):
            self.media.append(address.strip())
        for name in ("href", "alt", "title"):
            if value := element.get(name):
                self.attributes.append(f"{name}={value.strip()}")

    def end(self, tag: str) -> None:
        if tag in BLOCK_TAGS or tag == "br":
            self.flush()
            self.path.pop()


def article_blocks(post: Post) -> list[ArticleBlock]:
    """The blocks of an article, from its HTML; if it has none, the lines of its text."""
    blocks = _html_blocks(post.content_html) if post.content_html.strip() else []
    return blocks or text_blocks(post)


def text_blocks(post: Post) -> list[ArticleBlock]:
    """The lines of an article's text."""
    lines = (_SPACE.sub(" ", line).strip() for line in post.text.splitlines())
    return [ArticleBlock(line) for line in lines if line][:_MAX_BLOCKS]


def _html_blocks(html: str) -> list[ArticleBlock]:
    try:
        root = document_fromstring(html.encode("utf-8", "replace"), parser=HTMLParser(encoding="utf-8"))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return []
    found = _Collector()
    depth = skipped = 0
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        tag = element.tag if isinstance(element.tag, str) else None
        if event == "start" and tag is not None:
            depth += 1
            if tag in INVISIBLE_TAGS or depth > _MAX_DEPTH or skipped:
                skipped += 1
                continue
            found.start(element, tag)
            found.text.append(element.text or "")
        else:
            if event == "end" and tag is not None:
                depth -= 1
                if skipped:
                    skipped -= 1
                else:
                    found.end(tag)
            if not skipped:
                found.text.append(element.tail or "")
    found.flush()
    return found.blocks
