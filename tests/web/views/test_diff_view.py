from __future__ import annotations

from blogcrawler.changes import DiffLine
from blogcrawler.web.views.diff_view import DiffRow, merged_rows, pieces, side_by_side

LINES = [
    DiffLine("@", "text"),
    DiffLine(" ", "same"),
    DiffLine("-", "old one", ((0, 3),)),
    DiffLine("+", "new one", ((0, 3),)),
    DiffLine("+", "added"),
    DiffLine("@", "comments"),
    DiffLine("-", "gone"),
]


def test_lines_that_replace_each_other_are_in_one_row() -> None:
    same = (("same", False),)
    assert side_by_side(LINES) == [
        DiffRow("heading", heading="text"),
        DiffRow("same", same, same),
        DiffRow("changed", (("old", True), (" one", False)), (("new", True), (" one", False))),
        DiffRow("changed", None, (("added", False),)),
        DiffRow("heading", heading="comments"),
        DiffRow("changed", (("gone", False),), None),
    ]


def test_merged_lines_keep_their_order() -> None:
    assert [row.kind for row in merged_rows(LINES)] == ["heading", "same", "old", "new", "new", "heading", "old"]


def test_pieces_together_are_the_line() -> None:
    line = DiffLine("+", "one two three", ((0, 3), (8, 13)))
    assert pieces(line) == (("one", True), (" two ", False), ("three", True))
