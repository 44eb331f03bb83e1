"""Pictures and frames that a script loads later."""

from __future__ import annotations

import re

from lxml.etree import _Element

from ....word_lists import word_list

__all__ = ["LAZY_ATTRIBUTES", "load_from_noscript", "load_lazy_source"]

_SOURCES = word_list(__package__, "lazy_loading.toml", "sources")
_SOURCE_SETS = ("data-srcset", "data-lazy-srcset", "nitro-lazy-srcset", "data-ll-srcset", "data-orig-srcset")
#: Attributes with the URL of the same picture in full size.
_FULL_SIZE = ("data-orig-file", "data-large-file", "data-full-url", "data-hi-res-src")
#: Attributes in which scripts find the URL to load.
LAZY_ATTRIBUTES = frozenset((*_SOURCES, *_SOURCE_SETS))
_PLACEHOLDER = re.compile(
    r"^data:|^about:|^$|placeholder|spacer|blank\.|loading|lazy|pixel\.gif|1x1|transparent|,blur_\d", re.IGNORECASE
)
#: Classes of pictures whose first URL leads to a blurred version.
_LAZY_CLASS = re.compile(
    r"(?:^|[-_\s])(?:lazy(?:load|loaded|loading|img|image)?|lozad|blur-up|progressive)(?:$|[-_\s])"
)


def load_lazy_source(image: _Element) -> None:
    """Give a picture or frame that a script loads later its real URL."""
    attributes = image.attrib
    source = attributes.get("src")
    if source is None or _PLACEHOLDER.search(str(source)) or _LAZY_CLASS.search(str(attributes.get("class") or "")):
        for name in _SOURCES:
            if attributes.get(name):
                attributes["src"] = attributes[name]
                break
    for name in _SOURCE_SETS:
        if attributes.get(name):
            attributes["srcset"] = attributes[name]
    if not attributes.get("srcset"):
        full_size = next((value for name in _FULL_SIZE if (value := attributes.get(name))), None)
        if full_size and full_size != attributes.get("src"):
            attributes["srcset"] = f"{full_size} 2x"


def load_from_noscript(noscript: _Element) -> _Element | None:
    """Give the placeholder picture before a ``noscript`` the URL of the picture in it; ``None`` if there is none."""
    placeholder, picture = noscript.getprevious(), next(noscript.iter("img"), None)
    if placeholder is None or placeholder.tag != "img" or picture is None:
        return None
    if not _PLACEHOLDER.search(placeholder.get("src") or ""):
        return None
    for name in ("src", "srcset"):
        if value := picture.get(name):
            placeholder.set(name, value)
    return placeholder
