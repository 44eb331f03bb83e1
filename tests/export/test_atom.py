"""The feed is complete: following prev-archive from the feed leads to every post, once."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import feedparser
import pytest
from exported_posts import BLOG, HARBOUR, POSTS
from lxml import etree

from blogcrawler.export import ArchiveFiles
from blogcrawler.export.atom import write_atom
from blogcrawler.items import Post

FILES = ArchiveFiles({BLOG.url: BLOG})


def links(parsed: Any) -> dict[str, str]:
    return {link["rel"]: link["href"] for link in parsed.feed.links}


def documents(folder: Path, start: str = "feed.atom") -> list[tuple[str, Any]]:
    found = []
    name: str | None = start
    while name:
        parsed = feedparser.parse((folder / name).read_bytes())
        assert not parsed.bozo
        found.append((name, parsed))
        name = links(parsed).get("prev-archive")
    return found


def many(number: int) -> list[Post]:
    return [replace(HARBOUR, url=f"https://a.example/{n}") for n in range(number, 0, -1)]


@pytest.mark.parametrize("number", [1, 9, 10, 11, 20, 35])
def test_all_posts_are_reached_from_the_feed(number: int, tmp_path: Path) -> None:
    assert write_atom(many(number), tmp_path, FILES, per_document=10) == number
    found = documents(tmp_path)
    assert [entry.id for _, parsed in found for entry in parsed.entries] == [post.url for post in many(number)]
    assert {path.name for path in tmp_path.iterdir()} == {name for name, _ in found}
    for (newer, _), (_, parsed) in pairwise(found):
        assert links(parsed)["next-archive"] == newer
        assert links(parsed)["current"] == "feed.atom"
        assert "fh_archive" in parsed.feed
    assert ("fh_complete" in found[0][1].feed) == (number <= 10)


def test_archive_documents_stay_the_same_when_posts_are_added(tmp_path: Path) -> None:
    for number in (25, 28):
        (tmp_path / str(number)).mkdir()
        write_atom(many(number), tmp_path / str(number), FILES, per_document=10)
    one, other = ((tmp_path / number / "archive-00001.atom").read_bytes() for number in ("25", "28"))
    assert one == other


def test_an_entry_has_what_the_post_has(tmp_path: Path) -> None:
    write_atom(POSTS, tmp_path, FILES)
    parsed = feedparser.parse((tmp_path / "feed.atom").read_bytes())
    first, second, third, last = parsed.entries
    assert parsed.feed.title == "Müller &amp; &lt;Söhne&gt;" or parsed.feed.title == BLOG.title
    assert (first.title, first.link) == ("Notes on harbours: C++ & <more>", HARBOUR.url)
    assert [author.name for author in first.authors] == HARBOUR.authors
    assert [tag.term for tag in first.tags] == HARBOUR.tags
    assert (first.published, first.updated) == (HARBOUR.published, HARBOUR.updated)
    assert "<h2>Boats</h2>" in first.content[0].value
    assert first.thr_total == "4"
    assert (second.title, second.content[0].language) == ("پوزش بابت عدم پاسخ‌دهی", "fa-IR")
    assert third.published == "2022-01-02T03:04:05+00:00"
    assert "published" not in last


def test_articles_are_sanitised(tmp_path: Path) -> None:
    write_atom([replace(HARBOUR, content_html="<p onclick=x()>a<script>b()</script>")], tmp_path, FILES)
    content = etree.parse(tmp_path / "feed.atom").findtext(".//{http://www.w3.org/2005/Atom}content")
    assert content == "<p>a</p>"
