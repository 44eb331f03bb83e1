from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exported_posts import BLOG, HARBOUR, HOSTILE, KOREAN, POSTS, THREAD
from lxml import etree

from blogcrawler.export import ArchiveFiles
from blogcrawler.export.wxr import write_wxr
from blogcrawler.items import Post

FILES = ArchiveFiles({BLOG.url: BLOG})
NAMES = {
    "wp": "http://wordpress.org/export/1.2/",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "dc": "http://purl.org/dc/elements/1.1/",
}


def channel(tmp_path: Path, *posts: Post) -> etree._Element:
    path = tmp_path / "blog.xml"
    assert write_wxr(posts, path, BLOG, FILES) == len(posts)
    assert list(tmp_path.iterdir()) == [path], "temporary files are removed"
    found = etree.parse(path).getroot().find("channel")
    assert found is not None
    return found


def texts(element: etree._Element, path: str) -> list[str]:
    return [one.text or "" for one in element.findall(path, NAMES)]


def test_dates_are_local_and_in_utc(tmp_path: Path) -> None:
    found = channel(tmp_path, *POSTS)
    assert texts(found, "item/wp:post_date")[:3] == [
        "2024-03-31 10:20:30",
        "2023-05-06 00:00:00",
        "2022-01-02 03:04:05",
    ]
    assert texts(found, "item/wp:post_date_gmt")[0] == "2024-03-31 08:20:30"


def test_authors_have_names_that_wordpress_accepts(tmp_path: Path) -> None:
    found = channel(tmp_path, *POSTS)
    logins = texts(found, "wp:author/wp:author_login")
    assert texts(found, "wp:author/wp:author_display_name") == ["Ann Lee", "جواد", "1ambda", BLOG.title]
    assert all(login.isascii() and login.replace("-", "").isalnum() for login in logins)
    assert texts(found, "item/dc:creator") == logins
    assert len(set(logins)) == 4


def test_tags_that_differ_have_slugs_that_differ(tmp_path: Path) -> None:
    categories = channel(tmp_path, HARBOUR).findall("item/category")
    assert [one.text for one in categories] == ["towns", "C++", "c"]
    assert len({one.get("nicename") for one in categories}) == 3


def test_a_comment_comes_after_the_one_that_it_answers(tmp_path: Path) -> None:
    found = channel(tmp_path, HARBOUR, replace(HARBOUR, url="https://a.example/2"), THREAD)
    ids = texts(found, "item/wp:comment/wp:comment_id")
    assert ids == [str(number) for number in range(1, 10)]
    parents = texts(found, "item/wp:comment/wp:comment_parent")
    assert parents == ["0", "1", "2", "0", "0", "5", "6", "0", "0"]


def test_brackets_are_no_shortcodes_and_meta_no_php_objects(tmp_path: Path) -> None:
    post = replace(KOREAN, authors=['O:8:"stdClass":0:{}'], content_html="<p>[gallery] a[0]</p>", title="[audio] <x>")
    found = channel(tmp_path, post)
    assert "<p>&#91;gallery] a&#91;0]</p>" in texts(found, "item/content:encoded")[0]
    assert texts(found, "item/title") == ["&#91;audio] &lt;x&gt;"], "titles are HTML"
    assert all(value.startswith(("[", "http")) for value in texts(found, "item/wp:postmeta/wp:meta_value"))


def test_hostile_html_is_sanitised(tmp_path: Path) -> None:
    found = channel(tmp_path, HOSTILE)
    shown = texts(found, "item/content:encoded") + texts(found, "item/wp:comment/wp:comment_content")
    assert "onerror" not in str(shown)
    assert "javascript:" not in str(shown)


def test_the_last_part_of_the_address_stays(tmp_path: Path) -> None:
    found = channel(tmp_path, *POSTS)
    names = texts(found, "item/wp:post_name")
    assert (names[0], names[3]) == ("harbours", "undated")
    assert names[2].startswith("post-"), "neither its address nor its title has plain letters"
