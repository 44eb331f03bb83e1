from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from scrapy.http import Response
from update_steps import HOME, NOW, post_state, response, rss, url

from blogcrawler.blog import Survey
from blogcrawler.dom import RobotsTags, parse_page
from blogcrawler.errors import NotFetched
from blogcrawler.items import Blog, Post, ThreadSummary, Visit, WatchedDocument
from blogcrawler.store import Store, open_store
from blogcrawler.updating.executor import Executor
from blogcrawler.updating.intents import (
    ChangeBlog,
    Count,
    Download,
    DropDocument,
    EstimateDates,
    ListDuePosts,
    ListPosts,
    ListPublished,
    ListVisits,
    LoadPost,
    LookUpPosts,
    LookUpThreads,
    MarkGone,
    Note,
    RunInThread,
    SaveDocument,
    SavePost,
    SavePostState,
    SaveThread,
    SearchFeed,
    SetRobots,
    Steps,
    Together,
)


class FakeContext:
    """A spider with a database but without a network."""

    max_rechecks = 5
    robots_tags = RobotsTags()

    def __init__(self, store: Store) -> None:
        self.store = store
        self.calls: list[tuple[Any, ...]] = []

    def now(self) -> datetime:
        return NOW

    def use_robots(self, url: str, response: Response) -> None:
        self.calls.append(("robots", url, response))

    async def emit(self, page: Any, response: Response) -> None:
        self.calls.append(("emit", page, response))

    async def emit_thread(self, thread: Post, responses: Any) -> None:
        self.calls.append(("thread", thread, responses))

    async def call(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    def note(self, text: str) -> None:
        self.calls.append(("note", text))

    def count(self, name: str, number: int = 1) -> None:
        self.calls.append(("count", name))

    def fetch(self, url: str, headers: dict[str, str] | None, visit: Any) -> Awaitable[Response]:
        raise AssertionError("the executor has its own fetch")


@pytest.fixture
def context(tmp_path: Path):
    store = open_store(None, tmp_path)
    store.save_blog(Blog(HOME))
    store.save_post(Post(url(1), HOME, title="One", published="2026-02-01T00:00:00+00:00"))
    yield FakeContext(store)
    store.close()


def run(context: FakeContext, *intents: Any, pages: dict[str, Response] | None = None) -> list[Any]:
    """What the executor makes of intents."""

    def steps() -> Steps[list[Any]]:
        results = []
        for intent in intents:
            result = yield intent
            results.append(result)
        return results

    return asyncio.run(Executor(HOME, context, fetcher(pages or {})).run(steps()))


def fetcher(pages: dict[str, Response]) -> Callable[[str, dict[str, str] | None], Awaitable[Response]]:
    async def fetch(address: str, headers: dict[str, str] | None) -> Response:
        await asyncio.sleep(0)
        if address not in pages:
            raise NotFetched(address)
        return pages[address]

    return fetch


def test_a_download_returns_its_response(context: FakeContext):
    page = response(HOME, "x")
    assert run(context, Download(HOME), pages={HOME: page}) == [page]


def test_an_error_is_raised_inside_the_steps(context: FakeContext):
    def steps() -> Steps[str]:
        try:
            yield Download(HOME)
        except NotFetched as error:
            return f"not fetched: {error}"
        return "fetched"

    assert asyncio.run(Executor(HOME, context, fetcher({})).run(steps())) == f"not fetched: {HOME}"
    with pytest.raises(NotFetched):
        run(context, Download(HOME))


def test_steps_run_together(context: FakeContext):
    order: list[str] = []

    def steps(name: str) -> Steps[str]:
        order.append(f"{name} begins")
        yield Download(HOME)
        order.append(f"{name} ends")
        return name

    (results,) = run(context, Together([steps("a"), steps("b")]), pages={HOME: response(HOME, "x")})
    assert results == ["a", "b"]
    assert order == ["a begins", "b begins", "a ends", "b ends"]


def test_the_feed_is_searched_from_the_home_page(context: FakeContext):
    home = parse_page(f"<link rel=alternate type='application/rss+xml' href='{HOME}rss'>", HOME)
    page = response(f"{HOME}rss", rss(1, 2))
    ((feed, got),) = run(context, SearchFeed(Survey(HOME, HOME, home)), pages={f"{HOME}rss": page})
    assert len(feed.entries) == 2
    assert got is page
    assert run(context, SearchFeed(Survey(HOME, HOME, home))) == [None]


def test_the_spider_is_notified(context: FakeContext):
    page: Any = object()
    answer = response(HOME, "x")
    run(context, SetRobots("r", answer), SavePost(page, answer), Note("hello"), Count("posts/gone"))
    assert context.calls == [
        ("robots", "r", answer),
        ("emit", page, answer),
        ("note", "hello"),
        ("count", "posts/gone"),
    ]


def test_functions_run_in_a_thread(context: FakeContext):
    assert run(context, RunInThread(max, (3, 4))) == [4]


def test_posts_are_looked_up_listed_and_marked(context: FakeContext):
    (known,) = run(context, LookUpPosts([url(1), url(2)]))
    assert list(known) == [url(1)]
    state = known[url(1)]
    state.due = "2026-02-20T00:00:00+00:00"
    _, listed, due, published, post, other = run(
        context, SavePostState(state), ListPosts(), ListDuePosts(), ListPublished(), LoadPost(url(1)), LoadPost(url(2))
    )
    assert [one.url for one in listed] == [one.url for one in due] == [url(1)]
    assert published == ["2026-02-01T00:00:00+00:00"]
    assert (post.title, other) == ("One", None)
    run(context, MarkGone(state))
    assert context.store.post_states.known([url(1)])[url(1)].gone == NOW.isoformat()


def test_documents_and_the_blog_are_saved(context: FakeContext):
    document = WatchedDocument(HOME, f"{HOME}feed", "feed", etag='"1"')
    run(context, SaveDocument(document), ChangeBlog({"feed": document.url}), EstimateDates())
    assert context.store.schedule.sources(HOME) == [document]
    assert context.store.blog(HOME).feed == document.url  # type: ignore[union-attr]
    run(context, DropDocument(document.url))
    assert context.store.schedule.sources(HOME) == []


def test_visits_are_listed(context: FakeContext):
    visit = Visit(HOME, NOW.isoformat(), "quiet")
    context.store.schedule.save_visit(visit)
    assert run(context, ListVisits()) == [[visit]]


def test_an_unknown_intent_is_an_error(context: FakeContext):
    with pytest.raises(TypeError, match="no such intent"):
        run(context, post_state(1))


def test_threads_are_looked_up_and_saved(context: FakeContext):
    thread, responses = Post(url(2), HOME, type="thread"), [response(HOME, "x")]
    context.store.save_post(thread)
    found, _ = run(context, LookUpThreads([url(2), url(3)]), SaveThread(thread, responses))
    assert found == {url(2): ThreadSummary(url(2), 0)}
    assert context.calls == [("thread", thread, responses)]
