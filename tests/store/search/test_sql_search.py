from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from post_strategies import posts as any_posts
from search_cases import BLOG, CASES, POSTS, fill, found

from blogcrawler.errors import UsageError
from blogcrawler.items import Comment, Post
from blogcrawler.store import DATABASE_FILE, SearchQuery, Store, open_store
from blogcrawler.store.search import fts5, sql_search
from blogcrawler.store.search.documents import SearchDocument


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        yield store


@pytest.fixture(scope="module")
def filled() -> Iterator[Store]:
    with closing(open_store("sqlite://", Path())) as store:
        fill(store)
        yield store


@pytest.mark.parametrize(("query", "names"), CASES, ids=lambda case: repr(case)[:60])
def test_a_search_finds(query: SearchQuery, names: list[str], filled: Store) -> None:
    assert found(filled, query) == names


def test_a_hit_has_the_fields_of_its_post_and_a_snippet(filled: Store) -> None:
    (hit,) = filled.search(SearchQuery("rosen")).hits
    assert (hit.url, hit.blog, hit.title) == (f"{BLOG}gardens", BLOG, "Über Gärten")
    assert (hit.authors, hit.tags, hit.language) == (("Ada Moss", "Ben Reed"), ("Rosen", "C++"), "de-AT")
    assert hit.published == POSTS[0].published
    assert hit.snippet == (("Ein Text über ", False), ("Rosen", True), (". Und Efeu, viel Efeu.", False))
    assert hit.comment is None


@pytest.mark.parametrize(
    ("query", "comment", "snippet"),
    [
        (SearchQuery("zebra", author="moss"), "c1", "What a [zebra]"),
        (SearchQuery("two zebra"), "c2", "[Two] [zebra] words"),
        (SearchQuery("efeu zebra"), None, "Ein Text über Rosen. Und [Efeu], viel [Efeu]."),
        (SearchQuery("answer"), "2", "an [answer]"),
    ],
)
def test_the_snippet_is_of_the_article_or_of_the_comment_that_matches_best(
    query: SearchQuery, comment: str | None, snippet: str, filled: Store
) -> None:
    (hit,) = filled.search(query).hits
    assert hit.comment == comment
    assert "".join(f"[{text}]" if match else text for text, match in hit.snippet) in (snippet, snippet[21:])


def test_changed_and_removed_posts_are_not_found_by_what_they_were(store: Store) -> None:
    fill(store)
    assert found(store, SearchQuery("efeu")) == ["gardens"]
    store.save_post(Post(f"{BLOG}gardens", BLOG, "Changed", published="2024-03-31"))
    assert found(store, SearchQuery("efeu")) == []
    assert found(store, SearchQuery("changed")) == ["gardens"]
    new = Post(f"{BLOG}gardens", BLOG, "Changed again")
    store.post_states.replace(Post(f"{BLOG}gardens", BLOG, "Changed"), new, ["title"], datetime.now(UTC))
    assert found(store, SearchQuery("again")) == ["gardens"]
    assert found(store, SearchQuery(since="2024")) == []
    store.remove_blog(BLOG)
    assert found(store, SearchQuery()) == ["school", "thread"]


