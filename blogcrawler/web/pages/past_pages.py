"""The archive as of a moment: the posts of a blog, and the services of Memento (RFC 7089) for records of posts."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import islice
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...dates import asked_moment, parse_instant
from ...items import Version
from ...memento import LINK_FORMAT, Memento, TimeMap, read_http_date
from ..site import respond, site_of
from ..views.cursors import page_number
from ..views.formats import link
from ..views.replay_links import rebuilt_address
from .blog_pages import known_blog

__all__ = ["asked_time", "past_page", "post_time_map", "time_gate", "time_map"]

_POSTS_PER_PAGE = 50
_MOST_PAGES = 200
_MERGED_SLASHES = re.compile(r"^(https?):/+")


def past_page(request: Request) -> Response:
    """The posts of a blog as of a moment."""
    asked = request.query_params
    moment = asked_time(request) or datetime.now(UTC)
    number = page_number(asked.get("page"), _MOST_PAGES)
    site = site_of(request)
    with site.stores.lend() as store:
        blog = known_blog(store, asked.get("url", ""))
        first = (number - 1) * _POSTS_PER_PAGE
        found = list(islice(store.as_of(moment).posts(blog.url), first, first + _POSTS_PER_PAGE + 1))
    shown = [
        {"url": post.url, "title": post.title, "authors": post.authors, "published": post.published}
        for post in found[:_POSTS_PER_PAGE]
    ]
    data = {
        "blog": blog.url,
        "title": blog.title,
        "at": moment.isoformat(timespec="seconds"),
        "posts": shown,
        "page": number,
        "more": len(found) > _POSTS_PER_PAGE,
        "rebuilt": rebuilt_address(site.options.replay, blog.url, moment),
    }
    return respond(request, "past.html", data, stamp=_stamp(moment))


def asked_time(request: Request) -> datetime | None:
    """The moment in the address, if there is one; an error page if it is not a moment."""
    text = request.query_params.get("at")
    if not text:
        return None
    moment = asked_moment(text)
    if moment is None:
        raise HTTPException(400, "This is not a date; write it like 2024-03-31 or 2024-03-31T12:00.")
    return moment


def time_gate(request: Request) -> Response:
    """Lead to the record that was current at the moment of the ``Accept-Datetime`` header, or to the last one."""
    found = _asked_map(request)
    accepted = request.headers.get("accept-datetime")
    moment = read_http_date(accepted) if accepted else None
    if accepted and moment is None:
        raise HTTPException(400, "Accept-Datetime must be a date such as Sat, 01 Mar 2014 12:00:00 GMT.")
    chosen = found.at(moment)
    if chosen is None:
        raise HTTPException(404, "It is not known when this post was seen.")
    headers = {"Location": chosen.uri, "Vary": "accept-datetime", "Link": found.link_header(chosen)}
    return Response(status_code=302, headers=headers | {"Cache-Control": "no-store"})


def time_map(request: Request) -> Response:
    """All records of a post with their times, as link format or JSON."""
    found = _asked_map(request)
    if request.path_params["form"] == "json":
        return Response(found.json(), media_type="application/json")
    return Response(found.link_format(), headers={"Content-Type": LINK_FORMAT})


def post_time_map(url: str, history: list[Version], base: str) -> TimeMap:
    """The TimeMap of a post's records; ``base`` is the address of this server."""
    quoted = quote(url, safe="%/:=&?~+!$,;@*[]")
    moments = {moment: None for one in history if (moment := parse_instant(one.since or one.record.fetched))}
    mementos = tuple(Memento(f"{base}{link('/post', url=url, at=_stamp(one))}", one) for one in sorted(moments))
    maps = (f"{base}/timemap/link/{quoted}", f"{base}/timemap/json/{quoted}")
    return TimeMap(url, f"{base}/timegate/{quoted}", *maps, mementos)


def _asked_map(request: Request) -> TimeMap:
    path = request.path_params["url"]
    url = _MERGED_SLASHES.sub(r"\1://", f"{path}?{request.url.query}" if request.url.query else path)
    with site_of(request).stores.lend() as store:
        history = store.post_states.history(url)
    if not history:
        raise HTTPException(404, "There is no such post in the archive.")
    return post_time_map(history[-1].record.url, history, str(request.base_url).rstrip("/"))


def _stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%d%H%M%S}"
