"""Plain dataclasses shared by all packages: posts, comments, feeds, blogs and their history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any, Self, TypedDict

__all__ = [
    "Blog",
    "Comment",
    "Feed",
    "FeedEntry",
    "Post",
    "PostEvent",
    "PostState",
    "Provenance",
    "Run",
    "SearchSource",
    "SourceRecord",
    "ThreadSummary",
    "Version",
    "Visit",
    "WarcPlace",
    "WatchedDocument",
]


class Provenance(StrEnum):
    """Who gave a field of a record, or found the rule that reads it; records have the values as plain strings."""

    #: A rule that was learned from the blog's feed.
    RULE = "rule"
    #: The feed itself.
    FEED = "feed"
    #: Machine-readable data of the page: ``<meta>``, JSON-LD, its URL.
    METADATA = "metadata"
    #: The knowledge base, which describes common blog programs and comment platforms.
    KNOWLEDGE = "knowledge"
    #: A rule of the unsupervised "forest" learner: the feed's text did not confirm it.
    FOREST = "forest"
    #: SIGFEED, which looks for a single feed entry's text on its page.
    SIGFEED = "sigfeed"
    #: General heuristics: no rule of the blog applied, or the rule was learned without a feed.
    FALLBACK = "fallback"
    #: A rule for pages in another template than the feed's posts: no feed confirmed it.
    GUESS = "guess"
    #: Computed from several hints, such as a date from the dates of the comments.
    ESTIMATE = "estimate"


class WarcPlace(TypedDict):
    """The position of a page's response record in the web archive."""

    file: str
    offset: int
    record_id: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a post, or one post of a forum's thread; the field names are a public interface.

    ``parent`` is the ``id`` of the comment that it answers. ``type`` is ``comment``, ``pingback`` or ``trackback``;
    the posts of a thread have none. ``links`` are the links in the content, where the reader of a thread collects
    them; they are not part of the record.
    """

    id: str | None = None
    parent: str | None = None
    author: str | None = None
    author_url: str | None = None
    published: str | None = None
    content_html: str = ""
    text: str = ""
    type: str | None = "comment"
    links: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def record(self) -> dict[str, Any]:
        """The comment as plain values, ready for JSON."""
        values: dict[str, Any] = {
            "id": self.id,
            "parent": self.parent,
            "author": self.author,
            "author_url": self.author_url,
            "published": self.published,
            "content_html": self.content_html,
            "text": self.text,
        }
        if self.type is not None:
            values["type"] = self.type
        return values

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The comment that :meth:`record` was called on."""
        return cls(
            id=record.get("id"),
            parent=record.get("parent"),
            author=record.get("author"),
            author_url=record.get("author_url"),
            published=record.get("published"),
            content_html=record.get("content_html") or "",
            text=record.get("text") or "",
            type=record.get("type"),
        )


def _records(comments: Iterable[Comment]) -> list[dict[str, Any]]:
    return [comment.record() for comment in comments]


#: Scrapy's exporters call a field's ``serializer``.
_EXPORTED_AS_RECORDS = {"serializer": _records}


@dataclass(slots=True)
class Post:
    """A blog post as it is exported and stored; the field names are a public interface.

    A forum thread is stored as a post with ``type`` ``thread``; ``posts`` holds its messages in order.
    """

    url: str
    blog: str
    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: str | None = None
    updated: str | None = None
    language: str | None = None
    tags: list[str] = field(default_factory=list)
    content_html: str = ""
    text: str = ""
    links: list[str] = field(default_factory=list)
    media: list[dict[str, Any]] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list, metadata=_EXPORTED_AS_RECORDS)
    comments_feed: str | None = None
    comments_expected: int | None = None
    source: dict[str, str] = field(default_factory=dict)
    rendered: bool = False
    fetched: str | None = None
    warc: WarcPlace | None = None
    type: str = "post"
    posts: list[Comment] = field(default_factory=list, metadata=_EXPORTED_AS_RECORDS)
    dating: dict[str, Any] | None = None
    confidence: dict[str, float] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        """The post as plain values, ready for JSON."""
        return asdict(self) | {"comments": _records(self.comments), "posts": _records(self.posts)}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The post that :meth:`record` was called on."""
        values = {one.name: record[one.name] for one in fields(cls) if one.name != "confidence"}
        values["confidence"] = record.get("confidence") or {}  # records of older versions have none
        for name in ("comments", "posts"):
            values[name] = [Comment.from_record(one) for one in values[name] or ()]
        return cls(**values)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry of a web feed, with absolute addresses, and time zones where the feed gives them.

    ``content_html`` is the longest text of the entry, ``summary_html`` a separate teaser if there is one.
    ``alternatives`` are other possible addresses of the post (guid, original link), for feeds whose links are dead or
    go through a tracker. ``enclosures`` are the addresses of attached files. ``from_page`` says that no feed has the
    entry: it was made from the page.
    """

    url: str
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: datetime | None = None
    updated: datetime | None = None
    content_html: str | None = None
    summary_html: str | None = None
    tags: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    comments_feed: str | None = None
    comments_expected: int | None = None
    enclosures: tuple[str, ...] = ()
    from_page: bool = False


@dataclass(frozen=True, slots=True)
class Feed:
    """A web feed: RSS of any version, Atom or JSON Feed."""

    url: str
    title: str | None = None
    home: str | None = None
    language: str | None = None
    generator: str | None = None
    entries: tuple[FeedEntry, ...] = ()
    next_url: str | None = None


