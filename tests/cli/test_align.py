"""``blogcrawler align`` prints what two RDF files have in common."""

from __future__ import annotations

from pathlib import Path

import pytest

from blogcrawler.cli import main

SHOP = """@prefix s: <http://shop/> .
s:1 a s:Record ; s:title "Hamlet (Paperback)" ; s:author "Ann Lee" .
s:2 a s:Record ; s:title "Macbeth" ; s:author "Bob Day" .
s:3 a s:Record ; s:title "Othelo" ; s:author "Cid Fox" ."""
LIBRARY = """@prefix l: <http://lib/> .
l:a a l:Book ; l:name "hamlet" . l:p l:wrote l:a ; l:name "Ann Lee" .
l:b a l:Book ; l:name "MACBETH" . l:q l:wrote l:b ; l:name "Bob Day" .
l:c a l:Book ; l:name "Othello" ."""


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "shop.ttl").write_text(SHOP)
    (tmp_path / "library.ttl").write_text(LIBRARY)
    return [str(tmp_path / "shop.ttl"), str(tmp_path / "library.ttl")]


def printed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str], float]:
    with pytest.raises(SystemExit) as stopped:
        main(["align", *arguments])
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert stopped.value.code == (0 if rows else 1)
    return {(left, right): float(probability) for left, right, probability in rows}


def test_instances(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(files, capsys)
    assert set(found) == {("http://shop/1", "http://lib/a"), ("http://shop/2", "http://lib/b")}
    assert all(probability >= 0.7 for probability in found.values())


def test_relations_and_classes(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert set(printed([*files, "--relations"], capsys)) == {
        ("http://shop/title", "http://lib/name"),
        ("http://shop/author", "^<http://lib/wrote>/<http://lib/name>"),
    }
    assert set(printed([*files, "--classes"], capsys)) == {("http://shop/Record", "http://lib/Book")}


def test_similar_literals_and_a_limit(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    similar = printed([*files, "--similarity", "0.5", "--min-probability", "0"], capsys)
    weakest = similar["http://shop/3", "http://lib/c"]
    limited = printed([*files, "--similarity", "0.5", "--min-probability", str(weakest + 0.001)], capsys)
    assert set(similar) - set(limited) == {("http://shop/3", "http://lib/c")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--relations", "--classes"], "--relations and --classes exclude each other"),
        (["--min-probability", "2"], "--min-probability"),
    ],
)
def test_wrong_options(
    arguments: list[str], message: str, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["align", *files, *arguments])
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_a_file_that_does_not_exist(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["align", files[0], "nowhere.nt"])
    assert stopped.value.code == 2
    assert "nowhere.nt cannot be read" in capsys.readouterr().err
