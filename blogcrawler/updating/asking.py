"""Asking for a document that was read before: a feed, a sitemap, robots.txt."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Protocol

from scrapy.http import Response

from ..items import Source

__all__ = ["Answer", "Fetch", "ask", "believe", "is_trusted", "validators"]

#: After so many answers "not modified" the whole document is asked for, to see whether they were right.
_PROVED_EVERY = 12


class Fetch(Protocol):
    """Downloads an address; raises ``NotFetched`` if it cannot be had."""

    def __call__(self, url: str, headers: dict[str, str] | None = None) -> Awaitable[Response]: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """The document, unless it is the same as before.

    ``proves`` says that the validators are as they were, ``stirred`` that they are not, even if the document is.
    """

    response: Response | None
    proves: bool = False
    stirred: bool = False


def is_trusted(source: Source) -> bool:
    """Whether an answer "not modified" can be believed, as far as this server has proved right."""
    return source.wrong == 0 or source.right >= 20 * source.wrong


def validators(source: Source) -> dict[str, str]:
    """The headers of a conditional request; none if the whole document should be had."""
    if not is_trusted(source) or source.trusted >= _PROVED_EVERY:
        return {}
    headers = {"If-None-Match": source.etag, "If-Modified-Since": source.modified}
    return {name: value for name, value in headers.items() if value}


async def ask(source: Source, fetch: Fetch, now: datetime, whole: bool = False) -> Answer:
    """Ask for a document; ``whole`` even if it is the same as before. The source is brought up to date.

    What the document says is compared by the caller, who then calls ``believe``.
    """
    response = await fetch(source.url, {} if whole else validators(source))
    source.checked = now.isoformat(timespec="seconds")
    if response.status == 304:
        source.trusted += 1
        return Answer(None)
    if response.status >= 400:
        return Answer(response)
    etag, modified = header(response, "ETag"), header(response, "Last-Modified")
    had = bool(source.etag or source.modified)
    same_validators = bool(etag or modified) and (etag, modified) == (source.etag, source.modified)
    source.etag, source.modified = etag, modified
    digest = blake2b(response.body, digest_size=16).hexdigest()
    if digest == source.digest and not whole:
        if same_validators:
            source.right, source.trusted = source.right + 1, 0
        return Answer(None, stirred=had and not same_validators)
    source.digest = digest
    return Answer(response, same_validators)


def believe(source: Source, answer: Answer, news: bool, now: datetime) -> None:
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
