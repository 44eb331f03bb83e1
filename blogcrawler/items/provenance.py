"""Where the values of a record are from."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Provenance"]


class Provenance(StrEnum):
    """Who gave a field of a record, or found the rule that reads it; records have the values as plain strings."""

    #: A rule that was learned from the blog's feed.
    RULE = "rule"
    #: The feed itself.
    FEED = "feed"
    #: Machine-readable data of the page: ``<meta>``, JSON-LD, its URL.
    METADATA = "metadata"
    #: The knowledge base, which describes common blog programs and comment platforms.
    KNOWLEDGE = "knowledge"
    #: A rule of the unsupervised "forest" learner: the feed's text did not confirm it.
    FOREST = "forest"
    #: SIGFEED, which looks for a single feed entry's text on its page.
    SIGFEED = "sigfeed"
    #: General heuristics: no rule of the blog applied, or the rule was learned without a feed.
    FALLBACK = "fallback"
    #: A rule for pages in another template than the feed's posts: no feed confirmed it.
    GUESS = "guess"
    #: Computed from several hints, such as a date from the dates of the comments.
    ESTIMATE = "estimate"
