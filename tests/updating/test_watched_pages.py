"""The steps of a look at a watched page."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from scrapy.http import HtmlResponse
from update_steps import NOW

from blogcrawler.errors import NotFetched
from blogcrawler.items import WatchedDocument
from blogcrawler.store import WATCHED_PAGES, Store, open_store
from blogcrawler.updating.intents import Download, MatchEvents, RunInThread, SaveDocument
from blogcrawler.updating.watched_pages import PageVisits, look_at_page
from blogcrawler.watch import PageAreas


class PagesContext:
    """What visits to pages need from the spider."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.counts: Counter[str] = Counter()
        self.notes: list[str] = []

    def now(self) -> datetime:
        return NOW

    async def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def note(self, text: str) -> None:
        self.notes.append(text)


URL = "https://town.example/news"
HTML = {"Content-Type": "text/html; charset=utf-8"}
FILLER = (
    "The council met on Tuesday and talked about roads, schools and the new library for more than three hours. " * 2
)


def page(links: int) -> str:
    listed = "".join(f"<li><a href='/{n}'>All about house number {n}</a> in brief</li>" for n in range(links))
    return f"<ul>{listed}</ul>"


def look(document: WatchedDocument, html: str) -> tuple[list[str], int]:
    """What is downloaded besides the page, and the number of events."""
    steps, result, downloads, events = look_at_page(document, lambda: NOW), None, [], 0
    while True:
        try:
            intent = steps.send(result)
        except StopIteration:
            return downloads, events
        result = None
        match intent:
            case Download(url) if url == URL:
                result = HtmlResponse(url, body=html.encode(), encoding="utf-8", headers=HTML)
            case Download(url):
                downloads.append(url)
                result = HtmlResponse(url, body=f"<div><p>{FILLER}</p></div>".encode(), encoding="utf-8", headers=HTML)
            case RunInThread(function, arguments):
                result = function(*arguments)
            case MatchEvents(found):
                events += len(found)
            case SaveDocument(saved):
                assert saved.due is not None


def test_links_beyond_the_limit_are_followed_the_next_time() -> None:
    document = WatchedDocument(WATCHED_PAGES, URL, "page")
    assert look(document, page(5)) == ([], 0)
    first, number = look(document, page(30))
    assert (len(first), number) == (20, 20)
    second, number = look(document, page(30))
    assert (len(second), number) == (5, 5)
    assert not set(first) & set(second)
    assert look(document, page(30)) == ([], 0)


def test_a_failed_first_look_leaves_the_next_one_silent() -> None:
    document = WatchedDocument(WATCHED_PAGES, URL, "page")
    steps = look_at_page(document, lambda: NOW)
    next(steps)
    saved = steps.throw(NotFetched("it is down"))
    assert isinstance(saved, SaveDocument)
    assert saved.document.facts["error"] == "it is down"
    with pytest.raises(NotFetched):
        next(steps)
    assert look(saved.document, page(5)) == ([], 0)
    assert "error" not in saved.document.facts


def test_only_one_process_takes_a_page(tmp_path: Path) -> None:
    document = WatchedDocument(WATCHED_PAGES, URL, "page")
    with closing(open_store(None, tmp_path)) as store:
        store.schedule.save_source(document)
        assert store.schedule.take_source(document, "2026-03-01")
        assert not store.schedule.take_source(document, "2026-03-02")
        assert store.schedule.take_source(replace(document, due="2026-03-01"), "2026-03-02")
        store.schedule.drop_source(WATCHED_PAGES, URL)
        assert not store.schedule.take_source(replace(document, due="2026-03-02"), "2026-03-03")


def test_an_error_in_one_page_does_not_stop_visits_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(response: HtmlResponse) -> tuple[PageAreas, None]:
        if "bad" in response.url:
            raise ValueError("a fault of ours")
        return PageAreas((), ()), None

    async def fetch(url: str, *_: object) -> HtmlResponse:
        return HtmlResponse(url, body=b"<p>x</p>", encoding="utf-8", headers=HTML)

    monkeypatch.setattr("blogcrawler.updating.watched_pages._read_page", read)
    with closing(open_store(None, tmp_path)) as store:
        for name in ("bad", "good"):
            store.schedule.save_source(WatchedDocument(WATCHED_PAGES, f"https://town.example/{name}", "page"))
        context = PagesContext(store)
        asyncio.run(PageVisits(context, fetch, every=True, forever=False).run())  # type: ignore[arg-type]
        checked = {page.url: page.checked is not None for page in store.schedule.sources(WATCHED_PAGES)}
    assert checked == {"https://town.example/bad": False, "https://town.example/good": True}
    assert context.counts == {"pages/visited": 2, "pages/failed": 1}
    assert context.notes == ["https://town.example/bad could not be checked: ValueError, see the log."]
