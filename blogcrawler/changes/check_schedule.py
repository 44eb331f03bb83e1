"""When to look at a known post again."""

from __future__ import annotations

from datetime import datetime, timedelta

__all__ = ["next_check"]

SOONEST = timedelta(days=1)
LATEST = timedelta(days=180)


def next_check(fresh: datetime, checked: datetime) -> datetime:
    """The next look at a post that was looked at last at ``checked``.

    ``fresh`` is when something last happened to it: it was published, changed or commented on. Posts change and
    are discussed when they are new, so that looks become rare with age: after a day, two, four, eight …
    """
    age = max(checked - fresh, SOONEST)
    return checked + min(age, LATEST)
