"""The search on a real PostgreSQL finds what it finds on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from post_strategies import posts as any_posts
from postgresql import Server
from search_cases import BLOG, CASES, POSTS, fill, found

from blogcrawler.items import Comment, Post
from blogcrawler.store import SearchQuery, Store, open_store

pytestmark = pytest.mark.real


@pytest.fixture(scope="module")
def filled(server: Server) -> Iterator[Store]:
    with closing(open_store(server.new_database(), Path())) as store:
        fill(store)
        yield store


@pytest.fixture
def store(server: Server) -> Iterator[Store]:
    with closing(open_store(server.new_database(), Path())) as store:
        yield store


@pytest.mark.parametrize(("query", "names"), CASES, ids=lambda case: repr(case)[:60])
def test_a_search_finds(query: SearchQuery, names: list[str], filled: Store) -> None:
    assert found(filled, query) == names


def test_both_databases_give_the_same_hits(filled: Store) -> None:
    with closing(open_store("sqlite://", Path())) as other:
        fill(other)
        for query, _ in CASES:
            assert filled.search(query) == other.search(query)


def test_changed_and_removed_posts_are_not_found_by_what_they_were(store: Store) -> None:
    fill(store)
    assert found(store, SearchQuery("efeu")) == ["gardens"]
    store.save_post(Post(f"{BLOG}gardens", BLOG, "Changed", published="2024-03-31"))
    assert (found(store, SearchQuery("efeu")), found(store, SearchQuery("changed"))) == ([], ["gardens"])
    store.remove_blog(BLOG)
    assert found(store, SearchQuery()) == ["school", "thread"]
    assert store.rebuild_search() == 2
    assert found(store, SearchQuery("answer")) == ["thread"]


def test_a_database_of_an_older_version_is_indexed_by_the_first_search(server: Server) -> None:
    url = server.new_database()
    with closing(open_store(url, Path())) as store:
        fill(store)
    with psycopg.connect(url) as connection:
        connection.execute("DROP TRIGGER search_changed ON posts")
        connection.execute("DROP TABLE search_documents, search_queue")
        connection.execute("UPDATE schema_version SET version = 6")
    with closing(open_store(url, Path())) as store:
        assert found(store, SearchQuery("ivy zebra")) == ["undated"]
        assert store.search(SearchQuery()).total == len(POSTS)


def test_titles_count_more_than_names_texts_and_comments(store: Store) -> None:
    store.save_posts(
        [
            Post(f"{BLOG}comment", BLOG, "Filler", comments=[Comment("1", text="fox")]),
            Post(f"{BLOG}text", BLOG, "Filler", text="a fox ipsum"),
            Post(f"{BLOG}tag", BLOG, "Filler", tags=["fox"]),
            Post(f"{BLOG}title", BLOG, "Fox"),
        ]
    )
    assert found(store, SearchQuery("fox")) == ["title", "tag", "text", "comment"]


def test_texts_beyond_the_limits_of_a_tsvector_are_indexed(store: Store) -> None:
    words = " ".join(f"word{number}" for number in range(200_000))
    store.save_post(Post(f"{BLOG}long", BLOG, "Long", text=f"{'x' * 5_000} {'again ' * 1_000}{words}"))
    for query in ("long", "word7", '"word100 word101"', "x" * 5_000):
        assert found(store, SearchQuery(query)) == ["long"]


def test_several_processes_save_and_search_at_once(server: Server) -> None:
    url = server.new_database()
    open_store(url, Path()).close()

    def work(number: int) -> int:
        with closing(open_store(url, Path())) as store:
            for turn in range(10):
                store.save_posts(Post(f"{BLOG}{n}", BLOG, text=f"turn{turn}") for n in range(20))
                store.save_post(Post(f"{BLOG}{number}-{turn}", BLOG, text="own"))
                store.search(SearchQuery("own"))
            return store.search(SearchQuery("own"), limit=50).total

    with ThreadPoolExecutor(3) as threads:
        assert max(threads.map(work, range(3))) == 30
    with closing(open_store(url, Path())) as store:
        assert store.search(SearchQuery("turn9")).total == 20
        assert store.search(SearchQuery("-own turn*")).total == 20


def test_no_post_and_no_query_is_an_error(store: Store) -> None:
    @given(st.lists(any_posts, max_size=2), st.text(st.characters(), max_size=30))
    @settings(max_examples=25, deadline=None)
    def check(posts: list[Post], words: str) -> None:
        store.save_posts(posts)
        assert store.search(SearchQuery()).total == store.count()
        for where in ("all", "posts", "comments"):
            store.search(SearchQuery(words, author=words, tag=words, language=words, where=where))

    check()
