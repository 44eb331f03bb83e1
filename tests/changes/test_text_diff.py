from __future__ import annotations

import time
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.changes import diff_posts
from blogcrawler.items import Comment, Post

OLD = Post("https://a.org/1", "https://a.org/", title="Sea", text="One.\nWe went to the sea today.\nThree.\nFour.")


def shown_as(old: Post, new: Post) -> list[str]:
    return [f"{line.sign} {line.text}" for line in diff_posts(old, new)]


def test_a_diff_lists_changed_fields_with_context_lines():
    new = replace(OLD, title="Lake", text="One.\nWe went to the lake today.\nThree.\nFour.")
    assert shown_as(OLD, new) == [
        *("@ title", "- Sea", "+ Lake", "@ text", "  One."),
        *("- We went to the sea today.", "+ We went to the lake today.", "  Three."),
    ]
    (changed,) = [line for line in diff_posts(OLD, new) if line.sign == "+" and "went" in line.text]
    assert [changed.text[a:b] for a, b in changed.marked] == ["lake"]


def test_comments_are_shown_with_author_and_text():
    said = [Comment("1", author="Bo", text="Nice"), Comment("2", text="No")]
    assert shown_as(replace(OLD, comments=said[:1]), replace(OLD, comments=said[1:])) == [
        "@ comments",
        "- Bo: Nice",
        "+ anonymous: No",
    ]


def test_equal_posts_have_an_empty_diff():
    assert shown_as(OLD, OLD) == []


@given(st.text(max_size=80), st.text(max_size=80))
def test_marks_are_within_their_line(old: str, new: str):
    for line in diff_posts(replace(OLD, text=old, title=new), replace(OLD, text=new, title=old)):
        assert all(0 <= a < b <= len(line.text) for a, b in line.marked)


def test_long_texts_do_not_take_quadratic_time():
    began = time.process_time()
    words = " ".join(f"w{n % 50}" for n in range(40_000))
    lines = "\n".join(f"l{n % 50}" for n in range(20_000))
    list(diff_posts(replace(OLD, text=words + "\n" + lines), replace(OLD, text=lines + "\n" + words + " x")))
    assert time.process_time() - began < 10


def test_messages_of_a_thread_are_shown_like_comments():
    said = [Comment("1", author="Bo", text="Nice", type=None), Comment("2", author="Cy", text="No", type=None)]
    assert shown_as(replace(OLD, posts=said[:1]), replace(OLD, posts=said)) == ["@ messages", "+ Cy: No"]
