from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lxml import html
from sample_archive import BLOGS, CHANGED, THREAD
from starlette.testclient import TestClient

from blogcrawler.items import Comment, Post
from blogcrawler.store import open_store
from blogcrawler.web import WebOptions, web_app

POST = f"{BLOGS[0].url}0"


def test_a_post_shows_its_article_with_pictures_of_the_archive(reader: TestClient) -> None:
    tree = html.fromstring(reader.get(f"/post?url={POST}").content)
    [picture] = tree.xpath("//div[@class='text']//img/@src")
    answer = reader.get(picture)
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert tree.xpath("//blockquote")


def test_replies_are_indented_below_what_they_answer(reader: TestClient) -> None:
    tree = html.fromstring(reader.get(f"/post?url={POST}").content)
    items = tree.xpath("//ol[@class='comments']/li")
    assert [item.get("class") for item in items] == ["depth-0", "depth-1", "depth-2", "depth-0", "depth-1"]
    assert "answers Mira" in items[1].text_content()


def test_the_origin_and_confidence_of_fields_is_shown(reader: TestClient) -> None:
    tree = html.fromstring(reader.get(f"/post?url={POST}").content)
    rows = [[cell.text_content() for cell in row] for row in tree.xpath("//section[@id='record']//tbody/tr")]
    assert ["title", "rule", "98 %"] in rows
    assert ["authors", "feed", ""] in rows


def test_a_thread_shows_its_messages(reader: TestClient) -> None:
    tree = html.fromstring(reader.get(f"/post?url={THREAD}").content)
    assert [name.text_content() for name in tree.xpath("//ol[@class='comments']//strong")] == ["Ines", "Paul", "Ines"]
    assert tree.xpath("string(//h2[@id='comments-title'])").startswith("3 messages")


def test_neighbours_lead_through_the_whole_blog(reader: TestClient) -> None:
    seen, data = set(), reader.get(f"/post.json?url={POST}").json()["post"]
    while data["newer"]:
        seen.add(data["url"])
        data = reader.get("/post.json", params={"url": data["newer"]["url"]}).json()["post"]
    assert len(seen) == 25


def test_versions_are_compared_side_by_side_and_merged(reader: TestClient) -> None:
    tree = html.fromstring(reader.get(f"/versions?url={CHANGED}&version=1").content)
    row = next(row for row in tree.xpath("//tr[@class='update']") if "six" in row.text_content())
    old, new = row.xpath("./td")
    assert (old.text_content(), new.text_content()) == ("The ferry left at six.", "The ferry left at half past six.")
    assert new.xpath("./mark/text()") == ["half past "]
    merged = html.fromstring(reader.get(f"/versions?url={CHANGED}&version=1&view=merged").content)
    kinds = [row.get("class") for row in merged.xpath("//table//tbody/tr")]
    assert kinds[:3] == ["heading", "old", "new"]
    only = html.fromstring(reader.get(f"/versions?url={CHANGED}&version=1&view=changes").content)
    assert "same" not in [row.get("class") for row in only.xpath("//table//tbody/tr")]
    shown = reader.get(f"/versions.json?url={CHANGED}").json()
    assert (shown["from"], shown["to"], len(shown["versions"])) == (2, 3, 3)
    for number in ("0", "99", "x", "-1"):
        assert reader.get(f"/versions?url={CHANGED}&version={number}").status_code == 200


def test_the_captured_page_is_in_a_sandboxed_frame_of_another_origin(visitor: TestClient) -> None:
    answer = visitor.get(f"/post?url={POST}")
    [frame] = html.fromstring(answer.content).xpath("//iframe")
    assert frame.get("sandbox") == "allow-scripts"
    assert frame.get("src") == f"http://127.0.0.1:9999/replay/20241102090000mp_/{POST}"
    assert "frame-src http://127.0.0.1:9999;" in answer.headers["content-security-policy"]


def test_a_post_with_many_comments_has_pages_of_them(tmp_path: Path) -> None:
    url = "https://a.example/1"
    comments = [Comment(str(n), None, f"Reader {n}", text=f"Comment {n}") for n in range(450)]
    with closing(open_store(None, tmp_path)) as store:
        store.save_post(Post(url, "https://a.example/", "Busy", comments=comments))
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://127.0.0.1") as client:
        seen = [
            name
            for page in (1, 2, 3)
            for name in html.fromstring(client.get(f"/post?url={url}&comments={page}").content).xpath(
                "//strong/bdi/text()"
            )
        ]
        assert seen == [comment.author for comment in comments]
        found = html.fromstring(client.get(f"/post?url={url}&comment=333").content)
        assert "Reader 333" in found.xpath("string(//*[@id='found'])")


def test_any_two_versions_can_be_compared(reader: TestClient) -> None:
    shown = reader.get(f"/versions.json?url={CHANGED}&from=1&to=3").json()
    assert (shown["from"], shown["to"]) == (1, 3)
    assert shown["difference"]["kinds"] == ["content", "metadata"]
    assert 0 < shown["difference"]["magnitude"] < 1
    backwards = reader.get(f"/versions.json?url={CHANGED}&from=3&to=1").json()
    assert backwards["difference"]["magnitude"] == shown["difference"]["magnitude"]
    tree = html.fromstring(reader.get(f"/versions?url={CHANGED}&from=1&to=3").content)
    assert [one.get("value") for one in tree.xpath("//select[@name='from']/option[@selected]")] == ["1"]
    assert "of the text" in tree.xpath("string(//*[@class='magnitude'])")


def test_changes_of_all_blogs_are_listed(reader: TestClient) -> None:
    shown = reader.get("/changes.json?since=2024-10-01").json()
    assert {(one["url"], one["kind"]) for one in shown["events"]} >= {(CHANGED, "changed"), (CHANGED, "new")}
    changed = next(one for one in shown["events"] if one["kind"] == "changed")
    assert changed["magnitude"] > 0
    page = html.fromstring(reader.get("/changes?since=2024-10-01").content)
    assert page.xpath("//a[contains(@href, '/versions?')]")
    assert reader.get("/changes?since=nonsense").status_code == 400


def test_a_post_is_shown_as_of_a_moment(reader: TestClient) -> None:
    answer = reader.get(f"/post?url={CHANGED}&at=2024-10-01")
    assert "The ferry left at six." in answer.text
    assert "As of 1 October 2024, 23:59" in answer.text
    assert answer.headers["memento-datetime"] == "Tue, 01 Oct 2024 09:00:00 GMT"
    assert "memento-datetime" not in reader.get(f"/post?url={CHANGED}").headers
    assert 'rel="timegate"' in reader.get(f"/post?url={CHANGED}").headers["link"]
    assert reader.get(f"/post?url={CHANGED}&at=1999").status_code == 404
    assert reader.get(f"/post?url={CHANGED}&at=x").status_code == 400


def test_the_posts_of_a_blog_are_listed_as_of_a_moment(reader: TestClient) -> None:
    blog = "https://harbour.example/"
    early = reader.get(f"/past.json?url={blog}&at=2018").json()
    later = reader.get(f"/past.json?url={blog}&at=2024-12-31").json()
    assert 0 < len(early["posts"]) < len(later["posts"])
    assert all(post["published"] < "2019" for post in early["posts"])
    tree = html.fromstring(reader.get(f"/past?url={blog}&at=2018").content)
    assert all("at=20181231235959" in href for href in tree.xpath("//ol[@class='versions']//a/@href"))
    assert reader.get("/past?url=https://nowhere.example/").status_code == 404
