"""Changed templates: notice that the rules of a blog fail, and learn new ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, auto

from ..blog import KnownBlog
from ..changes import rules_miss_text, shown_share
from ..comments import BlogComments
from ..dates import parse_instant
from ..dom import Page
from ..extraction import Extractor, RuleSet, html_text, learn
from ..faults import optional_step
from ..frontier import learn_post_classifier
from ..items import FeedEntry, Post, Provenance

__all__ = ["PageCheck", "RuleCheck", "choose_extractor", "has_new_template", "relearn", "template_changed"]

#: A stored text that is shorter does not show whether the rules still work.
_MIN_TEXT_LENGTH = 100
#: Share of a known text that a page must show, to expect that the rules find it.
_MIN_SHOWN_SHARE = 0.5
#: Share of the pages on which the rules must fail outright.
_MIN_FAILING_SHARE = 0.5
#: Tags and authors that differ are a sign of a new template on at least this many pages, if nearly all agree. On fewer
#: pages, they may have been edited.
_MIN_PAGES, _NEARLY_ALL = 3, 0.8
#: Share of pages on which new rules may fail to read the known text.
_MAX_MISREAD_SHARE = 0.5


class RuleCheck(Enum):
    """What a page says about the rules: they work, other fields than the article differ, or they fail."""

    WORK = auto()
    DIFFER = auto()
    FAIL = auto()


@dataclass(frozen=True, slots=True)
class PageCheck:
    """The page of a post, with what is known of the post: its stored record or its feed entry."""

    page: Page
    entry: FeedEntry | None
    known: Post | None

    def can_teach(self) -> bool:
        """Whether enough is known of the post to learn rules from its page."""
        return self.known is not None or bool(self.entry and self.entry.content_html)

    def text(self) -> str:
        """All text of the page."""
        return " ".join(map(str, self.page.tree.itertext()))


def has_new_template(checks: Sequence[PageCheck], blog: KnownBlog) -> bool:
    """Whether the rules fail on pages that still show what is known."""
    return template_changed([result for check in checks if (result := _check_rules(check, blog)) is not None])


def template_changed(results: Sequence[RuleCheck]) -> bool:
    """Whether the results of several pages mean that the template has changed.

    An article or a title that is on the page but is not read is evidence enough. Tags and authors may have been edited
    on some pages, but if they differ on nearly all of several pages, the template is new.
    """
    failing, differing = results.count(RuleCheck.FAIL), results.count(RuleCheck.DIFFER)
    if failing and failing >= _MIN_FAILING_SHARE * len(results):
        return True
    return len(results) >= _MIN_PAGES and failing + differing >= _NEARLY_ALL * len(results)


def _check_rules(check: PageCheck, blog: KnownBlog) -> RuleCheck | None:
    """Check the rules on a page; ``None`` if too little is known of its post."""
    known = check.known
    if known is None:
        return _check_rules_on_new(check, blog)
    # A text that the blog's own rules did not read, because the post has another template, says nothing about them.
    if len(known.text) < _MIN_TEXT_LENGTH or known.source.get("text") in (Provenance.GUESS, Provenance.FALLBACK):
        return None
    page_text = check.text()
    got = blog.extractor.extract(check.page)
    lost_article = got.source.get("text") == Provenance.FALLBACK
    if lost_article and (shown_share(known.text, page_text) or 0) > _MIN_SHOWN_SHARE:
        return RuleCheck.FAIL
    shows_title = bool(known.title) and " ".join((known.title or "").split()) in " ".join(page_text.split())
    lost_title = known.source.get("title") == Provenance.RULE and got.source.get("title") != Provenance.RULE
    if lost_title and shows_title:
        return RuleCheck.FAIL
    if rules_miss_text(known.text, got.text, page_text):
        return RuleCheck.FAIL
    same = all(
        set(getattr(known, name)) == set(getattr(got, name))
        for name in ("tags", "authors")
        if known.source.get(name) == got.source.get(name)
    )
    return RuleCheck.WORK if same else RuleCheck.DIFFER


def _check_rules_on_new(check: PageCheck, blog: KnownBlog) -> RuleCheck | None:
    """Check the rules on the page of a new post; only its feed entry is known."""
    entry = check.entry
    text = html_text(entry.content_html or entry.summary_html) if entry is not None else ""
    if (shown_share(text, check.text()) or 0) < _MIN_SHOWN_SHARE:
        return None
    return RuleCheck.WORK if blog.extractor.article_rule(check.page) else RuleCheck.FAIL


def relearn(blog: KnownBlog, checks: Sequence[PageCheck]) -> KnownBlog | None:
    """The blog with rules for the new template; the old rules stay for pages that still have the old one.

    ``None`` if no article rule was found that reads the known texts. The pages are not changed.
    """
    checks = [replace(check, page=check.page.copy()) for check in checks]
    pairs = [(_training_entry(check), check.page) for check in checks]
    rules = learn(pairs, blog.rules.language, datetime.now(UTC))
    if not rules.article:
        return None
    misread = 0
    extractor = Extractor(rules)
    for check in checks:
        if check.known is not None:
            got = extractor.extract(check.page, check.entry)
            misread += rules_miss_text(check.known.text, got.text, check.text())
    if misread > _MAX_MISREAD_SHARE * len(checks):
        return None
    classifier = learn_post_classifier([check.page for check in checks], [], extractor)
    with optional_step("repair", blog.home):
        blog.knowledge.realign(pairs, blog.home)
    return replace(
        blog,
        rules=replace(rules, author=rules.author or blog.rules.author),
        comments=BlogComments.from_record([], rules.language),
        classifier=classifier,
        older=(blog.rules, *blog.older),
    )


def choose_extractor(blog: KnownBlog, check: PageCheck) -> Extractor:
    """The extractor for a page, which may still have an old template.

    This is the one that reads the known text, or else the first that finds an article.
    """
    extractors = [blog.extractor, *map(Extractor, blog.older), *(template.extractor for template in blog.others)]
    if check.known is not None and check.known.source.get("text") == Provenance.FALLBACK:
        extractors.append(Extractor(RuleSet(language=blog.rules.language, author=blog.rules.author)))
    if len(extractors) == 1:
        return blog.extractor
    if check.known is not None:
        for extractor in extractors:
            if extractor.extract(check.page, check.entry).text == check.known.text:
                return extractor
    return next((extractor for extractor in extractors if extractor.article_rule(check.page)), blog.extractor)


def _training_entry(check: PageCheck) -> FeedEntry:
    """What is known of a post, as a feed entry to learn rules from."""
    known = check.known
    if known is None:
        assert check.entry is not None
        return replace(check.entry, url=check.page.url)
    published: datetime | None = parse_instant(known.published)
    return FeedEntry(
        url=check.page.url,
        title=known.title,
        authors=tuple(known.authors),
        published=published,
        content_html=known.content_html,
        tags=tuple(known.tags),
    )