def test_what_another_process_has_saved_is_found_too(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as reader, closing(open_store(None, tmp_path)) as writer:
        assert found(reader, SearchQuery("ivy")) == []
        fill(writer)
        assert found(reader, SearchQuery("ivy zebra")) == ["undated"]
        assert found(writer, SearchQuery("ivy zebra")) == ["undated"]


def test_closing_a_store_indexes_what_it_has_saved(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        fill(store)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        assert database.execute("SELECT count(*) FROM search_queue").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM search_documents").fetchone() == (len(POSTS),)


def test_a_killed_process_leaves_its_posts_in_the_queue(tmp_path: Path) -> None:
    store = open_store(None, tmp_path)
    fill(store)
    store._connection.close()  # without indexing
    with closing(open_store(None, tmp_path)) as after:
        assert found(after, SearchQuery("ivy zebra")) == ["undated"]


def test_a_database_of_an_older_version_is_indexed_by_the_first_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_search, "_BACKLOG", 3)
    with closing(open_store(None, tmp_path)) as store:
        fill(store)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        for kind, name in (
            *(("TRIGGER", f"search_{event}") for event in ("added", "changed", "removed")),
            *(("TABLE", f"search_{table}") for table in ("index", "documents", "queue")),
        ):
            database.execute(f"DROP {kind} {name}")
        database.execute("UPDATE schema_version SET version = 6")
        database.commit()
    with closing(open_store(None, tmp_path)) as store, caplog.at_level(logging.WARNING):
        assert found(store, SearchQuery("ivy zebra")) == ["undated"]
        assert any(message.startswith("Indexing 6 posts for search") for message in caplog.messages)
        assert "Indexed 6 of 6 posts" in caplog.messages


def test_a_read_only_archive_is_searched_as_far_as_it_is_indexed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(open_store(None, tmp_path)) as store:
        fill(store)
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(Post(f"{BLOG}new", BLOG, text="ivy"))
        store._connection.exec_driver_sql("PRAGMA query_only = ON")
        store._connection.commit()
        assert set(found(store, SearchQuery("ivy"))) == {"roses", "undated"}
        assert "cannot be indexed" in caplog.text
        assert "read-only" in caplog.text
    assert "will be indexed by the next search" in caplog.text
    with closing(open_store(None, tmp_path)) as store:
        assert set(found(store, SearchQuery("ivy"))) == {"new", "roses", "undated"}


def test_rebuilding_indexes_every_post_again(store: Store) -> None:
    fill(store)
    store._connection.exec_driver_sql("DELETE FROM search_documents")
    store._connection.commit()
    calls: list[int] = []
    assert store.rebuild_search(calls.append) == len(POSTS)
    assert calls == [len(POSTS)]
    assert found(store, SearchQuery("ivy zebra")) == ["undated"]
    assert store.rebuild_search() == len(POSTS)


def test_an_index_of_mostly_outdated_documents_is_rebuilt(store: Store) -> None:
    for round_ in range(14):
        store.save_posts(Post(f"{BLOG}{n}", BLOG, text=f"round{round_} word") for n in range(100))
        assert store.search(SearchQuery(f"round{round_}")).total == 100
    assert store.search(SearchQuery("word")).total == 100
    documents = store._connection.exec_driver_sql("SELECT count(*) FROM search_documents").scalar_one()
    store._connection.commit()
    assert documents < 1_300
    assert store.search(SearchQuery("round0")).total == 0


def test_an_index_is_rebuilt_once_if_most_of_its_posts_have_changed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    indexed: list[int] = []
    make_row = fts5._index_row

    def counted(number: int, one: SearchDocument) -> tuple[Any, ...]:
        indexed.append(number)
        return make_row(number, one)

    monkeypatch.setattr(fts5, "_index_row", counted)
    for text in ("first", "second"):
        for number in range(100):
            store.save_post(Post(f"{BLOG}{number}", BLOG, "A title", text=text))
        indexed.clear()
        assert store.search(SearchQuery(text)).total == 100
        assert len(indexed) == 100


def test_titles_count_more_than_names_texts_and_comments(store: Store) -> None:
    other = [Post(f"{BLOG}{n}", BLOG, "Filler", text="lorem ipsum dolor", published="2024-01-01") for n in range(20)]
    old = {"published": "2020-01-01"}
    store.save_posts(
        [
            *other,
            Post(f"{BLOG}comment", BLOG, "Filler", text="lorem ipsum", comments=[Comment("1", text="fox")], **old),
            Post(f"{BLOG}text", BLOG, "Filler", text="a fox ipsum", **old),
            Post(f"{BLOG}tag", BLOG, "Filler", text="lorem ipsum", tags=["fox"], **old),
            Post(f"{BLOG}title", BLOG, "Fox", text="lorem ipsum dolor", **old),
        ]
    )
    assert found(store, SearchQuery("fox")) == ["title", "tag", "text", "comment"]


def test_newest_first_if_posts_match_equally_well(store: Store) -> None:
    days = ["2021-01-02", "2023-05-05", "2020-12-31", "2023-05-05T10:00:00Z"]
    store.save_posts(Post(f"{BLOG}{n}", BLOG, "same title", published=day) for n, day in enumerate(days))
    assert found(store, SearchQuery("same")) == ["3", "1", "0", "2"]


def test_pages_of_many_hits_have_every_hit_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_search, "_RANKED", 40)
    monkeypatch.setattr(sql_search, "_RANKED_BY_TITLE", 10)
    monkeypatch.setattr(sql_search, "_COUNTED", 60)
    titled = {3, 20, 33, 48, 50}
    store.save_posts(
        Post(f"{BLOG}{n}", BLOG, "fox" if n in titled else None, published=f"20{n:02}-01-01", text="fox")
        for n in range(100)
    )
    store.save_posts(Post(f"{BLOG}x{n}", BLOG, text="lorem") for n in range(200))
    pages = [store.search(SearchQuery("fox"), limit=7, offset=at) for at in range(0, 105, 7)]
    assert {(page.total, page.total_is_exact) for page in pages} == {(60, False)}
    urls = [hit.url for page in pages for hit in page.hits]
    assert len(urls) == len(set(urls)) == 100
    assert set(urls[:5]) == {f"{BLOG}{n}" for n in titled}
    by_date = [store.search(SearchQuery(blog=BLOG), limit=50, offset=at).hits for at in range(0, 350, 50)]
    assert len({hit.url for page in by_date for hit in page}) == 300


