"""The pages of a post or thread, and of its versions."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...changes import diff_posts
from ...items import Post
from ...store import Store
from ..site import respond, site_of
from ..views.comment_tree import PlacedComment, threaded
from ..views.diff_view import merged_rows, side_by_side
from ..views.foreign_html import foreign_html
from ..views.replay_links import replay_addresses
from .media_files import media_addresses

__all__ = ["post_page", "versions_page"]

_COMMENTS_PER_PAGE = 200
_FIELDS = ("title", "authors", "published", "updated", "language", "tags", "content_html", "text", "comments")
_RECORD = tuple(field.name for field in fields(Post))
_MOST_VERSIONS = 100


def post_page(request: Request) -> Response:
    """A post for reading: article, media, comments, and where each field comes from."""
    site = site_of(request)
    with site.stores.lend() as store:
        post = known_post(store, request.query_params.get("url", ""))
        around = store.catalogue.surroundings(post.url)
    copies = media_addresses(post.media)
    messages = threaded(post.posts if post.type == "thread" else post.comments)
    found = request.query_params.get("comment")
    number = _page_number(request.query_params.get("comments"), messages, found)
    shown = messages[(number - 1) * _COMMENTS_PER_PAGE : number * _COMMENTS_PER_PAGE]
    replay = replay_addresses(site.options.replay, post)
    data = {name: getattr(post, name) for name in _RECORD} | {
        "newer": around.newer,
        "older": around.older,
        "versions": around.versions,
        "gone": around.gone,
        "replay": replay[1] if replay else None,
    }
    return respond(
        request,
        "post.html",
        {"post": data},
        article=foreign_html(post.content_html, post.url, copies),
        blog_title=around.blog_title or post.blog,
        comments=[(one, foreign_html(one.comment.content_html, post.url, copies)) for one in shown],
        comment_count=len(messages),
        comment_page=number,
        comment_pages=-(-len(messages) // _COMMENTS_PER_PAGE),
        found=found,
        frame=replay[0] if replay else None,
        origins=_origins(post),
        media=[(one, copies.get(str(one.get("url")))) for one in post.media],
    )


def versions_page(request: Request) -> Response:
    """The versions of a post, and the difference between one of them and the next."""
    site = site_of(request)
    asked = request.query_params
    with site.stores.lend() as store:
        post = known_post(store, asked.get("url", ""))
        versions = store.post_states.versions(post.url)[-_MOST_VERSIONS:]
    later = [version.record for version in versions[1:]] + [post]
    chosen = _chosen(asked.get("version"), len(versions))
    view = "merged" if asked.get("view") == "merged" else "side"
    lines = list(diff_posts(versions[chosen].record, later[chosen])) if versions else []
    data: dict[str, Any] = {
        "url": post.url,
        "title": post.title,
        "blog": post.blog,
        "language": post.language,
        "versions": [{"until": one.until, "kinds": list(one.kinds)} for one in versions],
        "version": chosen + 1,
        "view": view,
        "changes": [asdict(line) for line in lines],
    }
    rows = merged_rows(lines) if view == "merged" else side_by_side(lines)
    return respond(request, "versions.html", data, rows=rows)


def known_post(store: Store, address: str) -> Post:
    """The post at an address; an error page if there is none."""
    post = store.post(address) if address else None
    if post is None:
        raise HTTPException(404, "There is no such post in the archive.")
    return post


def _chosen(text: str | None, number: int) -> int:
    """The index of the version with this number; the newest if there is no such number."""
    wanted = int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else number
    return min(max(wanted, 1), max(number, 1)) - 1


def _page_number(text: str | None, messages: list[PlacedComment], found: str | None) -> int:
    if found is not None:
        for one in messages:
            if one.comment.id == found:
                return (one.number - 1) // _COMMENTS_PER_PAGE + 1
    last = max(1, -(-len(messages) // _COMMENTS_PER_PAGE))
    return _chosen(text or "1", last) + 1


def _origins(post: Post) -> list[tuple[str, str, float | None]]:
    """For each field that the record has a source for: its name, the source, and how certain it is."""
    names = [*_FIELDS, *(name for name in post.source if name not in _FIELDS)]
    known = [name for name in names if name in post.source or name in post.confidence]
    return [(name, str(post.source.get(name, "")), _certainty(post.confidence.get(name))) for name in known]


def _certainty(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None
