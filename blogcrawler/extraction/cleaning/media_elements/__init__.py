"""Pictures, icons, players and widgets inside an article."""

from __future__ import annotations

from .embeds import EMBED_TAGS, is_widget, plain_replacement
from .icons import is_icon
from .lazy_loading import LAZY_ATTRIBUTES, load_from_noscript, load_lazy_source
from .placeholder_boxes import BOX_ATTRIBUTES, fill_box
from .tracking_pixels_and_smileys import has_no_source, is_tracking_pixel, smiley_text

__all__ = [
    "BOX_ATTRIBUTES",
    "EMBED_TAGS",
    "LAZY_ATTRIBUTES",
    "fill_box",
    "has_no_source",
    "is_icon",
    "is_tracking_pixel",
    "is_widget",
    "load_from_noscript",
    "load_lazy_source",
    "plain_replacement",
    "smiley_text",
]
