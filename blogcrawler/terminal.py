"""Format text from the web, numbers and times for a terminal, safely."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

__all__ = ["counted", "duration", "escaped_json", "json_text", "moment_ahead", "one_line", "percent", "safe", "size"]

_DANGEROUS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters: escape sequences begin with them
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # would break lines or change the direction of the text that follows
    "\ud800-\udfff]"  # cannot be encoded
)
_CONTROL_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> str:
    """The text without control characters. Line breaks and tabs stay."""
    return _DANGEROUS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """The text on one line, with white space collapsed and without control characters."""
    return " ".join(safe(text).split())


def json_text(value: Any, indent: int | None = None) -> str:
    """JSON that escapes control characters, but no other characters beyond ASCII."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=indent))


def escaped_json(text: str) -> str:
    """The same JSON with control characters, and those that separate lines or turn the direction of text, escaped."""
    return _CONTROL_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: ``1 post``, ``1,204 posts``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def percent(part: float, whole: float) -> str:
    """The percentage, rounded, but 0 and 100 only if they are exact."""
    if 0 < part < whole:
        return f"{min(max(round(100 * part / whole), 1), 99)} %"
    return "100 %" if part else "0 %"


def size(number: float) -> str:
    """A number of bytes for humans: ``18.3 MB``."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "bytes" else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


def duration(seconds: float) -> str:
    """A duration as hours, minutes and seconds: ``0:03:12``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def moment_ahead(moment: datetime, now: datetime) -> str:
    """When something is due: ``in 3 hours (2026-11-18 17:00 UTC)``."""
    ahead = moment - now
    if ahead <= timedelta():
        return "now"
    minutes = ahead / timedelta(minutes=1)
    for unit, length in (("day", 24 * 60), ("hour", 60), ("minute", 1)):
        if minutes >= 1.5 * length or unit == "minute":
            number = max(1, round(minutes / length))
            break
    return f"in {number} {unit}{'' if number == 1 else 's'} ({moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC)"
