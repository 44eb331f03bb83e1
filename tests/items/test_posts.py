"""Posts and comments as plain values: in JSON lines, and there and back again."""

from __future__ import annotations

import json
from io import BytesIO

from hypothesis import given
from post_strategies import comments, posts
from scrapy.exporters import JsonLinesItemExporter

from blogcrawler.items import Comment, Post

POST = Post("u", "b", comments=[Comment("1", text="Hi")], posts=[Comment("2", author="Ann", type=None, links=("l",))])


def test_a_record_has_comments_with_a_type_and_thread_posts_without():
    record = POST.record()
    assert list(record["comments"][0]) == [
        "id", "parent", "author", "author_url", "published", "content_html", "text", "type",
    ]  # fmt: skip
    assert record["comments"][0]["type"] == "comment"
    assert record["posts"] == [
        {
            "id": "2",
            "parent": None,
            "author": "Ann",
            "author_url": None,
            "published": None,
            "content_html": "",
            "text": "",
        }
    ]


def test_json_lines_hold_the_record():
    file = BytesIO()
    JsonLinesItemExporter(file).export_item(POST)
    line = file.getvalue().decode()
    assert json.loads(line) == POST.record()
    assert list(json.loads(line)) == list(POST.record())


@given(comments)
def test_a_comment_survives_its_record(comment: Comment):
    assert Comment.from_record(comment.record()) == comment


@given(posts)
def test_a_post_survives_its_record(post: Post):
    assert Post.from_record(post.record()) == post
