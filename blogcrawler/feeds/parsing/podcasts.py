"""Podcasts: feeds whose entries are recordings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...items import Feed

__all__ = ["PodcastFeed", "is_recording"]

_RECORDING = re.compile(r"\.(?:mp3|m4[abv]|ogg|opus|oga|aac|wav|flac|mp4|mov)(?:$|[?#])", re.I)


@dataclass(frozen=True, slots=True)
class PodcastFeed(Feed):
    """A feed that attaches an audio or video file to every entry."""


def is_recording(address: str, mime: str | None = None) -> bool:
    """Whether an attachment is audio or video, by its type or else its address."""
    kind = (mime or "").strip().lower()
    if "/" in kind and not kind.startswith(("application/octet", "text/")):
        return kind.startswith(("audio/", "video/"))
    return bool(_RECORDING.search(address))
