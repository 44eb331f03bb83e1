"""Search without an index, post by post: for past states, which are not indexed."""

from __future__ import annotations

from collections.abc import Iterable

from ...items import Post
from ..search_interface import SearchHit, SearchQuery, SearchResult
from .documents import date_range, document_of, filter_tokens
from .hits import hit_of
from .snippets import TermMatcher, words_matcher
from .words_query import parse_words

__all__ = ["scan_posts"]


def scan_posts(posts: Iterable[Post], query: SearchQuery, blog: str | None, limit: int) -> SearchResult:
    """The posts that match, in their order; ``blog`` is the full address of the query's blog."""
    required = set(filter_tokens(query, blog))
    first, end = date_range(query.since, query.until)
    matches, matcher = words_matcher(query.words), TermMatcher(parse_words(query.words).required)
    hits: list[SearchHit] = []
    total = 0
    for post in posts:
        row = post.record()
        document = document_of(row)
        article = (document.title, document.names, document.text)
        places = {"all": (*article, document.comments), "posts": article, "comments": (document.comments,)}
        if (
            required <= set(document.filters.split())
            and first <= document.first_number < end
            and matches("\n".join(places[query.where]))
        ):
            total += 1
            if len(hits) < limit:
                hits.append(hit_of(row, matcher, query.where))
    return SearchResult(tuple(hits), total, True)
