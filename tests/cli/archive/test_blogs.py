"""``blogcrawler blogs``: export and removal."""

from __future__ import annotations

import fcntl
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.items import Blog, Post, Visit
from blogcrawler.store import Store, open_store

BLOG, OTHER = "https://example.org/", "https://other.test/"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        for url, folder in ((BLOG, "example.org"), (OTHER, "other.test")):
            store.save_blog(Blog(url, "Ä & B", feed=f"{url}feed", folder=folder))
            store.save_posts([Post(f"{url}{n}", url, "T") for n in range(3)])
            store.schedule.save_visit(Visit(url, NOW.isoformat(), "updated"))
            old = Post(f"{url}0", url, "T")
            store.post_states.replace(old, Post(f"{url}0", url, "New"), ["title"], NOW)
            (tmp_path / folder / "warc").mkdir(parents=True)
            (tmp_path / folder / "warc" / "a.warc.gz").touch()
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    return (int(end.value.code or 0), *capsys.readouterr())


def content(store: Store, blog: str) -> list[object]:
    return [store.blog(blog), store.count(blog), store.schedule.visits(blog), store.post_states.versions(f"{blog}0")]


def test_in_a_pipe_a_blog_is_one_line_with_its_whole_address(home, capsys):
    long = f"https://example.org/{'long/' * 20}"
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog(long, "A\tlong\none", language="en", crawled="2026-01-02T03:04:05+00:00"))
    code, out, _ = run(capsys, "blogs", "--home", home)
    assert code == 0
    assert out.splitlines()[1:] == [f"{long}\tA long one\t0\ten\t2026-01-02", f"{OTHER}\tÄ & B\t3\t\t"]


def test_opml(home, capsys):
    code, out, _ = run(capsys, "blogs", "--opml", "--home", home)
    assert code == 0
    assert f'<outline text="Ä &amp; B" title="Ä &amp; B" htmlUrl="{BLOG}" type="rss" xmlUrl="{BLOG}feed" />' in out


def test_a_blog_is_removed_with_its_files_and_history_and_no_other(home, capsys):
    code, out, _ = run(capsys, "blogs", "--remove", "example.org", "--yes", "--home", home)
    assert (code, out) == (0, f"Removed {BLOG}, 3 posts and the folder {home / 'example.org'}\n")
    assert not (home / "example.org").exists()
    assert (home / "other.test").exists()
    with closing(open_store(None, home)) as store:
        assert content(store, BLOG) == [None, 0, [], []]
        assert all(content(store, OTHER))
        assert store.post_states.counts(BLOG) == (0, 0)


def test_files_can_be_kept(home, capsys):
    run(capsys, "blogs", "--remove", "example.org", "-y", "--keep-files", "--home", home)
    assert (home / "example.org").exists()


def test_a_shared_folder_is_kept(home, capsys):
    with closing(open_store(None, home)) as store:
        store.change_blog(OTHER, folder="example.org")
    assert "folder" not in run(capsys, "blogs", "--remove", "example.org", "-y", "--home", home)[1]
    assert (home / "example.org").exists()


def test_nothing_is_removed_without_confirmation(home, capsys):
    code, _, errors = run(capsys, "blogs", "--remove", "example.org", "--home", home)
    assert code == 2
    assert errors.startswith(f"Error: this removes {BLOG}, 3 posts and the folder")
    assert (home / "example.org").exists()


def test_a_blog_that_is_being_crawled_is_not_removed(home, capsys):
    with (home / "example.org/warc/a.warc.gz").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        code, _, errors = run(capsys, "blogs", "--remove", "example.org", "-y", "--home", home)
    assert (code, "is being crawled" in errors) == (1, True)


def test_a_blog_that_is_being_updated_is_not_removed(home, capsys):
    with closing(open_store(None, home)) as store:
        store.schedule.lease_blog(BLOG, "me", NOW, NOW + timedelta(days=9999))
    assert "is being crawled or updated" in run(capsys, "blogs", "--remove", "example.org", "-y", "--home", home)[2]


def test_an_unknown_blog(home, capsys):
    assert "no blog nowhere.test" in run(capsys, "blogs", "--remove", "nowhere.test", "-y", "--home", home)[2]
