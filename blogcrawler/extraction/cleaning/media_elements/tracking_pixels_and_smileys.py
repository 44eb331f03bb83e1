"""Pictures that are not shown as pictures: tracking pixels, and smileys that replace a character."""

from __future__ import annotations

from lxml.etree import _Element

from ....word_lists import word_list
from .lazy_loading import LAZY_ATTRIBUTES

__all__ = ["has_no_source", "is_tracking_pixel", "smiley_text"]

_TRACKERS = word_list(__package__, "tracking_pixels_and_smileys.toml", "trackers")
_TINY = frozenset({"0", "1", "0px", "1px"})
_SMILEY_CLASSES = frozenset({"emoji", "wp-smiley", "smiley", "smilie", "twemoji", "emojione", "gemoji", "joypixels"})
_SMILEY_FOLDERS = ("/smilies/", "/smileys/", "/smiley/", "/emoji/", "/emoticons/", "/emoticon/")
#: Longer than ":slightly_smiling_face:"; descriptions of pictures are longer still.
_MAX_SMILEY_LENGTH = 40


def is_tracking_pixel(image: _Element) -> bool:
    """Whether a picture only counts readers. Tiny pictures do, unless a script replaces them later."""
    if image.get("width") in _TINY and image.get("height") in _TINY:
        return LAZY_ATTRIBUTES.isdisjoint(image.keys())
    source = image.get("src")
    return source is not None and any(map(source.__contains__, _TRACKERS))


def has_no_source(image: _Element) -> bool:
    """Whether a picture has no URL at all, not even one for scripts."""
    return not any(image.get(name) for name in ("src", "srcset", *LAZY_ATTRIBUTES))


def smiley_text(image: _Element) -> str:
    """The character or word that a smiley replaces; empty if the picture is not a smiley."""
    alt = image.get("alt")
    if not alt or len(alt) > _MAX_SMILEY_LENGTH:
        return ""
    classes = image.get("class")
    if classes and not _SMILEY_CLASSES.isdisjoint(classes.split()):
        return alt.strip()
    source = image.get("src") or ""
    return alt.strip() if any(map(source.__contains__, _SMILEY_FOLDERS)) else ""
