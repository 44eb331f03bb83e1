"""What is sent to people: a subject, the clips as HTML and as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from ..extras import needs_extra
from ..terminal import one_line
from .clips import Clip

__all__ = ["ClipMessage", "make_message"]

_MAX_CLIPS = 100
"""More are only counted: mail programs cut longer mails off."""
_MAX_SUBJECT = 120


@dataclass(frozen=True, slots=True)
class ClipMessage:
    """A message. ``unsubscribe`` is an address at which the owner can stop all messages, or empty."""

    subject: str
    html: str
    text: str
    clips: tuple[dict[str, Any], ...]
    unsubscribe: str = ""


def make_message(clips: Sequence[Clip], page: str = "", unsubscribe: str = "") -> ClipMessage:
    """The message for some clips of one owner; ``page`` is the address of the owner's page."""
    groups: dict[str, list[Clip]] = {}
    for clip in clips[:_MAX_CLIPS]:
        groups.setdefault(clip.query, []).append(clip)
    subject = _subject(clips)
    values = {
        "groups": list(groups.items()),
        "number": len(clips),
        "left_out": max(0, len(clips) - _MAX_CLIPS),
        "page": page,
        "unsubscribe": unsubscribe,
        "subject": subject,
    }
    return ClipMessage(
        subject,
        _template("clips.html").render(values),
        _template("clips.txt").render(values),
        tuple(clip.record() for clip in clips),
        unsubscribe,
    )


def _subject(clips: Sequence[Clip]) -> str:
    first = clips[0]
    if len(clips) == 1:
        found = f"{first.query}: {first.title}" if first.query else f"{first.kind.capitalize()}: {first.title}"
    else:
        queries = list(dict.fromkeys(clip.query for clip in clips if clip.query))
        found = f"{len(clips)} clips: {', '.join(queries)}" if queries else f"{len(clips)} new, changed or gone posts"
    found = one_line(found)
    return found if len(found) <= _MAX_SUBJECT else f"{found[: _MAX_SUBJECT - 1]}…"


@cache
def _template(name: str) -> Any:
    with needs_extra("watch"):
        from jinja2 import Environment, PackageLoader, StrictUndefined
    environment = Environment(
        loader=PackageLoader("blogcrawler.watch"),
        autoescape=name.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"line": one_line, "day": _day, "host": _host, "safe_link": _safe_link}
    return environment.get_template(name)


def _day(text: str | None) -> str:
    try:
        found = date.fromisoformat((text or "")[:10])
    except ValueError:
        return ""
    return f"{found.day} {found:%B} {found.year}"


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.removeprefix("www.") or url
    except ValueError:
        return url


def _safe_link(url: str) -> str:
    """The address if a mail program may open it."""
    return url if url.lower().startswith(("http://", "https://")) else ""
