"""``blogcrawler extract``: single pages by a method of choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.cli.pages.extract_pages import METHODS, extract_pages
from blogcrawler.cli.pages.page_loading import load_feed, load_page
from blogcrawler.errors import UsageError

STORIES = {
    "lighthouse": [
        "The keeper climbs the stairs of the lighthouse when the evening comes.",
        "Ships see the lamp from far away, and the lighthouse sees the ships.",
        "No lamp burns longer than that of the lighthouse in winter.",
    ],
    "submarine": [
        "Below the waves a submarine is a quiet place to read.",
        "The cook of the submarine bakes bread at midnight for the crew.",
        "When the submarine comes up, everybody wants to see the sky.",
    ],
    "volcano": [
        "Ash fell on the village for a week after the volcano woke.",
        "Farmers love the soil of the volcano and fear its summit.",
        "Nobody has counted the craters of the volcano twice.",
    ],
}


def article(word: str) -> str:
    return "".join(f"<p>{sentence}</p>" for sentence in STORIES[word])


@pytest.fixture
def blog(tmp_path: Path) -> Path:
    """A folder with three saved pages of a blog and its feed."""
    items = ""
    for word in STORIES:
        url = f"http://blog.example/{word}/"
        title = f"About the {word}"
        (tmp_path / f"{word}.html").write_text(
            f"<html><head><title>{title} – The Blog</title><link rel='canonical' href='{url}'></head><body>"
            f"<ul class='menu'><li><a href='/'>Home</a></li></ul><h1>{title}</h1><div class='entry'>{article(word)}"
            "</div><div class='sharing'>Share this with friends</div><p>All rights are reserved.</p></body></html>"
        )
        said = _escaped(article(word))
        items += f"<item><title>{title}</title><link>{url}</link><description>{said}</description></item>"
    (tmp_path / "feed.xml").write_text(f"<rss version='2.0'><channel><title>The Blog</title>{items}</channel></rss>")
    return tmp_path


def _escaped(html: str) -> str:
    return html.replace("<", "&lt;").replace(">", "&gt;")


def pages(blog: Path) -> list[str]:
    return [str(blog / f"{word}.html") for word in STORIES]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_finds_the_article(blog: Path, method: str) -> None:
    feed = load_feed(str(blog / "feed.xml"))
    found = extract_pages([load_page(p) for p in pages(blog)], method, feed)
    assert [got.text.split("\n") for got in found] == list(STORIES.values())
    assert [got.title for got in found] == [f"About the {word}" for word in STORIES]


def test_without_a_feed_auto_compares_the_pages(blog: Path) -> None:
    (first, *_) = extract_pages([load_page(p) for p in pages(blog)], "auto")
    assert first.source["text"] == "forest"


def test_a_method_reports_what_it_needs(blog: Path) -> None:
    page = load_page(pages(blog)[0])
    with pytest.raises(UsageError, match="--feed"):
        extract_pages([page], "rules")
    with pytest.raises(UsageError, match="feed entry"):
        extract_pages([page], "sigfeed")
    with pytest.raises(UsageError, match="at least two"):
        extract_pages([page], "forest")


def test_the_program_prints_posts_and_json(blog: Path) -> None:
    shown = CliRunner().invoke(app, ["extract", *pages(blog), "--home", str(blog)])
    assert shown.exit_code == 0
    assert "About the volcano" in shown.stdout
    lines = CliRunner().invoke(app, ["extract", *pages(blog), "--home", str(blog), "--json"]).stdout.splitlines()
    assert [json.loads(line)["url"] for line in lines] == [f"http://blog.example/{word}/" for word in STORIES]
