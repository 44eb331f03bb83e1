"""Extract the record of a post from its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem

from ..blog import PostPage
from ..comments import Discussion
from ..crawl_settings import CrawlSettings
from ..dates import DateCandidate, DateOrigin, Dating, best_date, between
from ..extraction import ExtractedPost, more_exact_date
from ..http import modified_date
from ..items import FeedEntry, Post, Provenance

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["ExtractPipeline"]


def _date(item: PostPage, got: ExtractedPost, talk: Discussion, modified: tuple[int, int]) -> Dating | None:
    """The best known date of a post; ``modified`` is how often ``Last-Modified`` was right on this blog, and out of how
    many."""
    said = min((c.published for c in talk.comments if c.published), default=None, key=lambda date: date[:10])
    if got.published is None:  # the rest only says when something happened to the page
        if (changed := modified_date(item.response)) is not None:
            right, of = modified
            got.dates.append(DateCandidate(changed, DateOrigin.HTTP, right / max(of, 1), of))
        if said is not None:
            got.dates.append(DateCandidate(said[:10], DateOrigin.COMMENTS))
        if item.absent is not None:
            got.dates += filter(None, [between(item.absent.isoformat(), item.fetched.isoformat(), DateOrigin.VISITS)])
    dating = best_date(got.dates, said, item.fetched)
    if dating is not None and dating.is_usable and dating.date != got.published:
        got.published = dating.date
        got.source["published"] = Provenance.METADATA if dating.is_stated else Provenance.ESTIMATE
    return dating


def _append(got: ExtractedPost, more: ExtractedPost) -> None:
    """Append the article of a further page, unless the first page has it already."""
    if more.text and more.text not in got.text:
        got.text = f"{got.text}\n{more.text}" if got.text else more.text
        got.content_html = f"{got.content_html}\n{more.content_html}"
        got.links = list(dict.fromkeys(got.links + more.links))


class ExtractPipeline:
    """Turns the pages of posts into posts with the rules that the spider has learned.

    A page with neither title nor article is dropped; stat ``posts/empty``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._with_media = CrawlSettings.from_settings(crawler.settings).media_enabled

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, PostPage):
            return item
        entry = item.entry
        extractor = item.extractor
        got = extractor.extract(item.page, entry, item.fetched, consume=True)
        for part in item.parts:
            _append(got, extractor.extract(part, None, item.fetched, consume=True))
        if not (got.title or got.text or got.content_html):
            self._crawler.stats.inc_value("posts/empty")
            raise DropItem(f"no title and no text: {item.url}")
        listed = more_exact_date(got.published, item.listed)
        if listed:
            got.published, got.source["published"] = listed, Provenance.METADATA
            got.dates.insert(0, DateCandidate(listed, DateOrigin.LIST))
        talk = item.discussion or Discussion()
        dating = _date(item, got, talk, extractor.rules.modified)
        if talk.comments:
            got.source["comments"] = talk.source
        return Post(
            url=item.url,
            blog=item.blog,
            title=got.title,
            authors=got.authors,
            published=got.published,
            updated=got.updated,
            language=got.language,
            tags=got.tags,
            content_html=got.content_html,
            text=got.text,
            links=got.links,
            media=self._enclosures(entry),
            comments=list(talk.comments),
            comments_feed=talk.feed or (entry.comments_feed if entry else None),
            comments_expected=talk.expected if item.discussion or not entry else entry.comments_expected,
            source=got.source,
            rendered=item.rendered,
            fetched=item.fetched.isoformat(timespec="seconds"),
            warc=item.warc,
            dating=dating.record() if dating else None,
        )

    def _enclosures(self, entry: FeedEntry | None) -> list[dict[str, Any]]:
        """The feed's enclosures: addresses only, until the media are fetched."""
        return [{"url": url} for url in entry.enclosures] if entry is not None and self._with_media else []
