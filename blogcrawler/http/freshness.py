"""How long a server says that a document stays current: ``Cache-Control`` and ``Expires`` (RFC 9111, 4.2).

Most servers state one time for all files of a kind, often none at all. So it only counts where it was right before:
where news came after its end, never before.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from scrapy.http import Response

from ..items import WatchedDocument

__all__ = ["current_until", "is_current", "note_lifetime", "record_lifetime", "stated_lifetime"]

_MAX_AGE = re.compile(r"(?:^|[\s,])max-age\s*=\s*\"?(\d{1,9})", re.I)
_UNCACHED = re.compile(r"(?:^|[\s,])no-(?:cache|store)\b", re.I)
#: Shorter times say nothing about a blog, longer ones are not relied on.
_SHORTEST, _LONGEST = timedelta(hours=1), timedelta(days=1)
#: A stated time is trusted if news came after its end this often, plus this many times for each time before it.
_MIN_RIGHT, _RIGHT_PER_WRONG = 5, 20


def stated_lifetime(response: Response) -> timedelta:
    """How long a response says that it stays current from now on; zero if it does not say."""
    control = _text(response, "Cache-Control")
    if _UNCACHED.search(control):
        return timedelta()
    if found := _MAX_AGE.search(control):
        age = _text(response, "Age")
        seconds = int(found[1]) - (int(age[:9]) if age.isascii() and age.isdigit() else 0)
        return timedelta(seconds=max(seconds, 0))
    expires, sent = parse_moment(_text(response, "Expires")), parse_moment(_text(response, "Date"))
    return max(expires - sent, timedelta()) if expires and sent else timedelta()


def note_lifetime(document: WatchedDocument, response: Response, now: datetime) -> None:
    """Note until when a document is current according to its server, if that is long enough to mean something."""
    facts = {name: value for name, value in document.facts.items() if name != "expires"}
    lifetime = min(stated_lifetime(response), _LONGEST)
    if lifetime > _SHORTEST:
        facts["expires"] = (now + lifetime).isoformat(timespec="seconds")
    document.facts = facts


def is_current(document: WatchedDocument, now: datetime) -> bool | None:
    """Whether a document would be current now, as its server said last; ``None`` if it said nothing."""
    expires = document.facts.get("expires")
    return now < datetime.fromisoformat(expires) if expires else None


def record_lifetime(document: WatchedDocument, was_current: bool | None) -> None:
    """Learn from news: the stated time was wrong if the document was said to be current still."""
    if was_current is not None:
        right, wrong = document.facts.get("lifetimes", (0, 0))
        document.facts = document.facts | {"lifetimes": [right + (not was_current), wrong + was_current]}


def current_until(document: WatchedDocument) -> datetime | None:
    """Until when a document stays current according to its server, if that can be trusted."""
    right, wrong = document.facts.get("lifetimes", (0, 0))
    if "expires" not in document.facts or right < _MIN_RIGHT + _RIGHT_PER_WRONG * wrong:
        return None
    return datetime.fromisoformat(document.facts["expires"])


def parse_moment(text: str | None) -> datetime | None:
    """The moment in a header; ``None`` if it cannot be read."""
    try:
        moment = parsedate_to_datetime(text) if text else None
        return moment.replace(tzinfo=moment.tzinfo or UTC) if moment else None
    except (ValueError, OverflowError):
        return None


def _text(response: Response, name: str) -> str:
    return (response.headers.get(name) or b"").decode("latin-1").strip()