def test_an_excluded_word_in_the_text_excludes_a_post_with_the_words_in_its_title(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_search, "_RANKED", 3)
    store.save_posts(
        Post(f"{BLOG}{n}", BLOG, "fox", published=f"200{n}-01-01", text="and hen"[: n % 2 * 9]) for n in range(9)
    )
    hits = store.search(SearchQuery("fox -hen")).hits
    assert {hit.url[-1] for hit in hits} == {"0", "2", "4", "6", "8"}


def test_more_posts_of_one_minute_than_have_room_in_it_are_found(store: Store) -> None:
    number = 2_100
    store.save_posts(Post(f"{BLOG}{n}", BLOG, text="fox", published="2024-05-05") for n in range(number))
    store.save_post(Post(f"{BLOG}next", BLOG, text="fox", published="2024-05-06"))
    assert store.search(SearchQuery("fox", since="2024-05-05", until="2024-05-05")).total == number
    assert store.search(SearchQuery("fox", since="2024-05-06")).total == 1


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (SearchQuery(since="yesterday"), "since yesterday is not a date"),
        (SearchQuery(until="2024-13"), "until 2024-13 is not a date"),
        (SearchQuery(where="titles"), "titles is not one of all, posts, comments"),
    ],
)
def test_filters_that_mean_nothing_are_refused(query: SearchQuery, message: str, store: Store) -> None:
    with pytest.raises(UsageError, match=message):
        store.search(query)


@given(st.lists(any_posts, max_size=3), st.text(st.characters(), max_size=30))
@example([], "\ud800")
@settings(max_examples=40, deadline=None)
def test_no_post_and_no_query_is_an_error(posts: list[Post], words: str) -> None:
    with closing(open_store("sqlite://", Path())) as store:
        store.save_posts(posts)
        assert store.search(SearchQuery()).total == store.count()
        for where in ("all", "posts", "comments"):
            store.search(SearchQuery(words, author=words, tag=words, language=words, where=where))


def test_a_batch_is_indexed_in_parts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql_search, "_AT_ONCE", 3)
    kept = [Post(f"{BLOG}{day}", BLOG, f"Zebra {day}", published=f"2024-03-{day:02}") for day in (7, 2, 9, 4, 1, 8)]
    gone = "https://gone.example/"
    store.save_posts([kept[0], Post(f"{gone}1", gone, "Zebra"), *kept[1:]])
    store.remove_blog(gone)
    store.save_posts([Post(f"{BLOG}9", BLOG, "Okapi", published="2024-03-09")])
    assert [hit.title for hit in store.search(SearchQuery("zebra", since="2024")).hits] == [
        "Zebra 8", "Zebra 7", "Zebra 4", "Zebra 2", "Zebra 1",
    ]  # fmt: skip
