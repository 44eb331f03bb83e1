"""Asking a platform's endpoint for the comments of a post, page by page.

Nothing here downloads: the functions are generators that yield the addresses they want and are sent the answers.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from itertools import count

from ...dom import parse_page
from ...items import Comment
from ..page.rule_reader import read_page
from ..page.rules import dom_rule
from .comment_feed import read_comment_feed
from .definition import CommentPlatform, Endpoint
from .endpoint_urls import fill
from .json_answer import CommentBatch, EndpointAnswer, at_path, json_of, read_json

__all__ = ["Asking", "EndpointResult", "ask_endpoint"]

#: What a step of the asking wants and gets: an address, and its answer, or None if it cannot be had.
Asking = Generator[str, "EndpointAnswer | None", "EndpointResult"]

_MOST_PAGES = 100


@dataclass(slots=True)
class EndpointResult:
    """What an endpoint gave: ``total`` is the number of comments that it states, ``whole`` that there are no more.

    ``refused`` says that it did not answer as it should.
    """

    comments: list[Comment] = field(default_factory=list)
    total: int | None = None
    whole: bool = False
    refused: bool = False


def ask_endpoint(platform: CommentPlatform, endpoint: Endpoint, values: Mapping[str, str], base: str) -> Asking:
    """Ask for all comments of a post; ``base`` is its address."""
    known = dict(values)
    got = EndpointResult()
    if endpoint.lookup:
        address = fill(endpoint.lookup.url, known, base)
        answer = (yield address) if address else None
        found = json_of(answer) if answer is not None and answer.status < 400 else None
        for name, path in endpoint.lookup.values.items():
            value = at_path(found, path)
            if value is None:
                # An answer without what was looked for is one: nobody has commented yet.
                got.whole, got.refused = found is not None, found is None
                return got
            known[name] = str(value)
    known |= {"page": str(endpoint.first), "offset": str(endpoint.first), "cursor": ""}
    seen: set[object] = set()
    for number in count(1):
        address = fill(endpoint.url, known, base)
        answer = (yield address) if address else None
        batch = _read(platform, endpoint, answer)
        if batch is None:
            got.refused = number == 1
            return got
        got.total = batch.total if batch.total is not None else got.total
        fresh = [comment for comment in batch.comments if _key(comment) not in seen]
        got.comments += fresh
        seen |= {_key(comment) for comment in batch.comments}
        if not fresh or _is_last(endpoint, batch, got):
            got.whole = _is_whole(endpoint, batch, got)
            return got
        if number == _MOST_PAGES:
            return got
        known["page"] = str(endpoint.first + number)
        known["offset"] = str(int(known["offset"]) + batch.size)
        known["cursor"] = batch.cursor or ""
    return got


def _key(comment: Comment) -> object:
    """What tells a comment from those that were there before."""
    return comment.id or (comment.author, comment.text)


def _is_last(endpoint: Endpoint, batch: CommentBatch, got: EndpointResult) -> bool:
    if "{cursor}" in endpoint.url:
        return batch.cursor is None
    if "{page}" not in endpoint.url and "{offset}" not in endpoint.url:
        return True
    if batch.total is not None and len(got.comments) >= batch.total:
        return True
    return endpoint.size > 0 and batch.size < endpoint.size


def _is_whole(endpoint: Endpoint, batch: CommentBatch, got: EndpointResult) -> bool:
    """Whether there are no more: an answer that states no number and cannot be paged is believed."""
    return batch.cursor is None and (got.total is None or len(got.comments) >= got.total)


def _read(platform: CommentPlatform, endpoint: Endpoint, answer: EndpointAnswer | None) -> CommentBatch | None:
    if answer is None or answer.status >= 400:
        return None
    if endpoint.kind == "json":
        return read_json(endpoint, answer)
    if endpoint.kind == "feed":
        return read_comment_feed(answer)
    if platform.dom is None:
        return None
    comments = read_page(parse_page(answer.text, answer.url), dom_rule(platform.dom, platform.name))
    return CommentBatch(tuple(comments), len(comments))
