"""Pictures that are none: counters of readers, and smileys that stand for a character."""

from __future__ import annotations

from lxml.etree import _Element

from .lazy_loading import LAZY_ATTRIBUTES

__all__ = ["has_no_source", "is_tracking_pixel", "smiley_text"]

#: Parts of the addresses of pictures that count.
_COUNTERS = (
    "feeds.feedburner.com/~", "feeds.wordpress.com/1.0", "stats.wordpress.com", "pixel.wp.com", "/b.gif?host=",
    "googleusercontent.com/tracker/", "vgwort.de/na", "assoc-amazon.", "amazon-adsystem.com/e/ir", "piwik.php?",
    "matomo.php?", "google-analytics.com", "googleadservices.com", "quantserve.com", "facebook.com/tr?",
    "statcounter.com", "sitemeter.com", "scorecardresearch.com", "doubleclick.net", "linksynergy.com/fs-bin/show",
    "hitwebcounter.com",
)  # fmt: skip
_TINY = frozenset({"0", "1", "0px", "1px"})
_SMILEYS = frozenset({"emoji", "wp-smiley", "smiley", "smilie", "twemoji", "emojione", "gemoji", "joypixels"})
_SMILEY_FOLDERS = ("/smilies/", "/smileys/", "/smiley/", "/emoji/", "/emoticons/", "/emoticon/")
#: ``:slightly_smiling_face:`` is long, a description is longer.
_LONGEST = 40


def is_tracking_pixel(image: _Element) -> bool:
    """Whether a picture is there to be counted, not to be seen."""
    if image.get("width") in _TINY and image.get("height") in _TINY:
        return LAZY_ATTRIBUTES.isdisjoint(image.keys())
    source = image.get("src")
    return source is not None and any(map(source.__contains__, _COUNTERS))


def has_no_source(image: _Element) -> bool:
    """Whether a picture has no address at all, not even one for scripts."""
    return not any(image.get(name) for name in ("src", "srcset", *LAZY_ATTRIBUTES))


def smiley_text(image: _Element) -> str:
    """The character or word that a picture stands for; empty if it is a picture."""
    alt = image.get("alt")
    if not alt or len(alt) > _LONGEST:
        return ""
    classes = image.get("class")
    if classes and not _SMILEYS.isdisjoint(classes.split()):
        return alt.strip()
    source = image.get("src") or ""
    return alt.strip() if any(map(source.__contains__, _SMILEY_FOLDERS)) else ""
