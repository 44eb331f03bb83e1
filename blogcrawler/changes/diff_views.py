"""Three views of a difference: merged, side by side, changes only. All are rows, for HTML and for terminals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from .post_diff import DiffRow, Operation, PostDiff

__all__ = ["DIFF_VIEWS", "diff_rows"]

#: The names of the views.
DIFF_VIEWS = ("side", "merged", "changes")


def diff_rows(diff: PostDiff, view: str) -> list[tuple[str, list[DiffRow]]]:
    """The rows to show by section, without sections in which nothing has changed.

    ``side`` has both forms of a block in one row. ``merged`` has them below each other, as if they were two blocks.
    ``changes`` is ``merged`` without what is the same.
    """
    shown = []
    for section, group in groupby(diff.rows, key=lambda row: row.section):
        rows = list(group)
        if all(row.operation is Operation.SAME for row in rows):
            continue
        if view == "changes":
            rows = [row for row in rows if row.operation is not Operation.SAME]
        shown.append((section, rows if view == "side" else [part for row in rows for part in _parts(row)]))
    return shown


def _parts(row: DiffRow) -> Iterator[DiffRow]:
    """A block that was rewritten, as its old form and its new one."""
    if row.operation is Operation.UPDATE and row.old is not None and row.new is not None and row.old != row.new:
        yield replace(row, new=None)
        yield replace(row, old=None)
    else:
        yield row
