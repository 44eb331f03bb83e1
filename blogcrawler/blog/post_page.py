"""The page of a post on its way through the pipelines."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from ..comments import BlogComments, CommentPlatform, Discussion
from ..dom import Page
from ..extraction import Extractor
from ..items import FeedEntry, WarcPlace

if TYPE_CHECKING:
    from scrapy.http import Response

__all__ = ["PostPage"]


@dataclass(slots=True)
class PostPage:
    """The page of a post, as the spider sends it to the pipelines.

    ``response`` is what the server sent; ``rendered`` says that ``page`` is what a browser made of it. ``listed`` is
    the date on a list of posts, for blogs whose posts show no date or no time.
    """

    page: Page
    url: str
    blog: str
    entry: FeedEntry | None
    fetched: datetime
    warc: WarcPlace | None
    #: What reads the article and the comments of the page.
    extractor: Extractor
    comments: BlogComments
    discussion: Discussion | None = None
    response: Response | None = None
    rendered: bool = False
    listed: str | None = None
    #: The further pages of a post that has several.
    parts: list[Page] = field(default_factory=list)
    #: The comment platforms of the page, once they are detected.
    platforms: list[CommentPlatform] | None = None
    #: When the post did not exist yet, if that is known.
    absent: datetime | None = None

    def use_rendered(self, page: Page | None) -> None:
        """Continue with the page as a browser rendered it; if rendering failed, the page stays as it is."""
        if page is not None:
            self.page, self.rendered, self.platforms = page, True, None
