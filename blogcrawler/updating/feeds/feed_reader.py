"""Reading a feed again: whether it has changed, has moved, or is gone."""

from __future__ import annotations

from scrapy.http import Response

from ...errors import FeedError, NotFetched
from ...feeds import next_pages
from ...http import ConditionalResponse, forget_validators, record_validators
from ...items import Feed, WatchedDocument
from ...sources import describe_feed
from ..context import VisitState
from ..document_request import feed_in, request_document
from ..intents import Download, Steps
from .feed_moved import announced_move, find_again, follow, is_lost

__all__ = ["has_failed", "older_page", "read_feed"]


def has_failed(document: WatchedDocument) -> bool:
    """Whether a document was not a feed when it was last read."""
    return "failed" in document.facts


def read_feed(document: WatchedDocument, visit: VisitState) -> Steps[tuple[Feed | None, ConditionalResponse]]:
    """Read a feed; ``None`` if it is the same as before.

    If it is not a feed, that is noted, and an error if it is the blog's own.
    """
    now, is_own = visit.now(), document.kind == "feed"
    moved: tuple[Feed, Response] | None = None
    try:
        answer = yield from request_document(document, visit)
        if answer.response is None:
            if is_own and answer.moved_to:
                yield from follow(answer.moved_to, document, visit)
            return None, answer
        if answer.response.status >= 400:
            raise FeedError(f"{document.url} answers with HTTP {answer.response.status}")
        feed, response = feed_in(answer.response), answer.response
        if is_own:
            moved = yield from announced_move(feed, answer, document, visit)
    except (FeedError, NotFetched) as error:
        forget_validators(document)  # or the same response would be taken for a quiet feed
        if not is_own:
            document.facts = document.facts | {"failed": now.isoformat(timespec="seconds")}
            return None, ConditionalResponse(None)
        if isinstance(error, FeedError) and answer.response is not None and is_lost(answer.response):
            moved = yield from find_again(document, visit)
        if moved is None:
            raise
    if moved is not None:
        feed, response = moved
        answer = ConditionalResponse(response)
        yield from follow(feed.url, document, visit)
        record_validators(document, response)
    document.facts = {key: value for key, value in document.facts.items() if key != "failed"}
    document.facts |= describe_feed(feed, response.body)
    return feed, answer


def older_page(feed: Feed, number: int) -> Steps[Feed | None]:
    """The page of a feed that follows page ``number``; ``None`` if there is none or it cannot be read."""
    urls = next_pages(feed, number)
    if not urls:
        return None
    try:
        return feed_in((yield Download(urls[0])))
    except (FeedError, NotFetched):
        return None
