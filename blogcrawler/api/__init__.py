"""The public API, as ``import blogcrawler`` offers it: crawl a blog, read an archive, learn and extract."""

from .archive import Archive, open_archive
from .crawling import CrawledBlog, crawl_blog
from .rules import Rules, learn_rules

__all__ = ["Archive", "CrawledBlog", "Rules", "crawl_blog", "learn_rules", "open_archive"]
