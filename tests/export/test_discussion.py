from __future__ import annotations

from exported_posts import HARBOUR, THREAD

from blogcrawler.export.discussion import article_html, article_text, in_reading_order, reply_tree
from blogcrawler.items import Comment, Post


def outline(post: Post) -> list[tuple[str, int]]:
    return [(reply.comment.text, reply.depth) for reply in in_reading_order(reply_tree(post))]


def test_comments_follow_what_they_answer() -> None:
    assert outline(HARBOUR) == [("First", 0), ("Answer", 1), ("Thanks", 2), ("Second", 0)]


def test_the_first_message_of_a_thread_is_its_article() -> None:
    assert (article_html(THREAD), article_text(THREAD)) == ("<p>Which?</p>", "Which?")
    assert outline(THREAD) == [("That.", 0)]


def test_replies_to_nothing_to_themselves_and_in_circles_are_at_the_top() -> None:
    comments = [
        Comment("1", "1", text="itself"),
        Comment("2", "3", text="circle"),
        Comment("3", "2", text="circle too"),
        Comment("4", "gone", text="orphan"),
    ]
    post = Post("https://a.example/", "https://a.example/", comments=comments)
    assert outline(post) == [("itself", 0), ("circle", 0), ("circle too", 1), ("orphan", 0)]


def test_deep_discussions_need_no_deep_recursion() -> None:
    comments = [Comment(str(n), str(n - 1), text=str(n)) for n in range(5000)]
    assert outline(Post("https://a.example/", "https://a.example/", comments=comments))[-1] == ("4999", 4999)
