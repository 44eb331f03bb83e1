"""Extract the record of a post from its page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Self

from scrapy.exceptions import DropItem
from scrapy.http import TextResponse

from ..blog import PostPage
from ..comments import Discussion
from ..crawl_settings import CrawlSettings
from ..dates import DateCandidate, DateOrigin, Dating, best_date, between, is_earlier
from ..dom import node_text
from ..extraction import UNMEASURED, ExtractedPost, generic_article, more_exact_date
from ..faults import attempt, optional_step
from ..http import in_page_thread, is_large, modified_date, to_page
from ..items import FeedEntry, Post, Provenance
from ..urls import other_pages

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["ExtractPipeline"]


def _date(item: PostPage, post: ExtractedPost, discussion: Discussion, modified: tuple[int, int]) -> Dating | None:
    """The best known date of a post.

    ``modified``: how often ``Last-Modified`` was right on this blog, and how often it was checked.
    """
    listed = more_exact_date(post.published, item.listed)
    if listed:
        post.published, post.source["published"] = listed, Provenance.METADATA
        post.dates.insert(0, DateCandidate(listed, DateOrigin.LIST))
    first_comment = min(
        (c.published for c in discussion.comments if c.published), default=None, key=lambda date: date[:10]
    )
    if post.published is None:  # the rest only says when something happened to the page
        if (changed := modified_date(item.response)) is not None:
            right, of = modified
            post.dates.append(DateCandidate(changed, DateOrigin.HTTP, right / max(of, 1), of))
        if first_comment is not None:
            post.dates.append(DateCandidate(first_comment[:10], DateOrigin.COMMENTS))
        if item.absent is not None:
            post.dates += filter(None, [between(item.absent.isoformat(), item.fetched.isoformat(), DateOrigin.VISITS)])
    dating = best_date(post.dates, first_comment, item.fetched)
    if dating is not None and dating.is_usable and dating.date != post.published:
        post.published = dating.date
        post.source["published"] = Provenance.METADATA if dating.is_stated else Provenance.ESTIMATE
    if is_earlier(post.updated, post.published):
        post.updated = None
        post.source.pop("updated", None)
    return dating


def _read_again(post: ExtractedPost, item: PostPage) -> None:
    """Read an article that the rules failed to read with an error: without rules or, if that fails, as plain text."""
    page = to_page(item.response) if isinstance(item.response, TextResponse) else item.page
    article = attempt("article", item.url, None, generic_article, page)
    if article is not None and article.text:
        post.content_html, post.text, post.links = article.html, article.text, article.links
    else:
        body = page.tree.find("body")
        post.text = node_text(body) if body is not None else ""
        post.content_html = f"<p>{escape(post.text)}</p>" if post.text else ""
    post.source["content_html"] = post.source["text"] = Provenance.FALLBACK
    post.confidence["content_html"] = post.confidence["text"] = UNMEASURED


def _append(post: ExtractedPost, more: ExtractedPost) -> None:
    """Append the article of a further page, unless the first page has it already."""
    if more.text and more.text not in post.text:
        post.text = f"{post.text}\n{more.text}" if post.text else more.text
        post.content_html = f"{post.content_html}\n{more.content_html}"
        post.links = list(dict.fromkeys(post.links + more.links))


class ExtractPipeline:
    """Turns pages into posts with the rules that the spider has learned.

    A page without title and article is dropped; stat ``posts/empty``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._with_media = CrawlSettings.from_settings(crawler.settings).media_enabled

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        if not isinstance(item, PostPage):
            return item
        return await in_page_thread(self.post_of, item) if is_large(item.response) else self.post_of(item)

    def post_of(self, item: PostPage) -> Post:
        """The record of a page; ``DropItem`` if there is nothing on it."""
        entry = item.entry
        extractor = item.extractor
        post = extractor.extract(item.page, entry, item.fetched, consume=True)
        if not post.is_article_read:
            _read_again(post, item)
        for part in item.parts:
            _append(post, extractor.extract(part, None, item.fetched, consume=True))
        if not (post.title or post.text or post.content_html):
            self._crawler.stats.inc_value("posts/empty")
            raise DropItem(f"no title and no text: {item.url}")
        discussion, dating = item.discussion or Discussion(), None
        with optional_step("dating", item.url):
            dating = _date(item, post, discussion, extractor.rules.modified)
        if discussion.comments:
            post.source["comments"] = discussion.source
        return Post(
            url=item.url,
            blog=item.blog,
            title=post.title,
            authors=post.authors,
            published=post.published,
            updated=post.updated,
            language=post.language,
            tags=post.tags,
            content_html=post.content_html,
            text=post.text,
            links=other_pages(post.links, item.url),
            media=self._enclosures(entry),
            comments=list(discussion.comments),
            comments_feed=discussion.feed or (entry.comments_feed if entry else None),
            comments_expected=discussion.expected if item.discussion or not entry else entry.comments_expected,
            source=post.source,
            rendered=item.rendered,
            fetched=item.fetched.isoformat(timespec="seconds"),
            warc=item.warc,
            dating=dating.record() if dating else None,
            confidence=post.confidence,
        )

    def _enclosures(self, entry: FeedEntry | None) -> list[dict[str, Any]]:
        """The feed's enclosures: addresses only, until the media are fetched."""
        return [{"url": url} for url in entry.enclosures] if entry is not None and self._with_media else []
