"""Asking for a document that was read before: a feed, a sitemap, robots.txt."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Protocol

from scrapy.http import Response

from ..items import WatchedDocument

__all__ = [
    "ConditionalFetch",
    "ConditionalResponse",
    "fetch_conditionally",
    "forget_validators",
    "header",
    "is_trusted",
    "record_trust",
    "record_validators",
    "validators",
]

#: After so many answers "not modified" the whole document is asked for, to see whether they were right.
_PROVED_EVERY = 12
#: Answers that say "from now on there" (RFC 9110, 15.4).
_FOR_GOOD = frozenset({301, 308})


class ConditionalFetch(Protocol):
    """Downloads an address; raises ``NotFetched`` if it cannot be had."""

    def __call__(self, url: str, headers: dict[str, str] | None = None) -> Awaitable[Response]: ...


@dataclass(frozen=True, slots=True)
class ConditionalResponse:
    """The document, unless it is the same as before.

    ``proves`` says that the validators are as they were, ``stirred`` that they are not, even if the document is;
    ``at`` is where it is from now on, if the server says that it has moved for good.
    """

    response: Response | None
    proves: bool = False
    stirred: bool = False
    at: str | None = None


def is_trusted(source: WatchedDocument) -> bool:
    """Whether an answer "not modified" can be believed, as far as this server has proved right."""
    return source.wrong == 0 or source.right >= 20 * source.wrong


def validators(source: WatchedDocument) -> dict[str, str]:
    """The headers of a conditional request; none if the whole document should be had."""
    if not is_trusted(source) or source.trusted >= _PROVED_EVERY:
        return {}
    headers = {"If-None-Match": source.etag, "If-Modified-Since": source.modified}
    return {name: value for name, value in headers.items() if value}


async def fetch_conditionally(
    source: WatchedDocument, fetch: ConditionalFetch, now: datetime, whole: bool = False
) -> ConditionalResponse:
    """Ask for a document; ``whole`` even if it is the same as before. The source is brought up to date.

    What the document says is compared by the caller, who then calls ``record_trust``.
    """
    response = await fetch(source.url, {} if whole else validators(source))
    source.checked = now.isoformat(timespec="seconds")
    if response.status == 304:
        source.trusted += 1
        return ConditionalResponse(None, at=_for_good(response))
    if response.status >= 400:
        return ConditionalResponse(response)
    etag, modified, digest = source.etag, source.modified, source.digest
    record_validators(source, response)
    had = bool(etag or modified)
    same_validators = bool(source.etag or source.modified) and (etag, modified) == (source.etag, source.modified)
    if digest == source.digest and not whole:
        if same_validators:
            source.right, source.trusted = source.right + 1, 0
        return ConditionalResponse(None, stirred=had and not same_validators, at=_for_good(response))
    return ConditionalResponse(response, same_validators, at=_for_good(response))


def _for_good(response: Response) -> str | None:
    reasons = response.meta.get("redirect_reasons") or [] if response.request else []
    return response.url if reasons and _FOR_GOOD.issuperset(reasons) else None


def record_validators(source: WatchedDocument, response: Response) -> None:
    """Note the validators of a document and what it consisted of."""
    source.etag, source.modified = header(response, "ETag"), header(response, "Last-Modified")
    source.digest = blake2b(response.body, digest_size=16).hexdigest()


def forget_validators(source: WatchedDocument) -> None:
    """Ask for the whole document next time, and read it even if it is the same."""
    source.etag = source.modified = source.digest = None


def record_trust(source: WatchedDocument, answer: ConditionalResponse, news: bool, now: datetime) -> None:
    """Note whether there was news in a document, and with it whether its validators can be trusted."""
    if news:
        source.changed = now.isoformat(timespec="seconds")
        if answer.proves:  # they are the same as before, and would have hidden it
            source.wrong += 1
    elif answer.proves:
        source.right += 1
    source.trusted = 0


def header(response: Response, name: str) -> str | None:
    """A header as text; what could not be sent back is left out."""
    value = (response.headers.get(name) or b"").decode("latin-1").strip()
    return value if value and value.isprintable() and len(value) < 1000 else None
