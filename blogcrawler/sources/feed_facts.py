"""What is stored about a feed besides its entries."""

from __future__ import annotations

from typing import Any

from ..feeds import feed_hints, feed_type, own_address
from ..items import Feed

__all__ = ["describe_feed"]


def describe_feed(feed: Feed, body: bytes) -> dict[str, Any]:
    """What is stored about a feed besides its entries."""
    facts = {"generator": feed.generator, "type": feed_type(body), "entries": len(feed.entries)}
    if own := own_address(body, feed.url):
        facts["self"] = own
    return facts | feed_hints(body).record()
