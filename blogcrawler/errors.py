"""The errors that a user of blogcrawler may see; each says what is wrong, where, and what to do."""

from __future__ import annotations

__all__ = [
    "ArchiveError",
    "BlogCrawlerError",
    "CrawlError",
    "FeedError",
    "KnowledgeError",
    "NotFetched",
    "RenderError",
    "StoreError",
    "Unreachable",
    "UsageError",
]


class BlogCrawlerError(Exception):
    """Any error that blogcrawler itself raises."""


class UsageError(BlogCrawlerError):
    """The call was wrong: an address that is none, an option that does not exist."""


class CrawlError(BlogCrawlerError):
    """A crawl found no posts, or its process died."""


class FeedError(BlogCrawlerError):
    """A document that should have been a web feed is none, or is dangerous to read."""


class StoreError(BlogCrawlerError):
    """The database cannot be opened, read or written."""


class ArchiveError(BlogCrawlerError):
    """The web archive cannot be opened or written: no space, no permission, a broken index."""


class KnowledgeError(BlogCrawlerError):
    """A file of the knowledge base is not as it should be."""


class RenderError(BlogCrawlerError):
    """There is no browser to render pages with."""


class NotFetched(BlogCrawlerError):
    """A page cannot be had; the message is the reason."""


class Unreachable(BlogCrawlerError):
    """There is no blog at the address: nothing answers, or what answers is no page."""
