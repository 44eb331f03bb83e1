"""The attributes that an article keeps: harmless ones, with absolute URLs and the real source of lazy pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from lxml.etree import _Element

from ...dom import HIDING_ATTRIBUTES
from ...urls import join_url
from .media_elements import BOX_ATTRIBUTES, LAZY_ATTRIBUTES, fill_box, load_lazy_source

__all__ = ["AttributePlan", "absolute_url", "attribute_names", "attribute_plan", "clean_attributes", "clean_by_plan"]

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
#: A path without empty segments and dots before a segment can simply be appended, with its query and fragment.
_PLAIN_PATH = re.compile(r"(?:/|(?=[^/:?#;]+(?:[/?#]|$)))(?:[^/.?#;][^/?#;]*+(?:/|(?=[?#]|$)))*+(?:\?[^#]++)?(?:#.++)?")
_SCHEME = re.compile(r"^\s*([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_LAZY_TAGS = frozenset({"img", "iframe", "source", "video", "audio"})
_BOX_TAGS = frozenset({"div", "a", "span", "figure", "li", "section"})
_SRCSET_SEPARATOR = re.compile(r",\s+|(?<=[\d.][wx]),")


@dataclass(frozen=True, slots=True)
class AttributePlan:
    """What to do with elements that have the same tag and attributes."""

    urls: tuple[str, ...]
    dropped: tuple[str, ...]
    is_lazy: bool
    #: Whether it may be a box to fill; one with a style alone only if that has a picture.
    is_box: bool
    is_styled_box: bool
    has_namespaces: bool
    #: Whether there is more to do than to drop attributes and to complete URLs.
    is_special: bool
    #: Whether there is anything to do.
    has_changes: bool
    #: Whether the attributes may hide the element.
    may_hide: bool
    has_id: bool
    has_class: bool


@lru_cache(maxsize=1024)
def attribute_plan(tag: str, *names: str) -> AttributePlan:
    """The plan for a tag with these attributes."""
    is_lazy = tag in _LAZY_TAGS and not LAZY_ATTRIBUTES.isdisjoint(names)
    is_box = tag in _BOX_TAGS and not BOX_ATTRIBUTES.isdisjoint(names)
    is_styled_box = tag in _BOX_TAGS and "style" in names and not is_box
    urls = tuple(name for name in names if name in _URL_ATTRIBUTES)
    dropped = tuple(name for name in names if name not in _KEPT)
    has_namespaces = any(name.startswith("{") for name in names)
    return AttributePlan(
        urls,
        dropped,
        is_lazy=is_lazy,
        is_box=is_box,
        is_styled_box=is_styled_box,
        has_namespaces=has_namespaces,
        is_special=is_lazy or is_box or is_styled_box or has_namespaces,
        has_changes=bool(is_lazy or urls or dropped),
        may_hide=not HIDING_ATTRIBUTES.isdisjoint(names),
        has_id="id" in names,
        has_class="class" in names,
    )


def clean_attributes(element: _Element, tag: str, base: str) -> None:
    """Keep only an element's harmless attributes and make its URLs absolute."""
    plan = attribute_plan(tag, *attribute_names(element))
    if plan.has_changes:
        clean_by_plan(element, tag, plan, base)


def clean_by_plan(element: _Element, tag: str, plan: AttributePlan, base: str) -> None:
    """Change an element's attributes as its plan says, which has changes."""
    if plan.is_lazy:
        load_lazy_source(element)
        plan = attribute_plan(tag, *attribute_names(element))
    if plan.is_special:
        _clean_special(element, plan, base)
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


def _clean_special(element: _Element, plan: AttributePlan, base: str) -> None:
    """Fill an element that is a box for a picture or video, and drop its attributes."""
    is_box = plan.is_box or (plan.is_styled_box and "url(" in (element.get("style") or ""))
    if is_box and (filling := fill_box(element)) is not None:
        clean_attributes(filling, str(filling.tag), base)
        if not filling.get("src"):
            element.remove(filling)
    if plan.has_namespaces:  # lxml cannot delete by such a name
        kept = [(name, value) for name, value in element.items() if name in _KEPT]
        element.attrib.clear()
        element.attrib.update(kept)
        return
    attributes = element.attrib
    for name in plan.dropped:
        del attributes[name]


def absolute_url(base: str, address: str) -> str | None:
    """The absolute URL of an address; ``None`` if it is invalid or has an unsafe scheme, such as ``javascript:``."""
    if not address.isprintable():
        address = _INVISIBLE.sub("", address)
    address = address.strip()
    if address.startswith(_WEB):
        return address
    if _PLAIN_PATH.fullmatch(address):
        root, folder = _root_and_folder(base)
        return (root if address[0] == "/" else folder) + address
    if address.startswith("#") and len(address) > 1 and base.startswith("http"):
        return base.partition("#")[0] + address
    scheme = _SCHEME.match(address)
    if scheme:
        return address if address.lower().startswith(_SAFE_SCHEMES) else None
    return join_url(base, address)


@lru_cache(maxsize=256)
def _root_and_folder(base: str) -> tuple[str, str]:
    """What comes before the paths that begin with a slash, and before other paths."""
    return (join_url(base, "/") or "/")[:-1], (join_url(base, "a") or "a")[:-1]


def _absolute_srcset(value: str, base: str) -> str | None:
    candidates = []
    for candidate in _SRCSET_SEPARATOR.split(value):
        address, _, width = candidate.strip().rstrip(",").partition(" ")
        url = absolute_url(base, address) if address else None
        if url:
            candidates.append(f"{url} {width}".strip())
    return ", ".join(candidates) or None
