"""Every page, as HTML and as JSON, and what all of them have in common."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html
from sample_archive import BLOGS, CHANGED, FORUM, THREAD
from starlette.testclient import TestClient

from blogcrawler.web import WebOptions, web_app

PAGES = [
    "/",
    "/blogs",
    "/search",
    "/search?q=ferry",
    "/crawls",
    f"/versions?url={CHANGED}",
    f"/versions?url={CHANGED}&version=1&view=merged",
    f"/post?url={THREAD}",
    f"/blog?url={FORUM}",
    *(f"/blog?url={blog.url}" for blog in BLOGS),
    *(f"/post?url={blog.url}0" for blog in BLOGS),
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_a_whole_document_with_one_heading(reader: TestClient, page: str) -> None:
    answer = reader.get(page)
    assert answer.status_code == 200
    tree = html.fromstring(answer.content)
    assert tree.get("lang") == "en"
    assert len(tree.xpath("//h1")) == 1
    assert len(tree.xpath("//main")) == 1
    assert not tree.xpath("//*[@style] | //style | //script[not(@src)] | //@onclick")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_also_json(reader: TestClient, page: str) -> None:
    path, _, query = page.partition("?")
    by_name = reader.get(f"{path if path != '/' else '/blogs'}.json?{query}")
    by_header = reader.get(page, headers={"Accept": "application/json"})
    assert by_name.headers["content-type"] == by_header.headers["content-type"] == "application/json"
    assert isinstance(by_name.json(), dict)
    assert by_name.json().keys() == by_header.json().keys()


def test_pages_may_load_nothing_from_elsewhere(reader: TestClient) -> None:
    headers = reader.get("/").headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == policy["frame-src"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_errors_have_the_headers_too(reader: TestClient) -> None:
    for path, status in {
        "/nothing": 404,
        "/post?url=x": 404,
        "/blog": 404,
        "/media/x": 404,
        "/search?since=x": 400,
    }.items():
        answer = reader.get(path)
        assert answer.status_code == status, path
        assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_a_made_up_host_is_refused(archive: Path, host: str) -> None:
    client = TestClient(web_app(WebOptions(archive)), base_url="http://127.0.0.1")
    assert client.get("/", headers={"Host": host}).status_code == 400
    assert client.get("/", headers={"Host": "localhost:8080"}).status_code == 200


def test_foreign_texts_say_their_language_and_direction(reader: TestClient) -> None:
    tree = html.fromstring(reader.get("/post?url=https://khaneh.example/0").content)
    heading = tree.xpath("//h1")[0]
    assert (heading.get("lang"), heading.get("dir")) == ("fa", "auto")
    article = tree.xpath("//div[@class='text']")[0]
    assert (article.get("lang"), article.get("dir")) == ("fa", "auto")


def test_a_database_that_fails_is_an_error_page(tmp_path: Path) -> None:
    (tmp_path / "blogcrawler.db").write_bytes(b"not a database" * 100)
    answer = TestClient(web_app(WebOptions(tmp_path)), base_url="http://127.0.0.1").get("/")
    assert answer.status_code == 503
    assert "not an SQLite database" in answer.text


def test_an_empty_archive_says_what_to_do(tmp_path: Path) -> None:
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://127.0.0.1") as client:
        assert "blogcrawler crawl" in client.get("/").text


def test_static_files_are_all_that_pages_refer_to(reader: TestClient) -> None:
    text = reader.get("/").text
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
        assert reader.get(path).status_code == 200
