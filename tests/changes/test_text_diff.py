from __future__ import annotations

import time
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.changes import difference, next_check, reads_otherwise, shown
from blogcrawler.dates import parse_instant
from blogcrawler.items import Comment, Post

OLD = Post("https://a.org/1", "https://a.org/", title="Sea", text="One.\nWe went to the sea today.\nThree.\nFour.")


def shown_as(old: Post, new: Post) -> list[str]:
    return [f"{line.sign} {line.text}" for line in difference(old, new)]


def test_a_difference_reads_field_by_field_with_the_lines_around():
    new = replace(OLD, title="Lake", text="One.\nWe went to the lake today.\nThree.\nFour.")
    assert shown_as(OLD, new) == [
        *("@ title", "- Sea", "+ Lake", "@ text", "  One."),
        *("- We went to the sea today.", "+ We went to the lake today.", "  Three."),
    ]
    (changed,) = [line for line in difference(OLD, new) if line.sign == "+" and "went" in line.text]
    assert [changed.text[a:b] for a, b in changed.marked] == ["lake"]


def test_comments_are_named_by_who_said_what():
    said = [Comment("1", author="Bo", text="Nice"), Comment("2", text="No")]
    assert shown_as(replace(OLD, comments=said[:1]), replace(OLD, comments=said[1:])) == [
        "@ comments",
        "- Bo: Nice",
        "+ anonymous: No",
    ]


def test_nothing_changed_is_no_line():
    assert shown_as(OLD, OLD) == []


@given(st.text(max_size=80), st.text(max_size=80))
def test_marks_lie_within_their_line(old: str, new: str):
    for line in difference(replace(OLD, text=old, title=new), replace(OLD, text=new, title=old)):
        assert all(0 <= a < b <= len(line.text) for a, b in line.marked)


def test_long_texts_take_no_quadratic_time():
    began = time.monotonic()
    words = " ".join(f"w{n % 50}" for n in range(40_000))
    lines = "\n".join(f"l{n % 50}" for n in range(20_000))
    list(difference(replace(OLD, text=words + "\n" + lines), replace(OLD, text=lines + "\n" + words + " x")))
    assert time.monotonic() - began < 10


ARTICLE = " ".join(f"word{n} stands here" for n in range(40))


def test_a_template_has_changed_if_the_page_shows_what_the_rules_do_not_find():
    page = f"menu {ARTICLE} sidebar"
    assert reads_otherwise(ARTICLE, "menu and nothing else", page)
    assert reads_otherwise(ARTICLE, page + " more of the sidebar" * 60, page + " more of the sidebar" * 60)
    assert not reads_otherwise(ARTICLE, ARTICLE, page)


def test_deleted_content_is_no_changed_template():
    assert not reads_otherwise(ARTICLE, "This post was withdrawn.", "menu This post was withdrawn. sidebar")
    assert not reads_otherwise("too short", "", "too short")
    assert shown("too short", "too short") is None


def test_looks_become_rare_with_age():
    fresh = checked = parse_instant("2026-01-01")
    assert fresh is not None
    assert checked is not None
    days = []
    for _ in range(12):
        checked = next_check(fresh, checked)
        days.append((checked - fresh).days)
    assert days[:6] == [1, 2, 4, 8, 16, 32]
    assert days[-1] - days[-2] == 180
