from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from exported_posts import HARBOUR, HOSTILE, POSTS, THREAD

from blogcrawler.export.table import write_csv
from blogcrawler.items import Post


def rows(*posts: Post) -> list[dict[str, str]]:
    file = io.BytesIO()
    assert write_csv(posts, file) == len(posts)
    return list(csv.DictReader(io.StringIO(file.getvalue().decode(), newline="")))


def test_a_post_is_a_row_with_its_lists_joined() -> None:
    found = rows(*POSTS, THREAD)
    assert [row["url"] for row in found] == [post.url for post in (*POSTS, THREAD)]
    assert found[0]["authors"] == "Ann Lee; Bob"
    assert found[0]["tags"] == "towns; C++; c"
    assert found[0]["text"] == HARBOUR.text, "line breaks stay"
    assert (found[0]["comments"], found[3]["published"], found[4]["text"]) == ("4", "", "Which?")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_a_cell_is_never_a_formula(text: str) -> None:
    (row,) = rows(replace(HARBOUR, title=text, tags=[text]))
    assert row["title"] == row["tags"] == f"'{text}"


def test_no_cell_of_a_hostile_post_is_a_formula() -> None:
    (row,) = rows(HOSTILE)
    assert not [value for value in row.values() if value.startswith(("=", "+", "-", "@", "\t", "\r"))]
