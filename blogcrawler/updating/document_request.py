"""Requests for watched documents, and the feeds in their responses."""

from __future__ import annotations

import logging

from scrapy.http import Response

from ..errors import NotFetched
from ..feeds import parse_feed
from ..http import ConditionalResponse, conditional_headers, read_conditional_response
from ..items import Feed, WatchedDocument
from .context import VisitState
from .intents import Download, Steps

__all__ = ["download_if_possible", "feed_in", "request_document"]

logger = logging.getLogger(__name__)


def request_document(document: WatchedDocument, visit: VisitState, whole: bool = False) -> Steps[ConditionalResponse]:
    """Request a document, unless it is the same as before. With ``whole``, or ``since``, it is read even then."""
    now, whole = visit.now(), whole or visit.since is not None
    response: Response = yield Download(document.url, {} if whole else conditional_headers(document))
    return read_conditional_response(document, response, now, whole)


def download_if_possible(url: str) -> Steps[Response | None]:
    """Download a URL; ``None`` if that fails."""
    try:
        response: Response = yield Download(url)
    except NotFetched as error:
        logger.info("%s cannot be fetched: %s", url, error)
        return None
    return response


def feed_in(response: Response) -> Feed:
    """Parse the feed in a response; raises ``FeedError`` if it is not a feed."""
    content_type = response.headers.get("Content-Type")
    return parse_feed(response.body, response.url, content_type.decode("latin-1") if content_type else None)
