"""The store of triples on disk knows what the back end knows, and reads only what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.items import Blog, Post
from blogcrawler.rdf import query, up_to_date
from blogcrawler.store import Store, open_store

TITLES = "SELECT ?title { ?post dcterms:title ?title } ORDER BY ?title"


def post(blog: str, name: str, title: str, fetched: str = "2026-01-01T00:00:00+00:00") -> Post:
    return Post(f"https://{blog}.example/{name}", f"https://{blog}.example/", title, fetched=fetched)


class Archive:
    """A back end, and which blogs were read for the triples."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self.folder, self.read = store, folder, list[str]()

    def titles(self, blog: str | None = None) -> list[str | None]:
        self.read.clear()
        triples = up_to_date(self.folder, self.store.states(), self._posts)
        return [answer["title"] for answer in query(triples, TITLES, blog)]

    def _posts(self, blog: str) -> Iterator[Post]:
        self.read.append(blog)
        return self.store.posts(blog)


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("https://b.example/"))
        store.save_posts([post("a", "one", "One"), post("b", "two", "Two")])
        yield Archive(store, tmp_path / "rdf")


def test_only_blogs_that_have_changed_are_read_again(archive: Archive) -> None:
    assert archive.titles() == ["One", "Two"]
    assert len(archive.read) == 2
    assert archive.titles() == ["One", "Two"]
    assert archive.read == []
    archive.store.save_post(post("b", "three", "Three"))
    assert archive.titles() == ["One", "Three", "Two"]
    assert archive.read == ["https://b.example/"]
    archive.store.save_post(post("a", "one", "One, revised", "2026-02-01T00:00:00+00:00"))
    assert archive.titles() == ["One, revised", "Three", "Two"]
    assert archive.read == ["https://a.example/"]


def test_a_single_blog_can_be_queried(archive: Archive) -> None:
    assert archive.titles("https://b.example/") == ["Two"]
    assert archive.titles("https://c.example/") == []


def test_a_store_opened_by_another_process_can_be_queried(archive: Archive) -> None:
    held = up_to_date(archive.folder, archive.store.states(), archive.store.posts)
    assert archive.titles() == ["One", "Two"]
    assert len(archive.read) == 2
    del held
    archive.store.save_post(post("b", "three", "Three"))
    assert archive.titles() == ["One", "Three", "Two"]


@pytest.mark.parametrize("note", ["", "[]", '{"version": "0", "blogs": {"x": "y"}}', '{"version": "1"}'])
def test_a_store_with_unreadable_metadata_is_rebuilt(archive: Archive, note: str) -> None:
    archive.titles()
    (archive.folder / "states.json").write_text(note)
    assert archive.titles() == ["One", "Two"]


def test_the_command_queries_one_blog(archive: Archive, tmp_path: Path) -> None:
    asked = ["sparql", TITLES, "--blog", "b.example", "--home", str(tmp_path)]
    assert CliRunner().invoke(app, asked).output == "Two\n"
    assert (tmp_path / "rdf" / "states.json").exists()
