"""Empty boxes in place of a picture or a player: with a background picture, or to be filled by a script."""

from __future__ import annotations

import re

from lxml import etree
from lxml.etree import _Element

from .embeds import PLAYER_ATTRIBUTES, player_of

__all__ = ["BOX_ATTRIBUTES", "fill_box"]

_BACKGROUNDS = ("data-bg", "data-background-image", "data-bg-image", "data-thumbnail", "data-background")
_VIDEO_IDS = ("data-id", "data-video-id", "data-videoid", "data-embed")
#: Attributes that say what belongs in a box.
BOX_ATTRIBUTES = frozenset((*PLAYER_ATTRIBUTES, *_BACKGROUNDS, *_VIDEO_IDS))
_BACKGROUND_URL = re.compile(r"background(?:-image)?\s*:[^;]*?url\(\s*['\"]?([^'\")]+)", re.IGNORECASE)
_PICTURE_URL = re.compile(r"^(?:url\(\s*['\"]?)?([^'\"()\s]+\.(?:jpe?g|png|gif|webp|avif)\b[^'\"()\s]*)", re.IGNORECASE)
_DECORATION = re.compile(r"^data:|\.svg\b|sprite|pattern|placeholder|blank\.|transparent|spacer", re.IGNORECASE)
_YOUTUBE_ID = re.compile(r"^[\w-]{11}$")
_MEDIA_TAGS = ("img", "iframe", "video", "audio", "picture", "svg")


def fill_box(box: _Element) -> _Element | None:
    """Put the picture or player into a box that shows nothing yet; returns what was put there."""
    style = box.get("style")
    has_background = style is not None and "url(" in style
    if not has_background and BOX_ATTRIBUTES.isdisjoint(box.keys()):
        return None
    if next(box.iter(*_MEDIA_TAGS), None) is not None:
        return None
    made = player_of(box, _youtube_id(box))
    if made is None and not any(text.strip() for text in map(str, box.itertext())):
        made = _picture(_BACKGROUND_URL.search(style or "") if has_background else None, box)
    if made is not None:
        box.append(made)
    return made


def _youtube_id(box: _Element) -> str:
    """The id of the video, if the box is named after YouTube; else empty."""
    if "youtube" not in (box.get("class") or "").lower():
        return ""
    values = [box.get(name) or "" for name in _VIDEO_IDS]
    return next(filter(_YOUTUBE_ID.match, values), "")


def _picture(background: re.Match[str] | None, box: _Element) -> _Element | None:
    stated = [_PICTURE_URL.match(box.get(name) or "") for name in _BACKGROUNDS]
    found = background or next(filter(None, stated), None)
    if found is None or _DECORATION.search(found[1].strip()):
        return None
    return etree.Element("img", {"src": found[1].strip()})
