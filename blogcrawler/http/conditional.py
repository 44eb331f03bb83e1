"""Conditional requests for documents that were read before: feeds, sitemaps, robots.txt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from scrapy.http import Response

from ..items import WatchedDocument
from .freshness import is_current, note_lifetime, parse_moment, record_lifetime

__all__ = [
    "ConditionalResponse",
    "conditional_headers",
    "forget_validators",
    "header",
    "is_trusted",
    "read_conditional_response",
    "record_trust",
    "record_validators",
    "validators_of",
    "was_just_modified",
]

#: After this many "not modified" answers in a row the whole document is requested, to check that they were right.
_MAX_UNCHECKED_ANSWERS = 12
#: Validators that hid news once are trusted again after this many correct answers.
_CORRECT_PER_WRONG_ANSWER = 20
#: Redirects that are permanent (RFC 9110, 15.4).
_PERMANENT_REDIRECTS = frozenset({301, 308})
#: Longer validators are not sent back.
_MAX_HEADER_LENGTH = 1000
#: The fact about a document that was modified in the second in which it was sent: how many times in a row.
_JUST_MODIFIED = "just_modified"
#: If that happens more often, the server states the time of the response, which says nothing.
_MAX_JUST_MODIFIED = 5
#: ``Last-Modified`` must be this much before ``Date`` to be a strong validator (RFC 9110, 8.8.2.2).
_MIN_MODIFIED_AGE = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class ConditionalResponse:
    """The document, or ``None`` if it is the same as before.

    ``same_validators`` says that the validators are the same although the document may not be. ``may_have_news`` says
    that something may have changed although the document is the same: its validators are new, or they would be the same
    after another change. ``moved_to`` is its new URL after a permanent redirect.
    ``was_current`` says whether the last response stated that the document would be current now.
    """

    response: Response | None
    same_validators: bool = False
    may_have_news: bool = False
    moved_to: str | None = None
    was_current: bool | None = None


def is_trusted(document: WatchedDocument) -> bool:
    """Whether the server's "not modified" can be trusted, judging by its earlier answers."""
    return document.wrong == 0 or document.right >= _CORRECT_PER_WRONG_ANSWER * document.wrong


def was_just_modified(document: WatchedDocument) -> bool:
    """Whether a document was modified in the second in which it was last sent.

    It may then have been modified again later in that second. "Not modified" would hide this, also by the ``ETag``,
    which some programs make of the time (WordPress).
    """
    times: int = document.facts.get(_JUST_MODIFIED, 0)
    return 0 < times <= _MAX_JUST_MODIFIED


def conditional_headers(document: WatchedDocument) -> dict[str, str]:
    """The headers of a conditional request; none if the whole document should be requested."""
    if not is_trusted(document) or document.trusted >= _MAX_UNCHECKED_ANSWERS or was_just_modified(document):
        return {}
    headers = {"If-None-Match": document.etag, "If-Modified-Since": document.modified}
    return {name: value for name, value in headers.items() if value}


def read_conditional_response(
    document: WatchedDocument, response: Response, now: datetime, whole: bool = False
) -> ConditionalResponse:
    """Compare a response with what is known about the document, and update the latter.

    With ``whole`` the document is returned even if it is the same as before. The caller compares the contents, then
    calls ``record_trust``.
    """
    document.checked = now.isoformat(timespec="seconds")
    was_current = is_current(document, now)
    if response.status < 400:
        note_lifetime(document, response, now)
    if response.status == 304:
        document.trusted += 1
        return ConditionalResponse(None, moved_to=_moved_to(response))
    if response.status >= 400:
        return ConditionalResponse(response)
    etag, modified, digest = document.etag, document.modified, document.digest
    may_hide_news = was_just_modified(document)
    record_validators(document, response)
    had_validators, has_validators = bool(etag or modified), bool(document.etag or document.modified)
    same_validators = has_validators and (etag, modified) == (document.etag, document.modified)
    may_have_news = may_hide_news or (had_validators and not same_validators)
    same_validators = same_validators and not may_hide_news
    if digest == document.digest and not whole:
        if same_validators:
            document.right, document.trusted = document.right + 1, 0
        return ConditionalResponse(None, may_have_news=may_have_news, moved_to=_moved_to(response))
    return ConditionalResponse(response, same_validators, moved_to=_moved_to(response), was_current=was_current)


def _moved_to(response: Response) -> str | None:
    reasons = response.meta.get("redirect_reasons") or [] if response.request else []
    return response.url if reasons and _PERMANENT_REDIRECTS.issuperset(reasons) else None


def record_validators(document: WatchedDocument, response: Response) -> None:
    """Note the validators of a document and a digest of its contents."""
    times = document.facts.get(_JUST_MODIFIED, 0) + 1 if _is_just_modified(response) else 0
    document.facts = {name: value for name, value in document.facts.items() if name != _JUST_MODIFIED}
    if times:
        document.facts[_JUST_MODIFIED] = times
    document.etag = header(response, "ETag")
    document.modified = header(response, "Last-Modified") if times <= _MAX_JUST_MODIFIED else None
    document.digest = blake2b(response.body, digest_size=16).hexdigest()


def validators_of(response: Response) -> tuple[str | None, str | None]:
    """The ``ETag`` and ``Last-Modified`` of a response, if they can be relied on."""
    if _is_just_modified(response):
        return None, None
    return header(response, "ETag"), header(response, "Last-Modified")


def _is_just_modified(response: Response) -> bool:
    """Whether a document was modified in the second in which it was sent."""
    modified, sent = parse_moment(header(response, "Last-Modified")), parse_moment(header(response, "Date"))
    return modified is not None and sent is not None and sent - modified < _MIN_MODIFIED_AGE


def forget_validators(document: WatchedDocument) -> None:
    """Request the whole document next time, and read it even if it is the same."""
    document.etag = document.modified = document.digest = None


def record_trust(document: WatchedDocument, answer: ConditionalResponse, has_news: bool, now: datetime) -> None:
    """Note whether a document had news, and so whether its validators and its stated lifetime can be trusted."""
    if has_news:
        document.changed = now.isoformat(timespec="seconds")
        record_lifetime(document, answer.was_current)
        if answer.same_validators:  # a conditional request would have hidden the news
            document.wrong += 1
    elif answer.same_validators:
        document.right += 1
    document.trusted = 0


def header(response: Response, name: str) -> str | None:
    """A header as text; ``None`` if it could not be sent back."""
    value = (response.headers.get(name) or b"").decode("latin-1").strip()
    return value if value and value.isprintable() and len(value) < _MAX_HEADER_LENGTH else None
