"""Views of differences for Rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...changes import DiffRow, Operation, PostDiff, TextPieces, diff_posts, diff_rows
from ...items import Version
from ...terminal import one_line, safe

__all__ = ["diff_view", "magnitude_words", "versions_view"]

#: Runs of blocks that are the same are shortened to their first and last ones.
_SHOWN_SAME = 2
#: What was done with parts of a post.
_DONE = {"insert": "added", "delete": "removed", "update": "changed", "move": "moved"}


def versions_view(history: Sequence[Version], view: str) -> Group:
    """All records of a post, each with its differences from the next one."""
    post = history[-1].record
    parts: list[RenderableType] = [
        Text(one_line(post.title or post.url), style="bold"),
        Text(one_line(post.url), style="dim"),
    ]
    for old, new in pairwise(history):
        difference = diff_posts(old.record, new.record)
        heading = f"{_moment(old.until)}  {', '.join(old.kinds)}"
        parts += [Text(), Text(heading, style="bold cyan"), Text(magnitude_words(difference), style="dim")]
        parts += _sections(difference, view)
    return Group(*parts)


def diff_view(old: Version, new: Version, difference: PostDiff, view: str) -> Group:
    """The difference between two records."""
    heading = f"{_moment(old.since) or 'first'} → {_moment(new.since) or 'first'}  {', '.join(difference.kinds)}"
    return Group(
        Text(one_line(new.record.title or new.record.url), style="bold"),
        Text(heading, style="bold cyan"),
        Text(magnitude_words(difference), style="dim"),
        *_sections(difference, view),
    )


def magnitude_words(difference: PostDiff) -> str:
    """How much has changed, in words: ``12 % of the text: 1 added, 2 changed``."""
    share = difference.magnitude
    said = "no text" if not share else f"{100 * share:.0f} % of the text" if share >= 0.01 else "under 1 % of the text"
    counted = ", ".join(f"{number:,} {_DONE.get(name, name)}" for name, number in difference.operations.items())
    return f"{said}: {counted}" if counted else "nothing differs"


def _sections(difference: PostDiff, view: str) -> Iterable[RenderableType]:
    for section, rows in diff_rows(difference, view):
        yield Text(section, style="bold")
        if view == "side":
            yield _side_by_side(rows)
        else:
            yield from _lines(rows)


def _lines(rows: Sequence[DiffRow]) -> Iterable[Text]:
    for row in _shortened(rows):
        if row is None:
            yield Text("  …", style="dim")
        elif row.operation is Operation.SAME:
            yield Text("  ").append_text(_text(row.new, "dim"))
        elif row.operation is Operation.MOVE or row.old == row.new:
            mark = ("→ " if row.new is None else "← ") if row.operation is Operation.MOVE else "~ "
            yield (
                Text(mark, style="yellow")
                .append_text(_text(row.new or row.old, "yellow"))
                .append(f"  ({safe(row.note)})" if row.note else "", style="dim")
            )
        elif row.new is None:
            yield Text("- ", style="red").append_text(_text(row.old, "red"))
        else:
            yield Text("+ ", style="green").append_text(_text(row.new, "green"))


def _side_by_side(rows: Sequence[DiffRow]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=1)
    table.add_column(ratio=1)
    for row in _shortened(rows):
        if row is None:
            table.add_row(Text("…", style="dim"), Text("…", style="dim"))
            continue
        styles = ("dim", "dim") if row.operation is Operation.SAME else ("red", "green")
        styles = ("yellow", "yellow") if row.operation is Operation.MOVE or row.old == row.new else styles
        note = Text(f" ({safe(row.note)})" if row.note else "", style="dim")
        table.add_row(_text(row.old, styles[0]), _text(row.new, styles[1]).append_text(note))
    return table


def _shortened(rows: Sequence[DiffRow]) -> Iterable[DiffRow | None]:
    """The rows, with ``None`` for those that are the same and far from any change."""
    near = {
        place + distance
        for place, row in enumerate(rows)
        if row.operation is not Operation.SAME
        for distance in range(-_SHOWN_SAME, _SHOWN_SAME + 1)
    }
    skipping = False
    for place, row in enumerate(rows):
        if place in near:
            yield row
        elif not skipping:
            yield None
        skipping = place not in near


def _text(pieces: TextPieces | None, style: str) -> Text:
    text = Text(style=style)
    whole = len(pieces or ()) == 1
    for piece, differs in pieces or ():
        text.append(safe(piece), style="reverse" if differs and not whole else "")
    return text


def _moment(text: str | None) -> str:
    return (text or "")[:16].replace("T", " ")
