"""Reading a feed that was read before: whether it has changed, has moved, or is none any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.http import Response

from ..errors import FeedError, NotFetched
from ..feeds import parse_feed
from ..http import ConditionalResponse, fetch_conditionally, forget_validators, record_validators
from ..items import Feed, WatchedDocument
from ..sources import describe_feed
from .context import UpdateContext
from .feed_moved import find_again, follow, is_lost, now_at

if TYPE_CHECKING:
    from .visit import BlogVisit

__all__ = ["FeedReader", "parsed"]


class FeedReader:
    """Reads the feeds of a blog during a visit."""

    def __init__(self, visit: BlogVisit, outlook: UpdateContext, sources: dict[str, WatchedDocument]) -> None:
        self._visit = visit
        self._outlook = outlook
        self._sources = sources

    async def read(self, source: WatchedDocument) -> tuple[Feed | None, ConditionalResponse]:
        """A feed, if it is not as it was; what is no feed is noted as such, and an error if it is the blog's own."""
        now, own = self._outlook.now(), source.kind == "feed"
        moved: tuple[Feed, Response] | None = None
        try:
            answer = await fetch_conditionally(source, self._visit.fetch, now, whole=self._visit.since is not None)
            if answer.response is None:
                if own and answer.at:
                    await follow(answer.at, source, self._visit, self._outlook, self._sources)
                return None, answer
            if answer.response.status >= 400:
                raise FeedError(f"{source.url} answers with HTTP {answer.response.status}")
            feed, response = parsed(answer.response), answer.response
            if own:
                moved = await now_at(feed, answer, source, self._visit, self._outlook)
        except (FeedError, NotFetched) as error:
            forget_validators(source)  # or the same answer would be taken for a quiet feed
            if not own:
                source.facts = source.facts | {"failed": now.isoformat(timespec="seconds")}
                return None, ConditionalResponse(None)
            if isinstance(error, FeedError) and answer.response is not None and is_lost(answer.response):
                moved = await find_again(self._visit, self._outlook, source)
            if moved is None:
                raise
        if moved is not None:
            feed, response = moved
            answer = ConditionalResponse(response)
            await follow(feed.url, source, self._visit, self._outlook, self._sources)
            record_validators(source, response)
        source.facts = {k: v for k, v in source.facts.items() if k != "failed"}
        source.facts |= describe_feed(feed, response.body)
        return feed, answer


def parsed(response: Response) -> Feed:
    """The feed that a response is; raises ``FeedError`` if it is none."""
    kind = response.headers.get("Content-Type")
    return parse_feed(response.body, response.url, kind.decode("latin-1") if kind else None)
