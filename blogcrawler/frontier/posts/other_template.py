"""Recognise posts that have another template than the entries of the feed.

Blogs change their design, and old posts often keep the one they had. Nothing in the feed describes these, but they
resemble each other: each has its own title, which its head repeats, one article, and its own date.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dates import EDITED_PAGES, fold_word, month_names, published_part
from ...dom import Page, find, node_text, read, words
from ...extraction import (
    ArticleRule,
    ExtractedPost,
    Extractor,
    FieldRule,
    RuleSet,
    contains_words,
    has_ambiguous_titles,
    learn,
    own_entries,
    title_shared_with_head,
)
from ...items import Provenance
from ...urls import resolve, same_host
from .page_classifier import PostClassifier, learn_post_classifier
from .traits import ARTICLE, DATE, ONE_ARTICLE, TITLE_IN_HEAD, page_traits
from .url_pattern import PostPattern, Verdict, learn_pattern

__all__ = ["MIN_PAGES", "OtherTemplate", "learn_other_template"]

#: With fewer pages the content of a page cannot be told from its template.
MIN_PAGES = 3
#: Share of the pages that must have the traits of posts.
_MIN_SHARE = 0.8
#: Characters of an article, and the share of pages whose articles must be as long. Some posts are shorter.
_MIN_TEXT_LENGTH, _MIN_LONG_SHARE = 150, 0.6
#: Characters that may accompany a title in its element: the time, a number.
_MAX_BESIDE_TITLE = 60
#: A page with this many headings that are links is a list.
_MIN_LISTED = 3
_HEADINGS = ("h1", "h2", "h3", "h4")
_DIGITS = re.compile(r"\d+")
#: A day without its year, in a text of at most this many characters: "Posted on Jan 8 by".
_DAY, _WORD, _MAX_DAY_TEXT = re.compile(r"(?<!\d)\d{1,2}(?!\d)"), re.compile(r"[^\W\d_]{3,}"), 60
#: A date is a page's own if at most this share of the pages shows it.
_MAX_SHARED_DATES = 0.3


@dataclass(frozen=True, slots=True)
class OtherTemplate:
    """Reads the posts of another template, and distinguishes them from other pages."""

    rules: RuleSet
    classifier: PostClassifier
    pattern: PostPattern
    extractor: Extractor = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extractor", Extractor(self.rules))

    def is_post(self, page: Page, url: str) -> bool:
        """Whether a page is a post of this template. If its URL looks like a post's, one article is enough."""
        if self.pattern.fits(url) and self.pattern.classify(url) is Verdict.YES and self._has_article(page):
            return True
        return self.classifier.is_post(page, self.extractor, Verdict.MAYBE) and _shows_title(page, self.rules)

    def _has_article(self, page: Page) -> bool:
        rule = self.extractor.article_rule(page)
        nodes = find(page.tree, rule.selector) if rule is not None else []
        return len(nodes) == 1 and len(node_text(nodes[0])) >= _MIN_TEXT_LENGTH

    def record(self) -> dict[str, Any]:
        """The template as plain JSON values."""
        return {"rules": self.rules.record(), "judge": self.classifier.record(), "forms": self.pattern.record()}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> OtherTemplate:
        """Restore a template from its record."""
        return cls(
            RuleSet.from_record(record["rules"]),
            PostClassifier.from_record(record["judge"]),
            PostPattern.from_record(record["forms"]),
        )


def learn_other_template(pages: Sequence[Page], known: RuleSet) -> OtherTemplate | None:
    """Learn to read and recognise posts from pages of one template; ``None`` if the pages are not posts.

    ``known`` are the rules of the blog's present template: they give the language and the blog's only author.
    """
    pages = _without_copies(pages)
    enough = ceil(_MIN_SHARE * len(pages))
    heads = [" ".join(read(page, "/html/head/title", "text", 1)) for page in pages]
    is_series = _count_unique_without_numbers(heads) < enough
    if len(pages) < MIN_PAGES or _count_unique(heads) < enough or has_ambiguous_titles(pages):
        return None
    learned = _as_guess(learn(zip(own_entries(pages), pages, strict=True), known.language), known)
    learned = replace(learned, article=_single_first(learned.article, pages, enough))
    extractor = Extractor(learned)
    wanted = {ARTICLE, ONE_ARTICLE, TITLE_IN_HEAD} | ({DATE} if learned.published else set())
    single = [page for page in pages if wanted <= page_traits(page, extractor)]
    fitting = [page for page in single if _shows_title(page, learned) and not _is_list(page, extractor)]
    if len(fitting) < enough:
        return None
    posts = [extractor.extract(page) for page in pages]
    titles = [post.title or "" for post in posts]
    if (_count_unique if is_series else _count_unique_without_numbers)(titles) < enough:
        return None
    articles = [post.text if len(post.text) >= _MIN_TEXT_LENGTH else "" for post in posts]
    if _count_unique(articles) < (_MIN_SHARE if is_series else _MIN_LONG_SHARE) * len(pages):
        return None
    if not _have_dates(pages, posts, learned, enough):
        return None
    # Titles that differ in a number only may be those of the pages of a list, which do not have days of their own.
    if is_series and _count_unique([post.published or "" for post in posts]) < enough:
        return None
    pattern = learn_pattern(page.url for page in fitting)
    return OtherTemplate(learned, learn_post_classifier(fitting, [], extractor), pattern)


