"""blogcrawler harvests whole blogs: every post as a clean record and as a web archive.

The public API:

- :func:`crawl_blog` crawls a blog and gives you its posts.
- :func:`open_archive` opens what crawls have saved: an :class:`Archive` of blogs and posts.
- :func:`learn_rules` learns :class:`Rules` from a feed and a few pages; ``rules.extract`` applies them to other pages.

Errors are subclasses of :exc:`blogcrawler.errors.BlogCrawlerError`. Importing ``blogcrawler`` is fast: Scrapy, lxml
and the database are imported when they are first needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .api import Archive, CrawledBlog, Rules, crawl_blog, learn_rules, open_archive
    from .extraction import ExtractedPost
    from .items import Blog, Comment, Post

__all__ = [
    "Archive",
    "Blog",
    "Comment",
    "CrawledBlog",
    "ExtractedPost",
    "Post",
    "Rules",
    "__version__",
    "crawl_blog",
    "learn_rules",
    "open_archive",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    modules = {"ExtractedPost": "extraction", "Blog": "items", "Comment": "items", "Post": "items"}
    return getattr(import_module(f".{modules.get(name, 'api')}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
