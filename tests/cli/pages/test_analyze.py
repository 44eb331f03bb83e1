from __future__ import annotations

import json
from pathlib import Path

import pytest

from blogcrawler.cli import main

TEXT = "The old pier was mended by the patient ferryman before dawn. " * 12
ARTICLE = f"<body><article class='post evil\x1b[31m'><h1>Pier</h1><p>{TEXT}</p></article></body>"
HUB = (
    "<body><ul id=list>"
    + "".join(f"<li><a href=/{n}>How the pier was mended {n}</a>" for n in range(9))
    + "</ul></body>"
)


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    files = [tmp_path / "article.html", tmp_path / "hub.html"]
    for file, html in zip(files, (ARTICLE, HUB), strict=True):
        file.write_text(html)
    return [str(file) for file in files]


def run(*arguments: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(["analyze", *arguments])
    assert not end.value.code


def test_regions_are_shown_and_counted_page_by_page(
    pages: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "200")
    run(*pages)
    out = capsys.readouterr().out
    assert "article.html: article" in out
    assert "hub.html: hub" in out
    assert "ul#list" in out
    assert "\x1b[31m" not in out
    table = [line.split() for line in out.splitlines() if line.rstrip().endswith(("0", "1")) and "file:" in line]
    assert [row[2:] for row in table] == [["1", "0", "0"], ["0", "1", "0"]]


def test_regions_as_json(pages: list[str], capsys: pytest.CaptureFixture[str]):
    run("--json", *pages)
    article, hub = map(json.loads, capsys.readouterr().out.splitlines())
    assert (article["kind"], hub["kind"]) == ("article", "hub")
    (region,) = hub["regions"]
    assert (region["kind"], region["links"], region["clean_text"]) == ("hub", 9, 0)


def test_the_method_of_the_paper_with_its_thresholds_and_clips(pages: list[str], capsys: pytest.CaptureFixture[str]):
    printed = ("--json", "--method", "paper", "--min-text-to-links", "0")
    run(*printed, "--min-information", "300", "--keyword", "ferryman", *pages)
    article, hub = map(json.loads, capsys.readouterr().out.splitlines())
    assert [region["kind"] for region in article["regions"]] == ["information"]
    assert article["clips"][0]["summary"] == "The old pier was mended by the patient ferryman before dawn."
    assert [region["kind"] for region in hub["regions"]] == ["information"]  # the paper counts the text of links
    run("--json", "--method", "paper", "--min-information", "100000", "--min-links", "5", *pages)
    article, hub = map(json.loads, capsys.readouterr().out.splitlines())
    assert [region["kind"] for region in article["regions"]] == []
    assert [region["kind"] for region in hub["regions"]] == ["hub"]
