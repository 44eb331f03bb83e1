"""``--at``: every command that reads posts can read those of a moment."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from past_checks import BLOG, fill_past

from blogcrawler.api import open_archive
from blogcrawler.cli import main
from blogcrawler.errors import UsageError
from blogcrawler.store import open_store


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("past")
    with closing(open_store(None, folder)) as store:
        fill_past(store)
    return folder


def run(capsys: pytest.CaptureFixture[str], home: Path, *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ending:
        main([*arguments, "--home", str(home)])
    shown = capsys.readouterr()
    assert (ending.value.code or 0) == code, shown.err
    return shown.err if code else shown.out


def urls(lines: str) -> list[str]:
    return [json.loads(line)["url"].removeprefix(BLOG) for line in lines.splitlines()]


def test_posts_lists_those_of_a_moment(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert urls(run(capsys, home, "posts", "--json", "--at", "2012")) == ["old"]
    week = run(capsys, home, "posts", "past.example", "--at", "2026-06-07T12:00", "--json")
    assert urls(week) == ["edited", "old", "redated", "undated"]
    assert "gone since" not in run(capsys, home, "posts", "--at", "2026-06-01")
    assert "no posts as of 2001" in run(capsys, home, "posts", "--at", "2001", code=1)
    assert "--at soon is not a date" in run(capsys, home, "posts", "--at", "soon", code=2)


def test_show_shows_the_version_of_a_moment(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = run(capsys, home, "show", f"{BLOG}edited", "--at", "2026-06-04")
    as_of = "As of 2026-06-04 23:59: seen like this from 2026-06-03 12:00 until 2026-06-05 12:00"
    assert as_of in " ".join(shown.split())
    assert "second" in shown.split()
    record = json.loads(run(capsys, home, "show", f"{BLOG}edited", "--at", "2026-06-02", "--json"))
    assert (record["text"], record["until"]) == ("first", "2026-06-03T12:00:00+00:00")
    assert "before the first crawl" in run(capsys, home, "show", f"{BLOG}old", "--at", "2014")
    assert "did not exist as of 2008" in run(capsys, home, "show", f"{BLOG}old", "--at", "2008", code=1)


def test_search_finds_the_words_of_a_moment(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, home, "search", "second", "--at", "2026-06-04", "--json")
    assert urls(found) == ["edited"]
    assert {"text": "second", "match": True} in json.loads(found)["snippet"]
    assert "no posts match" in run(capsys, home, "search", "second", "--at", "2026-06-09", code=1)
    assert urls(run(capsys, home, "search", "2011", "--in", "comments", "--at", "2012", "--json")) == ["old"]
    assert "no posts match" in run(capsys, home, "search", "2013", "--in", "comments", "--at", "2012", code=1)


def test_sparql_and_export_know_the_moment(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    titles = "SELECT ?text { ?post dcterms:title 'edited'; sioc:content ?text }"
    assert run(capsys, home, "sparql", titles, "--at", "2026-06-04") == "second\n"
    exported = run(capsys, home, "export", "-f", "jsonl", "--at", "2012")
    assert urls(exported) == ["old"]
    turtle = run(capsys, home, "export", "-f", "turtle", "--at", "2012")
    assert "hasVersion" not in turtle


def test_rdf_has_the_time_during_which_each_version_was_current(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = """SELECT ?text { ?post a sioct:BlogPost; dcterms:hasVersion? ?version; dcterms:title "edited" .
        ?version schema:validFrom ?from ; sioc:content ?text . OPTIONAL { ?version schema:validThrough ?until }
        FILTER (?from <= ?at && (!BOUND(?until) || ?at < ?until)) VALUES ?at { "%s"^^xsd:dateTime } }"""
    shown = [run(capsys, home, "sparql", query % f"2026-06-{day:02}T12:00:00Z").strip() for day in (1, 3, 4, 5, 30)]
    assert shown == ["first", "second", "second", "third", "third"]
    gone = "SELECT ?until { ?post dcterms:title 'gone' ; schema:validThrough ?until }"
    assert run(capsys, home, "sparql", gone) == "2026-06-06T12:00:00Z\n"


def test_the_api_opens_the_archive_as_of_a_moment(home: Path) -> None:
    with open_archive(home) as archive:
        post = archive.as_of("2026-06-04").post(f"{BLOG}edited")
        assert post is not None
        assert post.text == "second"
        with pytest.raises(UsageError, match="not a date"):
            archive.as_of("yesterday")
