"""``blogcrawler watch``, from adding a watch to what a program receives."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import open_store
from blogcrawler.watch import new_owner

BLOG = "http://a.example/"
POST = Post(
    f"{BLOG}1", BLOG, "Spring", text="Many gardens were here. It rained.", language="en", published="2026-03-01",
    tags=["Plants"], comments=[Comment("c1", text="The soil was wet.", author="Ann")],
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(BLOG, "Notes"))
        store.save_post(POST)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], home: Path, *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ending:
        main(["watch", *arguments, "--home", str(home)])
    shown = capsys.readouterr()
    assert (ending.value.code or 0) == code, shown.err
    return shown.out + shown.err


def test_a_watch_is_tried_before_it_is_saved(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "*gardens*" in run(capsys, home, "test", "garden")
    (line,) = run(capsys, home, "test", "soil", "--in", "comments", "--json").splitlines()
    assert json.loads(line)["comment"] == "c1"
    nothing = "This watch would have found nothing in the archive.\n"
    assert run(capsys, home, "test", "garden", "--match", "exact", code=1) == nothing
    assert run(capsys, home, "test", "garden", "--tag", "animals", code=1) == nothing
    assert "There are no watches yet" in run(capsys, home, "list")


def test_synonyms_of_a_file(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words").write_text("yard, garden\n")
    assert "*gardens*" in run(capsys, home, "test", "yard", "--synonyms", str(tmp_path / "words"), "--language", "en")


def test_from_a_watch_to_a_program(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "clips.jsonl"
    assert "Watch 1: pier" in run(capsys, home, "add", "pier", "--exec", f"tee {out}")
    with closing(open_store(None, home)) as store:
        store.save_post(Post(f"{BLOG}2", BLOG, "Sea", text="The piers are long.", language="en"))
    assert "1 new clip, 1 message sent" in run(capsys, home, "deliver")
    (line,) = out.read_text().splitlines()
    assert json.loads(line)["url"] == f"{BLOG}2"
    assert "0 new clips, 0 messages sent" in run(capsys, home, "deliver")


def test_watches_are_listed_and_removed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, home, "add", "pier OR mole", "--blog", BLOG, "--in", "posts", "--digest", "daily")
    run(capsys, home, "add", "--news", "--owner", "editors", "--timezone", "Europe/Athens")
    listed = run(capsys, home, "list")
    assert "me (daily, UTC; sent to nowhere)" in listed
    assert f"pier OR mole; in posts; {BLOG}" in listed
    assert "editors (now, Europe/Athens; sent to nowhere)" in listed
    assert [json.loads(line)["owner"] for line in run(capsys, home, "list", "--json").splitlines()] == ["me", "editors"]
    run(capsys, home, "remove", "1")
    assert "pier" not in run(capsys, home, "list")


def test_a_failed_message_is_listed_without_its_password(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = "mailto://user:secret@127.0.0.1:1?to=ann@example.org&from=me@example.org&mode=insecure"
    run(capsys, home, "add", "pier", "--to", address)
    with closing(open_store(None, home)) as store:
        store.save_post(Post(f"{BLOG}2", BLOG, "Sea", text="The piers are long.", language="en"))
    assert "1 failed" in run(capsys, home, "deliver", code=1)
    listed = run(capsys, home, "list")
    assert "Not sent to" in listed
    assert "(1 attempt)" in listed
    assert "secret" not in listed


def test_an_owner_is_paused_and_has_a_secret_page(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, home, "add", "pier")
    shown = run(capsys, home, "owner", "me", "--pause", "--digest", "weekly")
    assert "never (paused)" in shown
    assert ".atom" in shown
    assert "weekly" in run(capsys, home, "owner", "me", "--resume")


def test_nothing_is_sent_to_an_address_that_was_taken_away(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = "mailto://user:wrong@127.0.0.1:1?to=ann@example.org&from=me@example.org"
    run(capsys, home, "add", "pier", "--to", wrong, "--exec", "cat")
    shown = run(capsys, home, "owner", "me", "--not-to", "ann@example.org", "--to", wrong.replace("wrong", "right"))
    assert shown.count("ann@example.org") == 1
    shown = run(capsys, home, "owner", "me", "--not-to", "mailto://")
    assert "ann@example.org" not in shown
    assert "/cat" in shown  # by its full path: a later run has another folder
    complaint = run(capsys, home, "owner", "me", "--not-to", "bob@example.org", code=2)
    assert "nothing is sent to bob@example.org" in complaint


def test_a_program_that_was_stored_without_its_path_gets_clips_once(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(open_store(None, home)) as store:
        store.watches.save_owner(
            replace(new_owner("me"), addresses=("exec:cat -u", "exec:no-such-program", "exec:cat"))
        )
    shown = run(capsys, home, "owner", "me", "--exec", "cat -u")
    assert shown.count("cat -u") == 1
    assert "/cat -u" in shown
    assert "exec:no-such-program, exec:cat, " in shown


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["add"], "give either words to watch for, or --news"),
        (["add", "pier", "--news"], "give either words to watch for, or --news"),
        (["add", "(pier"], "is not closed"),
        (["add", "NOT pier"], "needs a word that must occur"),
        (["add", "pier", "--to", "nonsense"], "is not an address to send to"),
        (["add", "pier", "--exec", "no-such-program"], "there is no program no-such-program"),
        (["test", " "], "give words to watch for"),
        (["add", "pier", "--digest", "yearly"], "is not one of now, hourly, daily, weekly"),
        (["add", "pier", "--timezone", "Mars"], "is not a time zone"),
        (["add", "pier", "--match", "loosely"], "is not one of stem, exact, synonym"),
        (["add", "pier", "--in", "titles"], "is not one of all, posts, comments"),
        (["add", "pier", "--blog", "http://other.example/"], "is known"),
        (["add", "pier", "--synonyms", "/nowhere/words"], "cannot be read"),
        (["remove", "7"], "there is no watch 7"),
        (["owner", "nobody"], "there is no owner nobody"),
    ],
)
def test_mistakes_are_explained(
    home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert complaint in " ".join(run(capsys, home, *arguments, code=2).split())
