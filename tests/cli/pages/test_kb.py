"""``blogcrawler kb``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.errors import KnowledgeError, UsageError
from blogcrawler.items import Blog
from blogcrawler.store import open_store

LEARNED = {
    "application": "blog/wordpress",
    "level": "post",
    "type": "title",
    "path": "h2[@class~='storytitle']",
    "origin": "https://a.example/",
    "instead": "h1[@class~='entry-title']",
}


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["kb", *arguments], catch_exceptions=False)
    return result.output


def test_a_generated_file_is_valid(tmp_path: Path) -> None:
    for name in ("forum/example", "blog/it's"):
        file = tmp_path / "example.xml"
        file.write_text(run("new", name, "--title", "It's an Example & more"))
        assert "is valid" in run("check", str(file))
    with pytest.raises(UsageError):
        run("new", "example")


def test_the_shipped_files_are_valid() -> None:
    assert "files are valid" in run("check")


def test_errors_in_a_file_have_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "wrong.xml"
    file.write_text('<application title="X">\n<detect><pattern>div[</pattern></detect></application>')
    with pytest.raises(KnowledgeError, match=r"wrong\.xml, line 2, column 22"):
        run("check", str(file))


def test_the_actions_for_a_page_are_explained(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<meta name="generator" content="WordPress 6.1"><body class="single single-post">'
        '<h1 class="entry-title">Hello</h1>'
        '<a rel="prev" href="https://a.example/older/">older</a>'
    )
    said = run("explain", str(page))
    assert "blog/wordpress (WordPress), by meta[@name='generator'][contains(@content, 'WordPress')]" in said
    assert "title      'Hello' by h1[@class~='entry-title']" in said
    assert "follow     https://a.example/older/ (post)" in said
    page.write_text("<p>Nobody knows me")
    assert "Unknown" in run("explain", str(page))


def test_learned_actions_are_shown_and_exported(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("https://a.example/", knowledge={"application": "blog/wordpress", "learned": [LEARNED]}))
    assert "+ h2[@class~='storytitle']    (https://a.example/)" in run("diff", "--home", str(tmp_path))
    file = tmp_path / "learned.xml"
    file.write_text(run("export", "blog/wordpress", "--home", str(tmp_path)))
    assert "storytitle" in file.read_text()
    assert "is valid" in run("check", str(file))
