"""Attributes that an article keeps: harmless ones, with all addresses absolute and lazy pictures resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast
from urllib.parse import urljoin

from lxml.etree import _Element

from .lazy_loading import LAZY_ATTRIBUTES, load_lazy_source
from .placeholder_boxes import BOX_ATTRIBUTES, fill_box

__all__ = ["absolute_url", "attribute_names", "clean_attributes"]

#: The names of an element's attributes; asked of every element, so that not even a ``cast`` is for free.
attribute_names = cast("Callable[[_Element], list[str]]", _Element.keys)


_KEPT = frozenset(
    "href src alt title width height colspan rowspan datetime cite lang dir id name class start reversed type value "
    "srcset sizes poster controls allowfullscreen open align headers scope abbr span rel display encoding "
    "mathvariant stretchy fence separator accent columnalign rowspacing columnspacing linethickness "
    # Drawings.
    "viewbox preserveaspectratio d points x y x1 y1 x2 y2 cx cy r rx ry dx dy fx fy transform fill fill-rule "
    "fill-opacity stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity text-anchor "
    "dominant-baseline font-size font-family font-weight marker-start marker-mid marker-end markerwidth markerheight "
    "refx refy orient offset stop-color stop-opacity gradientunits gradienttransform clip-path xmlns".split()
)
_ADDRESSES = frozenset({"href", "src", "cite", "poster", "srcset"})
_WEB = ("https://", "http://")
_SAFE_SCHEMES = ("http:", "https:", "mailto:", "tel:", "ftp:", "geo:", "magnet:", "news:", "irc:", "xmpp:")
# Browsers do not see them, so that "java&#9;script:" is a script.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\ufdd0-\ufdef\ufffe\uffff]")
#: A path without these is joined by putting it behind the host.
_NOT_PLAIN = ("//", "/.", ";", "?", "#")
_SCHEME = re.compile(r"^\s*([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_LAZY_TAGS = frozenset({"img", "iframe", "source", "video", "audio"})
_BOXES = frozenset({"div", "a", "span", "figure", "li", "section"})
_CANDIDATES = re.compile(r",\s+|(?<=[\d.][wx]),")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done to elements that have the same attributes."""

    lazy: bool
    box: bool
    addresses: tuple[str, ...]
    dropped: tuple[str, ...]
    odd: bool


@lru_cache(maxsize=1024)
def _plan(tag: str, *names: str) -> _Plan | None:
    """The plan for a tag with such attributes; ``None`` if there is nothing to do."""
    lazy = tag in _LAZY_TAGS and not LAZY_ATTRIBUTES.isdisjoint(names)
    box = tag in _BOXES and ("style" in names or not BOX_ATTRIBUTES.isdisjoint(names))
    addresses = tuple(name for name in names if name in _ADDRESSES)
    dropped = tuple(name for name in names if name not in _KEPT)
    plan = _Plan(lazy, box, addresses, dropped, any(name.startswith("{") for name in names))
    return plan if lazy or addresses or dropped else None


def clean_attributes(element: _Element, tag: str, names: Sequence[str], base: str) -> None:
    """Reduce an element's attributes to harmless ones and make its addresses absolute."""
    plan = _plan(tag, *names)
    if plan is not None and plan.lazy:
        load_lazy_source(element)
        plan = _plan(tag, *attribute_names(element))
    if plan is None:
        return
    if plan.box and (made := fill_box(element)) is not None:
        clean_attributes(made, str(made.tag), attribute_names(made), base)
        if not made.get("src"):
            element.remove(made)
    if plan.odd:  # lxml cannot remove by such a name
        kept = [(name, value) for name, value in element.items() if name in _KEPT]
        element.attrib.clear()
        element.attrib.update(kept)
    elif plan.dropped:
        attributes = element.attrib
        for name in plan.dropped:
            del attributes[name]
    for name in plan.addresses:
        value = element.get(name) or ""
        if value.startswith(_WEB) and name != "srcset" and value.isprintable() and value[-1] != " ":
            continue  # as most are: absolute() would give the same
        if not value and name != "href":
            del element.attrib[name]
            continue
        if tag == "img" and name == "src" and value[:11].lower() == "data:image/":
            continue
        address = _srcset(value, base) if name == "srcset" else absolute_url(base, value)
        if address is None:
            del element.attrib[name]
        elif address != value:
            element.set(name, address)


def absolute_url(base: str, address: str) -> str | None:
    """The address made absolute; ``None`` if it is no address or not one to be followed or shown."""
    if not address.isprintable():
        address = _UNSEEN.sub("", address)
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
    return _join(base, address)


@lru_cache(maxsize=256)
def _origin(base: str) -> str:
    return (_join(base, "/") or "/")[:-1]


def _join(base: str, address: str) -> str | None:
    try:
        return urljoin(base, address)
    except ValueError:
        return None


def _srcset(value: str, base: str) -> str | None:
    parts = []
    for part in _CANDIDATES.split(value):
        address, _, width = part.strip().rstrip(",").partition(" ")
        made = absolute_url(base, address) if address else None
        if made:
            parts.append(f"{made} {width}".strip())
    return ", ".join(parts) or None
