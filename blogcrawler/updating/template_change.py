"""Rules learned anew, when the template of a blog has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, auto

from ..blog import KnownBlog
from ..changes import reads_otherwise, shown
from ..comments import BlogComments
from ..dates import instant
from ..dom import Page
from ..extraction import Extractor, RuleSet, html_text, learn
from ..frontier import learn_post_classifier
from ..items import FeedEntry, Post, Provenance

__all__ = ["PageCheck", "fitting", "relearn", "sees_otherwise"]


#: From so many pages, and if so many of them agree, fields that differ speak of the template and not of the post.
_SEVERAL, _NEARLY_ALL = 3, 0.8


class _Sign(Enum):
    HOLDS = auto()
    DIFFERS = auto()
    FAILS = auto()


@dataclass(frozen=True, slots=True)
class PageCheck:
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


def sees_otherwise(sights: Sequence[PageCheck], blog: KnownBlog) -> bool:
    """Whether the rules fail on pages that still show what is known.

    An article or a title that stands on the page but is not read is evidence enough. Tags and authors may have been
    edited on some pages, but on nearly all of several only by a new template.
    """
    telling = [told for sight in sights if (told := _tells(sight, blog)) is not None]
    failing, differing = (sum(kind is told for told in telling) for kind in (_Sign.FAILS, _Sign.DIFFERS))
    if failing and failing >= 0.5 * len(telling):
        return True
    return len(telling) >= _SEVERAL and failing + differing >= _NEARLY_ALL * len(telling)


def _tells(sight: PageCheck, blog: KnownBlog) -> _Sign | None:
    """What a page says of the rules; ``None`` if too little is known of its post."""
    known = sight.known
    if known is None:
        return _tells_new(sight, blog)
    # What was not read by the blog's rules, as it has another template, says nothing of these.
    if len(known.text) < 100 or known.source.get("text") in (Provenance.GUESS, Provenance.FALLBACK):
        return None
    everything = sight.text()
    got = blog.extractor.extract(sight.page)
    lost_article = got.source.get("text") == Provenance.FALLBACK  # known.text came from a rule, as checked above
    if lost_article and (shown(known.text, everything) or 0) > 0.5:
        return _Sign.FAILS
    title_is_there = bool(known.title) and " ".join((known.title or "").split()) in " ".join(everything.split())
    lost_title = known.source.get("title") == Provenance.RULE and got.source.get("title") != Provenance.RULE
    if lost_title and title_is_there:
        return _Sign.FAILS
    if reads_otherwise(known.text, got.text, everything):
        return _Sign.FAILS
    same = all(
        set(getattr(known, name)) == set(getattr(got, name))
        for name in ("tags", "authors")
        if known.source.get(name) == got.source.get(name)
    )
    return _Sign.HOLDS if same else _Sign.DIFFERS


def _tells_new(sight: PageCheck, blog: KnownBlog) -> _Sign | None:
    """The same for a new post, of which the feed tells something."""
    entry = sight.entry
    text = html_text(entry.content_html or entry.summary_html) if entry is not None else ""
    if (shown(text, sight.text()) or 0) < 0.5:
        return None
    return _Sign.HOLDS if blog.extractor.article_rule(sight.page) else _Sign.FAILS


def relearn(blog: KnownBlog, sights: Sequence[PageCheck]) -> KnownBlog | None:
    """The blog with rules that hold for these pages; the old ones stay for pages that still look as they did.

    ``None`` if no rule for the article was found that reads what is known.
    """
    pairs = [(_entry(sight), sight.page) for sight in sights]
    rules = learn(pairs, blog.rules.language, datetime.now(UTC))
    if not rules.article:
        return None
    failing = 0
    extractor = Extractor(rules)
    for sight in sights:
        if sight.known is not None:
            got = extractor.extract(sight.page, sight.entry)
            failing += reads_otherwise(sight.known.text, got.text, sight.text())
    if failing > 0.5 * len(sights):
        return None
    judge = learn_post_classifier([sight.page for sight in sights], [], extractor)
    blog.knowledge.realign(pairs, blog.home)
    return replace(
        blog,
        rules=replace(rules, author=rules.author or blog.rules.author),
        comments=BlogComments.from_record([], rules.language),
        judge=judge,
        older=(blog.rules, *blog.older),
    )


def fitting(blog: KnownBlog, sight: PageCheck) -> Extractor:
    """The extractor for a page: pages that were not made anew may still have an old template.

    The one that reads what is known, else the first whose article is there.
    """
    every = [blog.extractor, *map(Extractor, blog.older), *(template.extractor for template in blog.others)]
    if sight.known is not None and sight.known.source.get("text") == Provenance.FALLBACK:
        every.append(Extractor(RuleSet(language=blog.rules.language, author=blog.rules.author)))
    if len(every) == 1:
        return blog.extractor
    if sight.known is not None:
        for extractor in every:
            if extractor.extract(sight.page, sight.entry).text == sight.known.text:
                return extractor
    return next((extractor for extractor in every if extractor.article_rule(sight.page)), blog.extractor)


def _entry(sight: PageCheck) -> FeedEntry:
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
