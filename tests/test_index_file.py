"""An index of files that can be rebuilt."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from blogcrawler.index_file import open_index

SCHEMA = "CREATE TABLE IF NOT EXISTS files (name TEXT)"


def test_an_index_keeps_its_content(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    first = open_index(path, SCHEMA)
    first.execute("INSERT INTO files VALUES ('a')")
    first.close()
    again = open_index(path, SCHEMA)
    assert again.execute("SELECT name FROM files").fetchall() == [("a",)]
    again.close()


def test_a_damaged_index_is_created_again_empty(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    path.write_bytes(b"not a database, but long enough to be read as one" * 50)
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"untouched")
    index = open_index(path, SCHEMA)
    assert index.execute("SELECT count(*) FROM files").fetchone() == (0,)
    index.close()
    assert other.read_bytes() == b"untouched"


def test_an_index_that_cannot_be_opened_is_not_deleted(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        open_index(tmp_path / "missing" / "index.sqlite", SCHEMA)
    assert list(tmp_path.iterdir()) == []
