"""The files of a site; tests/real/test_export.py opens it in Chromium."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exported_posts import BLOG, HARBOUR, HOSTILE, PICTURE, POSTS, THREAD, archive_files
from lxml import etree, html

from blogcrawler.export.html_site import write_html_site
from blogcrawler.items import Blog


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    files = archive_files(tmp_path, Blog(THREAD.blog, "Forum"))
    assert write_html_site([*POSTS, THREAD, HOSTILE], tmp_path / "out", files, per_page=2) == 6
    return tmp_path / "out"


def pages(site: Path) -> dict[Path, etree._Element]:
    return {path: html.document_fromstring(path.read_text()) for path in site.rglob("*.html")}


def test_every_local_link_and_picture_leads_to_a_file(site: Path) -> None:
    for path, page in pages(site).items():
        for target in page.xpath("//@href | //@src | //@action"):
            if not target.startswith(("http://", "https://", "mailto:", "#")):
                file = (path.parent / target).resolve()
                assert file.is_file(), f"{target} in {path}"
                assert file.is_relative_to(site.resolve())


def test_every_post_is_reached_from_the_home_page(site: Path) -> None:
    seen, waiting = set(), [site / "index.html"]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            page = html.document_fromstring(path.read_text())
            hrefs = [one for one in page.xpath("//a/@href") if one.endswith(".html") and ":" not in one]
            waiting += [(path.parent / one).resolve() for one in hrefs]
    assert {path for path in seen if "posts" in path.parts} == set(site.resolve().glob("posts/**/*.html"))
    assert len(list(site.glob("posts/**/*.html"))) == 6
    assert (site / "all" / "3.html").is_file()


def test_every_page_forbids_everything_from_elsewhere(site: Path) -> None:
    for page in pages(site).values():
        (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert policy.startswith(
            "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; script-src 'self'"
        )
        assert not page.xpath("//script[not(@src)] | //style | //@style | //@*[starts-with(name(), 'on')] | //iframe")
        assert not [src for src in page.xpath("//@src") if ":" in src or src.startswith("//")]


def test_a_post_is_shown_with_its_picture_replies_and_neighbours(site: Path) -> None:
    (path,) = site.glob("posts/2024/03/*.html")
    page = html.document_fromstring(path.read_text())
    (source,) = page.xpath("//div[@class='article']//img/@src")
    assert (path.parent / source).read_bytes() == PICTURE
    replies = page.xpath("//div[starts-with(@class, 'reply')]/@class")
    assert replies == ["reply depth-0", "reply depth-1", "reply depth-2", "reply depth-0"]
    assert page.xpath("//a[@rel='next']/span/text()") == [POSTS[1].title]
    assert not page.xpath("//a[@rel='prev']")
    (persian,) = site.glob("posts/2023/05/*.html")
    (article,) = html.document_fromstring(persian.read_text()).xpath("//article")
    assert (article.get("lang"), article.get("dir")) == ("fa-IR", "rtl")


def test_tags_that_differ_only_in_case_share_a_list(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    posts = [replace(HARBOUR, url=f"https://a.example/{tag}", tags=[tag]) for tag in ("Towns", "towns", "C++")]
    write_html_site(posts, tmp_path / "out", archive_files(tmp_path))
    lists = [
        page.xpath("//h1/text()")[0] for path, page in pages(tmp_path / "out").items() if path.parent.name == "tags"
    ]
    assert sorted(lists) == ["C++", "Towns"]
    assert BLOG.title in html.document_fromstring((tmp_path / "out" / "index.html").read_text()).xpath("//title/text()")
