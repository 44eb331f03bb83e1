"""What is learned about a blog: rules as plain records that can be read, stored and applied."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from ..dates import Clock, DateOrigin
from ..dom import JSON_LD, PIECES, SCRIPT
from ..items import Provenance

__all__ = ["UNCONFIRMED", "URL", "ArticleRule", "FieldRule", "RuleSet"]

#: The selector of rules that read the page's URL instead of its tree.
URL = "url"
#: Rules from these were never compared with a feed.
UNCONFIRMED = frozenset({Provenance.FALLBACK, Provenance.FOREST, Provenance.GUESS})


@dataclass(frozen=True, slots=True)
class ArticleRule:
    """Where the article is, and what inside its element does not belong to it.

    Selectors are XPath expressions. All but ``selector`` are relative to the article's element.
    """

    #: Finds the article; the first match counts.
    selector: str
    #: The rule's score on the training pages, from 0 to 1.
    confidence: float
    #: The article begins after the first match, and ends before the first match of ``until``.
    after: str = ""
    until: str = ""
    #: Elements to drop.
    drop: tuple[str, ...] = ()
    #: Elements to drop if their text is the post's title.
    titles: tuple[str, ...] = ()
    #: Elements to keep although their class or id looks like boilerplate.
    spare: tuple[str, ...] = ()
    #: Whether the article ends at a heading that announces comments or other posts.
    ends: bool = False
    #: Texts that many pages repeat; blocks that consist of one are dropped.
    phrases: tuple[str, ...] = ()
    #: URLs of pictures to drop, because many pages repeat them.
    pictures: tuple[str, ...] = ()
    #: Which method found the rule.
    source: Provenance = Provenance.RULE


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Where a short field is, such as the title or the date, and how to read it."""

    #: An XPath expression, or ``json-ld:NAME``, ``script:KEY`` or ``url``.
    selector: str
    #: The rule's score on the training pages, from 0 to 1.
    confidence: float
    #: What to read of the element: its ``text``, the ``pieces`` of it separated by spaces, its ``own`` text without
    #: its children's, or else the attribute of that name.
    take: str = "text"
    #: What to cut off before and after the value; see ``marks``.
    prefix: str = ""
    suffix: str = ""
    #: The order of numbers in dates (``dmy``, ``mdy``, ``ymd``), or another format that the date reader names.
    form: str = ""
    #: The blog's offset from UTC: pairs of a day of the year and the minutes on that day.
    zone: tuple[tuple[int, int], ...] = ()
    #: The time of day (``HH:MM:SS``) that completes a date without one.
    clock: str = ""
    #: Whether only most posts have that time of day, so that it is an estimate.
    usual: bool = False
    #: Whether pages show only the day.
    daily: bool = False
    #: Which method found the rule, if it was not learned from the feed.
    by: Provenance | Literal[""] = ""
    #: If not zero: the value begins after this many occurrences of ``prefix`` and ends before the last this many
    #: of ``suffix``, whatever else is around them.
    marks: tuple[int, int] = (0, 0)
    #: Whether every match is a value, as with several authors; else only the first is.
    several: bool = False

    @property
    def in_body(self) -> bool:
        """Whether the rule reads what readers see."""
        return not self.selector.startswith(("json-ld:", "script:", "/html/head/"))

    @property
    def source(self) -> Provenance:
        """Who gives the field: ``by``, else ``metadata`` if readers do not see it, else ``rule``."""
        if self.by:
            return self.by
        return Provenance.RULE if self.in_body else Provenance.METADATA

    @property
    def date_origin(self) -> DateOrigin:
        """The kind of place where the rule reads a date."""
        if self.selector == URL:
            return DateOrigin.URL
        if self.selector.startswith(JSON_LD):
            return DateOrigin.JSON_LD
        if self.selector.startswith(("/html/head/", SCRIPT)):
            return DateOrigin.META
        return DateOrigin.TEXT if self.take in ("text", PIECES) else DateOrigin.TIME

    def strip_affixes(self, value: str) -> str:
        """The value without what every page has before and after it."""
        if self.marks != (0, 0):
            return self._between_marks(value)
        if len(value) > len(self.prefix) + len(self.suffix):
            return value.removeprefix(self.prefix).removesuffix(self.suffix).strip()
        return value

    def _between_marks(self, value: str) -> str:
        before, after = self.marks
        inner = value.rsplit(self.suffix, after)[0] if after else value
        inner = inner.split(self.prefix, before)[-1] if before else inner
        return inner.strip() or value.strip()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a blog, best first for each field, and what holds for all its posts.

    The field names are those of the stored record.
    """

    article: tuple[ArticleRule, ...] = ()
    title: tuple[FieldRule, ...] = ()
    authors: tuple[FieldRule, ...] = ()
    published: tuple[FieldRule, ...] = ()
    updated: tuple[FieldRule, ...] = ()
    tags: tuple[FieldRule, ...] = ()
    #: The blog's language.
    language: str | None = None
    #: The author of all posts, if the feed names only one.
    author: str | None = None
    #: Whether that author is not a person but the blog's name or "admin": names on the pages come first.
    pseudonym: bool = False
    #: Whether several people write under that name: it is listed after them.
    publisher: bool = False
    #: Number of training pages.
    pages: int = 0
    #: Number of training pages whose date the feed gave.
    dated: int = 0
    #: Number of training pages whose ``Last-Modified`` was the day of publication, and number that had the header.
    modified: tuple[int, int] = (0, 0)
    #: Other dates that say when a page changed (``DateOrigin``): how often each was the day of publication, and of how
    #: many training pages. Only for blogs whose pages do not state that day.
    timestamps: tuple[tuple[str, int, int], ...] = ()
    #: The most frequent day in the feed, the number of posts on it, and the number of dated posts.
    batch: tuple[str, int, int] = ("", 0, 0)
    #: For blogs whose pages do not name authors: pairs of an account and the author's name. The account is the one
    #: that signs the author's own comments; an empty one stands for posts without such comments.
    signatures: tuple[tuple[str, str], ...] = ()
    #: Whether posts have a picture above the article.
    leads: bool = False
    #: Names of the blog, case-folded; none of them is the title of a post.
    names: tuple[str, ...] = ()
    #: Whether the ``<title>`` of posts has more than the blog's name.
    headed: bool = False
    #: Number of characters of the shortest article on the training pages, and of readable words around the one with
    #: the most of them; an article that does not fit these is checked again.
    shortest: int = 0
    others: int = 0
    #: Whether all training pages show the same date first: it is today's or the template's, not that of a post.
    shares_date: bool = False
    #: Whether training pages on which no rule finds the date show it.
    shows_date: bool = False
    #: Preview pictures that several pages share: they belong to the blog, not to a post.
    emblems: tuple[str, ...] = ()

    @property
    def page_clock(self) -> Clock:
        """The clock by which the blog's pages show times, as the rules for ``published`` know it."""
        for rule in self.published:
            # An hour without an offset only says that the feed is in UTC; it says nothing about the pages.
            if any(minutes for _, minutes in rule.zone) or (rule.zone and not rule.clock):
                return Clock(rule.zone)
        return Clock()

    def record(self) -> dict[str, Any]:
        """The rules as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> RuleSet:
        """The rules from a record, also from one that lacks newer fields or has unknown ones."""
        values = {one.name: record[one.name] for one in fields(cls) if one.name in record}
        values["article"] = tuple(map(_article_rule, record["article"]))
        for name in ("title", "authors", "published", "updated", "tags"):
            values[name] = tuple(map(_field_rule, record[name]))
        for name in ("modified", "batch", "names", "emblems"):
            if name in values:
                values[name] = tuple(values[name])
        values["timestamps"] = tuple((name, right, of) for name, right, of in record.get("timestamps", ()))
        values["signatures"] = tuple((account, name) for account, name in record.get("signatures", ()))
        return cls(**values)


def _article_rule(record: dict[str, Any]) -> ArticleRule:
    lists = {name: tuple(record.get(name, ())) for name in ("drop", "titles", "spare", "phrases", "pictures")}
    return ArticleRule(**{**record, **lists, "source": Provenance(record.get("source", Provenance.RULE))})


def _field_rule(record: dict[str, Any]) -> FieldRule:
    converted = {
        "zone": tuple((day, minutes) for day, minutes in record["zone"]),
        "marks": tuple(record.get("marks", (0, 0))),
        "by": Provenance(record["by"]) if record.get("by") else "",
    }
    return FieldRule(**{**record, **converted})
