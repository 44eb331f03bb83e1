"""Plain dataclasses shared by all packages: posts, comments, feeds, blogs and their history."""

from .blogs import Blog, WatchedDocument
from .feeds import Feed, FeedEntry
from .post_history import PostEvent, PostState, ThreadSummary, Version
from .posts import Comment, Post, WarcPlace
from .provenance import Provenance
from .runs import Run, Visit
from .search_sources import SearchSource, SourceRecord

__all__ = [
    "Blog",
    "Comment",
    "Feed",
    "FeedEntry",
    "Post",
    "PostEvent",
    "PostState",
    "Provenance",
    "Run",
    "SearchSource",
    "SourceRecord",
    "ThreadSummary",
    "Version",
    "Visit",
    "WarcPlace",
    "WatchedDocument",
]
