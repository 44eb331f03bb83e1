"""What a crawl of a blog makes of one of its pages, for ``scrapy parse``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.exceptions import DropItem

from ..blog import KnownBlog, PostPage
from ..crawl import CrawlTools, learn_blog, survey_site
from ..errors import Overloaded, Unreachable
from ..items import Post
from ..pipelines import ExtractPipeline
from ..survey import Prefetcher

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

__all__ = ["blog_of_page", "records_of"]


async def blog_of_page(url: str, tools: CrawlTools) -> KnownBlog | None:
    """The blog of a page: as it is known in the archive or, if it is not, as a survey shows it.

    ``None`` if there is nothing to learn from; a note says why.
    """
    with closing(tools.open_store()) as store:
        record = store.blog_of(url)
    known = KnownBlog.from_record(record) if record else None
    if known is not None:
        return known
    try:
        site = await survey_site(url, None, Prefetcher(tools.crawler, tools.prefetched), tools)
    except (Overloaded, Unreachable) as error:
        tools.note(str(error))
        return None
    if site.survey is None or not site.survey.training:
        tools.note(f"No posts were found from which the rules for {url} could be learned.")
        return None
    return await learn_blog(site.survey, site.knowledge, tools)


def records_of(results: Iterable[Request | PostPage | Post], crawler: Crawler) -> Iterator[Request | Post]:
    """The results of a page, with posts as records. A post without title and text is left out."""
    pipeline = ExtractPipeline.from_crawler(crawler)
    for result in results:
        if not isinstance(result, PostPage):
            yield result
            continue
        try:
            yield pipeline.post_of(result)
        except DropItem:
            continue
