from __future__ import annotations

import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from post_strategies import blogs, posts

from blogcrawler.errors import UsageError
from blogcrawler.items import Blog, Post
from blogcrawler.store import Store, open_store, storable

BLOG = "https://example.org/"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        yield store


def post(name: str, published: str | None = None, blog: str = BLOG, **fields: object) -> Post:
    return Post(f"{blog}{name}", blog, published=published, **fields)  # type: ignore[arg-type]


def titles(store: Store, blog: str | None = None) -> list[str]:
    return [post.url.rsplit("/", 1)[1] for post in store.posts(blog)]


@given(posts)
@settings(max_examples=40, deadline=None)
def test_a_post_is_stored_unchanged(post: Post):
    with closing(open_store("sqlite://", Path())) as store:
        store.save_post(post)
        found = store.post(post.url)
        assert found is not None
        assert found.record() == storable(post).record()
        assert list(store.posts()) == [found]


@given(blogs)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_blog_is_stored_unchanged(blog: Blog):
    with closing(open_store("sqlite://", Path())) as store:
        store.save_blog(blog)
        assert store.blog(blog.url) == storable(blog)


def test_saving_again_replaces(store: Store):
    store.save_post(post("a", title="old", tags=["x"]))
    store.save_posts([post("a", title="new"), post("b"), post("b", title="last wins")])
    assert store.count() == 2
    assert store.post(f"{BLOG}a") == post("a", title="new")
    assert store.post(f"{BLOG}b") == post("b", title="last wins")
    store.save_blog(Blog("http://example.org", title="old"))
    store.save_blog(Blog(BLOG, title="new"))
    assert store.blogs() == [Blog(BLOG, title="new")]


def test_changing_a_blog_keeps_the_current_values_of_other_fields(store: Store):
    store.save_blog(Blog(BLOG, title="A", rules={"title": []}))
    known = store.blog(BLOG)
    store.change_blog(BLOG, knowledge={"application": "blog/hugo"})
    assert known is not None
    store.change_blog(known.url, rules={"title": [{"by": "i\0d"}]}, feed=None)
    changed = Blog(BLOG, title="A", rules={"title": [{"by": "i\ufffdd"}]}, knowledge={"application": "blog/hugo"})
    assert store.blogs() == [changed]
    store.change_blog("https://unknown.example/", title="B")
    assert store.blogs() == [changed]


def test_the_blog_of_a_page_is_the_one_with_the_longest_matching_url(store: Store):
    for url in (BLOG, f"{BLOG}news", "https://other.example/?p=blog"):
        store.save_blog(Blog(url))
    assert store.addresses() == [BLOG, f"{BLOG}news", "https://other.example/?p=blog"]
    found = [store.blog_of(page) for page in (f"{BLOG}a/b?c", f"{BLOG}news/1", f"{BLOG}newsletter", BLOG)]
    assert [blog.url for blog in found if blog] == [BLOG, f"{BLOG}news", BLOG, BLOG]
    assert store.blog_of("https://example.com/") is None


def test_learned_actions_are_found_by_application_type(store: Store):
    store.save_blog(Blog(BLOG, knowledge={"application": "blog/hugo", "learned": [{"path": "//h1"}]}))
    store.save_blog(Blog(f"{BLOG}2", knowledge={"application": "blog/jekyll", "learned": [{"path": "//h2"}]}))
    store.save_blog(Blog(f"{BLOG}3"))
    assert store.learned("blog/hugo") == [{"path": "//h1"}]
    assert store.learned() == [{"path": "//h1"}, {"path": "//h2"}]


def test_posts_come_newest_first_and_undated_ones_last(store: Store):
    store.save_posts(
        [
            post("undated"),
            post("day", "2024-03-03"),
            post("later-in-utc", "2024-03-03T01:00:00-05:00"),
            post("earlier-in-utc", "2024-03-03T01:00:00+05:00"),
            post("fraction", "2024-03-03T06:00:00.5Z"),
            post("old", "0001-01-01T00:00:00+14:00"),
            post("nonsense", "yesterday"),
        ]
    )
    assert titles(store) == [
        "fraction", "later-in-utc", "day", "earlier-in-utc", "old", "undated", "nonsense",
    ]  # fmt: skip


