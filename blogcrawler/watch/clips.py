"""Clips: what a watch has found in a post, short enough to read at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Self

from lxml import etree, html

from ..items import Post
from .conditions import Hit
from .sentences import first_sentence, sentence_spans
from .words import cut, word_forms

__all__ = ["Clip", "clip_summary", "clip_title", "text_digest"]

_MAX_TITLE_WORDS = 10
_MAX_TITLE = 120
_MIN_DIGEST_WORDS = 8
"""Shorter texts ("Great post!") are often the same without being copies."""
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_STRIKING = ("strong", "b", "big", "dt", "summary")


@dataclass(frozen=True, slots=True)
class Clip:
    """One post that a watch has found, new or changed.

    ``title`` names the part of the post with the hit, ``post_title`` the post. ``summary`` is the sentence before the
    hit, the one with it and the one after it, in pieces; those with ``True`` are hits. ``position`` is where the first
    hit begins in the text of the article or of the ``comment`` with this id. ``version`` is the number of earlier
    versions of the post. ``kind`` is ``new``, ``changed`` or ``gone``. ``addresses`` has all places of the same text.
    """

    watch: int
    owner: int
    kind: str
    url: str
    blog: str
    title: str
    post_title: str | None
    summary: tuple[tuple[str, bool], ...]
    position: int
    version: int
    hits: int
    published: str | None
    language: str | None
    digest: str
    comment: str | None = None
    author: str | None = None
    found: str = ""
    query: str = ""
    blog_title: str | None = None
    addresses: tuple[str, ...] = ()
    id: int = 0

    def record(self) -> dict[str, Any]:
        """The clip as plain values, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Self:
        """The clip that :meth:`record` was called on."""
        summary = tuple((str(text), bool(is_hit)) for text, is_hit in record["summary"])
        return cls(**record | {"summary": summary, "addresses": tuple(record["addresses"])})


def clip_title(post: Post, position: int | None) -> str:
    """The nearest heading above a place in the article; else the post's title, a striking text, or the first sentence.

    ``position`` is ``None`` for a place in a comment.
    """
    above = "" if position is None else _line_above(post, position, _HEADINGS)
    found = above or post.title or (_line_above(post, len(post.text), _STRIKING) if post.text else "")
    return _shortened(found or first_sentence(post.text, post.language) or post.url)


def _line_above(post: Post, position: int, tags: Sequence[str]) -> str:
    """The last line of the text above a place, or at it, that is an element of this kind."""
    if not any(f"<{tag}" in post.content_html for tag in tags):
        return ""
    try:
        tree = html.fragment_fromstring(post.content_html, "div")
    except (etree.LxmlError, ValueError):
        return ""
    marked = {" ".join(element.text_content().split()) for element in tree.iter(*tags)} - {""}
    end = post.text.find("\n", position)
    for line in reversed(post.text[: end if end >= 0 else None].split("\n")):
        plain = " ".join(line.split())
        if plain in marked:
            return plain
    return ""


def _shortened(title: str) -> str:
    words = title.split()
    short = " ".join(words[:_MAX_TITLE_WORDS])[:_MAX_TITLE]
    return short if len(short) == len(" ".join(words)) else f"{short} …"


def clip_summary(text: str, hits: Sequence[Hit], language: str | None) -> tuple[tuple[str, bool], ...]:
    """The sentence with the first hit, the one before it and the one after it, with all hits in them marked."""
    spans = sentence_spans(text, language)
    if not spans:
        return ()
    first = hits[0].start if hits else spans[0][0]
    at = max((number for number, (start, _) in enumerate(spans) if start <= first), default=0)
    end_of_hit = hits[0].end if hits else first
    last = max((number for number, (start, _) in enumerate(spans) if start < end_of_hit), default=at)
    pieces: list[tuple[str, bool]] = []
    for number in range(max(0, at - bool(hits)), min(len(spans), max(last, at) + 2)):
        start, end = spans[number]
        if pieces and text[spans[number - 1][1] : start]:  # Chinese and Japanese have no space between sentences
            pieces.append((" ", False))
        pieces += _marked(text, start, end, hits)
    return tuple(piece for piece in pieces if piece[0])


def _marked(text: str, start: int, end: int, hits: Sequence[Hit]) -> list[tuple[str, bool]]:
    pieces, at = [], start
    for hit in hits:
        first, last = max(hit.start, at), min(hit.end, end)
        if first < last:
            pieces += [(text[at:first], False), (text[first:last], True)]
            at = last
    return [*pieces, (text[at:end], False)]


def text_digest(text: str, url: str) -> str:
    """The same for the same words, wherever they are; short texts are told apart by their address."""
    words = cut(text)
    folds = word_forms("").folds
    place = "" if len(words) >= _MIN_DIGEST_WORDS else url
    return sha256(f"{place}\n{' '.join(map(folds.__getitem__, words))}".encode("utf-8", "replace")).hexdigest()
