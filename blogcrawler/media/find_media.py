"""Find the media of an article: pictures in their best size, audio, video, and the full-size pictures it links to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

from lxml import etree
from lxml.etree import _Element

from ..urls import join_url, remove_dot_segments, same_host, split_url
from .srcset import SrcsetCandidate, parse_srcset

__all__ = ["MediaKind", "Medium", "article_media"]

MediaKind = Literal["picture", "recording"]

_PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif|svg|tiff?|bmp|heic|jxl)$", re.IGNORECASE)
_RECORDING_FILE = re.compile(
    r"\.(?:mp3|m4[abv]|og[gav]|opus|aac|wav|flac|mp4|mov|webm|avi|mkv|mpe?g|midi?)$", re.IGNORECASE
)
_PICTURES = frozenset({"img", "amp-img"})
_RECORDINGS = frozenset({"video", "audio", "amp-video", "amp-audio"})
#: Pictures of one pixel count readers and show nothing.
_PIXEL_SIDES = frozenset({"0", "1", "0px", "1px"})
#: Number of URLs to try for one medium.
_MAX_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Medium:
    """A picture or recording of an article, with the URLs of its versions, the best first."""

    kind: MediaKind
    candidates: tuple[str, ...]

    @property
    def url(self) -> str:
        """The URL of the best version."""
        return self.candidates[0]


def article_media(html: str, url: str, enclosures: Iterable[str] = ()) -> list[Medium]:
    """The media of a clean article (``content_html`` of a record) at a URL, each once, in reading order.

    A picture that another picture links to is its full size, and taken from any host; other links to media files only
    count on the blog's own host. ``enclosures`` are the files that the feed attaches to the post.
    """
    found: dict[str, Medium] = {}
    for kind, addresses in (*_in_article(html, url), *map(_enclosure, enclosures)):
        urls = dict.fromkeys(filter(None, (_absolute_url(url, address) for address in addresses)))
        candidates = tuple(urls)[:_MAX_CANDIDATES]
        if candidates:
            found.setdefault(candidates[0], Medium(kind, candidates))
    return list(found.values())


def _in_article(html: str, url: str) -> Iterator[tuple[MediaKind, list[str]]]:
    if "<" not in html:
        return
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = etree.fromstring(f"<div>{html}</div>".encode("utf-8", "replace"), parser)
    host = urlsplit(url).hostname or ""
    for element in tree.iter() if tree is not None else ():
        tag = element.tag
        if tag in _PICTURES:
            yield "picture", _picture(element)
        elif tag in _RECORDINGS:
            sources = (source.get("src") for source in element.iter("source"))
            yield "recording", [address for address in (element.get("src"), *sources) if address]
            yield "picture", [element.get("poster") or ""]
        elif tag == "a" and (target := element.get("href")):
            yield from _linked_file(element, target, host)


def _picture(image: _Element) -> list[str]:
    """All sizes of a picture, the largest first; equal ones in the order in which they are written."""
    if image.get("width") in _PIXEL_SIDES or image.get("height") in _PIXEL_SIDES:
        return []
    sizes: list[SrcsetCandidate] = []
    for above in islice(image.iterancestors("picture"), 1):
        for source in above.iter("source"):
            sizes += parse_srcset(source.get("srcset") or "")
    sizes += parse_srcset(image.get("srcset") or "")
    if plain := image.get("src"):
        sizes.append(SrcsetCandidate(0, 1.0, plain))
    sizes.sort(key=lambda size: (size.width, size.density), reverse=True)
    return [size.url for size in sizes]


def _linked_file(anchor: _Element, target: str, host: str) -> Iterator[tuple[MediaKind, list[str]]]:
    try:
        parts = urlsplit(target)
        own = same_host(parts.hostname or host, host)
    except ValueError:
        return
    if _PICTURE_FILE.search(parts.path):
        if own or next(anchor.iter(*_PICTURES), None) is not None:
            yield "picture", [target]
    elif own and _RECORDING_FILE.search(parts.path):
        yield "recording", [target]


def _enclosure(address: str) -> tuple[MediaKind, list[str]]:
    path = address.partition("?")[0].partition("#")[0]
    return ("picture" if _PICTURE_FILE.search(path) else "recording"), [address]


def _absolute_url(base: str, address: str) -> str | None:
    """The absolute HTTP URL, without its fragment; ``None`` for anything else."""
    if not address:
        return None
    joined = join_url(base, address.strip())
    parts = split_url(joined) if joined is not None else None
    if parts is None:
        return None
    return urlunsplit((parts.scheme, parts.netloc, remove_dot_segments(parts.path), parts.query, ""))
