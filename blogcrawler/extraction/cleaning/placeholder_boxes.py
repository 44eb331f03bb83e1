"""Empty boxes that stand for a picture or a player: drawn as a background, or to be filled by a script."""

from __future__ import annotations

import re

from lxml import etree
from lxml.etree import _Element

from .embeds import PLAYER_ATTRIBUTES, player_of

__all__ = ["BOX_ATTRIBUTES", "fill_box"]

_BACKGROUNDS = ("data-bg", "data-background-image", "data-bg-image", "data-thumbnail", "data-background")
_BY_CLASS = ("data-id", "data-video-id", "data-videoid", "data-embed")
#: Attributes that say what a box stands for.
BOX_ATTRIBUTES = frozenset((*PLAYER_ATTRIBUTES, *_BACKGROUNDS, *_BY_CLASS))
_URL = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
_ADDRESS = re.compile(r"^(?:url\(\s*['\"]?)?([^'\"()\s]+\.(?:jpe?g|png|gif|webp|avif)\b[^'\"()\s]*)", re.IGNORECASE)
_NO_PICTURE = re.compile(r"^data:|\.svg\b|sprite|pattern|placeholder|blank\.|transparent|spacer", re.IGNORECASE)
_YOUTUBE_ID = re.compile(r"^[\w-]{11}$")
_SHOWN = ("img", "iframe", "video", "audio", "picture", "svg")


def fill_box(box: _Element) -> _Element | None:
    """Put into a box what it stands for, unless it holds something that is shown; what was put there."""
    style = box.get("style")
    drawn = style is not None and "url(" in style
    if not drawn and BOX_ATTRIBUTES.isdisjoint(box.keys()):
        return None
    if next(box.iter(*_SHOWN), None) is not None:
        return None
    made = player_of(box, _youtube(box))
    if made is None and not any(text.strip() for text in map(str, box.itertext())):
        made = _picture(_URL.search(style or "") if drawn else None, box)
    if made is not None:
        box.append(made)
    return made


def _youtube(box: _Element) -> str:
    """The recording that a box of the name stands for; empty if none."""
    if "youtube" not in (box.get("class") or "").lower():
        return ""
    values = [box.get(name) or "" for name in _BY_CLASS]
    return next(filter(_YOUTUBE_ID.match, values), "")


def _picture(drawn: re.Match[str] | None, box: _Element) -> _Element | None:
    stated = [_ADDRESS.match(box.get(name) or "") for name in _BACKGROUNDS]
    found = drawn or next(filter(None, stated), None)
    if found is None or _NO_PICTURE.search(found[1].strip()):
        return None
    return etree.Element("img", {"src": found[1].strip()})
