"""Posts and forum threads as one thing: an article, and the replies to it as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..items import Comment, Post

__all__ = ["Reply", "article_html", "article_text", "in_reading_order", "reply_tree"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A comment, how deep it is nested, and the replies to it."""

    comment: Comment
    depth: int = 0
    replies: list[Reply] = field(default_factory=list)


def article_html(post: Post) -> str:
    """The article; of a thread that has none, the first message."""
    return post.content_html or (post.posts[0].content_html if post.posts else "")


def article_text(post: Post) -> str:
    """The article as plain text; of a thread that has none, the first message."""
    return post.text or (post.posts[0].text if post.posts else "")


def reply_tree(post: Post) -> list[Reply]:
    """The comments on a post, or the messages of a thread after the first, each below the one that it answers.

    A reply whose parent is unknown, or comes later than itself, is at the top.
    """
    messages = post.posts if post.content_html else post.posts[1:]
    roots: list[Reply] = []
    by_id: dict[str, Reply] = {}
    for comment in (*messages, *post.comments):
        parent = by_id.get(comment.parent) if comment.parent else None
        reply = Reply(comment, parent.depth + 1 if parent else 0)
        (parent.replies if parent else roots).append(reply)
        if comment.id:
            by_id.setdefault(comment.id, reply)
    return roots


def in_reading_order(replies: list[Reply]) -> Iterator[Reply]:
    """All replies, each before the replies to it. Discussions may be nested deeply, so this does not recurse."""
    waiting = list(reversed(replies))
    while waiting:
        reply = waiting.pop()
        yield reply
        waiting.extend(reversed(reply.replies))
