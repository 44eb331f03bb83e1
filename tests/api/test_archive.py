from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

import blogcrawler
from blogcrawler.errors import StoreError
from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import open_store

BLOG = Blog("https://some.blog/", title="A blog", rules=None)
OLD = Post("https://some.blog/old", BLOG.url, title="Old", published="2009-05-01")
NEW = Post("https://some.blog/new", BLOG.url, title="New", published="2014-03-01", comments=[Comment(author="Ada")])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(BLOG)
        store.save_posts([OLD, NEW])
        store.post_states.replace(
            OLD, Post(OLD.url, BLOG.url, title="Old!"), ["title"], datetime(2015, 1, 1, tzinfo=UTC)
        )
    return tmp_path


def test_an_archive_has_blogs_and_posts(home: Path) -> None:
    with blogcrawler.open_archive(home) as archive:
        assert archive.blogs() == [BLOG]
        assert archive.blog("some.blog") == BLOG
        assert [post.title for post in archive.posts("some.blog")] == ["New", "Old!"]
        assert [post.title for post in archive.posts()] == ["New", "Old!"]
        assert archive.count() == 2
        assert archive.post("some.blog/new") == NEW
        assert archive.post("some.blog/none") is None
        assert [version.record.title for version in archive.versions(OLD.url)] == ["Old"]
        assert archive.rules("some.blog") is None


def test_the_environment_names_the_archive(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLOGCRAWLER_HOME", str(home))
    with blogcrawler.open_archive() as archive:
        assert archive.count() == 2
    monkeypatch.setenv("BLOGCRAWLER_HOME", "elsewhere")
    monkeypatch.setenv("BLOGCRAWLER_DATABASE_URL", f"sqlite:///{home}/blogcrawler.db")
    with blogcrawler.open_archive() as archive:
        assert archive.count() == 2


def test_opening_an_archive_does_not_create_one(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no crawled blogs yet"):
        blogcrawler.open_archive(tmp_path / "empty")
    assert not (tmp_path / "empty").exists()
