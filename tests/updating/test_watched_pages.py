"""The steps of a look at a watched page."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from scrapy.http import HtmlResponse
from update_steps import NOW

from blogcrawler.errors import NotFetched
from blogcrawler.items import WatchedDocument
from blogcrawler.store import WATCHED_PAGES, open_store
from blogcrawler.updating.intents import Download, MatchEvents, RunInThread, SaveDocument
from blogcrawler.updating.watched_pages import look_at_page

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
