"""``blogcrawler explain`` on a blog that was crawled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import crawl

from blogcrawler.cli import main
from blogcrawler.items import Blog, Post
from blogcrawler.store import open_store

POSTS = make_posts(14)
EVIL = POSTS[-1]
HOSTILE = "\x1b]0;owned\x07\x9b31m\u202e"
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, POSTS, in_feed=6)
        text = EVIL.article() + f"<p>{HOSTILE}&lt;script&gt;alert(1)&lt;/script&gt; [red]hello[/red]</p>{SCRIPT}"
        share = f'<div class="sharedaddy x{HOSTILE}">Share &lt;b&gt;this&lt;/b&gt; {HOSTILE}</div>'
        site.pages[EVIL.path] = Answer(post_page(EVIL, article=text + share))
        yield site


@pytest.fixture(scope="module")
def home(site: BlogSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("explain") / "archive"
    assert crawl(home, site.url).poll() == 0
    return home


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["explain", *map(str, arguments)])
    return (int(end.value.code or 0), *capsys.readouterr())


def as_json(capsys: pytest.CaptureFixture[str], home: Path, url: str) -> dict:
    code, out, _ = run(capsys, url, "--json", "--home", home)
    assert code == 0
    return json.loads(out)


def field(found: dict, name: str) -> dict:
    (one,) = [one for one in found["fields"] if one["name"] == name]
    return one


def test_a_post_of_the_feed_and_its_alternatives(capsys, site, home):
    post = POSTS[2]
    found = as_json(capsys, home, site.url.rstrip("/") + post.path)
    assert found["post"]["is_post"]
    assert found["post"]["saved"]
    assert {"name": "the feed", "fit": "for", "detail": "lists this page"} in found["post"]["reasons"]
    title = field(found, "title")
    assert (title["value"], title["saved"]) == (post.title, post.title)
    assert {choice["source"] for choice in title["choices"]} >= {"rule", "feed", "metadata"}
    assert [choice["value"] for choice in title["choices"] if choice["used"]] == [post.title]
    assert field(found, "authors")["source"] == "feed"


def test_an_older_post_is_read_by_rules(capsys, site, home):
    post = POSTS[9]
    found = as_json(capsys, home, site.url.rstrip("/") + post.path)
    text = field(found, "text")
    assert (text["source"], " ".join(text["value"].split())) == ("rule", " ".join(post.text.split()))
    assert sum(choice["used"] for choice in text["choices"]) == 1
    assert text["choices"][-1]["source"] == "fallback"
    used = [date for date in found["dates"] if date["used"]]
    assert [date["date"][:10] for date in used] == [f"{post.published:%Y-%m-%d}"]
    assert {"time", "text"} <= {date["origin"] for date in found["dates"]}
    kept = [block for block in found["blocks"] if any(part["kept"] for part in block["parts"])]
    assert len(kept) == len(post.paragraphs)


@pytest.mark.parametrize("change", [lambda url: url.removeprefix("http://"), lambda url: f"{url}/", lambda url: url])
def test_a_post_is_found_by_any_address(capsys, site, home, change):
    url = site.url.rstrip("/") + POSTS[9].path
    assert as_json(capsys, home, change(url))["captured_url"] == url


def test_pages_that_are_not_posts_are_explained(capsys, site, home):
    found = as_json(capsys, home, site.url)
    assert (found["post"]["is_post"], found["post"]["because"]) == (False, "it is the home page")
    about = as_json(capsys, home, f"{site.url}about.html")
    assert not about["post"]["is_post"]
    assert "against" in {reason["fit"] for reason in about["post"]["reasons"]}


@pytest.mark.parametrize("columns", ["80", "140"])
def test_the_view_shows_everything_and_no_escape_codes(capsys, monkeypatch, site, home, columns):
    monkeypatch.setenv("COLUMNS", columns)
    code, out, _ = run(capsys, site.url.rstrip("/") + EVIL.path, "--home", home)
    assert code == 0
    for heading in ("Program", "Post", "Fields", "Dates", "Article"):
        assert f"\n{heading}" in out
    assert "[red]hello[/red]" in out
    assert "[-Share <b>this</b>" in out
    assert "named like boilerplate" in out
    assert not set(HOSTILE[:1] + "\x07\x9b\u202e") & set(out)
    assert max(map(len, out.splitlines())) <= int(columns)


def test_the_html_page_escapes_everything(capsys, site, home, tmp_path):
    file = tmp_path / "page.html"
    code, out, _ = run(capsys, site.url.rstrip("/") + EVIL.path, "--html", file, "--home", home)
    assert (code, out) == (0, f"Written to {file}\n")
    html = file.read_text()
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "<del>Share &lt;b&gt;this&lt;/b&gt;" in html
    assert not set("\x1b\x07\x9b\u202e") & set(html)


def test_errors_are_one_line(capsys, site, home, tmp_path):
    missing = run(capsys, f"{site.url}nothing.html", "--home", home)
    assert missing[0] == 1
    assert missing[2] == (
        f"Error: the web archive of {site.url} has no page {site.url}nothing.html; the crawl did not download it\n"
    )
    assert "belongs to no crawled blog" in run(capsys, "https://elsewhere.invalid/", "--home", home)[2]
    assert run(capsys, "http://[", "--home", home)[0] == 2
    assert "is not a page but application/rss+xml" in run(capsys, f"{site.url}feed.xml", "--home", home)[2]
    unwritable = run(capsys, site.url, "--html", tmp_path / "no" / "file.html", "--home", home)
    assert (unwritable[0], unwritable[2].startswith("Error: cannot write")) == (2, True)


def test_a_record_that_was_made_from_the_feed_has_no_page(capsys, site, home):
    url = f"{site.url}2024/06/only-in-the-feed.html"
    with closing(open_store(None, home)) as store:
        store.save_post(Post(url, site.url, "Only in the feed"))
    assert "its record was made from the feed" in run(capsys, url, "--home", home)[2]


def test_a_blog_about_which_nothing_was_learned(capsys, tmp_path):
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("https://example.org/"))
    assert "nothing was learned about https://example.org/" in run(capsys, "example.org/a", "--home", tmp_path)[2]
