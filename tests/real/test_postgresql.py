from __future__ import annotations

import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from past_checks import check_past, fill_past
from post_strategies import comments
from postgresql import Server

from blogcrawler.errors import StoreError
from blogcrawler.items import Blog, Post
from blogcrawler.store import Store, open_store, storable

pytestmark = pytest.mark.real

BLOG = "https://example.org/"


@pytest.fixture
def store(server: Server, tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(server.new_database(), tmp_path)) as store:
        yield store


def test_both_databases_give_the_same_records(server: Server):
    texts = st.text(st.characters(), max_size=30)
    things = st.dictionaries(
        texts,
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
        max_size=3,
    )
    some = st.lists(texts, max_size=3)
    dates = st.none() | texts | st.datetimes(timezones=st.timezones()).map(lambda date: date.isoformat())
    post = st.builds(
        Post,
        url=texts,
        blog=texts,
        title=st.none() | texts,
        authors=some,
        published=dates,
        tags=some,
        content_html=texts.map(lambda text: text * 3_000),
        text=texts,
        links=some,
        media=st.lists(things, max_size=2),
        comments=st.lists(comments, max_size=2),
        comments_expected=st.none() | st.integers(),
        source=st.dictionaries(texts, texts),
        rendered=st.booleans(),
        warc=st.none() | things,
    )

    @given(st.lists(post, max_size=4))
    @settings(max_examples=40, deadline=None)
    def check(posts: list[Post]) -> None:
        for post in posts:
            for store in both:
                store.save_post(post)
            found = [store.post(post.url) for store in both]
            assert found == [storable(post)] * 2
        assert list(both[0].posts()) == list(both[1].posts())

    both = [open_store(server.new_database(), Path()), open_store("sqlite://", Path())]
    check()
    for store in both:
        store.close()


def test_saving_again_replaces(store: Store):
    store.save_posts(Post(f"{BLOG}{n}", BLOG, title="old") for n in range(120))
    store.save_posts(
        Post(f"{BLOG}{n}", BLOG, title="new", published=f"2024-01-01T00:00:{n % 60:02}Z") for n in range(120)
    )
    assert store.count() == store.count("example.org") == 120
    assert {post.title for post in store.posts(BLOG)} == {"new"}
    dates = [post.published or "" for post in store.posts()]
    assert dates == sorted(dates, reverse=True)
    store.save_blog(Blog(BLOG, title="old"))
    store.save_blog(Blog(BLOG, title="new", rules={"title": [{"by": "id"}]}))
    assert store.blogs() == [Blog(BLOG, title="new", rules={"title": [{"by": "id"}]})]
    assert store.blog("www.example.org") == store.blog_of(f"{BLOG}1") == store.blogs()[0]
    store.save_blog(Blog(BLOG, knowledge={"application": "blog/hugo", "learned": [{"path": "//h1"}]}))
    assert (store.learned("blog/hugo"), store.learned("blog/jekyll")) == ([{"path": "//h1"}], [])


def test_addresses_may_be_longer_than_an_index_entry(store: Store):
    url = f"{BLOG}{secrets.token_hex(5_000)}"
    store.save_post(Post(url, url))
    store.save_blog(Blog(url))
    assert store.post(url) == Post(url, url)
    assert store.blog(url) == Blog(url)
    assert list(store.posts(url)) == [Post(url, url)]


def test_several_processes_can_create_the_same_database(server: Server, tmp_path: Path):
    url = server.new_database()
    with ThreadPoolExecutor(6) as threads:
        stores = list(threads.map(lambda _: open_store(url, tmp_path), range(6)))
    for number, store in enumerate(stores):
        store.save_post(Post(f"{BLOG}{number}", BLOG))
    assert stores[0].count() == 6
    for store in stores:
        store.close()


def test_a_restarted_server_is_used_again(server: Server, store: Store):
    store.save_post(Post(f"{BLOG}1", BLOG))
    server.stop()
    with pytest.raises(StoreError, match=r"postgresql://127\.0\.0\.1"):
        store.save_post(Post(f"{BLOG}2", BLOG))
    server.start()
    store.save_post(Post(f"{BLOG}3", BLOG))
    assert store.count() == 2


def test_the_old_postgres_scheme_is_accepted(server: Server, tmp_path: Path):
    with closing(open_store(server.url(scheme="postgres"), tmp_path)) as store:
        assert store.remote
        assert store.count() == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("s3cret", "wr0ng"), "password authentication failed"),
        (("/postgres", "/nowhere"), 'database "nowhere" does not exist'),
    ],
)
def test_connection_errors_do_not_show_the_password(
    server: Server, change: tuple[str, str], reason: str, tmp_path: Path
):
    with pytest.raises(StoreError, match=reason) as failure:
        open_store(server.url().replace(*change), tmp_path)
    message = str(failure.value)
    assert message.startswith(f"database postgresql://127.0.0.1:{server.port}/")
    assert "s3cret" not in message
    assert "wr0ng" not in message


def test_the_past_is_the_same_as_in_sqlite(store: Store):
    fill_past(store)
    check_past(store)
