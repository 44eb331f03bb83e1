"""Posts of a made-up blog in its previous template, and pages that are not posts."""

from __future__ import annotations

from html import escape

from blogsite import MadePost


def old_page(title: str, main: str) -> str:
    """A page in the template that the blog had before."""
    return (
        f"<html><head><title>The Old Blog: {escape(title)}</title></head><body><table class=frame><tr><td class=menu>"
        "<a href=/>Home</a> <a href=/old/list.html>All</a></td><td class=middle>"
        f"{main}</td></tr></table><div class=foot>Made with an old program</div></body></html>"
    )


def old_post_page(post: MadePost, date: str = "%A, %d %B %Y") -> str:
    """The page of a post in the old template; ``date`` is its date format."""
    return old_page(
        post.title,
        f"<div class=entry><h2 class=headline>{escape(post.title)}</h2>{post.article()}"
        f"<div class=posted>Posted by <span class=author>{post.author}</span> on {post.published.strftime(date)}"
        "</div></div>",
    )


def manual_page(post: MadePost, changed: str = "") -> str:
    """A page of a manual, which has no date except perhaps that of its last change."""
    return (
        f"<html><head><title>{escape(post.title)} — Manual of Things</title></head><body><div class=related>"
        "<a href=/manual/index.html>Manual</a></div><div class=document><div class=section>"
        f"<h1>{escape(post.title)}</h1>{post.article()}</div></div><div class=footer>{changed}</div></body></html>"
    )


def lone_page(post: MadePost) -> str:
    """The page of a post in a template of its own."""
    title = escape(post.title)
    return (
        f"<html><head><title>{title}</title></head><body><section class=letter><h3>{title}</h3>"
        f"<i>{post.published:%d %B %Y}</i><div class=words>{post.article()}</div></section></body></html>"
    )
