"""The interface that every database back end implements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol

from ..items import (
    Blog,
    Post,
    PostEvent,
    PostState,
    SearchSource,
    SourceRecord,
    ThreadSummary,
    Version,
    Visit,
    WatchedDocument,
)
from .catalogue_interface import Catalogue
from .search_interface import SearchQuery, SearchResult
from .watch_interface import WatchStore
from .work_interface import RunHistory, WorkQueue

__all__ = ["BlogSchedule", "PastView", "PostHistory", "SearchSources", "Store"]


class Store(Protocol):
    """Stores blogs and posts. Once a method has returned, its changes survive the end of the process.

    Saving the same thing again replaces it. A store may be used from any thread, but only by one at a time.
    Every method raises :exc:`~blogcrawler.errors.StoreError` when the database fails.
    """

    @property
    def remote(self) -> bool:
        """Whether saving waits for a network; if so, an event loop should call the store in a thread."""

    @property
    def post_states(self) -> PostHistory:
        """Posts over time: when each was checked, its versions, whether it is gone."""

    @property
    def schedule(self) -> BlogSchedule:
        """Blogs over time: which are due, who is updating them, their feeds and sitemaps, past visits."""

    @property
    def catalogue(self) -> Catalogue:
        """Lists and totals of posts, for people who browse the archive."""

    @property
    def search_sources(self) -> SearchSources:
        """Archives behind search forms, and their records."""

    @property
    def watches(self) -> WatchStore:
        """Watches, the clips they have found, and the messages with them."""

    @property
    def queue(self) -> WorkQueue:
        """What is to be crawled and updated next, and by whom."""

    @property
    def runs(self) -> RunHistory:
        """What past crawls and visits have done."""

    def save_blog(self, blog: Blog) -> None:
        """Save a blog, identified by its address."""

    def change_blog(self, address: str, **fields: Any) -> None:
        """Set these fields of a blog, if the blog exists, and leave its other fields as they are in the database.

        Several components learn about a blog at the same time; none of them may undo what another has just saved.
        """

    def blog(self, address: str) -> Blog | None:
        """The blog at an address as a person types it: with or without scheme, www or trailing slash.

        Without a scheme the beginning is enough (``example.org`` for ``https://example.org/blog/``);
        :exc:`~blogcrawler.errors.UsageError` if it matches several blogs.
        """

    def blogs(self) -> list[Blog]:
        """All blogs, by address."""

    def blog_of(self, page: str) -> Blog | None:
        """The blog that a page belongs to, judging by its address; the innermost if blogs are nested."""

    def folders(self) -> dict[str, str | None]:
        """The names of the folders of all blogs by address; ``None`` for blogs of versions that named them by host."""

    def addresses(self) -> list[str]:
        """The addresses of all blogs."""

    def remove_blog(self, address: str) -> None:
        """Remove the blog at exactly this address with its posts and its history, in one transaction."""

    def learned(self, application: str | None = None) -> list[dict[str, Any]]:
        """What crawls have learned about one application type, or about all, as in ``Blog.knowledge``."""

    def save_post(self, post: Post) -> None:
        """Save a post, identified by its ``url``."""

    def save_posts(self, posts: Iterable[Post]) -> None:
        """Save many posts in one transaction: all of them or, if it fails, none."""

    def post(self, address: str) -> Post | None:
        """The post at an address as a person types it: with or without scheme, www or trailing slash."""

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        """The posts of one blog (an address as for :meth:`blog`) or of all, newest first.

        Undated posts come last. Only a few posts are in memory at a time.
        """

    def count(self, blog: str | None = None) -> int:
        """The number of posts that :meth:`posts` returns."""

    def as_of(self, moment: datetime) -> PastView:
        """The posts as they were at a moment."""

    def states(self) -> dict[str, str]:
        """The addresses of all blogs with posts, each with a text that changes whenever the blog's posts change."""

    def search(self, query: SearchQuery, *, limit: int = 20, offset: int = 0) -> SearchResult:
        """Posts that match a query, the best first; without words, the newest first.

        Finds everything that has been saved. :exc:`~blogcrawler.errors.UsageError` if a filter is not valid.
        """

    def rebuild_search(self, progress: Callable[[int], None] | None = None) -> int:
        """Build the search index again from the posts, and return their number.

        ``progress`` is called with the number of posts indexed so far.
        """

    def close(self) -> None:
        """Close the connection to the database."""


class PastView(Protocol):
    """The posts as they were at a moment, as far as that is known.

    From the first crawl of a blog on, these are the posts that had been seen and were not gone, as they had last been
    seen. Before that, they are those that had been published, in their earliest known form, without later comments.
    """

    def post(self, address: str) -> Post | None:
        """The post at an address as a person types it; ``None`` if it did not exist."""

    def version(self, address: str) -> Version | None:
        """The same with the time during which it was current. If that begins later, it had not been seen yet."""

    def posts(self, blog: str | None = None) -> Iterator[Post]:
        """The posts of one blog or of all, newest first, as :meth:`Store.posts`."""

    def count(self, blog: str | None = None) -> int:
        """The number of posts that :meth:`posts` returns."""

    def search(self, query: SearchQuery, *, limit: int = 20) -> SearchResult:
        """Posts that match a query, newest first. There is no index of the past, so this reads every post."""


class PostHistory(Protocol):
    """Posts over time: when each was checked, its earlier versions, whether it is gone."""

    def known(self, urls: Iterable[str]) -> dict[str, PostState]:
        """The states of those addresses that are posts in the store, by address as given."""

    def threads(self, urls: Iterable[str]) -> dict[str, ThreadSummary]:
        """What is stored of those addresses that are threads of a forum, by address as given."""

    def due(self, blog: str, now: datetime, limit: int) -> list[PostState]:
        """The posts of a blog that are due for a check, the most overdue first."""

    def all(self, blog: str) -> list[PostState]:
        """All posts of a blog, the most recently changed first."""

    def save(self, blog: str, state: PostState) -> None:
        """Save the state of a post."""

    def replace(self, old: Post, new: Post, kinds: Iterable[str], when: datetime) -> None:
        """Replace a record and keep the old one as a version, in one transaction.

        ``kinds`` are the kinds of change. What is only read differently (``reading``) is not matched against watches.
        """

    def refresh(self, old: Post, new: Post) -> None:
        """Replace a record by a later one that readers cannot tell from it, without a version."""

    def mark_gone(self, blog: str, state: PostState, when: datetime) -> None:
        """Record that a post no longer exists. Its record and versions stay."""

    def versions(self, address: str) -> list[Version]:
        """The earlier records of a post, oldest first."""

    def history(self, address: str) -> list[Version]:
        """All records of a post, oldest first; the last one is current. Empty if there is no such post."""

    def events(self, since: datetime, blog: str | None = None, limit: int | None = None) -> Iterator[PostEvent]:
        """What has happened to the posts of a blog, or of all, since a moment, the latest first."""

    def published(self, blog: str) -> list[tuple[str, str | None, str | None]]:
        """For each post of a blog: its address, publication date and when it was found."""

    def undated(self, blog: str) -> dict[str, dict[str, Any] | None]:
        """The posts of a blog without a date, each with its estimated date (``Post.dating``)."""

    def save_dating(self, url: str, dating: dict[str, Any]) -> None:
        """Save the estimated date of a post."""

    def counts(self, blog: str) -> tuple[int, int]:
        """The number of posts of a blog that are gone, and the number of versions."""


class BlogSchedule(Protocol):
    """Blogs over time: leases, watched documents and the history of visits.

    A lease gives one holder the exclusive right to update a blog until the lease ends or is released. If the holder
    dies, the blog becomes free when the lease ends.
    """

    def lease(self, holder: str, now: datetime, until: datetime, due: datetime, limit: int = 1) -> list[Blog]:
        """Lease blogs that are due by ``due`` and that nobody else holds, until ``until``."""

    def lease_blog(self, blog: str, holder: str, now: datetime, until: datetime) -> Blog | None:
        """Lease one blog, due or not, until ``until``; ``None`` if somebody else holds it."""

    def renew(self, holder: str, until: datetime) -> None:
        """Extend all leases of a holder."""

    def holder(self, blog: str) -> str | None:
        """Who holds a blog now: a lease may have ended and been taken over."""

    def release(self, holder: str, blog: str, due: datetime) -> None:
        """End the lease of a blog and set when it is due next."""

    def held_until(self, due: datetime, now: datetime) -> datetime | None:
        """When the first lease of a blog that is due ends; ``None`` if nobody holds such a blog."""

    def next_due(self) -> datetime | None:
        """When the next blog is due; ``None`` if there are no blogs."""

    def due(self, blog: str) -> datetime | None:
        """When a blog is due; ``None`` if it has never been visited."""

    def sources(self, blog: str) -> list[WatchedDocument]:
        """The watched documents of a blog."""

    def save_source(self, source: WatchedDocument) -> None:
        """Save the state of a watched document."""

    def take_source(self, source: WatchedDocument, due: str) -> bool:
        """Put off when a document is due, before it is requested; false if another process has, or it is dropped."""

    def drop_source(self, blog: str, url: str) -> None:
        """Stop watching a document: it no longer exists."""

    def save_visit(self, visit: Visit) -> None:
        """Add a visit to the history."""

    def visits(self, blog: str, last: int | None = None) -> list[Visit]:
        """The visits to a blog, oldest first; all of them or the ``last`` ones."""

    def last_visits(self) -> dict[str, Visit]:
        """The last visit to each blog that was visited, by the blog's address."""


class SearchSources(Protocol):
    """Archives behind search forms, and their records."""

    def save(self, source: SearchSource, records: Iterable[SourceRecord]) -> None:
        """Save what is known about a source and its records, in one transaction. Records are identified by address."""

    def source(self, address: str) -> SearchSource | None:
        """The source with the form at an address."""

    def all(self) -> list[SearchSource]:
        """All sources, by address."""

    def records(self, source: str) -> Iterator[SourceRecord]:
        """The records of a source in the order in which they were found."""

    def count(self, source: str) -> int:
        """The number of records of a source."""

    def states(self) -> dict[str, str]:
        """The addresses of all sources, each with a text that changes whenever its records change."""