def _without_copies(pages: Sequence[Page]) -> list[Page]:
    """One page of each text: servers show a post at ``/name`` and ``/name.html``."""
    return list({"".join(map(str, page.tree.itertext())): page for page in reversed(pages)}.values())[::-1]


def _single_first(rules: Sequence[ArticleRule], pages: Sequence[Page], enough: int) -> tuple[ArticleRule, ...]:
    """The rules in their order, but first those that find one element on enough of the pages."""

    def is_single(rule: ArticleRule) -> bool:
        return sum(len(find(page.tree, rule.selector)) == 1 for page in pages) >= enough

    return tuple(sorted(rules, key=lambda rule: not is_single(rule)))


def _count_unique(texts: Sequence[str]) -> int:
    """The number of texts that only one page has, not counting those without words."""
    counts = Counter(texts)
    return sum(counts[text] == 1 for text in texts if words(text))


def _count_unique_without_numbers(texts: Sequence[str]) -> int:
    return _count_unique([_DIGITS.sub("", text) for text in texts])


def _as_guess(rules: RuleSet, known: RuleSet) -> RuleSet:
    """The rules, marked as not confirmed by a feed."""

    def guessed(fields: tuple[FieldRule, ...]) -> tuple[FieldRule, ...]:
        return tuple(replace(rule, by=Provenance.GUESS) for rule in fields)

    return replace(
        rules,
        article=tuple(replace(rule, source=Provenance.GUESS) for rule in rules.article),
        title=guessed(rules.title),
        authors=guessed(rules.authors),
        published=guessed(rules.published),
        updated=guessed(rules.updated),
        tags=guessed(rules.tags),
        author=None if rules.authors else known.author,
        # If no date could be learned, what looks like a date on some of the pages is something else.
        dated=0 if rules.published else rules.pages,
    )


def _shows_title(page: Page, rules: RuleSet) -> bool:
    """Whether the page shows its title in a separate text, with little else in it."""
    stated = (rule.strip_affixes(one) for rule in rules.title for one in read(page, rule.selector, rule.take, 1))
    title = title_shared_with_head(page, next(stated, "")) or ""
    body = page.tree.find("body")
    max_length = len(title) + _MAX_BESIDE_TITLE
    return (
        body is not None
        and bool(words(title))
        and any(len(text) < max_length and contains_words(text, title) for text in map(str, body.itertext()))
    )


def _is_list(page: Page, extractor: Extractor) -> bool:
    """Whether several headings in the article link to other pages of the site."""
    rule = extractor.article_rule(page)
    node = find(page.tree, rule.selector, first=True)[0] if rule is not None else page.tree
    targets = {link for heading in node.iter(*_HEADINGS) if (link := _link(heading)) is not None}
    host = urlsplit(page.url).hostname or ""
    own = [link for link in targets if same_host(urlsplit(resolve(page.base, link) or "").hostname or "", host)]
    return len(own) >= _MIN_LISTED


def _link(heading: _Element) -> str | None:
    above = heading.getparent()
    links = [*heading.iter("a"), *([above] if above is not None and above.tag == "a" else ())]
    return next((href for link in links if (href := link.get("href")) and not href.startswith("#")), None)


def _have_dates(pages: Sequence[Page], posts: Sequence[ExtractedPost], rules: RuleSet, enough: int) -> bool:
    """Whether the pages have their own dates, or at least show a day and month."""
    days = [post.published[:10] for post in posts if post.published]
    if len(days) >= enough and len(set(days)) >= max(2, 0.5 * len(days)) and not _are_edit_dates(pages, rules):
        return True
    shown = [_days_on(page, rules.language or "en") for page in pages]
    counts = Counter(day for days in shown for day in days)
    max_pages = max(1, _MAX_SHARED_DATES * len(pages))
    return sum(any(counts[day] <= max_pages for day in days) for days in shown) >= enough


def _are_edit_dates(pages: Sequence[Page], rules: RuleSet) -> bool:
    """Whether most pages show the date of the last edit, as manuals and wikis do."""
    if not rules.published or not rules.published[0].selector.startswith("//"):
        return False
    nodes = [node for page in pages for node in find(page.tree, rules.published[0].selector, first=True)]
    shown = [published_part(node_text(node)[:200]) for node in nodes]
    return 2 * sum(EDITED_PAGES.search(text) is not None for text in shown) > len(pages)


def _days_on(page: Page, language: str) -> set[tuple[int, int]]:
    """The months and days in short texts of a page."""
    names = month_names(language)
    found: set[tuple[int, int]] = set()
    body = page.tree.find("body")
    for text in map(str, body.itertext()) if body is not None else ():
        if len(text) > 2 * _MAX_DAY_TEXT or len(" ".join(text.split())) > _MAX_DAY_TEXT or EDITED_PAGES.search(text):
            continue
        if day := _DAY.search(text):
            month = next((names[word] for one in _WORD.findall(text) if (word := fold_word(one)) in names), None)
            if month is not None and 0 < int(day[0]) < 32:
                found.add((month, int(day[0])))
    return found
