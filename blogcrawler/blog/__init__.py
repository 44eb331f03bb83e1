"""A blog as a crawl knows it: its learned rules, the result of its survey, the pages of its posts."""

from .entry_urls import entry_addresses, shared_query, stated_address, without_query, without_texts
from .folder import blog_folder, find_blog, find_folder, make_folder, move_shared_folders, page_folder
from .known_blog import KnownBlog
from .placeholders import find_placeholders, page_digest
from .post_page import PostPage
from .repair import repair_blog
from .site_knowledge import SiteKnowledge, response_document
from .survey_result import Survey, Training
from .verification import verify_blog

__all__ = [
    "KnownBlog",
    "PostPage",
    "SiteKnowledge",
    "Survey",
    "Training",
    "blog_folder",
    "entry_addresses",
    "find_blog",
    "find_folder",
    "find_placeholders",
    "make_folder",
    "move_shared_folders",
    "page_digest",
    "page_folder",
    "repair_blog",
    "response_document",
    "shared_query",
    "stated_address",
    "verify_blog",
    "without_query",
    "without_texts",
]
