"""A blog whose posts can be recognised and read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from ..comments import BlogComments
from ..dates import agreement
from ..dom import Page, read
from ..extraction import Extractor, RuleSet, learn
from ..faults import attempt, optional_step
from ..feeds import blog_title
from ..frontier import (
    OtherTemplate,
    PostClassifier,
    PostPattern,
    Scope,
    learn_other_template,
    learn_pattern,
    learn_post_classifier,
    trap_of,
)
from ..http import modified_date
from ..items import Blog, Feed, FeedEntry
from ..urls import page_key, resolve
from .entry_urls import shared_query, without_query
from .site_knowledge import SiteKnowledge
from .survey_result import Survey

__all__ = ["KnownBlog"]

#: Number of earlier templates to remember.
_MAX_OLDER_TEMPLATES = 5


@dataclass(slots=True)
class KnownBlog:
    """A blog's home page, how to recognise its posts, and how to read them.

    It is learned from a survey and stored as part of the blog's record.
    """

    home: str
    root: str
    rules: RuleSet
    pattern: PostPattern
    classifier: PostClassifier
    trusts_canonical: bool
    #: The query of the feed's links that is no part of the posts' addresses.
    feed_query: str = ""
    #: The rules of the blog's earlier templates, latest first.
    older: tuple[RuleSet, ...] = ()
    #: Other templates of some of its posts, found during the crawl.
    others: tuple[OtherTemplate, ...] = ()
    comments: BlogComments = field(default_factory=BlogComments)
    knowledge: SiteKnowledge = field(default_factory=SiteKnowledge)
    extractor: Extractor = field(init=False)
    scope: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.extractor = Extractor(self.knowledge.with_actions(self.rules))
        self.scope = Scope(self.root, self.pattern)
        self.comments.clock = self.rules.page_clock

    @classmethod
    def learn(cls, found: Survey, knowledge: SiteKnowledge) -> KnownBlog:
        """Learn from the pages of a survey. This takes a while: do not call it in the reactor's thread."""
        pages = [training.page for training in found.training]
        urls = [page.url for page in pages]
        urls = attempt("canonical", found.home, urls, _without_shared_query, pages, found.feed_query)
        language = found.feed.language if found.feed else None
        rules = RuleSet(language=language)
        with optional_step("learning", found.home):
            rules = learn([(one.entry, one.shown) for one in found.training], language, datetime.now(UTC))
        modified = ((modified_date(one.response), _published(one.entry)) for one in found.training)
        rules = replace(rules, modified=agreement(modified))
        entries = [None if training.entry.from_page else training.entry for training in found.training]
        shown = [training.shown for training in found.training]
        with optional_step("repair", found.home):
            knowledge.adapt(found.home_page, list(zip(entries, shown, strict=True)), found.home)
        is_post = page_key(found.home) in {page_key(page.url) for page in pages}
        classifier = PostClassifier()
        if shown == pages:  # those that need a browser are classified before they are rendered, by their addresses
            with optional_step("classification", found.home):
                others = [] if is_post else [found.home_page]
                classifier = learn_post_classifier(pages, others, Extractor(rules))
        return cls(
            home=found.home,
            root=found.root,
            rules=rules,
            pattern=learn_pattern(urls),
            classifier=classifier,
            trusts_canonical=attempt("canonical", found.home, False, _has_right_canonicals, pages, urls),
            feed_query=found.feed_query,
            others=attempt("other_templates", found.home, (), _learn_other_templates, found, rules),
            comments=BlogComments.from_record([], rules.language),
            knowledge=knowledge,
        )

    @classmethod
    def of_threads(cls, home: str, knowledge: SiteKnowledge) -> KnownBlog:
        """A forum. Its software is known, so there is nothing to learn."""
        return cls(home, home, RuleSet(), PostPattern(), PostClassifier(), False, knowledge=knowledge)

    @classmethod
    def from_record(cls, blog: Blog) -> KnownBlog | None:
        """What an earlier crawl has learned; ``None`` if it ended before that."""
        if blog.rules is None or blog.pattern is None:
            return None
        return cls(
            home=blog.url,
            root=blog.pattern["root"],
            rules=RuleSet.from_record(blog.rules),
            pattern=PostPattern.from_record(blog.pattern["forms"]),
            classifier=PostClassifier.from_record(blog.pattern["judge"]),
            trusts_canonical=blog.pattern["canonical"],
            feed_query=blog.pattern.get("feed_query", ""),
            older=tuple(RuleSet.from_record(rules) for rules in blog.pattern.get("older", ())),
            others=tuple(OtherTemplate.from_record(one) for one in blog.pattern.get("others", ())),
            comments=BlogComments.from_record(blog.rules.get("comments", []), blog.language),
            knowledge=SiteKnowledge.from_record(blog.knowledge),
        )

    def rules_record(self) -> dict[str, Any]:
        """How to read posts and their comments, as plain JSON values."""
        return self.rules.record() | {"comments": self.comments.record()}

    def pattern_record(self) -> dict[str, Any]:
        """How to recognise posts, and how to read other templates, as plain JSON values."""
        return {
            "root": self.root,
            "forms": self.pattern.record(),
            "judge": self.classifier.record(),
            "canonical": self.trusts_canonical,
            "feed_query": self.feed_query,
            "older": [rules.record() for rules in self.older[:_MAX_OLDER_TEMPLATES]],
            "others": [template.record() for template in self.others],
        }

    def record(self, feed: Feed | None, home: Page | None = None) -> Blog:
        """The record of the blog; without a title in the feed, it gets the home page's."""
        title = (feed.title if feed else None) or (_home_title(home) if home is not None else None)
        return Blog(
            url=self.home,
            title=blog_title(title, self.rules.names),
            language=self.rules.language,
            feed=feed.url if feed else None,
            rules=self.rules_record(),
            pattern=self.pattern_record(),
            knowledge=self.knowledge.record(),
            crawled=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def address_of(self, page: Page, url: str) -> str:
        """A post's address: the canonical one, if the blog's canonical addresses can be trusted; else without what
        says that readers come from the feed."""
        if self.feed_query and urlsplit(url).query == self.feed_query:
            url = without_query(url)
        canonical = _canonical(page) if self.trusts_canonical else None
        if canonical is None:
            return url
        canonical = self.scope.adopt(canonical)
        if page_key(canonical) == page_key(self.home) or not self.scope.contains(canonical):
            return url
        if trap_of(canonical, post=True):  # in WordPress, the newest page of the comments may be canonical
            return url
        return canonical


def _published(entry: FeedEntry) -> str | None:
    return entry.published.isoformat() if entry.published else None


def _home_title(home: Page) -> str | None:
    """The name of the site as its home page states it, else its ``<title>``."""
    stated = read(home, '/html/head/meta[@property="og:site_name"]', "content", 1)
    return next(iter(stated or read(home, "/html/head/title", "text", 1)), None)


def _canonical(page: Page) -> str | None:
    for link in page.tree.iterfind("./head/link[@rel='canonical']"):
        return resolve(page.base, link.get("href") or "")
    return None


def _learn_other_templates(found: Survey, rules: RuleSet) -> tuple[OtherTemplate, ...]:
    """The further templates of posts that the survey of a blog without a feed has found."""
    learned = (learn_other_template(pages, rules) for pages in found.other_templates)
    return tuple(template for template in learned if template is not None)


def _has_right_canonicals(pages: Sequence[Page], urls: Sequence[str]) -> bool:
    """Whether canonical addresses can be trusted: those of most posts in the feed are the posts' own."""
    stated = [(url, canonical) for page, url in zip(pages, urls, strict=True) if (canonical := _canonical(page))]
    own = sum(page_key(url) == page_key(canonical) for url, canonical in stated)
    return bool(stated) and own > 0.5 * len(stated)


def _without_shared_query(pages: Sequence[Page], feed_query: str) -> list[str]:
    """The addresses of the pages without the query of the feed's links. It is no part of them if the survey says so,
    or if the canonical addresses of the pages lack it."""
    urls = [page.url for page in pages]
    bare = [without_query(url) for url in urls]
    query = shared_query(urls)
    return bare if query and (query == feed_query or _has_right_canonicals(pages, bare)) else urls
