"""Pictures and embeds that a script would load later."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["LAZY_ATTRIBUTES", "load_from_noscript", "load_lazy_source"]

#: In the order of trust: the names that plug-ins and themes use for the address of a picture.
_LAZY = tuple(
    "data-src data-lazy-src data-original data-orig-file data-lazy data-url data-img-url data-large-file data-full-url "
    "data-orig-src data-actualsrc data-real-src data-cfsrc data-ezsrc data-opt-src data-echo data-lazyload "
    "data-pagespeed-lazy-src data-pagespeed-high-res-src data-hi-res-src data-image nitro-lazy-src data-ll-src "
    "data-sf-src data-flickity-lazyload data-breeze data-wp-lazy-src data-img-src data-image-src "
    "data-imgsrc data-croporisrc lazy-src lazysrc data-pin-media".split()
)
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "nitro-lazy-srcset", "data-ll-srcset", "data-orig-srcset")
#: Names for the address of the same picture in its full size.
_LARGE = ("data-orig-file", "data-large-file", "data-full-url", "data-hi-res-src")
#: Where scripts find what they will load.
LAZY_ATTRIBUTES = frozenset((*_LAZY, *_LAZY_SETS))
_PLACEHOLDER = re.compile(
    r"^data:|^about:|^$|placeholder|spacer|blank\.|loading|lazy|pixel\.gif|1x1|transparent|,blur_\d", re.IGNORECASE
)
#: Classes of pictures whose address is that of a blurred one at first.
_LATER = re.compile(r"(?:^|[-_\s])(?:lazy(?:load|loaded|loading|img|image)?|lozad|blur-up|progressive)(?:$|[-_\s])")


def load_lazy_source(image: _Element) -> None:
    """Give a picture or an embed that a script would load later its real address."""
    attributes = image.attrib
    source = attributes.get("src")
    if source is None or _PLACEHOLDER.search(str(source)) or _LATER.search(str(attributes.get("class") or "")):
        for name in _LAZY:
            if attributes.get(name):
                attributes["src"] = attributes[name]
                break
    for name in _LAZY_SETS:
        if attributes.get(name):
            attributes["srcset"] = attributes[name]
    if not attributes.get("srcset"):
        large = next((value for name in _LARGE if (value := attributes.get(name))), None)
        if large and large != attributes.get("src"):
            attributes["srcset"] = f"{large} 2x"


def load_from_noscript(noscript: _Element) -> _Element | None:
    """The picture before a ``noscript``, given the address that stands there for those without scripts, if it has
    none of its own."""
    shown, hidden = noscript.getprevious(), next(noscript.iter("img"), None)
    if shown is None or shown.tag != "img" or hidden is None or not _PLACEHOLDER.search(shown.get("src") or ""):
        return None
    for name in ("src", "srcset"):
        if value := hidden.get(name):
            shown.set(name, value)
    return shown
