"""Archived responses as a browser gets them: with their own addresses, shut off from the live web."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from scrapy.http import Response, TextResponse

from ..archive import ArchivedResponse, PageCapture
from ..dom import stylesheet_text
from ..http import is_html, page_text, replayed
from ..memento import http_date
from .address import CONTENT, FRAMED, RAW, ReplayAddress, web_url
from .collection import ReplayCollection, by_closeness
from .memento_replies import capture_map
from .pages import ReplayedBlog, date_words, frame_page, list_page, missing_page
from .reply import Reply
from .rewrite_html import rewrite_css, rewrite_html

__all__ = ["Browser", "list_reply", "own_reply", "page_policy", "replay_reply"]

#: Captures to try if the best are damaged.
_MAX_TRIES = 5
#: Types of files that browsers load only if the server allows all origins: pages in a sandbox have none of their own.
_SHARED = re.compile(r"font|css|javascript|ecmascript|image/svg", re.IGNORECASE)
_FONT_STARTS = (b"wOFF", b"wOF2", b"OTTO", b"true", b"\0\1\0\0")
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:\s*;\s*charset\s*=\s*\"?[\w.:-]+\"?)?", re.IGNORECASE)
_OWN_POLICY = (
    "default-src 'none'; style-src 'nonce-{nonce}'; script-src 'nonce-{nonce}'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)


@dataclass(frozen=True, slots=True)
class Browser:
    """What is known about a request: the origin of the server as the browser sees it, such as
    ``http://127.0.0.1:8090``; whether the document will be in a frame; whether the scripts of pages may run."""

    origin: str
    is_framed: bool = False
    scripts: bool = True


def list_reply(blogs: Sequence[ReplayedBlog], prefix: str) -> Reply:
    """The list of all blogs."""
    nonce = secrets.token_urlsafe(16)
    return own_reply(200, list_page(blogs, prefix, nonce), nonce)


def replay_reply(collection: ReplayCollection, asked: ReplayAddress, browser: Browser) -> Reply:
    """What the archive has at an address."""
    nonce = secrets.token_urlsafe(16)
    found = collection.find(asked)
    if found is None:
        return own_reply(404, missing_page(asked, nonce), nonce)
    address, captures = found
    if address.folder != asked.folder:
        return _redirect(address)
    for capture in by_closeness(captures, address)[:_MAX_TRIES]:
        archived = collection.read(address.folder, capture)
        response = replayed(archived) if archived is not None else None
        if archived is None or response is None:
            continue
        if 300 <= archived.status < 400 and (target := _location(archived)) is not None:
            reached = collection.find(address.of(target))
            if reached is not None and by_closeness(reached[1], reached[0])[0] == capture:
                continue  # from http to https: the index does not tell them apart
            return _redirect(address.of(target))
        if address.mode == FRAMED and is_html(response):
            framed = own_reply(200, frame_page(address, capture, captures, nonce, browser.scripts), nonce)
            return replace(framed, headers=framed.headers | {"Link": _links(address, capture, captures, browser)})
        content = _content(collection, address, capture, response, browser)
        return replace(content, headers=content.headers | {"Link": _links(address, capture, captures, browser)})
    return own_reply(404, missing_page(asked, nonce), nonce)


def _content(
    collection: ReplayCollection, address: ReplayAddress, capture: PageCapture, response: Response, browser: Browser
) -> Reply:
    stated = (response.headers.get("Content-Type") or b"").decode("latin-1")
    kind = found[0] if (found := _TYPE.match(stated.strip())) else "application/octet-stream"
    body, runs_scripts = response.body, False
    if address.mode != RAW and isinstance(response, TextResponse) and is_html(response):
        runs_scripts = browser.scripts and browser.is_framed
        # Redirect to the moment of the capture, not the requested one: then the page loads files of the same crawl.
        at = replace(address, timestamp=capture.timestamp, mode=CONTENT)
        html = rewrite_html(page_text(response), response.url, at, lambda url: collection.has(address.folder, url))
        body = (html + (_announcement(at) if runs_scripts else "")).encode("utf-8", "replace")
        kind = "text/html; charset=utf-8"
    elif address.mode != RAW and "css" in kind:
        css = rewrite_css(
            stylesheet_text(body, stated.partition("charset=")[2].strip("\"' ;") or None), response.url, address
        )
        body, kind = css.encode("utf-8", "replace"), "text/css; charset=utf-8"
    headers = {
        "Content-Type": kind,
        "Content-Security-Policy": page_policy(browser.origin, runs_scripts),
        "Cache-Control": "private, max-age=60",
        "Vary": "Sec-Fetch-Dest",
        "Referrer-Policy": "unsafe-url",  # never leaves this server; leads addresses that scripts made to the page
        "X-DNS-Prefetch-Control": "off",
        "Memento-Datetime": http_date(_date(capture)),
    }
    if _SHARED.search(kind) or body.startswith(_FONT_STARTS):
        headers["Access-Control-Allow-Origin"] = "*"
    return Reply(response.status, headers, body)


def _links(address: ReplayAddress, capture: PageCapture, captures: Sequence[PageCapture], browser: Browser) -> str:
    """The ``Link`` header of a memento."""
    time_map = capture_map(address, captures, browser.origin)
    return time_map.link_header(time_map.closest(_date(capture)))


def page_policy(origin: str, runs_scripts: bool) -> str:
    """Nothing but the replay itself can be loaded; no forms, no windows, no cookies, no storage."""
    return (
        f"sandbox{' allow-scripts' if runs_scripts else ''}; "
        f"default-src {origin} data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'; base-uri {origin}"
    )


def _announcement(address: ReplayAddress) -> str:
    said = {"path": address.with_mode(FRAMED).path, "url": address.url, "date": date_words(address.timestamp)}
    # JSON in a script: nothing in it may end the script.
    text = json.dumps(said).replace("<", "\\u003c").replace("\u2028", "").replace("\u2029", "")
    return f'<script>parent.postMessage({text}, "*")</script>'


def _location(archived: ArchivedResponse) -> str | None:
    stated = next((value for name, value in archived.headers if name.lower() == "location"), "")
    return web_url(archived.url, stated) if stated else None


def _redirect(address: ReplayAddress) -> Reply:
    return Reply(302, {"Location": address.path, "Cache-Control": "no-store"})


def own_reply(status: int, html: str, nonce: str) -> Reply:
    """A page of the replay's own."""
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": _OWN_POLICY.format(nonce=nonce),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return Reply(status, headers, html.encode("utf-8", "replace"))


def _date(capture: PageCapture) -> datetime:
    return datetime.strptime(capture.timestamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
