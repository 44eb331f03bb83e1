"""Values as people read them, for templates."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from urllib.parse import urlencode, urlsplit

from ...terminal import counted

__all__ = ["FILTERS", "ago", "count", "day", "direction", "host", "link", "moment", "one", "short_address"]

_UNSAFE = re.compile("[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = frozenset(("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"))
_UNITS = ((365 * 86400, "year"), (30 * 86400, "month"), (86400, "day"), (3600, "hour"), (60, "minute"))


def day(text: str | None) -> str:
    """A date: ``3 March 2014``. What is not a date stays as it is."""
    try:
        found = date.fromisoformat((text or "")[:10])
    except ValueError:
        return one(text or "")
    return f"{found.day} {found:%B} {found.year}"


def moment(text: str | None) -> str:
    """A date with its time, if it has one: ``3 March 2014, 14:05``."""
    time = (text or "")[11:16]
    return f"{day(text)}, {time}" if re.fullmatch(r"\d\d:\d\d", time) else day(text)


def ago(text: str | int | None, now: datetime | None = None) -> str:
    """How long ago, or in how long: ``3 days ago``, ``in 2 hours``."""
    try:
        then = datetime.fromtimestamp(text, UTC) if isinstance(text, int) else datetime.fromisoformat(text or "")
    except (ValueError, OverflowError, OSError):
        return ""
    seconds = ((now or datetime.now(UTC)) - (then if then.tzinfo else then.replace(tzinfo=UTC))).total_seconds()
    for length, name in _UNITS:
        number = int(abs(seconds) // length)
        if number:
            words = f"{number} {name}{'s' if number > 1 else ''}"
            return f"{words} ago" if seconds > 0 else f"in {words}"
    return "just now" if seconds >= 0 else "in a moment"


def count(number: int | None, singular: str = "", plural: str = "") -> str:
    """A number with its noun: ``1 post``, ``1,204 posts``."""
    if number is None:
        return "…"
    return counted(number, singular, plural) if singular else f"{number:,}"


def host(url: str) -> str:
    """The host of an address, for display."""
    try:
        return urlsplit(url).netloc.removeprefix("www.") or url
    except ValueError:
        return url


def short_address(url: str) -> str:
    """An address without scheme and trailing slash, for display."""
    return one(re.sub(r"^https?://(www\.)?", "", url).rstrip("/"))


def one(text: str) -> str:
    """Foreign text without control characters and without marks that would turn the text around it."""
    return _UNSAFE.sub(" ", text)


@lru_cache(4096)  # the same authors and tags are linked on every page of a blog
def link(path: str, **parameters: object) -> str:
    """An address on this server with those parameters that are not empty."""
    given = {name.rstrip("_"): value for name, value in parameters.items() if value not in (None, "")}
    return f"{path}?{urlencode(given)}" if given else path


def direction(language: str | None) -> str:
    """The direction in which a language is written: ``rtl`` or ``ltr``."""
    return "rtl" if (language or "").lower().replace("_", "-").split("-")[0] in _RIGHT_TO_LEFT else "ltr"


def program(name: str) -> str:
    """How people call the software of a blog."""
    from ...knowledge import application_title  # loads much that other pages do not need

    return application_title(name)


FILTERS = {
    "day": day,
    "moment": moment,
    "ago": ago,
    "count": count,
    "host": host,
    "short_address": short_address,
    "one": one,
    "direction": direction,
    "program": program,
}
