"""Rules learned anew, when the template of a blog has changed."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime

from ..changes import reads_otherwise, shown
from ..changes.moments import instant
from ..comments import BlogComments
from ..extraction import Extractor, Page, learn
from ..frontier import learn_judge
from ..items import FeedEntry, Post
from ..spiders.knownblog import KnownBlog

__all__ = ["Sight", "fitting", "relearn", "sees_otherwise"]


@dataclass(frozen=True, slots=True)
class Sight:
    """A page of a post, with what is known of the post: its record, or the entry of the feed."""

    page: Page
    entry: FeedEntry | None
    known: Post | None

    def can_teach(self) -> bool:
        """Whether enough is known of the post to learn rules from its page."""
        return self.known is not None or bool(self.entry and self.entry.content_html)

    def text(self) -> str:
        """All text of the page."""
        return " ".join(map(str, self.page.tree.itertext()))


def sees_otherwise(sight: Sight, blog: KnownBlog) -> bool | None:
    """Whether the rules fail on a page that still shows what is known; ``None`` if it cannot tell."""
    if sight.known is None or len(sight.known.text) < 200:
        return None
    everything = sight.text()
    got = blog.extractor.extract(_copy(sight.page), sight.entry)
    if got.source.get("text") == "fallback" != sight.known.source.get("text"):  # no rule finds anything
        return (shown(sight.known.text, everything) or 0) > 0.5
    return reads_otherwise(sight.known.text, got.text, everything)


def relearn(blog: KnownBlog, sights: Sequence[Sight]) -> KnownBlog | None:
    """The blog with rules that hold for these pages; the old ones stay for pages that still look as they did.

    ``None`` if no rule for the article was found that reads what is known.
    """
    pairs = [(_entry(sight), sight.page) for sight in sights]
    rules = learn(pairs, blog.rules.language)
    if not rules.article:
        return None
    failing = 0
    extractor = Extractor(rules)
    for sight in sights:
        if sight.known is not None:
            got = extractor.extract(_copy(sight.page), sight.entry)
            failing += reads_otherwise(sight.known.text, got.text, sight.text())
    if failing > 0.5 * len(sights):
        return None
    judge = learn_judge([sight.page for sight in sights], [], extractor)
    return replace(
        blog,
        rules=replace(rules, author=rules.author or blog.rules.author),
        comments=BlogComments.from_record([], rules.language),
        judge=judge,
        older=(blog.rules, *blog.older),
    )


def fitting(blog: KnownBlog, sight: Sight) -> Extractor:
    """The extractor for a page: pages that were not made anew may still have an old template.

    The one that reads what is known, else the first whose article is there.
    """
    if not blog.older:
        return blog.extractor
    every = [blog.extractor, *map(Extractor, blog.older)]
    if sight.known is not None:
        for extractor in every:
            if extractor.extract(_copy(sight.page), sight.entry).text == sight.known.text:
                return extractor
    return next((extractor for extractor in every if extractor.article_rule(sight.page)), blog.extractor)


def _entry(sight: Sight) -> FeedEntry:
    """What is known of a post, in the form from which rules are learned."""
    known = sight.known
    if known is None:
        assert sight.entry is not None
        return replace(sight.entry, url=sight.page.url)
    published: datetime | None = instant(known.published)
    return FeedEntry(
        url=sight.page.url,
        title=known.title,
        authors=tuple(known.authors),
        published=published,
        content_html=known.content_html,
        tags=tuple(known.tags),
    )


def _copy(page: Page) -> Page:
    """The same page once more: extraction consumes the tree."""
    return Page(page.url, deepcopy(page.tree), page.base)