@dataclass(slots=True)
class Blog:
    """Everything known about a blog as a whole: enough to crawl it again without learning again.

    ``rules`` and ``pattern`` are what ``extraction`` and ``frontier`` learned, as plain JSON values; ``knowledge`` is
    the type of its software (``application``) and what was learned about it on this blog (``learned``). ``seed`` is the
    address it was crawled with; ``folder`` is the name of the folder with its files. ``private_host`` is the host and
    port of the seed, if they were in a private network at the first crawl. ``faults`` counts the unexpected errors in
    each optional step of the last crawl; ``None`` until it has ended.
    """

    url: str
    title: str | None = None
    language: str | None = None
    feed: str | None = None
    rules: dict[str, Any] | None = None
    pattern: dict[str, Any] | None = None
    knowledge: dict[str, Any] | None = None
    crawled: str | None = None
    seed: str | None = None
    folder: str | None = None
    private_host: str | None = None
    faults: dict[str, int] | None = None


@dataclass(slots=True)
class WatchedDocument:
    """A document that announces a blog's changes: its feed, its comment feed, a sitemap or robots.txt.

    ``etag`` and ``modified`` are its validators. ``right`` counts how often they were right (the whole document was
    requested and had nothing new), ``wrong`` how often they hid something, ``trusted`` the "not modified" replies
    accepted since then. ``reading`` is its content at the last reading: for each address a value that changes
    whenever the page does. ``due`` is when to request it next, if not at every visit. ``facts`` is what the document
    says about itself. Times are ISO 8601.
    """

    blog: str
    url: str
    kind: str
    etag: str | None = None
    modified: str | None = None
    right: int = 0
    wrong: int = 0
    trusted: int = 0
    checked: str | None = None
    changed: str | None = None
    due: str | None = None
    digest: str | None = None
    body: str | None = None
    reading: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class PostState:
    """The state of a post, besides its record.

    ``found`` is when it was first seen, ``checked`` when it was last checked, ``fresh`` when it last changed, ``due``
    when to check it again, ``gone`` since when it no longer exists (404, 410). ``restructured`` is since when only its
    markup (``markup``, a digest) differs from its record.
    """

    url: str
    found: str | None = None
    checked: str | None = None
    fresh: str | None = None
    due: str | None = None
    gone: str | None = None
    etag: str | None = None
    modified: str | None = None
    restructured: str | None = None
    markup: str | None = None


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """What is stored of a forum's thread, in short: the number of its messages, and when the last was written."""

    url: str
    messages: int
    last: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A record of a post, from when until when it was current, and the kinds of change in the next one.

    ``since`` is when it was first seen. The record that is current now has no ``until``.
    """

    record: Post
    until: str | None
    kinds: tuple[str, ...] = ()
    since: str | None = None


@dataclass(frozen=True, slots=True)
class PostEvent:
    """What has happened to a post at a time: it was ``new``, ``changed``, ``gone`` or ``returned``.

    A change has its ``kinds`` and the records before and after.
    """

    when: str
    kind: str
    url: str
    blog: str
    title: str | None = None
    kinds: tuple[str, ...] = ()
    old: Post | None = None
    new: Post | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a blog: when it began, what it cost and found, and when the next one is due.

    ``outcome`` is ``quiet``, ``updated`` or ``failed``; ``entries`` is the number of entries in the feed,
    ``overflowed`` whether all of them were new, so that some posts may have been missed. ``rate`` is the expected
    number of posts per hour, ``earliest`` when the blog may be visited again at all.
    """

    blog: str
    began: str
    outcome: str
    requests: int = 0
    new: int = 0
    changed: int = 0
    gone: int = 0
    entries: int | None = None
    overflowed: bool = False
    next: str | None = None
    note: str | None = None
    rate: float | None = None
    earliest: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl of a blog or one visit to it: when it began and ended, how, and what it did.

    ``kind`` is ``crawl`` or ``update``. ``outcome`` is ``complete``, ``limited`` (a limit was reached), ``interrupted``
    or ``failed``; ``ending`` says it in the words of Scrapy's finish reason or of the visit. ``posts`` are those
    harvested or, in an update, new. ``fields`` counts the posts that have each field, ``failures`` the failed downloads
    by kind, ``rejected`` the pages that are not posts by reason, ``faults`` the errors in optional steps. ``holder`` is
    the lease it ran under. Times are ISO 8601.
    """

    blog: str
    kind: str
    began: str
    ended: str
    outcome: str
    ending: str = ""
    posts: int = 0
    changed: int = 0
    gone: int = 0
    requests: int = 0
    bytes: int = 0
    fields: dict[str, int] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, int] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    holder: str | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class SearchSource:
    """An archive behind a search form, as far as probing has shown it.

    ``url`` is the page with the form, ``form`` its input schema, ``features`` the output schema, ``mappings`` which
    field of the form asks for which feature. ``coverage`` is the estimated share of all records that was harvested.
    """

    url: str
    form: dict[str, Any] = field(default_factory=dict)
    behaviour: dict[str, Any] = field(default_factory=dict)
    features: list[dict[str, Any]] = field(default_factory=list)
    mappings: list[dict[str, Any]] = field(default_factory=list)
    error_pattern: list[str] = field(default_factory=list)
    coverage: float | None = None
    requests: int = 0
    ending: str = ""
    notes: list[str] = field(default_factory=list)
    crawled: str | None = None


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One record behind a search form. ``url`` is its own page, or else the source's address with a digest."""

    url: str
    source: str
    fields: dict[str, list[str]]
    found_by: dict[str, str] = field(default_factory=dict)
    fetched: str | None = None
