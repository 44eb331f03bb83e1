"""Icons drawn as SVG: they belong to links and buttons of the template, not to the article."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["is_icon"]

#: Shapes in an ``svg``. Icons without one only ``use`` a drawing elsewhere on the page, and show nothing here.
_SHAPES = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "foreignobject")
#: An icon is no wider or higher than this: twice the 24 pixels for which most icon sets are designed.
_MAX_PIXELS = 48
#: Pixels in one em, the height of a line of text.
_EM = 16
_ICON_CLASS = re.compile(
    r"(?:^|[-_\s])(?:icons?|ico|octicon|feather|lucide|bi|fa[bsrl]?|svg-inline|emoji|glyph\w*|chevron|arrow)(?:$|[-_\s])",
    re.IGNORECASE,
)
#: What icons are part of.
_LABELS = frozenset({"a", "button", "summary", "label", "h1", "h2", "h3", "h4", "h5", "h6"})
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(px|em|rem)?\s*")
#: Icons have few shapes and no text; a drawing of the author's has more.
_MAX_SHAPES = 12


def is_icon(drawing: _Element) -> bool:
    """Whether an ``svg`` is an icon, or shows nothing."""
    shapes = sum(1 for _ in drawing.iter(*_SHAPES))
    if not shapes:
        return True
    if _ICON_CLASS.search((drawing.get("class") or "")[:200]):
        return True
    if shapes > _MAX_SHAPES or next(drawing.iter("text", "image", "foreignobject"), None) is not None:
        return False
    size = _size(drawing)
    if size is not None:
        return size <= _MAX_PIXELS
    holder = drawing.getparent()
    is_label = holder is not None and any(tag in _LABELS for tag in (holder.tag, _parent_tag(holder)))
    return is_label or _is_small_view(drawing)


def _parent_tag(element: _Element) -> object:
    above = element.getparent()
    return above.tag if above is not None else None


def _size(drawing: _Element) -> float | None:
    """The larger of width and height in pixels; ``None`` if neither is stated in pixels or lines."""
    found = [_LENGTH.fullmatch(drawing.get(name) or "") for name in ("width", "height")]
    return max((float(one[1]) * (_EM if one[2] in ("em", "rem") else 1) for one in found if one), default=None)


def _is_small_view(drawing: _Element) -> bool:
    """Whether the drawing's own coordinates are as small as an icon's."""
    view = (drawing.get("viewbox") or drawing.get("viewBox") or "").replace(",", " ").split()
    try:
        return len(view) == 4 and max(float(view[2]), float(view[3])) <= _MAX_PIXELS
    except ValueError:
        return False
