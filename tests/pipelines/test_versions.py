"""What is kept of a post that was looked at again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.changes import ChangeKind
from blogcrawler.items import Post, PostState
from blogcrawler.pipelines.versions import keep
from blogcrawler.store import Store, open_store

POST = Post("https://a.org/p", "https://a.org/", "Title", content_html="<p>One text.</p>", text="One text.")
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(POST)
        yield store


def look(store: Store) -> PostState:
    return store.post_states.known([POST.url])[POST.url]


def test_other_markup_is_recorded_once_without_a_new_version(store: Store):
    other = replace(POST, content_html='<p class="new">One  <em>text.</em></p>')
    assert keep(store, other, NOW).kinds == {ChangeKind.STRUCTURE}
    assert look(store).restructured == NOW.isoformat(timespec="seconds")
    assert keep(store, other, NOW + timedelta(days=1)).kinds == frozenset()
    assert look(store).restructured == NOW.isoformat(timespec="seconds")
    again = replace(POST, content_html="<div>One text.</div>")
    assert keep(store, again, NOW + timedelta(days=2)).kinds == {ChangeKind.STRUCTURE}
    assert look(store).restructured == (NOW + timedelta(days=2)).isoformat(timespec="seconds")
    assert store.post_states.versions(POST.url) == []
    assert store.post(POST.url) == POST
    assert keep(store, POST, NOW + timedelta(days=3)).kinds == frozenset()
    assert look(store).restructured is None


def test_an_estimated_date_is_corrected_without_a_new_version(store: Store):
    guess = {"date": "2026-05-30", "from": "visits", "confidence": 0.6}
    store.save_post(replace(POST, published="2026-05-30", source={"published": "estimate"}, dating=guess))
    known = {"date": "2026-05-29T08:00:00Z", "from": "feed", "confidence": 0.99}
    stated = replace(POST, published=known["date"], source={"published": "feed"}, dating=known)  # type: ignore[arg-type]
    assert keep(store, stated, NOW).kinds == frozenset()
    found = store.post(POST.url)
    assert found is not None
    assert (found.published, found.dating, found.source) == (known["date"], known, {"published": "feed"})
    assert store.post_states.versions(POST.url) == []
    assert look(store).checked == NOW.isoformat(timespec="seconds")


def test_a_change_of_the_text_is_not_recorded_as_new_markup(store: Store):
    keep(store, replace(POST, content_html="<div>One text.</div>"), NOW)
    kept = keep(store, replace(POST, content_html="<div>Two.</div>", text="Two."), NOW)
    assert kept.kinds == {ChangeKind.CONTENT}
    assert look(store).restructured is None
    assert len(store.post_states.versions(POST.url)) == 1


def test_a_page_that_was_lost_from_the_web_archive_gets_its_new_place(store: Store):
    place = {"file": "warc/a.warc.gz", "offset": 1, "record_id": "<urn:uuid:1>"}
    assert keep(store, replace(POST, warc=place), NOW).kinds == frozenset()  # type: ignore[arg-type]
    found = store.post(POST.url)
    assert found is not None
    assert found.warc == place
    assert keep(store, replace(POST, warc=place | {"offset": 2}), NOW).post.warc == place, "it was not lost"  # type: ignore[arg-type]
