from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from blogcrawler.changes import ChangeKind, compare, fill_gaps
from blogcrawler.dates import dates_agree
from blogcrawler.items import Comment, Post

POST = Post(
    "https://example.org/a",
    "https://example.org/",
    title="A day at the sea",
    authors=["Ann"],
    published="2024-05-01T10:00:00+00:00",
    tags=["sea", "sand"],
    content_html='<p>We went to the <a href="https://sea.example/">sea</a>.</p><img src="/sea.jpg?w=300">',
    text="We went to the sea.",
    links=["https://sea.example/"],
    comments=[Comment("c1", author="Bo", text="Nice"), Comment("c2", author="Cy", text="Indeed")],
    comments_expected=2,
    source={"title": "rule", "authors": "feed", "published": "feed", "tags": "feed"},
)


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({}, set()),
        ({"text": "We went  to the\nsea."}, set()),
        ({"fetched": "2026-01-01", "updated": "2026-01-01"}, set()),
        ({"tags": ["Sand", "sea"]}, set()),
        ({"text": "We went to the lake."}, {ChangeKind.CONTENT}),
        ({"links": []}, {ChangeKind.ATTRIBUTE}),
        ({"links": ["https://sea.example/?nonce=1"]}, set()),
        ({"links": ["https://sea.example/", POST.url]}, set()),  # records of earlier versions have it
        ({"content_html": POST.content_html.replace("sea.jpg", "lake.jpg")}, {ChangeKind.MEDIA}),
        ({"content_html": POST.content_html.replace("w=300", "w=600")}, {ChangeKind.STRUCTURE}),
        ({"content_html": f"<div class=new>{POST.content_html}</div>"}, {ChangeKind.STRUCTURE}),
        ({"title": "A day at the lake"}, {ChangeKind.METADATA}),
        ({"authors": ["Ann", "Bo"]}, {ChangeKind.METADATA}),
        ({"published": "2024-05-02T10:00:00+00:00"}, {ChangeKind.METADATA}),
        ({"comments": POST.comments[:1]}, {ChangeKind.COMMENTS}),
        ({"comments": [POST.comments[0], Comment("c2", author="Cy", text="No!")]}, {ChangeKind.COMMENTS}),
        ({"comments": POST.comments[::-1]}, set()),
        ({"title": "Other", "text": "Other"}, {ChangeKind.METADATA, ChangeKind.CONTENT}),
    ],
)
def test_changes_are_classified(change: dict[str, Any], kinds: set[ChangeKind]):
    assert compare(POST, replace(POST, **change)) == kinds


def test_without_comments_their_stated_number_is_compared():
    before, after = replace(POST, comments=[]), replace(POST, comments=[], comments_expected=3)
    assert compare(before, after) == {ChangeKind.COMMENTS}


@pytest.mark.parametrize(
    "change",
    [
        {"published": "2024-05-01"},
        {"published": "2024-05-01T12:00:00"},
        {"published": None},
        {"authors": [], "source": {}},
        {"tags": ["sea"], "source": {"tags": "rule"}},
        {"comments": [], "comments_expected": None},
        {"comments": POST.comments[1:], "comments_expected": 2},
        {"title": None},
    ],
)
def test_fields_that_the_new_record_lacks_are_not_changes(change: dict[str, Any]):
    settled = fill_gaps(POST, replace(POST, **change))
    assert compare(POST, settled) == set()
    assert settled.published == POST.published


def test_fields_with_another_value_from_the_same_source_are_changes():
    assert compare(POST, fill_gaps(POST, replace(POST, tags=["sea"]))) == {ChangeKind.METADATA}
    assert compare(POST, fill_gaps(POST, replace(POST, title="New"))) == {ChangeKind.METADATA}
    fewer = replace(POST, comments=POST.comments[:1], comments_expected=1)
    assert compare(POST, fill_gaps(POST, fewer)) == {ChangeKind.COMMENTS}


def test_fewer_tags_in_a_new_template_are_not_a_change():
    assert compare(POST, fill_gaps(POST, replace(POST, tags=["sea"]), template_changed=True)) == set()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2024-05-01T10:00:00+00:00", "2024-05-01T12:00:00+02:00", True),
        ("2024-05-01T10:00:00+00:00", "2024-05-01T12:00:00", True),
        ("2024-05-01T10:00:00+00:00", "2024-05-01T12:07:00", False),
        ("2024-05-01T23:00:00-05:00", "2024-05-01", True),
        ("2024-05-01", "2024-05-04", False),
        ("2024-05-01", None, False),
        (None, None, True),
        ("soon", "later", False),
    ],
)
def test_dates_agree_as_far_as_they_are_precise(one: str | None, other: str | None, same: bool):
    assert dates_agree(one, other) is same
    assert dates_agree(other, one) is same


@pytest.mark.parametrize(
    "change",
    [
        {"posts": [Comment("1", author="Bo", text="Nice", type=None), Comment("2", text="No", type=None)]},
        {"posts": [Comment("1", author="Bo", text="Edited", type=None)]},
        {"links": ["https://lake.example/"]},
    ],
)
def test_messages_of_a_thread_and_their_links_count_as_comments(change: dict[str, Any]):
    thread = replace(POST, type="thread", posts=[Comment("1", author="Bo", text="Nice", type=None)])
    assert compare(thread, thread) == set()
    assert compare(thread, replace(thread, **change)) == {ChangeKind.COMMENTS}
