"""``blogcrawler diff`` and ``changes``."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.items import Blog, Post
from blogcrawler.store import open_store

BLOG = "https://example.org/"
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(BLOG, title="A Blog"))
        first = Post(f"{BLOG}0", BLOG, "Post 0", text="It rains.\nStill.", fetched="2026-05-01T00:00:00+00:00")
        quiet = Post(f"{BLOG}1", BLOG, "Post 1", text="It rains.")
        store.save_posts([first, quiet])
        second = replace(first, title="Post zero", text="It snows.\nStill.")
        third = replace(second, text="Still.\nIt snows.\nA lot.")
        store.post_states.replace(first, second, ["content", "metadata"], NOW)
        store.post_states.replace(second, third, ["content"], NOW + timedelta(days=1))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], home: Path, *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ending:
        main([*arguments, "--home", str(home)])
    shown = capsys.readouterr()
    assert (ending.value.code or 0) == code, shown.err
    return shown.err if code else shown.out


def test_diff_shows_what_has_changed_from_version_to_version(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, home, "diff", "example.org/0")
    assert "2026-06-01 12:00  content, metadata" in shown
    assert "% of the text: 2 changed" in shown
    lines = ["- Post 0", "+ Post zero", "- It rains.", "+ It snows.", "  Still.", "+ A lot.", "← Still.  (moved)"]
    assert all(line in shown.splitlines() for line in lines)
    assert "has not changed since" in run(capsys, home, "diff", "example.org/1")
    records = [json.loads(line) for line in run(capsys, home, "diff", "example.org/0", "--json").splitlines()]
    assert [one["record"]["title"] for one in records] == ["Post 0", "Post zero", "Post zero"]
    assert [one["since"] for one in records][1:] == [one["until"] for one in records][:-1]
    assert records[0]["change"]["operations"] == {"update": 2}
    assert records[-1]["change"] is None


def test_any_two_versions_are_compared_by_number_or_date(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, home, "diff", f"{BLOG}0", "--from", "1", "--to", "2026-06-01T18:00", "--view", "changes")
    assert "  Still." not in shown.splitlines()
    assert "+ It snows." in shown.splitlines()
    record = json.loads(run(capsys, home, "diff", f"{BLOG}0", "--from", "2026-05", "--json"))
    assert record["from"]["since"] == "2026-05-01T00:00:00+00:00"
    assert (record["to"]["until"], record["kinds"]) == (None, ["content", "metadata"])
    assert 0 < record["magnitude"] < 1
    side = run(capsys, home, "diff", f"{BLOG}0", "--from", "1", "--to", "2", "--view", "side")
    assert any("It rains." in line and "It snows." in line for line in side.splitlines())
    assert "there is no version 9" in run(capsys, home, "diff", f"{BLOG}0", "--from", "9", code=2)
    assert "there is no view odd" in run(capsys, home, "diff", f"{BLOG}0", "--view", "odd", code=2)


def test_diff_mentions_changes_of_markup_only(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(open_store(None, home)) as store:
        (state,) = store.post_states.known([f"{BLOG}1"]).values()
        state.restructured, state.markup = NOW.isoformat(), "0"
        store.post_states.save(BLOG, state)
    assert "Since 2026-06-01 its markup is different" in run(capsys, home, "diff", "example.org/1")
    assert json.loads(run(capsys, home, "diff", "example.org/1", "--json"))["kinds"] == ["structure"]


def test_changes_lists_what_has_happened_in_all_blogs(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(open_store(None, home)) as store:
        (state,) = store.post_states.known([f"{BLOG}1"]).values()
        store.post_states.mark_gone(BLOG, state, NOW + timedelta(days=2))
    shown = run(capsys, home, "changes", "--since", "2026-06-01")
    assert "1 gone" in shown
    assert "2 changed" in shown
    events = [json.loads(line) for line in run(capsys, home, "changes", "--since", "2026-05", "--json").splitlines()]
    own = [(one["when"][:10], one["kind"]) for one in events if one["url"] == f"{BLOG}0"]
    assert own == [("2026-06-02", "changed"), ("2026-06-01", "changed"), ("2026-05-01", "new")]
    first = next(one for one in events if one["kind"] == "changed" and one["when"].startswith("2026-06-01"))
    assert first["kinds"] == ["content", "metadata"]
    assert first["magnitude"] > 0
    assert {change["section"] for change in first["changes"]} == {"title", "text"}
    assert "Nothing has changed since 2090" in run(capsys, home, "changes", "--since", "2090")
    assert "is not a date" in run(capsys, home, "changes", "--since", "soon", code=2)
    assert "no blog other.org" in run(capsys, home, "changes", "other.org", code=1)
    assert "more; all of them with --limit" in run(
        capsys, home, "changes", "example.org", "--since", "2026-05", "--limit", "1"
    )
