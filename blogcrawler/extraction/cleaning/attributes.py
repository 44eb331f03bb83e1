"""The attributes that an article keeps: harmless ones, with absolute URLs and the real source of lazy pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from lxml.etree import _Element

from ...urls import join_url
from .media_elements import BOX_ATTRIBUTES, LAZY_ATTRIBUTES, fill_box, load_lazy_source

__all__ = ["absolute_url", "attribute_names", "clean_attributes"]

#: The names of an element's attributes. Called for every element, so that even a ``cast`` would cost.
attribute_names = cast("Callable[[_Element], list[str]]", _Element.keys)

_KEPT = frozenset(
    "href src alt title width height colspan rowspan datetime cite lang dir id name class start reversed type value "
    "srcset sizes poster controls allowfullscreen open align headers scope abbr span rel display encoding "
    "mathvariant stretchy fence separator accent columnalign rowspacing columnspacing linethickness "
    # SVG
    "viewbox preserveaspectratio d points x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy transform fill fill-rule "
    "fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity text-anchor "
    "dominant-baseline font-size font-family font-weight marker-start marker-mid marker-end markerwidth markerheight "
    "refx refy orient offset stop-color stop-opacity gradientunits gradienttransform clip-path xmlns".split()
)
_URL_ATTRIBUTES = frozenset({"href", "src", "cite", "poster", "srcset"})
_WEB = ("https://", "http://")
_SAFE_SCHEMES = ("http:", "https:", "mailto:", "tel:", "ftp:", "geo:", "magnet:", "news:", "irc:", "xmpp:")
# Browsers skip them: "java&#9;script:" is a script.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\ufdd0-\ufdef\ufffe\uffff]")
#: An absolute path without these can simply be appended to the host.
_NOT_PLAIN = ("//", "/.", ";", "?", "#")
_SCHEME = re.compile(r"^\s*([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_LAZY_TAGS = frozenset({"img", "iframe", "source", "video", "audio"})
_BOX_TAGS = frozenset({"div", "a", "span", "figure", "li", "section"})
_SRCSET_SEPARATOR = re.compile(r",\s+|(?<=[\d.][wx]),")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What to do with elements that have the same tag and attributes."""

    is_lazy: bool
    #: Whether it may be a box to fill; one with a style alone only if that has a picture.
    is_box: bool
    is_styled_box: bool
    urls: tuple[str, ...]
    dropped: tuple[str, ...]
    has_namespaces: bool


@lru_cache(maxsize=1024)
def _plan(tag: str, *names: str) -> _Plan | None:
    """The plan for a tag with these attributes; ``None`` if there is nothing to do."""
    is_lazy = tag in _LAZY_TAGS and not LAZY_ATTRIBUTES.isdisjoint(names)
    is_box = tag in _BOX_TAGS and not BOX_ATTRIBUTES.isdisjoint(names)
    is_styled_box = tag in _BOX_TAGS and "style" in names and not is_box
    urls = tuple(name for name in names if name in _URL_ATTRIBUTES)
    dropped = tuple(name for name in names if name not in _KEPT)
    plan = _Plan(is_lazy, is_box, is_styled_box, urls, dropped, any(name.startswith("{") for name in names))
    return plan if is_lazy or urls or dropped else None


def clean_attributes(element: _Element, tag: str, names: Sequence[str], base: str) -> None:
    """Keep only an element's harmless attributes and make its URLs absolute."""
    plan = _plan(tag, *names)
    if plan is not None and plan.is_lazy:
        load_lazy_source(element)
        plan = _plan(tag, *attribute_names(element))
    if plan is None:
        return
    is_box = plan.is_box or (plan.is_styled_box and "url(" in (element.get("style") or ""))
    if is_box and (filling := fill_box(element)) is not None:
        clean_attributes(filling, str(filling.tag), attribute_names(filling), base)
        if not filling.get("src"):
            element.remove(filling)
    if plan.has_namespaces:  # lxml cannot delete by such a name
        kept = [(name, value) for name, value in element.items() if name in _KEPT]
        element.attrib.clear()
        element.attrib.update(kept)
    elif plan.dropped:
        attributes = element.attrib
        for name in plan.dropped:
            del attributes[name]
    for name in plan.urls:
        value = element.get(name) or ""
        if value.startswith(_WEB) and name != "srcset" and value.isprintable() and value[-1] != " ":
            continue  # the most frequent case: absolute_url() would not change it
        if not value and name != "href":
            del element.attrib[name]
            continue
        if tag == "img" and name == "src" and value[:11].lower() == "data:image/":
            continue
        url = _absolute_srcset(value, base) if name == "srcset" else absolute_url(base, value)
        if url is None:
            del element.attrib[name]
        elif url != value:
            element.set(name, url)


def absolute_url(base: str, address: str) -> str | None:
    """The absolute URL of an address; ``None`` if it is invalid or has an unsafe scheme, such as ``javascript:``."""
    if not address.isprintable():
        address = _INVISIBLE.sub("", address)
    address = address.strip()
    if address.startswith(_WEB):
        return address
    if address.startswith("/") and not any(map(address.__contains__, _NOT_PLAIN)):
        return _origin(base) + address
    if address.startswith("#") and len(address) > 1 and base.startswith("http"):
        return base.partition("#")[0] + address
    scheme = _SCHEME.match(address)
    if scheme:
        return address if address.lower().startswith(_SAFE_SCHEMES) else None
    return join_url(base, address)


@lru_cache(maxsize=256)
def _origin(base: str) -> str:
    return (join_url(base, "/") or "/")[:-1]


def _absolute_srcset(value: str, base: str) -> str | None:
    candidates = []
    for candidate in _SRCSET_SEPARATOR.split(value):
        address, _, width = candidate.strip().rstrip(",").partition(" ")
        url = absolute_url(base, address) if address else None
        if url:
            candidates.append(f"{url} {width}".strip())
    return ", ".join(candidates) or None
