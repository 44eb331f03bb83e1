"""When to check a known post again."""

from __future__ import annotations

from datetime import datetime, timedelta

__all__ = ["next_check"]

_MIN_PAUSE = timedelta(days=1)
_MAX_PAUSE = timedelta(days=180)


def next_check(fresh: datetime, checked: datetime) -> datetime:
    """When to check a post again that was last checked at ``checked``.

    ``fresh`` is when it was last published, changed or commented on. Posts change and are discussed while they are new,
    so checks become rare with age: after one day, two, four, eight …
    """
    age = max(checked - fresh, _MIN_PAUSE)
    return checked + min(age, _MAX_PAUSE)
