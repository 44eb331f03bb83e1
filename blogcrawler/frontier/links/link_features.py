"""What a link says of the page behind it: its address, where it stands, its words.

A clue is small and made of numbers only, so that it can wait in the queue with its link and be judged anew, as often
as the crawl has learned something. On blogs whose addresses say nothing (``/?p=123``) the place decides.
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

from ..posts.url_pattern import PostPattern, Verdict
from ..posts.url_shape import SegmentKind, url_shape_of
from .link_position import Place, place_of
from .links import Link
from .pagination import is_pagination_text, is_pagination_url

__all__ = ["DIMENSIONS", "GROUPS", "LinkFeatures", "Role", "link_features_of", "listed_link_features"]

#: Features are hashed into so many columns; each code is a column, a sign and a group of features.
DIMENSIONS = 256
#: Groups of features, and how much each counts in the likeness of two links.
GROUPS = {"address": 0.32, "place": 0.38, "numbers": 0.15, "words": 0.08, "relation": 0.07}
_ADDRESS, _PLACE, _NUMBERS, _WORDS, _RELATION = range(5)

_ARCHIVE = re.compile(
    r"/(?:archives?|archivos?|archiv|all(?:-posts)?|posts|blog|index|sitemap|list|table-of-contents|toc|history"
    r"|everything|past|older)(?:\.\w+)?/?$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_TEXT = 80


class Role(IntEnum):
    """What a link is for, as far as its looks tell."""

    POST = 0
    FLIP = 1
    ARCHIVE = 2
    DATES = 3
    LIST = 4
    SLUG = 5
    OTHER = 6

    @property
    def words(self) -> str:
        """The role in words, for the summary."""
        return _ROLES[self]


_ROLES = {
    Role.POST: "posts",
    Role.FLIP: "further pages of lists",
    Role.ARCHIVE: "archives",
    Role.DATES: "lists by date",
    Role.LIST: "lists by tag, category or author",
    Role.SLUG: "pages with addresses like posts",
    Role.OTHER: "other pages",
}


@dataclass(frozen=True, slots=True)
class LinkFeatures:
    """The role of a link, the kind of page it leads to (a hash), and its features (codes of two bytes)."""

    role: Role
    kind: int
    codes: bytes

    def packed(self) -> bytes:
        """The clue as bytes, for the queue."""
        return pack(">BI", self.role, self.kind) + self.codes

    @classmethod
    def unpacked(cls, data: bytes) -> LinkFeatures:
        """The clue that ``packed`` gave."""
        role, kind = unpack_from(">BI", data)
        return cls(Role(role), kind, data[5:])


#: What is known to be a post is not guessed at, so that it needs no features.
_POST = LinkFeatures(Role.POST, 0, b"")


def link_features_of(
    link: Link, pattern: PostPattern, source: str = "", region: str = "", place: Place | None = None
) -> LinkFeatures:
    """The clue that a link on a page gives; ``source`` and ``region`` say on what kind of page and where in it.
    ``place`` is the link's if it is known."""
    if link.verdict is Verdict.YES:
        return _POST
    element = link.element
    text, rel = (_text(element), element.get("rel") or "") if element is not None else ("", "")
    place = place_of(element) if place is None else place
    return _clue(link.url, _role(link, pattern, text, rel), place, text, f"{rel} {region}", source)


def listed_link_features(link: Link, pattern: PostPattern, source: str) -> LinkFeatures:
    """The clue that an address in a list gives that is no page: a sitemap of the address ``source``."""
    if link.verdict is Verdict.YES:
        return _POST
    place = tuple(_DIGITS.sub("0", word) for word in _WORD.findall(urlsplit(source).path.lower()))
    return _clue(link.url, _role(link, pattern, "", ""), place, "", "", "sitemap")


def _role(link: Link, pattern: PostPattern, text: str, rel: str) -> Role:
    if is_pagination_url(link.url) or is_pagination_text(text, rel):
        return Role.FLIP
    path = urlsplit(link.url).path
    if _ARCHIVE.search(path):
        return Role.ARCHIVE
    shape, _ = url_shape_of(link.url)
    if link.verdict is Verdict.NO:
        return Role.DATES if shape.is_numeric else Role.LIST
    # A blog that has changed the form of its addresses still has links to its posts as they were.
    dated = SegmentKind.DATED in shape.kinds or (
        SegmentKind.YEAR in shape.kinds[:-1] and shape.kinds[-1] is SegmentKind.WORDS
    )
    return Role.SLUG if dated or pattern.fits(link.url) else Role.OTHER


def _clue(url: str, role: Role, place: Place, text: str, rel: str, source: str) -> LinkFeatures:
    shape, segments = url_shape_of(url)
    words = [s for s, kind in zip(segments[:-1], shape.kinds[:-1], strict=True) if kind is SegmentKind.WORDS]
    kind = f"{role} {shape} {words[:1]} {list(place[:2])}"
    codes = dict.fromkeys(_placed(place))
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
def _placed(place: Place) -> tuple[int, ...]:
    """The codes of a place: each element, each pair of them, and all."""
    pairs = (f"{outer}>{inner}" for outer, inner in zip(place[1:], place, strict=False))
    return tuple(_code(_PLACE, feature) for feature in (*place, *pairs, "|".join(place)))


@lru_cache(maxsize=4096)
def _code(group: int, feature: str) -> int:
    number = crc32(feature.encode("utf-8", "replace"), group)
    return number % DIMENSIONS | (number >> 20 & 1) << 9 | group << 10


def _address(url: str) -> Iterator[str]:
    shape, segments = url_shape_of(url)
    yield f"shape {shape}"
    yield f"depth {len(segments)}"
    for place, (kind, segment) in enumerate(zip(shape.kinds, segments, strict=True)):
        if kind is SegmentKind.WORDS:
            yield f"{place} {_DIGITS.sub('0', segment.lower())}"
    for name, _ in parse_qsl(urlsplit(url).query)[:4]:
        yield f"{name}="


def _numbers(url: str) -> Iterator[str]:
    """The numbers in an address; those that are near each other share some features: page 24 is like page 23."""
    parts = urlsplit(url)
    for position, digits in enumerate(_DIGITS.findall(f"{parts.path}?{parts.query}")[:3]):
        number = int(digits[:9])
        for size in (2, 8, 32):
            yield f"{position} {size}:{number // size}"
            yield f"{position} {size}+{(number + size // 2) // size}"


def _words(text: str) -> Iterator[str]:
    words = _WORD.findall(text.lower())
    yield f"words {min(len(words), 8)}"
    for word in words[:5]:
        yield "number" if word.isdigit() else word


def _text(element: _Element) -> str:
    """The first words in an element, however much there is in it."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(str(part))
        size += len(part)
        if size > _TEXT:
            break
    return " ".join(" ".join(parts)[: 2 * _TEXT].split())
