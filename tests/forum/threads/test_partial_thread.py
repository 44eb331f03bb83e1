"""A thread is put together page by page."""

from __future__ import annotations

import pytest

from blogcrawler.forum.threads.partial_thread import PartialThread, thread_page_key
from blogcrawler.items import Comment, Provenance


def thread() -> PartialThread:
    return PartialThread("https://f.example/t/1", "Radios", "en", "2024-01-01T00:00:00+00:00", seen=["k"])


def post(number: int, **fields: str) -> Comment:
    return Comment(
        str(number), author=f"user{number}", text=f"Post {number}", type=None, links=(f"l{number}",), **fields
    )


def test_a_post_repeated_on_the_next_page_is_added_once():
    one = thread()
    one.add([post(1), post(2)])
    one.add([post(1), post(3), Comment(text="no id"), Comment(text="no id")])
    assert [said.text for said in one.posts] == ["Post 1", "Post 2", "Post 3", "no id", "no id"]
    assert one.links == ["l1", "l2", "l3"]


def test_a_thread_has_no_link_to_itself():
    one = thread()
    one.links = ["https://f.example/t/2", "https://f.example/t/1"]
    one.add([post(1)])
    assert one.to_post("https://f.example/").links == ["https://f.example/t/2", "l1"]


def test_a_thread_survives_its_record():
    one = thread()
    one.add([post(1), post(2)])
    one.source = Provenance.FALLBACK
    assert PartialThread.from_record(one.record()) == one
    assert all(isinstance(said, dict) for said in one.record()["posts"])


def test_the_first_post_dates_the_thread_and_the_last_one_its_update():
    one = thread()
    one.add([post(1, published="2020-01-02"), post(2, published="2020-01-03")])
    record = one.to_post("https://f.example/")
    assert (record.type, record.authors, record.text) == ("thread", ["user1"], "Post 1")
    assert (record.published, record.updated, record.links) == ("2020-01-02", "2020-01-03", ["l1", "l2"])
    one.posts = one.posts[:1]
    assert one.to_post("https://f.example/").updated is None


@pytest.mark.parametrize("first", ["", "?start=0", "?page=1"])
def test_the_first_page_has_one_key_however_it_is_numbered(first: str):
    assert thread_page_key("https://f.example/7" + first) == thread_page_key("https://f.example/7")
    assert thread_page_key("https://f.example/7?start=10") != thread_page_key("https://f.example/7")
