"""``blogcrawler search``."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from search_cases import fill

from blogcrawler.cli import main
from blogcrawler.items import Comment, Post
from blogcrawler.store import open_store


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    with closing(open_store(None, folder)) as store:
        fill(store)
        bad = "\x1b[31mred\x1b]0;x\x07 [bold]evil[/bold]"
        store.save_post(Post("https://evil.example/1", "https://evil.example/", bad, [bad], text=bad))
        store.save_post(Post("https://evil.example/2", "https://evil.example/", comments=[Comment("1", text="hyena")]))
    return folder


def run(home: Path, *arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["search", "--home", str(home), *arguments])
    return int(end.value.code or 0)


def test_hits_with_their_snippets(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "efeu") == 0
    assert capsys.readouterr().out == (
        "Über Gärten  2024-03-31  Ada Moss, Ben Reed\nhttps://example.org/gardens\nUnd Efeu, viel Efeu.\n\n"
    )
    assert run(home, "hyena") == 0
    assert capsys.readouterr().out == "(untitled)  in a comment\nhttps://evil.example/2\nhyena\n\n"


def test_json(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "two", "zebra", "--in", "comments", "--author", "moss", "--json") == 0
    hit = json.loads(capsys.readouterr().out)
    assert (hit["url"], hit["comment"], hit["tags"]) == ("https://example.org/gardens", "c2", ["Rosen", "C++"])
    assert {"text": "zebra", "match": True} in hit["snippet"]


def test_filters_without_words_and_a_limit(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "--blog", "example.org", "--since", "2022", "--limit", "1") == 0
    out = capsys.readouterr().out
    assert "https://example.org/gardens\n" in out
    assert out.endswith("1 of 3 posts; more with --limit\n")


def test_an_excluded_word_and_a_phrase(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "--", '"red rose"', "-zebra") == 0
    assert "https://example.org/roses" in capsys.readouterr().out


def test_foreign_text_cannot_control_the_terminal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "evil") == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "[bold]evil[/bold]" in out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nothing"], 1, "no posts match"),
        ([], 2, "search for what?"),
        (["x", "--in", "titles"], 2, "titles is not one of"),
        (["x", "--since", "yesterday"], 2, "since yesterday is not a date"),
    ],
)
def test_errors(home: Path, arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, *arguments) == code
    assert message in capsys.readouterr().err


def test_rebuilding(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(home, "--rebuild") == 0
    assert capsys.readouterr().out == "Indexed 8 posts.\n"
