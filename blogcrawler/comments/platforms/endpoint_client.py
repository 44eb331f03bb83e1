"""Queries a platform's endpoint for the comments of a post, page by page.

Nothing is downloaded here: the functions are generators that yield addresses to fetch and are sent the responses.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from itertools import count

from ...dom import parse_page
from ...items import Comment
from ..page.rule_reader import read_page
from ..page.rules import markup_rule
from .comment_feed import read_comment_feed
from .definition import CommentPlatform, Endpoint
from .endpoint_urls import fill_url
from .json_answer import CommentBatch, EndpointAnswer, at_path, json_of, read_json

__all__ = ["EndpointQuery", "EndpointResult", "query_endpoint"]

#: Yields addresses to fetch, is sent the responses (None if the download failed), returns the result.
EndpointQuery = Generator[str, "EndpointAnswer | None", "EndpointResult"]

#: Pages to request from one endpoint.
_MAX_PAGES = 100


@dataclass(slots=True)
class EndpointResult:
    """The comments of an endpoint.

    ``total`` is the number of comments that it states; ``is_complete`` says that there are no more, ``failed`` that it
    gave no usable response.
    """

    comments: list[Comment] = field(default_factory=list)
    total: int | None = None
    is_complete: bool = False
    failed: bool = False


def query_endpoint(
    platform: CommentPlatform, endpoint: Endpoint, values: Mapping[str, str], base: str
) -> EndpointQuery:
    """Request all comments of a post; ``base`` is its address."""
    known = dict(values)
    result = EndpointResult()
    if endpoint.lookup:
        address = fill_url(endpoint.lookup.url, known, base)
        answer = (yield address) if address else None
        found = json_of(answer) if answer is not None and answer.status < 400 else None
        for name, path in endpoint.lookup.values.items():
            value = at_path(found, path)
            if value is None:
                # A response without the value is still a response: nobody has commented yet.
                result.is_complete, result.failed = found is not None, found is None
                return result
            known[name] = str(value)
    known |= {"page": str(endpoint.first), "offset": str(endpoint.first), "cursor": ""}
    seen: set[object] = set()
    for number in count(1):
        address = fill_url(endpoint.url, known, base)
        answer = (yield address) if address else None
        batch = _read(platform, endpoint, answer)
        if batch is None:
            result.failed = number == 1
            return result
        result.total = batch.total if batch.total is not None else result.total
        fresh = [comment for comment in batch.comments if _key(comment) not in seen]
        result.comments += fresh
        seen |= {_key(comment) for comment in batch.comments}
        if not fresh or _is_last_page(endpoint, batch, result):
            result.is_complete = _is_complete(batch, result)
            return result
        if number == _MAX_PAGES:
            return result
        known["page"] = str(endpoint.first + number)
        known["offset"] = str(int(known["offset"]) + batch.size)
        known["cursor"] = batch.cursor or ""
    return result


def _key(comment: Comment) -> object:
    """Identifies a comment among those of earlier pages."""
    return comment.id or (comment.author, comment.text)


def _is_last_page(endpoint: Endpoint, batch: CommentBatch, result: EndpointResult) -> bool:
    if "{cursor}" in endpoint.url:
        return batch.cursor is None
    if "{page}" not in endpoint.url and "{offset}" not in endpoint.url:
        return True
    if batch.total is not None and len(result.comments) >= batch.total:
        return True
    return endpoint.size > 0 and batch.size < endpoint.size


def _is_complete(batch: CommentBatch, result: EndpointResult) -> bool:
    """Whether there are no more comments: a response without a total and without further pages has all."""
    return batch.cursor is None and (result.total is None or len(result.comments) >= result.total)


def _read(platform: CommentPlatform, endpoint: Endpoint, answer: EndpointAnswer | None) -> CommentBatch | None:
    if answer is None or answer.status >= 400:
        return None
    if endpoint.kind == "json":
        return read_json(endpoint, answer)
    if endpoint.kind == "feed":
        return read_comment_feed(answer)
    if platform.dom is None:
        return None
    comments = read_page(parse_page(answer.text, answer.url), markup_rule(platform.dom, platform.name))
    return CommentBatch(tuple(comments), len(comments))
