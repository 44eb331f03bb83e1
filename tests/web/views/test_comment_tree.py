from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.items import Comment
from blogcrawler.web.views.comment_tree import threaded


def test_replies_follow_what_they_answer() -> None:
    comments = [
        Comment("a"),
        Comment("b"),
        Comment("c", "a", "Cy"),
        Comment("d", "c"),
        Comment("e", "b"),
        Comment("f", "a"),
    ]
    placed = [(one.comment.id, one.depth) for one in threaded(comments)]
    assert placed == [("a", 0), ("c", 1), ("d", 2), ("f", 1), ("b", 0), ("e", 1)]
    assert threaded(comments)[2].answers == "Cy"


def test_a_deep_thread_stays_on_the_page() -> None:
    comments = [Comment(str(n), str(n - 1)) for n in range(3000)]
    assert max(one.depth for one in threaded(comments)) == 8


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from([*"abcde", "", None]))))
def test_every_comment_is_shown_once_whatever_its_parent(pairs: list[tuple[str, str | None]]) -> None:
    comments = [Comment(own, parent, text=str(n)) for n, (own, parent) in enumerate(pairs)]
    placed = threaded(comments)
    assert sorted(int(one.comment.text) for one in placed) == list(range(len(comments)))
    assert [one.number for one in placed] == list(range(1, len(comments) + 1))
