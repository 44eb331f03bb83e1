"""All errors of blogcrawler. The message says what is wrong, where, and what to do."""

from __future__ import annotations

__all__ = [
    "ArchiveError",
    "BlogCrawlerError",
    "CrawlError",
    "DeliveryError",
    "FeedError",
    "KnowledgeError",
    "MissingExtra",
    "NotFetched",
    "Overloaded",
    "RenderError",
    "SearchEnded",
    "StorageError",
    "StoreError",
    "Unreachable",
    "UsageError",
]


class BlogCrawlerError(Exception):
    """Base class of all errors that blogcrawler raises."""


class UsageError(BlogCrawlerError):
    """The call is wrong: not a valid address, an unknown option."""


class MissingExtra(UsageError, ImportError):
    """A feature needs packages that are not installed. The message says how to install them."""


class CrawlError(BlogCrawlerError):
    """A crawl found no posts, or its process died."""


class DeliveryError(BlogCrawlerError):
    """A message could not be sent. The message is the reason."""


class FeedError(BlogCrawlerError):
    """A document that should be a web feed is not one, or is dangerous to parse."""


class StoreError(BlogCrawlerError):
    """The database cannot be opened, read or written."""


class ArchiveError(BlogCrawlerError):
    """The web archive cannot be opened or written: no space, no permission, a broken index."""


class StorageError(BlogCrawlerError):
    """Object storage cannot be reached, read or written. The files stay on the disk."""


class KnowledgeError(BlogCrawlerError):
    """A file of the knowledge base is invalid."""


class RenderError(BlogCrawlerError):
    """No browser is available to render pages."""


class SearchEnded(BlogCrawlerError):
    """The exploration of a search form ends early: its budget is spent, or nothing answers. The message says which."""


class NotFetched(BlogCrawlerError):
    """A page could not be fetched. The message is the reason."""


class Overloaded(BlogCrawlerError):
    """The blog's server keeps answering that it is overloaded."""


class Unreachable(BlogCrawlerError):
    """There is no blog at the address: nothing answers, or the answer is not a page."""
