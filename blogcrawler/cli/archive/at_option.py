"""The option ``--at``: the archive as of a moment."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from ...dates import asked_moment
from ...errors import UsageError

__all__ = ["At", "at_moment"]

At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="DATE",
        help="Show the state at this time: 2024-03-31 (end of day), 2024-03 (end of month) or 2024-03-31T12:00.",
    ),
]


def at_moment(text: str | None, option: str = "--at") -> datetime | None:
    """The moment of the option; ``None`` if it is not given."""
    if text is None:
        return None
    moment = asked_moment(text)
    if moment is None:
        raise UsageError(f"{option} {text} is not a date; write it like 2024-03-31 or 2024-03-31T12:00")
    return moment
