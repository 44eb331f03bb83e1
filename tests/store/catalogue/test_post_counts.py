"""The kept counts are always what counting would give. ``tests/real/test_postgresql_web.py`` does the same."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from catalogue_checks import BLOG, OTHER, check_catalogue, check_post_counts, fill_store

from blogcrawler.store import DATABASE_FILE, open_store


def test_counts_follow_every_change(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        check_post_counts(store)


def test_a_database_of_an_older_version_is_counted_with_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    module = sys.modules["blogcrawler.store.catalogue.post_counts"]
    monkeypatch.setattr(module, "_POSTS_PER_STEP", 2)
    monkeypatch.setattr(module, "_SECONDS_BETWEEN_MESSAGES", -1)
    with closing(open_store(None, tmp_path)) as store:
        fill_store(store)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        for name in ("added", "changed", "removed"):
            database.execute(f"DROP TRIGGER post_counts_{name}")
        database.execute("DROP TABLE post_counts")
        database.execute("UPDATE schema_version SET version = 9")
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        check_catalogue(store)
        assert store.catalogue.total() == 5
    first, *progress, last = [record.getMessage() for record in caplog.records]
    assert first.startswith("Converting the database")
    assert progress == [f"Counted the posts up to number {number} of 5" for number in (2, 4, 5)]
    assert last.endswith("is converted.")


def test_some_blogs_at_a_glance(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        fill_store(store)
        every = store.catalogue.outlines()
        assert store.catalogue.outlines([OTHER, "https://unknown.example/"]) == {OTHER: every[OTHER]}
        assert store.catalogue.outlines([]) == {}
        assert every[BLOG].filled == (("title", 2), ("authors", 3), ("published", 3), ("text", 2))
