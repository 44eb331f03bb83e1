"""A blog as a crawl knows it: its learned rules, the result of its survey, the pages of its posts."""

from .entry_urls import entry_addresses, stated_address, without_texts
from .folder import blog_folder, make_folder
from .known_blog import KnownBlog
from .post_page import PostPage
from .site_knowledge import SiteKnowledge
from .survey_result import Survey, Training

__all__ = [
    "KnownBlog",
    "PostPage",
    "SiteKnowledge",
    "Survey",
    "Training",
    "blog_folder",
    "entry_addresses",
    "make_folder",
    "stated_address",
    "without_texts",
]
