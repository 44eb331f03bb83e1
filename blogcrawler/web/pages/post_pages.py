"""The pages of a post or thread, and of its versions."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...changes import DIFF_VIEWS, diff_posts, diff_rows
from ...items import Post
from ...memento import http_date
from ...store import Store
from ..site import respond, site_of
from ..views.comment_tree import PlacedComment, threaded
from ..views.foreign_html import foreign_html
from ..views.replay_links import rebuilt_address, replay_addresses
from .media_files import media_addresses
from .past_pages import asked_time, post_time_map

__all__ = ["post_page", "versions_page"]

_COMMENTS_PER_PAGE = 200
_FIELDS = ("title", "authors", "published", "updated", "language", "tags", "content_html", "text", "comments")
_RECORD = tuple(field.name for field in fields(Post))
_MOST_VERSIONS = 100


def post_page(request: Request) -> Response:
    """A post for reading, now or as of a moment: article, media, comments, and where each field comes from."""
    site, moment = site_of(request), asked_time(request)
    with site.stores.lend() as store:
        post = known_post(store, request.query_params.get("url", ""))
        # The page of today is read most, and needs only the addresses of the services.
        history = store.post_states.history(post.url) if moment else []
        version = store.as_of(moment).version(post.url) if moment else None
        if moment and version is None:
            raise HTTPException(404, "The post did not exist then, as far as is known.")
        post = version.record if version else post
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
        "gone": around.gone if not version else None,
        "since": version.since if version else None,
        "until": version.until if version else None,
        "rebuilt": rebuilt_address(site.options.replay, post.url, moment) if moment else None,
        "replay": replay[1] if replay else None,
    }
    response = respond(
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
        at=moment.isoformat(timespec="seconds") if moment else None,
    )
    times = post_time_map(data["url"], history, str(request.base_url).rstrip("/"))
    shown_memento = times.at(moment) if moment else None
    response.headers["Link"] = times.link_header(shown_memento)
    if shown_memento is not None:
        response.headers["Memento-Datetime"] = http_date(shown_memento.moment)
    return response


def versions_page(request: Request) -> Response:
    """The versions of a post, and the difference between any two of them."""
    site = site_of(request)
    asked = request.query_params
    with site.stores.lend() as store:
        post = known_post(store, asked.get("url", ""))
        history = store.post_states.history(post.url)[-_MOST_VERSIONS:]
    # A version by itself is compared with the next one.
    single = _chosen(asked.get("version"), max(len(history) - 1, 1))
    old = _chosen(asked.get("from"), len(history)) if asked.get("from") else single
    new = _chosen(asked.get("to"), len(history)) if asked.get("from") else min(single + 1, len(history) - 1)
    view = asked.get("view") if asked.get("view") in DIFF_VIEWS else DIFF_VIEWS[0]
    difference = diff_posts(history[old].record, history[new].record)
    data: dict[str, Any] = {
        "url": post.url,
        "title": post.title,
        "blog": post.blog,
        "language": post.language,
        "versions": [{"since": one.since, "until": one.until, "kinds": list(one.kinds)} for one in history],
        "from": old + 1,
        "to": new + 1,
        "view": view,
        "difference": difference.record(),
    }
    return respond(
        request, "versions.html", data, sections=diff_rows(difference, str(view)), first=old + 1, second=new + 1
    )


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
