"""Places in a list, as they are written in addresses."""

from __future__ import annotations

import re

__all__ = ["cursor_of", "cursor_text", "page_number", "row_number"]

_ROW = re.compile(r"[0-9]{1,18}")
_CURSOR = re.compile(r"(-?\d{1,19})\.(\d{1,18})")


def cursor_text(cursor: tuple[int, int]) -> str:
    """A cursor of the catalogue as one word."""
    return f"{cursor[0]}.{cursor[1]}"


def cursor_of(text: str | None) -> tuple[int, int] | None:
    """The cursor in an address; ``None`` if it is missing or not one."""
    match = _CURSOR.fullmatch(text or "")
    cursor = (int(match[1]), int(match[2])) if match else None
    return cursor if cursor and abs(cursor[0]) < 2**63 else None


def row_number(text: str | None) -> int | None:
    """The number of a row of the database; ``None`` if it is missing or not one."""
    return int(text) if text and _ROW.fullmatch(text) else None


def page_number(text: str | None, most: int = 9999) -> int:
    """The number of a page in an address, from 1 to ``most``; 1 if it is missing or not a number."""
    number = int(text) if text and text.isascii() and text.isdigit() and len(text) < 5 else 1
    return min(max(number, 1), most)
