"""Pages that were never captured, reconstructed from records and a template, shown like captured ones."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..archive import PageCapture
from ..dates import asked_moment
from ..urls import split_url
from .address import CONTENT, ReplayAddress
from .collection import ReplayCollection
from .pages import date_words, rebuilt_frame
from .reply import Reply
from .responses import own_reply, page_policy
from .rewrite_html import rewrite_html

__all__ = ["RebuiltContent", "RebuiltRequest", "rebuilt_reply"]

_REQUEST = re.compile(r"rebuilt(?P<mode>mp_)?/(?P<timestamp>\d{4,14})/(?P<url>https?:/+[^/?#].*)", re.S | re.ASCII)


@dataclass(frozen=True, slots=True)
class RebuiltContent:
    """A page: its HTML, its address, the folder of its blog, and the capture whose template it has."""

    html: str
    url: str
    folder: str
    template: PageCapture


#: Puts together the page at an address as of a moment; ``None`` if that is not possible.
Rebuild = Callable[[str, datetime], RebuiltContent | None]


@dataclass(frozen=True, slots=True)
class RebuiltRequest:
    """A request for a page as of a moment; ``is_content`` says that it is the page itself, not the frame around it."""

    prefix: str
    timestamp: str
    url: str
    is_content: bool

    @classmethod
    def parse(cls, path: str, prefix: str) -> RebuiltRequest | None:
        """Read a path with its query, still percent-encoded; ``None`` if it asks for something else."""
        found = _REQUEST.fullmatch(path.removeprefix(f"{prefix}/")) if path.startswith(f"{prefix}/") else None
        if found is None:
            return None
        url = re.sub(r"^(https?):/+", r"\1://", found["url"])
        is_known = split_url(url) is not None and asked_moment(found["timestamp"]) is not None
        return cls(prefix, found["timestamp"], url, bool(found["mode"])) if is_known else None


def rebuilt_reply(collection: ReplayCollection, rebuild: Rebuild, asked: RebuiltRequest, origin: str) -> Reply:
    """The page, without its scripts, or the frame around it."""
    moment = asked_moment(asked.timestamp)
    assert moment is not None
    page = rebuild(asked.url, moment)
    nonce = secrets.token_urlsafe(16)
    if page is None:
        return own_reply(404, rebuilt_frame(asked.url, "", "This page cannot be reconstructed.", nonce), nonce)
    at = ReplayAddress(asked.prefix, page.folder, page.template.timestamp, CONTENT, page.url)
    if not asked.is_content:
        content = f"{asked.prefix}/rebuiltmp_/{asked.timestamp}/{at.path.partition('mp_/')[2]}"
        words = f"Never captured: as of {moment:%-d %B %Y, %H:%M} UTC, in the template of "
        return own_reply(
            200, rebuilt_frame(page.url, content, words + date_words(page.template.timestamp), nonce), nonce
        )
    html = rewrite_html(page.html, page.url, at, lambda url: collection.has(page.folder, url))
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": page_policy(origin, runs_scripts=False),
        "Cache-Control": "no-store",
        "Referrer-Policy": "unsafe-url",
    }
    return Reply(200, headers, html.encode("utf-8", "replace"))
