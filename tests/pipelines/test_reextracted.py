"""Posts that were extracted again are stored if they come out differently."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from blogcrawler.items import Post
from blogcrawler.pipelines.reextracted import store_reading
from blogcrawler.store import Store, open_store

NOW = datetime(2030, 1, 1, tzinfo=UTC)
KNOWN = Post("https://pier.example/tides", "https://pier.example/", "Tides", published="2014-03-01T10:00:00+00:00")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as one:
        one.save_post(KNOWN)
        yield one


@pytest.mark.parametrize(
    ("title", "published", "outcome"),
    [
        ("Tides", "2014-03-01T05:00:00-05:00", "duplicates"),
        ("Tides (old)", "2014-03-01T05:00:00-05:00", "duplicates"),
        ("Tides", None, "duplicates"),
        ("Winds", "2019-03-01T10:00:00+00:00", "new"),
        ("Winds", None, "new"),
    ],
)
def test_an_old_page_at_a_variant_of_the_address_is_not_a_second_post(
    store: Store, title: str, published: str | None, outcome: str
) -> None:
    """The post has been edited since; the page at the other address was captured before that."""
    page = replace(KNOWN, url="https://pier.example/tides.html", title=title, published=published, text="Old text")
    assert store_reading(store, page, NOW) == outcome
    assert (store.post(page.url) is None) is (outcome == "duplicates")
