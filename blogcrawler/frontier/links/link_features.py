"""Features of a link: its URL, its position on the page, its words.

They are small and made of numbers only, so that they can be stored in the queue with the link and the page behind it
can be predicted again whenever the crawl has learned something. On blogs whose URLs say nothing (``/?p=123``) the
position decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from struct import pack, unpack_from
from urllib.parse import parse_qsl, urlsplit
from zlib import crc32

from lxml.etree import _Element

from ...word_lists import word_pattern
from ..posts.url_pattern import PostPattern, Verdict
from ..posts.url_shape import SegmentKind, url_shape_of
from .link_position import Position, position_of
from .links import Link
from .pagination import is_pagination_text, is_pagination_url

__all__ = ["DIMENSIONS", "GROUPS", "LinkFeatures", "Role", "features_of", "link_features_of", "listed_link_features"]

#: Features are hashed into this many columns. A code is a column, a sign and a group of features.
DIMENSIONS = 256
#: The groups of features and their weights in the similarity of two links.
GROUPS = {"address": 0.32, "place": 0.38, "numbers": 0.15, "words": 0.08, "relation": 0.07}
_ADDRESS, _POSITION, _NUMBERS, _WORDS, _RELATION = range(5)

_ARCHIVE = word_pattern(__package__, "link_features.toml", "archives")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
#: Characters of a link's text to read. Some links contain whole articles.
_MAX_TEXT_LENGTH = 80


class Role(IntEnum):
    """What a link seems to lead to. The numbers are stored and part of the features."""

    POST = 0
    #: A further page of a list.
    PAGINATION = 1
    ARCHIVE = 2
    DATE_LIST = 3
    LIST = 4
    #: A page whose URL is like those of posts.
    POST_LIKE = 5
    OTHER = 6

    @property
    def words(self) -> str:
        """The role in words, for the summary."""
        return _ROLE_WORDS[self]


_ROLE_WORDS = {
    Role.POST: "posts",
    Role.PAGINATION: "further pages of lists",
    Role.ARCHIVE: "archives",
    Role.DATE_LIST: "lists by date",
    Role.LIST: "lists by tag, category or author",
    Role.POST_LIKE: "pages with addresses like posts",
    Role.OTHER: "other pages",
}


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """The role of a link, the kind of page it leads to (a hash), and the codes of its features (two bytes each)."""

    role: Role
    kind: int
    codes: bytes

    def packed(self) -> bytes:
        """The features as bytes, for the queue."""
        return pack(">BI", self.role, self.kind) + self.codes

    @classmethod
    def unpacked(cls, data: bytes) -> LinkFeatures:
        """Restore features from bytes."""
        role, kind = unpack_from(">BI", data)
        return cls(Role(role), kind, data[5:])


#: Known posts are not predicted, so they need no features.
_POST = LinkFeatures(Role.POST, 0, b"")


def link_features_of(
    link: Link, pattern: PostPattern, source: str = "", region: str = "", position: Position | None = None
) -> LinkFeatures:
    """The features of a link on a page.

    ``source`` is the kind of the page and ``region`` the kind of the region that contains the link. ``position`` is
    the link's position if it is known already.
    """
    if link.verdict is Verdict.YES:
        return _POST
    element = link.element
    text, rel = (_text(element), element.get("rel") or "") if element is not None else ("", "")
    position = position_of(element) if position is None else position
    return features_of(link.url, _role(link, pattern, text, rel), position, text, f"{rel} {region}", source)


def listed_link_features(link: Link, pattern: PostPattern, source: str) -> LinkFeatures:
    """The features of a URL in the sitemap ``source``."""
    if link.verdict is Verdict.YES:
        return _POST
    position = tuple(_DIGITS.sub("0", word) for word in _WORD.findall(urlsplit(source).path.lower()))
    return features_of(link.url, _role(link, pattern, "", ""), position, "", "", "sitemap")


def _role(link: Link, pattern: PostPattern, text: str, rel: str) -> Role:
    if is_pagination_url(link.url) or is_pagination_text(text, rel):
        return Role.PAGINATION
    path = urlsplit(link.url).path
    if _ARCHIVE.search(path):
        return Role.ARCHIVE
    shape, _ = url_shape_of(link.url)
    if link.verdict is Verdict.NO:
        return Role.DATE_LIST if shape.is_numeric else Role.LIST
    # A blog that has changed the form of its URLs still has links of the old form.
    dated = SegmentKind.DATED in shape.kinds or (
        SegmentKind.YEAR in shape.kinds[:-1] and shape.kinds[-1] is SegmentKind.WORDS
    )
    return Role.POST_LIKE if dated or pattern.fits(link.url) else Role.OTHER


def features_of(url: str, role: Role, position: Position, text: str, rel: str, source: str) -> LinkFeatures:
    """The features of a link with this URL, role, position and text."""
    shape, segments = url_shape_of(url)
    words = [s for s, kind in zip(segments[:-1], shape.kinds[:-1], strict=True) if kind is SegmentKind.WORDS]
    kind = f"{role} {shape} {words[:1]} {list(position[:2])}"
    codes = dict.fromkeys(_position_codes(position))
    for group, features in (
        (_ADDRESS, _address(url)),
        (_NUMBERS, _numbers(url)),
        (_WORDS, _words(text)),
        (_RELATION, [f"role {role}", f"on {source}", *rel.lower().split()[:4]]),
    ):
        for feature in features:
            codes[_code(group, feature)] = None
    return LinkFeatures(role, crc32(kind.encode("utf-8", "replace")), pack(f">{len(codes)}H", *codes))


@lru_cache(maxsize=512)
def _position_codes(position: Position) -> tuple[int, ...]:
    """The codes of a position: each element, each pair of them, and all together."""
    pairs = (f"{outer}>{inner}" for outer, inner in zip(position[1:], position, strict=False))
    return tuple(_code(_POSITION, feature) for feature in (*position, *pairs, "|".join(position)))


@lru_cache(maxsize=4096)
def _code(group: int, feature: str) -> int:
    number = crc32(feature.encode("utf-8", "replace"), group)
    return number % DIMENSIONS | (number >> 20 & 1) << 9 | group << 10


def _address(url: str) -> Iterator[str]:
    shape, segments = url_shape_of(url)
    yield f"shape {shape}"
    yield f"depth {len(segments)}"
    for level, (kind, segment) in enumerate(zip(shape.kinds, segments, strict=True)):
        if kind is SegmentKind.WORDS:
            yield f"{level} {_DIGITS.sub('0', segment.lower())}"
    for name, _ in parse_qsl(urlsplit(url).query)[:4]:
        yield f"{name}="


def _numbers(url: str) -> Iterator[str]:
    """The numbers in a URL. Numbers close to each other share some features: page 24 is like page 23."""
    parts = urlsplit(url)
    for at, digits in enumerate(_DIGITS.findall(f"{parts.path}?{parts.query}")[:3]):
        number = int(digits[:9])
        for size in (2, 8, 32):
            yield f"{at} {size}:{number // size}"
            yield f"{at} {size}+{(number + size // 2) // size}"


def _words(text: str) -> Iterator[str]:
    words = _WORD.findall(text.lower())
    yield f"words {min(len(words), 8)}"
    for word in words[:5]:
        yield "number" if word.isdigit() else word


def _text(element: _Element) -> str:
    """The first words of an element, without reading all of it."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(str(part))
        size += len(part)
        if size > _MAX_TEXT_LENGTH:
            break
    return " ".join(" ".join(parts)[: 2 * _MAX_TEXT_LENGTH].split())
