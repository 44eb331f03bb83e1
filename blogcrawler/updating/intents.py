"""What a visit to a blog can ask for.

Everything that decides in this package is a plain function or a generator. A generator yields an intent whenever it
needs something from outside (a download, a row of the database), is sent the result, and returns its decision. Only
``Executor`` acts on intents, so that all decisions can be tested without a network.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from scrapy.http import Response

from ..blog import PostPage, Survey
from ..items import FeedEntry, Post, PostState, WatchedDocument
from ..watch import WatchEvent

__all__ = [
    "ChangeBlog",
    "Count",
    "Download",
    "DropDocument",
    "EstimateDates",
    "FetchPost",
    "Intent",
    "ListDuePosts",
    "ListPosts",
    "ListPublished",
    "ListVisits",
    "LoadPost",
    "LookUpPosts",
    "LookUpThreads",
    "MarkGone",
    "MatchEvents",
    "Note",
    "RunInThread",
    "SaveDocument",
    "SavePost",
    "SavePostState",
    "SaveThread",
    "SearchFeed",
    "SetRobots",
    "Steps",
    "Together",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FetchPost:
    """A post to fetch: a new one, announced by ``entry`` or a link, or a known one with its ``state``.

    ``conditional`` says that its page may answer "not modified", because nothing says that it has changed.
    ``messages`` is the number of messages of a forum's thread, if its list states it.
    """

    url: str
    entry: FeedEntry | None = None
    state: PostState | None = None
    conditional: bool = False
    messages: int | None = None


@dataclass(frozen=True, slots=True)
class Download:
    """Download a URL. Result: the response. Raises ``NotFetched``."""

    url: str
    headers: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class SearchFeed:
    """Search for the blog's feed, starting from its home page. Result: the feed and its response, or ``None``."""

    survey: Survey


@dataclass(frozen=True, slots=True)
class SetRobots:
    """Use this response as the robots.txt of its host."""

    url: str
    response: Response


@dataclass(frozen=True, slots=True)
class LookUpPosts:
    """Look up posts by URL. Result: the states of those that are known, by the URLs asked for."""

    urls: Sequence[str]


@dataclass(frozen=True, slots=True)
class LookUpThreads:
    """Look up threads of a forum by URL. Result: summaries of those that are known, by the URLs asked for."""

    urls: Sequence[str]


@dataclass(frozen=True, slots=True)
class ListPosts:
    """List all posts of the blog. Result: their states, the ones that changed last first."""


@dataclass(frozen=True, slots=True)
class ListDuePosts:
    """List the posts that are due for another check. Result: their states."""


@dataclass(frozen=True, slots=True)
class ListPublished:
    """List when the blog's posts were published. Result: the dates that are known, as text."""


@dataclass(frozen=True, slots=True)
class ListVisits:
    """List earlier visits to the blog. Result: the visits, oldest first."""


@dataclass(frozen=True, slots=True)
class LoadPost:
    """Load the stored record of a post. Result: the record or ``None``."""

    url: str


@dataclass(frozen=True, slots=True)
class SavePost:
    """Send a post through the pipelines, which store it."""

    page: PostPage
    response: Response


@dataclass(frozen=True, slots=True)
class SaveThread:
    """Send the record of a thread through the pipelines, which store it; ``responses`` are those of its pages."""

    thread: Post
    responses: Sequence[Response]


@dataclass(frozen=True, slots=True)
class SavePostState:
    """Store the state of a post."""

    state: PostState


@dataclass(frozen=True, slots=True)
class MarkGone:
    """Mark a post as deleted."""

    state: PostState


@dataclass(frozen=True, slots=True)
class EstimateDates:
    """Estimate the dates of the posts that have none."""


@dataclass(frozen=True, slots=True)
class ChangeBlog:
    """Change fields of the blog's record."""

    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SaveDocument:
    """Store a watched document."""

    document: WatchedDocument


@dataclass(frozen=True, slots=True)
class DropDocument:
    """Stop watching the document at a URL."""

    url: str


@dataclass(frozen=True, slots=True)
class MatchEvents:
    """Match what is new on a watched page against the watches, and save the clips."""

    events: Sequence[WatchEvent]


@dataclass(frozen=True, slots=True)
class Note:
    """Tell the user something, in the log and in the summary."""

    text: str


@dataclass(frozen=True, slots=True)
class Count:
    """Increase one of the crawl's stats by one."""

    stat: str


@dataclass(frozen=True, slots=True)
class RunInThread:
    """Call a function that computes for a while. Result: what it returns."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Run several steps at the same time. Result: a list of what they return."""

    steps: Sequence[Steps[Any]]


Intent = (
    Download
    | SearchFeed
    | SetRobots
    | LookUpPosts
    | LookUpThreads
    | ListPosts
    | ListDuePosts
    | ListPublished
    | ListVisits
    | LoadPost
    | SavePost
    | SaveThread
    | SavePostState
    | MarkGone
    | EstimateDates
    | ChangeBlog
    | SaveDocument
    | DropDocument
    | MatchEvents
    | Note
    | Count
    | RunInThread
    | Together
)

#: A decision that needs intermediate results: yields intents, is sent their results, returns a ``T``.
Steps = Generator[Intent, Any, T]
