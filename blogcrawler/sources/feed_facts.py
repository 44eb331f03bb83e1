"""What is remembered about a feed besides its entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..feeds import feed_hints, feed_type, own_address
from ..items import Feed

if TYPE_CHECKING:
    pass

__all__ = ["describe_feed"]


def describe_feed(feed: Feed, body: bytes) -> dict[str, Any]:
    """What is kept of a feed besides its entries."""
    said = {"generator": feed.generator, "type": feed_type(body), "entries": len(feed.entries)}
    if own := own_address(body, feed.url):
        said["self"] = own
    return said | feed_hints(body).record()
