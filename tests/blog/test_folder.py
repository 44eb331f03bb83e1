"""The folder of a blog: one for each blog, found again under every address of the blog."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.blog import blog_folder, find_folder, move_shared_folders
from blogcrawler.crawl_settings import CrawlSettings
from blogcrawler.errors import UsageError
from blogcrawler.items import Blog, Post
from blogcrawler.store import Store, open_store


@pytest.fixture
def settings(tmp_path: Path) -> CrawlSettings:
    return replace(CrawlSettings(), home=tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as opened:
        yield opened


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("example.org", "example.org"),
        ("https://Example.org:443/", "example.org"),
        ("http://127.0.0.1:8080/", "127.0.0.1_8080"),
        ("https://example.org/ann/", "example.org_ann"),
        ("https://example.org/ann", "example.org_ann"),
        ("https://example.org/ann/index.html", "example.org_ann"),
        ("https://example.org/ann/feed/", "example.org_ann"),
        ("https://example.org/feed.xml", "example.org"),
        ("https://example.org/staff/ann/", "example.org_staff_ann"),
        ("https://example.org/~ann/", "example.org_~ann"),
    ],
)
def test_a_folder_is_named_after_host_and_path(settings: CrawlSettings, url: str, name: str) -> None:
    assert find_folder(settings, url) == settings.home / name


def test_different_blogs_have_different_folders(settings: CrawlSettings) -> None:
    paths = ["", "a/b", "a_b", "a-b", "A/b", "a%20b", "a/..%2Fb", "?blog=1", "?blog=2", "x" * 300, "x" * 301]
    folders = {find_folder(settings, f"https://example.org/{path}") for path in paths}
    assert len(folders) == len(paths)
    assert {folder.parent for folder in folders} == {settings.home}


@given(st.text())
def test_a_folder_stays_below_the_home_folder(path: str) -> None:
    home = Path("home")
    try:
        folder = blog_folder(home, Blog(f"https://example.org/{path}"))
    except UsageError:
        return
    assert folder.parent == home
    assert folder.name.startswith("example.org")
    assert len(folder.name.encode()) < 256


def test_a_redirected_blog_is_found_under_both_names(settings: CrawlSettings, store: Store) -> None:
    store.save_blog(Blog("https://new.example/blog/", seed="http://old.example/", folder="old.example"))
    for url in ("http://old.example", "https://old.example/", "https://new.example/blog"):
        assert find_folder(settings, url) == settings.home / "old.example"


def test_a_post_is_crawled_into_the_folder_of_its_blog(settings: CrawlSettings, store: Store) -> None:
    store.save_blog(Blog("https://example.org/", folder="example.org"))
    store.save_post(Post("https://example.org/2020/one/", "https://example.org/"))
    assert find_folder(settings, "https://example.org/2020/one") == settings.home / "example.org"
    assert find_folder(settings, "https://example.org/project/") == settings.home / "example.org_project"


def test_the_folder_of_an_earlier_version_moves_to_its_own_name(settings: CrawlSettings, store: Store) -> None:
    store.save_blog(Blog("https://example.org/ann/"))
    (settings.home / "example.org").mkdir()
    (settings.home / "example.org" / "posts.jsonl").write_text("{}")
    assert find_folder(settings, "https://example.org/") == settings.home / "example.org"
    assert (settings.home / "example.org_ann" / "posts.jsonl").exists()
    assert not (settings.home / "example.org").exists()
    assert store.folders() == {"https://example.org/ann/": "example.org_ann"}


def test_blogs_that_shared_a_folder_keep_it(settings: CrawlSettings, store: Store) -> None:
    for name in ("ann", "bob"):
        store.save_blog(Blog(f"https://example.org/{name}/"))
    (settings.home / "example.org").mkdir()
    move_shared_folders(store, settings.home)
    assert set(store.folders().values()) == {"example.org"}
    assert find_folder(settings, "https://example.org/bob/") == settings.home / "example.org"
