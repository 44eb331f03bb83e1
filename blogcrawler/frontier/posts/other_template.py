"""Posts in another template than that of the feed's entries, recognised without the feed.

Blogs change their looks, and old posts often keep those that they had. Nothing in the feed says how these look, but
they look like each other: each has a title of its own that its head knows, one article, and a date of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from lxml.etree import _Element

from ...dates import EDITED_PAGES, fold_word, month_names
from ...dom import Page, find, node_text, read, words
from ...extraction import (
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
from .page_classifier import IN_HEAD, ONE, PostClassifier, learn_post_classifier, page_traits
from .url_pattern import PostPattern, Verdict, learn_pattern

__all__ = ["FEWEST", "OtherTemplate", "learn_other_template"]

#: On fewer pages nothing can be told apart from the template.
FEWEST = 3
#: Such a share of the pages must have what posts have.
_NEARLY_ALL = 0.8
#: An article has so many characters. Those of some posts are shorter, but not those of most.
_LEAST_TEXT, _MOST = 150, 0.6
#: So many characters may stand beside a title: the hour, a number.
_BESIDE = 60
#: So many headings that are links, and a page is a list.
_SEVERAL = 3
_HEADINGS = ("h1", "h2", "h3", "h4")
_DIGITS = re.compile(r"\d+")
#: A day without its year, in a text of so many characters: "Posted on Jan 8 by".
_DAY, _WORD, _SHORT = re.compile(r"(?<!\d)\d{1,2}(?!\d)"), re.compile(r"[^\W\d_]{3,}"), 60


@dataclass(frozen=True, slots=True)
class OtherTemplate:
    """How the posts of another template are read, and told from other pages."""

    rules: RuleSet
    judge: PostClassifier
    pattern: PostPattern
    extractor: Extractor = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extractor", Extractor(self.rules))

    def is_post(self, page: Page, url: str) -> bool:
        """Whether a page is a post of this template; where the address speaks for it, one article is enough."""
        if self.pattern.fits(url) and self.pattern.judge(url) is Verdict.YES and self._has_article(page):
            return True
        return self.judge.is_post(page, self.extractor, Verdict.MAYBE) and _shows_title(page, self.rules)

    def _has_article(self, page: Page) -> bool:
        rule = self.extractor.article_rule(page)
        nodes = find(page.tree, rule.selector) if rule is not None else []
        return len(nodes) == 1 and len(node_text(nodes[0])) >= _LEAST_TEXT

    def record(self) -> dict[str, Any]:
        """The template as plain JSON values."""
        return {"rules": self.rules.record(), "judge": self.judge.record(), "forms": self.pattern.record()}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> OtherTemplate:
        """The template that ``record`` gave."""
        judge, pattern = PostClassifier.from_record(record["judge"]), PostPattern.from_record(record["forms"])
        return cls(RuleSet.from_record(record["rules"]), judge, pattern)


def learn_other_template(pages: Sequence[Page], known: RuleSet) -> OtherTemplate | None:
    """Learn to read and to recognise the posts that pages of one template are; ``None`` if they are none.

    ``known`` are the rules of the blog's present template: they tell its language and its only author.
    """
    least = ceil(_NEARLY_ALL * len(pages))
    heads = [_DIGITS.sub("", " ".join(read(page, "/html/head/title", "text", 1))) for page in pages]
    if len(pages) < FEWEST or _alone(heads) < least or has_ambiguous_titles(pages):
        return None
    learned = _as_guess(learn(zip(own_entries(pages), pages, strict=True), known.language), known)
    extractor = Extractor(learned)
    wanted = {"article", ONE, IN_HEAD} | ({"date"} if learned.published else set())
    single = [page for page in pages if wanted <= page_traits(page, extractor)]
    fitting = [page for page in single if _shows_title(page, learned) and not _is_list(page, extractor)]
    if len(fitting) < least:
        return None
    got = [extractor.extract(page) for page in pages]
    if _alone([_DIGITS.sub("", one.title or "") for one in got]) < least:
        return None
    if _alone([one.text if len(one.text) >= _LEAST_TEXT else "" for one in got]) < _MOST * len(pages):
        return None
    if not _have_dates(pages, got, learned, least):
        return None
    pattern = learn_pattern(page.url for page in fitting)
    return OtherTemplate(learned, learn_post_classifier(fitting, [], extractor), pattern)


def _alone(texts: Sequence[str]) -> int:
    """How many of the texts are not those of other pages, too."""
    counts = Counter(texts)
    return sum(counts[text] == 1 for text in texts if words(text))


def _as_guess(rules: RuleSet, known: RuleSet) -> RuleSet:
    """The rules, saying of themselves that no feed has confirmed them."""

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
        # Where none of the pages shows its date, what else reads like one on some of them is not it.
        dated=0 if rules.published else rules.pages,
    )


def _shows_title(page: Page, rules: RuleSet) -> bool:
    """Whether the title stands on the page, by itself or with little beside it."""
    read_so = (rule.strip_affixes(one) for rule in rules.title for one in read(page, rule.selector, rule.take, 1))
    title = title_shared_with_head(page, next(read_so, "")) or ""
    body = page.tree.find("body")
    longest = len(title) + _BESIDE
    return (
        body is not None
        and bool(words(title))
        and any(len(text) < longest and contains_words(text, title) for text in map(str, body.itertext()))
    )


def _is_list(page: Page, extractor: Extractor) -> bool:
    """Whether there are several headings in the article that lead to other pages."""
    rule = extractor.article_rule(page)
    node = find(page.tree, rule.selector, first=True)[0] if rule is not None else page.tree
    leading = {link for heading in node.iter(*_HEADINGS) if (link := _link(heading)) is not None}
    return len(leading) >= _SEVERAL


def _link(heading: _Element) -> str | None:
    above = heading.getparent()
    links = [*heading.iter("a"), *([above] if above is not None and above.tag == "a" else ())]
    return next((href for link in links if (href := link.get("href")) and not href.startswith("#")), None)


def _have_dates(pages: Sequence[Page], got: Sequence[ExtractedPost], rules: RuleSet, least: int) -> bool:
    """Whether the pages have dates of their own, at least the day of a year that is not said."""
    days = [one.published[:10] for one in got if one.published]
    if len(days) >= least and len(set(days)) >= max(2, 0.5 * len(days)) and not _say_changed(pages, rules):
        return True
    shown = [_days_on(page, rules.language or "en") for page in pages]
    counts = Counter(day for days in shown for day in days)
    return sum(any(counts[day] <= max(1, 0.3 * len(pages)) for day in days) for days in shown) >= least


def _say_changed(pages: Sequence[Page], rules: RuleSet) -> bool:
    """Whether the dates of most pages are those of the last change."""
    if not rules.published or not rules.published[0].selector.startswith("//"):
        return False
    nodes = [node for page in pages for node in find(page.tree, rules.published[0].selector, first=True)]
    return 2 * sum(EDITED_PAGES.search(node_text(node)[:200]) is not None for node in nodes) > len(pages)


def _days_on(page: Page, language: str) -> set[tuple[int, int]]:
    """The months and days that short texts of a page name."""
    names = month_names(language)
    found: set[tuple[int, int]] = set()
    body = page.tree.find("body")
    for text in map(str, body.itertext()) if body is not None else ():
        if len(text) > 2 * _SHORT or len(" ".join(text.split())) > _SHORT or EDITED_PAGES.search(text):
            continue
        if day := _DAY.search(text):
            month = next((names[word] for one in _WORD.findall(text) if (word := fold_word(one)) in names), None)
            if month is not None and 0 < int(day[0]) < 32:
                found.add((month, int(day[0])))
    return found
