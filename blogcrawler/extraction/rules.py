"""What is learned about a blog: rules as plain records that can be read, stored and applied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from ..dates import Clock, DateOrigin
from ..dom import JSON_LD, PIECES, SCRIPT
from ..items import Provenance

__all__ = ["UNCONFIRMED", "URL", "ArticleRule", "FieldRule", "RuleSet", "origin_of", "own_clock", "strip_affixes"]

#: The selector of rules that read the page's address instead of its tree.
URL = "url"
#: Rules from these were never compared with a feed.
UNCONFIRMED = frozenset({Provenance.FALLBACK, Provenance.FOREST, Provenance.GUESS})
_LISTS = ("drop", "titles", "spare", "phrases", "pictures")


@dataclass(frozen=True, slots=True)
class ArticleRule:
    """Where the article stands (``selector``) and what in it is not part of it.

    It begins behind the first node that ``after`` finds and ends before the first that ``until`` finds;
    ``drop`` are nodes, ``phrases`` whole blocks and ``pictures`` addresses of what is not part of it; ``titles`` are
    nodes that are not where they say the title; ``spare`` are nodes that are, though their names speak against them;
    ``ends`` says that it ends at headings that announce comments or other posts. ``confidence`` is the score on the
    training pages, ``source`` the method that found the rule.
    """

    selector: str
    confidence: float
    after: str = ""
    until: str = ""
    drop: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()
    ends: bool = False
    phrases: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    source: Provenance = Provenance.RULE


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Where a short field stands.

    ``take`` says what is read of the nodes that ``selector`` finds: ``text``, the ``pieces`` of it, what
    is its ``own`` and not its parts', or an attribute.
    ``prefix`` and ``suffix`` are cut off, being the same on every page; if there are ``marks``, the value stands behind
    so many of the one and before the last so many of the other, whatever is between and around them. ``form`` is the
    order of numeric dates (``dmy``, ``mdy``, ``ymd``); ``zone`` has the blog's offset from UTC in minutes by day of the
    year, ``clock`` the hour that all posts have, or, if it is ``usual``, most of them; ``daily`` says that posts show
    their day only. If it is ``several``, all nodes that ``selector`` finds are values, else only the first is.
    """

    selector: str
    confidence: float
    take: str = "text"
    prefix: str = ""
    suffix: str = ""
    form: str = ""
    zone: tuple[tuple[int, int], ...] = ()
    clock: str = ""
    usual: bool = False
    daily: bool = False
    by: Provenance | Literal[""] = ""
    marks: tuple[int, int] = (0, 0)
    several: bool = False

    @property
    def in_body(self) -> bool:
        """Whether it reads what readers see."""
        return not self.selector.startswith(("json-ld:", "script:", "/html/head/"))

    @property
    def source(self) -> Provenance:
        """Who found the rule (``by``), if not the blog: else ``metadata`` if the page says it to machines only."""
        if self.by:
            return self.by
        return Provenance.RULE if self.in_body else Provenance.METADATA


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All rules of a blog, for each field best first, and what the feed says of all posts alike."""

    article: tuple[ArticleRule, ...] = ()
    title: tuple[FieldRule, ...] = ()
    authors: tuple[FieldRule, ...] = ()
    published: tuple[FieldRule, ...] = ()
    updated: tuple[FieldRule, ...] = ()
    tags: tuple[FieldRule, ...] = ()
    language: str | None = None
    author: str | None = None
    #: Whether that author is no person, so that whom pages name is believed first.
    pseudonym: bool = False
    #: Whether it is that for which different people write, and named behind them.
    publisher: bool = False
    pages: int = 0
    #: Of how many training pages the feed told the date.
    dated: int = 0
    #: On how many training pages ``Last-Modified`` was the day of publication, and how many had one.
    modified: tuple[int, int] = (0, 0)
    #: The day that most posts of the feed have, how many of them do, and of how many.
    batch: tuple[str, int, int] = ("", 0, 0)
    #: Where pages do not name their authors: the names by how these sign their comments; an empty signature is that of
    #: posts on which none of them answers.
    signatures: tuple[tuple[str, str], ...] = ()
    #: Whether posts have a picture above their article.
    leads: bool = False
    #: What the blog is called, folded: no post is; and whether pages have more than that in their ``<title>``.
    names: tuple[str, ...] = ()
    headed: bool = False
    #: Pictures by which several pages want to be shown elsewhere: the blog's, and no post's.
    emblems: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """The rules as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> RuleSet:
        """The rules that ``record`` gave; what else is kept beside them is left out."""
        values = {one.name: record[one.name] for one in fields(cls) if one.name in record}
        values["article"] = tuple(
            ArticleRule(
                **{
                    **rule,
                    **{name: tuple(rule.get(name, ())) for name in _LISTS},
                    "source": Provenance(rule.get("source", Provenance.RULE)),
                }
            )
            for rule in record["article"]
        )
        for name in ("title", "authors", "published", "updated", "tags"):
            values[name] = tuple(
                FieldRule(
                    **{
                        **rule,
                        "zone": tuple((day, minutes) for day, minutes in rule["zone"]),
                        "marks": tuple(rule.get("marks", (0, 0))),
                        "by": Provenance(rule["by"]) if rule.get("by") else "",
                    }
                )
                for rule in record[name]
            )
        values["modified"] = tuple(record.get("modified", (0, 0)))
        values["batch"] = tuple(record.get("batch", ("", 0, 0)))
        values["names"] = tuple(record.get("names", ()))
        values["emblems"] = tuple(record.get("emblems", ()))
        values["signatures"] = tuple((signed, name) for signed, name in record.get("signatures", ()))
        return cls(**values)


def strip_affixes(value: str, rule: FieldRule) -> str:
    """The value without what stands before and after it on every page."""
    if rule.marks != (0, 0):
        return _between(value, rule)
    if len(value) > len(rule.prefix) + len(rule.suffix):
        return value.removeprefix(rule.prefix).removesuffix(rule.suffix).strip()
    return value


def _between(value: str, rule: FieldRule) -> str:
    """What stands behind the first marks and before the last ones, as far as they are there."""
    before, after = rule.marks
    inner = value.rsplit(rule.suffix, after)[0] if after else value
    inner = inner.split(rule.prefix, before)[-1] if before else inner
    return inner.strip() or value.strip()


def origin_of(rule: FieldRule) -> DateOrigin:
    """Where a learned rule reads the date."""
    if rule.selector == URL:
        return DateOrigin.URL
    if rule.selector.startswith(JSON_LD):
        return DateOrigin.JSON_LD
    if rule.selector.startswith(("/html/head/", SCRIPT)):
        return DateOrigin.META
    return DateOrigin.TEXT if rule.take in ("text", PIECES) else DateOrigin.TIME


def own_clock(rules: Iterable[FieldRule]) -> Clock:
    """The clock of a blog's pages, as the rules for its dates have learned it; without an hour for mere days."""
    for rule in rules:
        if any(minutes for _, minutes in rule.zone) or (rule.zone and not rule.clock):
            return Clock(rule.zone)
    return Clock()  # what tells only the hour of a feed in UTC says nothing of the pages
