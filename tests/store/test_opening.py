from __future__ import annotations

import sqlite3
import traceback
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from blogcrawler.errors import BlogCrawlerError, StoreError, UsageError
from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import DATABASE_FILE, database_name, open_store
from blogcrawler.watch import Watch, WatchEvent, WatchList, new_owner


def test_the_database_is_a_file_in_the_home_folder(tmp_path: Path):
    home = tmp_path / "not" / "yet"
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog("https://example.org/"))
        assert not store.remote
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT url FROM blogs").fetchall() == [("https://example.org/",)]
    with closing(open_store(f"sqlite:///{home / DATABASE_FILE}", tmp_path)) as store:
        assert len(store.blogs()) == 1


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path):
    open_store(None, tmp_path).close()
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        database.execute("UPDATE schema_version SET version = 99")
        database.commit()
    with pytest.raises(
        StoreError, match=r"newer version of blogcrawler \(schema 99, this version supports \d+\); upgrade"
    ):
        open_store(None, tmp_path)


def test_the_error_for_a_file_that_is_not_a_database_names_it(tmp_path: Path):
    (tmp_path / DATABASE_FILE).write_text("my diary " * 1000)
    with pytest.raises(StoreError, match=r"blogcrawler\.db: this file is not an SQLite database"):
        open_store(None, tmp_path)


def test_the_error_for_a_folder_that_cannot_be_created_names_it(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"file/home/blogcrawler\.db"):
        open_store(None, tmp_path / "file" / "home")


def test_a_full_disk_is_reported_and_nothing_is_half_written(tmp_path: Path):
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(Post("https://example.org/a", "https://example.org/"))
        store._connection.exec_driver_sql("PRAGMA max_page_count = 40")
        store._connection.commit()
        with pytest.raises(StoreError, match="the disk is full; free some space") as failure:
            store.save_post(Post("https://example.org/b", "https://example.org/", text="x" * 1_000_000))
        assert "INSERT" not in str(failure.value)
        assert store.count() == 1


@pytest.mark.parametrize(
    ("url", "error", "message"),
    [
        ("postgresql://me:s3cret@127.0.0.1:1/blogs", StoreError, "postgresql://127.0.0.1:1/blogs: "),
        ("postgres://me@127.0.0.1:1/blogs?password=s3cret", StoreError, "postgresql://127.0.0.1:1/blogs: "),
        ("postgresql://me:s3cret@host:port/blogs", UsageError, "not a valid database address"),
        ("s3cret", UsageError, "not a valid database address"),
        ("mysql://me:s3cret@127.0.0.1/blogs", UsageError, "not mysql://"),
    ],
)
def test_a_wrong_database_url_gives_a_one_line_error_without_the_password(
    url: str, error: type[BlogCrawlerError], message: str, tmp_path: Path
):
    with pytest.raises(error) as failure:
        open_store(url, tmp_path)
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)
    assert "s3cret" not in str(failure.value)
    assert "s3cret" not in "".join(traceback.format_exception(failure.value)).replace(f'"{url}"', "")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        (None, "home/blogcrawler.db"),
        ("sqlite:////var/blogs.db", "/var/blogs.db"),
        ("postgresql://me:s3cret@db.example:5433/blogs", "postgresql://db.example:5433/blogs"),
        ("postgres://me:s3cret@/blogs?host=/run/pg", "postgresql:///run/pg/blogs"),
    ],
)
def test_the_displayed_database_name_has_no_password(url: str | None, name: str):
    assert database_name(url, Path("home")) == name


def test_a_database_of_an_older_version_gets_the_columns_that_it_lacks(tmp_path: Path) -> None:
    open_store(None, tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "blogcrawler.db")) as database:
        for statement in (
            *(f"DROP TRIGGER post_counts_{name}" for name in ("added", "changed", "removed")),
            "ALTER TABLE posts DROP COLUMN type",
            "ALTER TABLE posts DROP COLUMN posts",
            "ALTER TABLE blogs DROP COLUMN knowledge",
            "UPDATE schema_version SET version = 2",
        ):
            database.execute(statement)
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        thread = Post("https://a.example/1", "https://a.example/", type="thread", posts=[Comment("1", type=None)])
        store.save_post(thread)
        saved = store.post("https://a.example/1")
        assert saved is not None
        assert (saved.type, saved.posts) == ("thread", thread.posts)


def test_a_database_of_an_older_version_finds_addresses_without_their_index_file(tmp_path: Path) -> None:
    blog, url = "https://a.example/ann/index.html", "https://a.example/ann/one/index.php"
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(blog))
        store.save_post(Post(url, blog, "Old"))
        store.post_states.replace(Post(url, blog, "Old"), Post(url, blog, "New"), ["title"], datetime.now(UTC))
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        for name, key in (("blog_digest", "a.example/ann/index.html"), ("key_digest", "a.example/ann/one/index.php")):
            for table in ("posts", "looks"):
                database.execute(f"UPDATE {table} SET {name} = ?", [sha256(key.encode()).digest()])
        key = "a.example/ann/index.html"
        database.execute("UPDATE blogs SET key = ?, key_digest = ?", [key, sha256(key.encode()).digest()])
        database.execute("UPDATE schema_version SET version = 5")
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        assert store.blog("a.example/ann") == Blog(blog)
        assert store.count("a.example/ann") == 1
        for address in (url, "https://a.example/ann/one/"):
            found = store.post(address)
            assert found is not None
            assert found.title == "New"
            assert [version.record.title for version in store.post_states.versions(address)] == ["Old"]
            assert address in store.post_states.known([address])


def test_watches_of_an_older_version_are_kept_and_their_numbers_not_used_again(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        owner = store.watches.save_owner(new_owner("ann"))
        kept, removed = (store.watches.add(Watch(0, owner.id, query, old_posts=True)) for query in ("pier", "mole"))
        store.save_post(Post("https://a.example/1", "https://a.example/"))
        [clip] = WatchList([removed]).clips(
            WatchEvent(Post("https://a.example/2", "https://a.example/", text="A mole."))
        )
        store.watches.finish([], [clip])
        store.watches.remove(removed.id)
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as database:
        for table in ("watches", "watch_events"):
            (old,) = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", [table]).fetchone()
            database.execute(f"ALTER TABLE {table} RENAME TO copied")
            database.execute("DROP INDEX IF EXISTS watches_by_owner")
            database.execute(old.replace("PRIMARY KEY AUTOINCREMENT", "PRIMARY KEY"))
            database.execute(f"INSERT INTO {table} SELECT * FROM copied")
            database.execute("DROP TABLE copied")
        database.execute("CREATE INDEX watches_by_owner ON watches (owner)")
        database.execute("UPDATE schema_version SET version = 11")
        database.commit()
    with closing(open_store(None, tmp_path)) as store:
        assert store.watches.all() == [kept]
        assert len(store.watches.events(10)) == 1
        assert store.watches.add(Watch(0, owner.id, "dam")).id > removed.id
