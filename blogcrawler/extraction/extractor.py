"""Applying a blog's rules to a page: which source gives each field, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain

from lxml.etree import _Element

from ..dates import (
    ROUGHLY_AGO,
    Clock,
    DateCandidate,
    DateOrigin,
    Moment,
    is_earlier,
    read_date,
    read_iso,
    read_timestamp,
    url_date,
)
from ..dom import META, Page, find, read, read_element, read_elements, squash
from ..faults import attempt, optional_step
from ..items import FeedEntry, Provenance
from ..urls import other_pages
from .article_reader import UNMEASURED, ArticleReader
from .cleaning.title_and_byline_lines import TitleAndBylineLines
from .fields.authors import read_author_names, spelled_as_known
from .fields.comment_signature import signature
from .fields.language import stated_language, text_language
from .fields.page_timestamps import page_timestamps
from .fields.partial_dates import YEARLESS, complete_date
from .fields.site_name import fold_name
from .fields.tags import clean_tags, read_tags
from .fields.titles import guess_title, links_home, title_shared_with_head
from .fields.visible_byline import visible_byline
from .rules import URL, ArticleRule, FieldRule, RuleSet
from .unruled_date import unruled_date

__all__ = ["ExtractedPost", "Extractor", "metadata_date"]


@dataclass(slots=True)
class ExtractedPost:
    """The fields of a post, as read from its page."""

    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: str | None = None
    updated: str | None = None
    tags: list[str] = field(default_factory=list)
    language: str | None = None
    content_html: str = ""
    text: str = ""
    links: list[str] = field(default_factory=list)
    #: Who gave each field, a ``Provenance``.
    source: dict[str, str] = field(default_factory=dict)
    #: How likely each field is right, from 0 to 1: how well its rule did on the training pages. Dates have their own.
    confidence: dict[str, float] = field(default_factory=dict)
    #: All dates that may be the post's, the most reliable first.
    dates: list[DateCandidate] = field(default_factory=list)
    #: False if an error occurred while the article was read; the text is empty then.
    is_article_read: bool = True


#: The fields with a confidence.
_MEASURED = frozenset({"title", "authors", "tags", "content_html", "text"})
#: The chance that a date is right on blogs where no date on the training pages agreed with the feed.
_UNCONFIRMED_DATE_CHANCE = 0.3


class Extractor:
    """Reads the posts of one blog by its rules; pages without a match are read by their metadata and by heuristics."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._articles = ArticleReader(rules)
        self._language = (rules.language or "en").split("-")[0]
        self._signatures = dict(rules.signatures)
        #: The chance of dates that no rule reads, and the number of pages that it comes from.
        self._other_dates = (0.0, 0) if rules.published else (_UNCONFIRMED_DATE_CHANCE, rules.dated)

    def article_rule(self, page: Page) -> ArticleRule | None:
        """The first article rule that matches on the page; those of the knowledge base only if there are no others."""
        learned = [rule for rule in self.rules.article if rule.source != Provenance.KNOWLEDGE] or self.rules.article
        return next((rule for rule in learned if find(page.tree, rule.selector, first=True)), None)

    def extract(
        self, page: Page, entry: FeedEntry | None = None, fetched: datetime | None = None, *, consume: bool = False
    ) -> ExtractedPost:
        """Read the fields of the post on a page.

        ``entry`` is the post's feed entry, ``fetched`` the time of the download, from which "3 days ago" is counted.
        The page is left as it is. With ``consume`` its tree is cleaned in place, which saves a copy of it; the page
        must not be used afterwards.
        """
        got, url = self.extract_short_fields(page, entry, fetched), page.url
        stated = attempt("language", url, None, stated_language, page, self.rules.language)
        got.is_article_read = False
        with optional_step("article", url):
            lines = TitleAndBylineLines(got.title, got.published, self._language)
            reading = self._articles.read(page, lines, consume=consume)
            got.content_html, got.text = reading.article.html, reading.article.text
            got.links = other_pages(reading.article.links, url)
            if got.content_html:
                got.source["content_html"] = got.source["text"] = reading.source
                got.confidence["content_html"] = got.confidence["text"] = reading.confidence
            got.is_article_read = True
        with optional_step("language", url):
            got.language = text_language(got.text, stated, self.rules.language)
            if got.language:
                got.source["language"] = Provenance.METADATA if got.language == stated else Provenance.FALLBACK
        for name in _MEASURED & got.source.keys() - got.confidence.keys():
            got.confidence[name] = 1.0 if got.source[name] == Provenance.FEED else UNMEASURED
        return got

    def extract_short_fields(
        self, page: Page, entry: FeedEntry | None = None, fetched: datetime | None = None
    ) -> ExtractedPost:
        """Read all fields but the article and its language, as :meth:`extract` does."""
        got, url = ExtractedPost(), page.url
        with optional_step("title", url):
            self._title(page, entry, got)
        with optional_step("authors", url):
            self._authors(page, entry, got)
        with optional_step("dating", url):
            self._published(page, entry, got, fetched)
        with optional_step("tags", url):
            self._tags(page, entry, got)
        return got

    def _title(self, page: Page, entry: FeedEntry | None, got: ExtractedPost) -> None:
        for rule in self.rules.title:
            for value, node in _values(page, rule):
                title: str | None = rule.strip_affixes(value)
                if rule.by == Provenance.GUESS:  # no feed confirmed the rule, but <title> can
                    title = title_shared_with_head(page, title or "")
                if title and self._names_blog(page, rule, value, title, node):
                    title = guess_title(page, names=self.rules.names) or title
                if title:
                    got.title, got.source["title"], got.confidence["title"] = title, rule.source, rule.confidence
                    return
        if entry is not None and entry.title:
            got.title, got.source["title"] = squash(entry.title), Provenance.FEED
            return
        got.title = guess_title(page, names=self.rules.names, untitled=self._is_untitled(page))
        if got.title:
            got.source["title"] = Provenance.METADATA

    def _names_blog(self, page: Page, rule: FieldRule, value: str, title: str, node: _Element | None) -> bool:
        """Whether a title is the blog's name, or has it where those of the training pages have not: in an older
        template, the first heading may be the name, and ``<title>`` may begin with it."""
        if fold_name(title) in self.rules.names or (node is not None and links_home(page, node)):
            heads = read(page, "/html/head/title", "text", 1)
            return any(fold_name(head) not in self.rules.names for head in heads)
        has_affixes = value.startswith(rule.prefix) and value.endswith(rule.suffix)
        return node is None and rule.marks == (0, 0) and not has_affixes

    def _is_untitled(self, page: Page) -> bool:
        """Whether a post has no title: its title element is empty, or its ``<title>`` is only the blog's name."""
        selectors = [rule.selector for rule in self.rules.title if rule.in_body and rule.by != Provenance.GUESS]
        if any(find(page.tree, selector, first=True) for selector in selectors):
            return True
        heads = read(page, "/html/head/title", "text", 1) if self.rules.headed else []
        return any(fold_name(head) in self.rules.names for head in heads)

    def _authors(self, page: Page, entry: FeedEntry | None, got: ExtractedPost) -> None:
        if entry is not None and entry.authors and not self.rules.pseudonym:
            got.authors, got.source["authors"] = list(entry.authors), Provenance.FEED
            return
        for rule in self.rules.authors:
            names = spelled_as_known(read_author_names(page, rule), self.rules.author)
            if names:
                publisher = [self.rules.author] if self.rules.publisher and self.rules.author else []
                got.authors, got.source["authors"] = list(dict.fromkeys(names + publisher)), rule.source
                got.confidence["authors"] = rule.confidence
                return
        if self._signatures and (name := self._signatures.get(signed := signature(page))):
            got.authors, got.source["authors"] = [name], Provenance.RULE if signed else Provenance.FALLBACK
            return
        if self.rules.author:
            got.authors, got.source["authors"] = [self.rules.author], Provenance.FEED
            return
        if self.rules.pages and not self.rules.authors:
            return  # this blog does not name authors
        for selector, take in META["authors"]:
            names = read_author_names(page, FieldRule(selector, 0.0, take))
            if names:
                got.authors, got.source["authors"] = names, Provenance.METADATA
                return
        if self.rules.authors and (names := visible_byline(page)):  # in another template
            got.authors, got.source["authors"] = names, Provenance.FALLBACK

    def _published(self, page: Page, entry: FeedEntry | None, got: ExtractedPost, fetched: datetime | None) -> None:
        if entry is not None:
            if entry.updated:
                got.updated, got.source["updated"] = entry.updated.isoformat(), Provenance.FEED
            if entry.published:
                got.published, got.source["published"] = entry.published.isoformat(), Provenance.FEED
                got.dates.append(DateCandidate(got.published, DateOrigin.FEED))
        if got.updated is None:
            got.updated = self._first_date(page, self.rules.updated, got, "updated", fetched)
        if got.published is None:
            got.published = self._first_date(page, self.rules.published, got, "published", fetched)
        if got.published is None and (moment := metadata_date(page, "published", "shown")):
            got.published, got.source["published"] = moment.iso(), Provenance.METADATA
            got.dates.append(DateCandidate(got.published, DateOrigin.META, *self._other_dates))
        in_url = url_date(page.url)
        if in_url and not any(date.origin is DateOrigin.URL for date in got.dates):
            got.dates.append(DateCandidate(in_url.iso(), DateOrigin.URL, *self._other_dates))
            if got.published is None:
                got.published, got.source["published"] = in_url.iso(), Provenance.METADATA
        if got.published is None and (moment := unruled_date(page, self.rules, self.article_rule(page))):
            got.published, got.source["published"] = moment.iso(), Provenance.FALLBACK
            got.dates.append(DateCandidate(got.published, DateOrigin.TEXT))
        if is_earlier(got.updated, got.published):  # the post was scheduled
            got.updated = None
            del got.source["updated"]
        day, on_that_day, dated = self.rules.batch
        if got.published is None and day and not self.rules.published:
            got.dates.append(DateCandidate(day, DateOrigin.BATCH, on_that_day / dated, dated))
        if got.published is None:
            got.dates += page_timestamps(page, self._language, self.rules.timestamps, fetched)

    def _first_date(
        self, page: Page, rules: tuple[FieldRule, ...], got: ExtractedPost, name: str, fetched: datetime | None
    ) -> str | None:
        for rule in rules:
            moment = self._date(page, rule, fetched)
            if moment:
                got.source[name] = Provenance.ESTIMATE if rule.usual and moment.hour is None else rule.source
                date = (Clock(rule.zone, rule.clock).set(moment) if rule.zone else moment).iso()
                if name == "published":
                    got.dates.append(DateCandidate(date, rule.date_origin, *_evidence(rule, self.rules.dated)))
                return date
        return None

    def _date(self, page: Page, rule: FieldRule, fetched: datetime | None) -> Moment | None:
        if rule.selector == URL:
            return url_date(page.url)
        for value in read(page, rule.selector, rule.take, 1):
            if rule.form == "stamp":
                return read_timestamp(value)
            readings = dict(reversed(read_date(value, self._language, fetched)))
            readings.pop(ROUGHLY_AGO, None)  # "a year ago" does not even give the month
            if (
                not readings
                and rule.form == YEARLESS
                and (completed := complete_date(value, self._language, page.url, fetched))
            ):
                return completed[1]
            if readings:
                return readings.get(rule.form) or next(reversed(readings.values()))
        return None

    def _tags(self, page: Page, entry: FeedEntry | None, got: ExtractedPost) -> None:
        if entry is not None and entry.tags:
            got.tags, got.source["tags"] = clean_tags(entry.tags), Provenance.FEED
            return
        for rule in self.rules.tags:
            tags = clean_tags(read_tags(page, rule))
            if tags:
                got.tags, got.source["tags"], got.confidence["tags"] = tags, rule.source, rule.confidence
                return


def _values(page: Page, rule: FieldRule) -> Iterator[tuple[str, _Element | None]]:
    """The first value that a rule reads, with its element if readers see it."""
    if not rule.in_body:
        yield from ((value, None) for value in read(page, rule.selector, rule.take, 1))
        return
    for node in read_elements(page, rule.selector, 1):
        if value := read_element(node, rule.take):
            yield value, node


def _evidence(rule: FieldRule, pages: int) -> tuple[float, int]:
    """How often a date rule agreed with the feed, and on how many pages; zeros if it was not compared."""
    return (rule.confidence, pages) if rule.form else (0.0, 0)


def metadata_date(page: Page, *names: str) -> Moment | None:
    """The first date in the page's metadata of these kinds: ``published``, ``updated`` or ``shown`` (``<time>``)."""
    for selector, take in chain.from_iterable(META[name] for name in names):
        for value in read(page, selector, take, 1):
            moment = read_iso(value)
            readings = [] if moment else [reading for _, reading in read_date(value)]  # "Mon, 02 Sep 2013 18:45 GMT"
            if moment or len(readings) == 1:
                return moment or readings[0]
    return None
