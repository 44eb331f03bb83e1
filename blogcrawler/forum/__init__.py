"""Forums: reading threads, following lists, and learning how an unknown style marks up both."""

from .crawl import ThreadCallbacks, ThreadCrawl
from .link_lists import guess_navigation, next_list_pages
from .list_repair import ListRepair
from .thread_actions import adapt_posts
from .thread_reader import read_posts
from .unknown_thread_reader import read_repeated_posts

__all__ = [
    "ListRepair",
    "ThreadCallbacks",
    "ThreadCrawl",
    "adapt_posts",
    "guess_navigation",
    "next_list_pages",
    "read_posts",
    "read_repeated_posts",
]
