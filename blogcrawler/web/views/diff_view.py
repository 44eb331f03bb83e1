"""Differences between versions, as lines of one column or rows of two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from ...changes import DiffLine

__all__ = ["DiffRow", "Pieces", "merged_rows", "pieces", "side_by_side"]

#: A line in pieces; those with ``True`` differ.
Pieces = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class DiffRow:
    """A row of two columns, or a heading. An empty side is ``None``."""

    kind: str
    old: Pieces | None = None
    new: Pieces | None = None
    heading: str = ""


def pieces(line: DiffLine) -> Pieces:
    """The text of a line, split where marked parts begin and end."""
    found, at = [], 0
    for start, end in line.marked:
        found += [(line.text[at:start], False), (line.text[start:end], True)]
        at = end
    return tuple(piece for piece in (*found, (line.text[at:], False)) if piece[0])


def side_by_side(lines: Iterable[DiffLine]) -> list[DiffRow]:
    """Old lines at the left, new lines at the right; lines that replace each other in the same row."""
    rows: list[DiffRow] = []
    old: list[DiffLine] = []
    new: list[DiffLine] = []

    def flush() -> None:
        for before, after in zip_longest(old, new):
            sides = (pieces(before) if before else None, pieces(after) if after else None)
            rows.append(DiffRow("changed", *sides))
        old.clear()
        new.clear()

    for line in lines:
        if line.sign == "-":
            old.append(line)
        elif line.sign == "+":
            new.append(line)
        else:
            flush()
            text = pieces(line)
            rows.append(DiffRow("heading", heading=line.text) if line.sign == "@" else DiffRow("same", text, text))
    flush()
    return rows


def merged_rows(lines: Iterable[DiffLine]) -> list[DiffRow]:
    """One line below the other."""
    made = {
        "-": lambda line: DiffRow("old", old=pieces(line)),
        "+": lambda line: DiffRow("new", new=pieces(line)),
        " ": lambda line: DiffRow("same", old=pieces(line)),
        "@": lambda line: DiffRow("heading", heading=line.text),
    }
    return [made[line.sign](line) for line in lines]