def test_posts_can_be_saved_while_others_are_read(store: Store):
    store.save_posts(post(f"{n}", f"2024-01-01T00:{n // 60:02}:{n % 60:02}") for n in range(200))
    seen = []
    for found in store.posts():
        store.save_post(found)
        seen.append(found.url)
    assert len(seen) == len(set(seen)) == 200


def test_reading_many_posts_needs_little_memory(store: Store):
    for start in range(0, 600, 100):
        store.save_posts(post(f"{n}", text="x" * 20_000) for n in range(start, start + 100))
    tracemalloc.start()
    assert sum(1 for _ in store.posts()) == 600
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000


@pytest.mark.parametrize(
    "typed",
    ["https://example.org/a/", "http://www.example.org/a", "example.org/a", "EXAMPLE.org/a/#comments"],
)
def test_a_post_is_found_by_a_url_as_people_type_it(store: Store, typed: str):
    store.save_posts([post("a"), post("ab"), post("b")])
    assert store.post(typed) == post("a")


def test_an_exact_url_wins_over_a_similar_one(store: Store):
    spellings = [Post(url, BLOG) for url in ("http://example.org/a", "https://example.org/a", "https://example.org/a/")]
    store.save_posts(spellings)
    assert [store.post(spelling.url) for spelling in spellings] == spellings


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("https://example.org/blog/", True),
        ("http://www.example.org/blog", True),
        ("example.org/blog", True),
        ("example.org", True),
        ("https://example.org/", False),  # a full address is meant as it is
        ("example.org/bl", False),
        ("other.org", False),
        ("", False),
    ],
)
def test_a_blog_is_found_by_a_url_as_people_type_it(store: Store, typed: str, found: bool):
    home = "https://example.org/blog/"
    store.save_blog(Blog(home))
    store.save_blog(Blog("https://another.example/"))
    store.save_posts([post("a", blog=home), post("b", blog="https://another.example/")])
    assert store.blog(typed) == (Blog(home) if found else None)
    assert titles(store, typed) == (["a"] if found else [])
    assert store.count(typed) == found


def test_a_prefix_that_several_blogs_share_is_ambiguous(store: Store):
    store.save_blog(Blog("https://example.org/one/"))
    store.save_blog(Blog("https://example.org/two/"))
    with pytest.raises(UsageError, match=r"https://example\.org/one/, https://example\.org/two/"):
        store.blog("example.org")


def test_posts_of_a_blog_that_was_never_saved_are_found(store: Store):
    store.save_post(post("a"))
    assert titles(store, "www.example.org") == ["a"]


def test_several_threads_can_save_posts(store: Store):
    threads = [threading.Thread(target=store.save_post, args=(post(f"{n}"),)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.count() == 20


WRITER = """
import os, signal, sys
from pathlib import Path
from blogcrawler.items import Post
from blogcrawler.store import open_store
name, number, ending = sys.argv[2], int(sys.argv[3]), sys.argv[4]
store = open_store(None, Path(sys.argv[1]))
for n in range(number):
    store.save_post(Post(f"https://example.org/{name}{n}", "https://example.org/", text="x" * 10_000))
    print(n, flush=True)
if ending == "kill":
    os.kill(os.getpid(), signal.SIGKILL)
"""


def start_writer(home: Path, name: str, number: int, ending: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(home), name, str(number), ending],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_can_create_and_write_the_same_database(tmp_path: Path):
    writers = [start_writer(tmp_path, name, 150) for name in ("a", "b")]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert (writer.returncode, errors) == (0, "")
    with closing(open_store(None, tmp_path)) as store:
        assert store.count() == 300


def test_a_killed_process_loses_nothing_that_was_saved(tmp_path: Path):
    writer = start_writer(tmp_path, "a", 5, "kill")
    said, _ = writer.communicate(timeout=60)
    assert writer.returncode == -signal.SIGKILL
    with closing(open_store(None, tmp_path)) as store:
        assert store.count() == len(said.split()) == 5
