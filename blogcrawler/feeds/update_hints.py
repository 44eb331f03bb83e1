"""What a feed says about how often to read it.

``ttl``, ``skipHours`` and ``skipDays`` are of RSS 2.0 (https://www.rssboard.org/rss-specification),
``sy:updatePeriod`` and ``sy:updateFrequency`` of the syndication module (https://web.resource.org/rss/1.0/modules/
syndication/).
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

__all__ = ["FeedHints", "feed_hints"]

_TTL = re.compile(rb"<ttl>\s*(\d{1,7})\s*</ttl>", re.I)
_PERIOD = re.compile(rb"<(?:\w+:)?updatePeriod>\s*(\w+)\s*</", re.I)
_FREQUENCY = re.compile(rb"<(?:\w+:)?updateFrequency>\s*(\d{1,6})\s*</", re.I)
_SKIP_HOURS = re.compile(rb"<skipHours>(.{0,2000}?)</skipHours>", re.I | re.S)
_HOUR = re.compile(rb"<hour>\s*(\d{1,2})\s*</hour>", re.I)
_SKIP_DAYS = re.compile(rb"<skipDays>(.{0,1000}?)</skipDays>", re.I | re.S)
_DAY = re.compile(rb"<day>\s*(\w+)\s*</day>", re.I)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PERIODS = {"hourly": 1, "daily": 24, "weekly": 168, "monthly": 720, "yearly": 8760}
_HEAD = 65_536


@dataclass(frozen=True, slots=True)
class FeedHints:
    """Minutes for which the feed may be cached (``ttl``), hours between its updates (``period``), and the hours
    (UTC) and days (0 is Monday) on which it is not updated."""

    ttl: int | None = None
    period: float | None = None
    skip_hours: tuple[int, ...] = ()
    skip_days: tuple[int, ...] = ()

    @property
    def shortest(self) -> timedelta:
        """The shortest pause between two requests that the feed allows.

        The period comes from the author's software, not from the author: WordPress says "hourly" for all blogs. So
        it is ignored, and only ``ttl`` counts.
        """
        return timedelta(minutes=min(self.ttl or 0, 7 * 24 * 60))

    def record(self) -> dict[str, Any]:
        """The hints as plain JSON values; only those that were given."""
        return {name: value for name, value in asdict(self).items() if value not in (None, ())}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> FeedHints:
        """Restore hints from their record."""
        return cls(
            record.get("ttl"),
            record.get("period"),
            tuple(record.get("skip_hours") or ()),
            tuple(record.get("skip_days") or ()),
        )


def feed_hints(body: bytes) -> FeedHints:
    """Read the hints in a feed's head."""
    head = body[:_HEAD]
    ttl, period, frequency = _TTL.search(head), _PERIOD.search(head), _FREQUENCY.search(head)
    hours = _PERIODS.get(period[1].decode("latin-1").lower()) if period else None
    often = int(frequency[1]) if frequency else 1
    skipped, days = _SKIP_HOURS.search(head), _SKIP_DAYS.search(head)
    named = [day.decode("latin-1").lower() for day in _DAY.findall(days[1])] if days else []
    return FeedHints(
        ttl=int(ttl[1]) if ttl else None,
        period=hours / max(often, 1) if hours else None,
        skip_hours=tuple(sorted({int(hour) % 24 for hour in _HOUR.findall(skipped[1])})) if skipped else (),
        skip_days=tuple(sorted({_DAYS.index(day) for day in named if day in _DAYS})),
    )
