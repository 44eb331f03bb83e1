from __future__ import annotations

import feedparser
from lxml import etree, html
from sample_archive import BLOGS
from starlette.testclient import TestClient


def test_found_words_are_marked(reader: TestClient) -> None:
    tree = html.fromstring(reader.get("/search?q=ferry").content)
    marked = {mark.lower() for mark in tree.xpath("//li[@class='entry']//mark/text()")}
    assert marked == {"ferry"}


def test_every_script_can_be_searched(reader: TestClient) -> None:
    for word, blog in {"انار": BLOGS[3], "喫茶店": BLOGS[4], "竹林": BLOGS[5], "Steinpilz*": BLOGS[1]}.items():
        hits = reader.get("/search.json", params={"q": word}).json()["hits"]
        assert {hit["blog"] for hit in hits} == {blog.url}, word


def test_filters_narrow_a_search(reader: TestClient) -> None:
    def total(**asked: str) -> int:
        return int(reader.get("/search.json", params=asked).json()["total"])

    everything = total(blog=BLOGS[0].url)
    assert everything == 26
    assert 0 < total(blog=BLOGS[0].url, author="Tom Berger") < everything
    assert 0 < total(blog=BLOGS[0].url, tag="boats") < everything
    assert total(blog=BLOGS[0].url, since="2024-10-01", until="2024-10-01") == 1
    assert total(language="ja") == 25
    assert total(q="Mira", where="comments", blog=BLOGS[0].url) <= 9


def test_results_have_pages(reader: TestClient) -> None:
    found, page = [], "/search?language=ja"
    while page:
        tree = html.fromstring(reader.get(page).content)
        found += tree.xpath("//li[@class='entry']//h3/a/@href")
        page = next(iter(tree.xpath("//a[@rel='next']/@href")), None)
    assert len(found) == len(set(found)) == 25


def test_a_search_is_an_atom_feed(reader: TestClient) -> None:
    answer = reader.get("/search.atom?q=ferry")
    assert answer.headers["content-type"] == "application/atom+xml"
    feed = feedparser.parse(answer.content)
    assert not feed.bozo
    assert feed.feed.title == "Search: ferry"
    assert feed.entries[0].link.startswith("http://127.0.0.1/post?url=https%3A%2F%2Fharbour.example%2F")
    atom = "{http://www.w3.org/2005/Atom}"
    for entry in etree.fromstring(answer.content).iter(f"{atom}entry"):
        assert {"id", "title", "updated", "author"} <= {child.tag.removeprefix(atom) for child in entry}


def test_a_wrong_filter_is_said_in_words(reader: TestClient) -> None:
    answer = reader.get("/search?q=ferry&since=yesterday")
    assert answer.status_code == 400
    assert html.fromstring(answer.content).xpath("//*[@role='alert']")


def test_a_link_to_a_matching_comment_leads_to_it(reader: TestClient) -> None:
    hits = reader.get("/search.json", params={"q": "bells", "where": "comments"}).json()["hits"]
    assert hits
    assert all(hit["comment"] for hit in hits)
    tree = html.fromstring(reader.get("/search?q=bells&where=comments").content)
    link = tree.xpath("//li[@class='entry']//h3/a/@href")[0]
    assert link.endswith("#found")
    assert html.fromstring(reader.get(link).content).xpath("//*[@id='found']")
