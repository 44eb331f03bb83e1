"""Reading the article of a page, and checking it: if it looks wrong, the next rule and the next method are tried.

An article looks wrong if it is empty, or much shorter than all training articles, while the page has more other text
than the training pages had around their articles. Every attempt starts from the intact page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml.etree import _Element

from ..dom import Page, find, outline, parse_page, words
from ..items import Provenance
from .cleaning.cleaner import Article, Cleaner
from .cleaning.lead_image import lead_picture
from .cleaning.title_and_byline_lines import TitleAndBylineLines
from .fallback_article import generic_article
from .numbered_sections import copy_with_sections, join_sections
from .readable_text import count_readable_words
from .rules import UNCONFIRMED, ArticleRule, RuleSet

__all__ = ["UNMEASURED", "ArticleReader", "ArticleReading"]

#: The confidence in a value that was not compared with a feed on any page of the blog.
UNMEASURED = 0.5
#: An article that looks wrong is as likely wrong as right.
_DOUBTED = 0.5
#: Pages may have this many times as much other text as the training pages had, and this many words more: a list of
#: related posts, a longer byline.
_MAX_OTHER_FACTOR, _MAX_OTHER_MARGIN = 2, 40
#: Many posts are shorter than the shortest training article, and counting a page's words costs as much as reading it.
_MIN_LENGTH_SHARE = 0.5
#: What makes an article without text a post of pictures or recordings.
_MEDIA = re.compile(r"<(?:img|picture|iframe|video|audio|svg|object|embed)\b")
_EMPTY = Article("", "", [])
#: A second attempt replaces a short article if it is this many times as long.
_MUCH_LONGER = 2


@dataclass(frozen=True, slots=True)
class ArticleReading:
    """An article, the method that found it, and how likely it is right."""

    article: Article
    source: Provenance
    confidence: float


class ArticleReader:
    """Reads the articles of one blog by its rules; pages where they find nothing plausible by general heuristics."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._cleaners = [(rule, Cleaner(rule)) for rule in rules.article]
        #: The same elements, cleaned without what was learned about their inside.
        self._plain = [(rule, Cleaner(ArticleRule(rule.selector, 0.0, spare=rule.spare))) for rule in rules.article]

    def read(self, page: Page, lines: TitleAndBylineLines, *, consume: bool = False) -> ArticleReading:
        """The first article that is plausible; if none is, the first with text.

        With ``consume`` the page's tree may be changed, and must not be used afterwards.
        """
        pages = _Pages(page, consume=consume)
        doubts = _Doubts(pages, self._rules)
        best: ArticleReading | None = None
        for reading in self._by_rules(pages, lines):
            if doubts.is_plausible(reading.article):
                return reading
            if best is None or (reading.article.text and not best.article.text):
                best = reading
        if best is not None:
            doubts.count_readable_words()  # before the page is consumed
        other = generic_article(pages.intact(), lines, consume=consume)
        if best is None or (other is not None and doubts.is_better(other, best.article)):
            return ArticleReading(other or _EMPTY, Provenance.FALLBACK, UNMEASURED)
        return replace(best, confidence=round(best.confidence * _DOUBTED, 4))

    def _by_rules(self, pages: _Pages, lines: TitleAndBylineLines) -> Iterator[ArticleReading]:
        """The articles that the rules find, first by all that was learned and then by the position alone."""
        for cleaners in (self._cleaners, self._plain):
            for rule, cleaner in cleaners:
                for node in find(pages.intact().tree, rule.selector, first=True):
                    yield ArticleReading(self._clean(pages, node, rule, cleaner, lines), rule.source, rule.confidence)

    def _clean(
        self, pages: _Pages, node: _Element, rule: ArticleRule, cleaner: Cleaner, lines: TitleAndBylineLines
    ) -> Article:
        page = pages.intact()
        lead = lead_picture(page, node, self._rules.emblems, lines.title) if self._rules.leads else ""
        unconfirmed = rule.source in UNCONFIRMED
        article = cleaner.clean(pages.take(node), page.base, lines.title, lines if unconfirmed else None)
        return replace(article, html=lead + article.html) if lead else article


class _Pages:
    """A page whose elements can be taken and changed, while it stays intact for further attempts.

    If the page may be consumed, the first element is changed in place: nearly all articles are plausible at once, and
    parsing the other pages again costs less than copying all articles.
    """

    def __init__(self, page: Page, *, consume: bool) -> None:
        self._page, self._html = page, page.html if consume else None
        self._is_broken = False

    def intact(self) -> Page:
        """The page as it was parsed."""
        if self._is_broken:
            self._page, self._is_broken = parse_page(self._html or "", self._page.url), False
            self._html = None
        return self._page

    def take(self, node: _Element) -> _Element:
        """An element of the page as it is now, with the sections that continue it, to be changed."""
        if self._html is None:
            return copy_with_sections(node)
        self._is_broken = True
        join_sections(node)
        return node


class _Doubts:
    """Whether articles of a page look like those of the training pages."""

    def __init__(self, pages: _Pages, rules: RuleSet) -> None:
        self._pages, self._rules = pages, rules
        self._readable: int | None = None

    def is_plausible(self, article: Article) -> bool:
        """Whether an article is not much shorter than on the training pages, or the page has little other text."""
        if article.text and len(article.text) >= _MIN_LENGTH_SHARE * self._rules.shortest:
            return True
        if not article.text and _MEDIA.search(article.html) is None:
            return False
        return self._count_other_words(article) <= _MAX_OTHER_FACTOR * self._rules.others + _MAX_OTHER_MARGIN

    def is_better(self, other: Article, article: Article) -> bool:
        """Whether an article that general heuristics found is better than one that looks wrong."""
        if article.text:
            return len(other.text) >= _MUCH_LONGER * len(article.text) and self.is_plausible(other)
        return bool(other.text) and self._count_other_words(article) > self._rules.others

    def count_readable_words(self) -> int:
        """The number of words on the page, as far as a reader would read them."""
        if self._readable is None:
            self._readable = count_readable_words(outline(self._pages.intact()))
        return self._readable

    def _count_other_words(self, article: Article) -> int:
        """The number of these words outside of an article."""
        return self.count_readable_words() - len(words(article.text))
