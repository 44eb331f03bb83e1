from __future__ import annotations

import time

from blogcrawler.dom import parse_page
from blogcrawler.forum.threads.known_rows import known_rows
from blogcrawler.items import Comment

KNOWN = [
    Comment("1", author="ann", published="2020-03-01T10:00:00", text="It hums.\nA lot.", type=None),
    Comment("2", author="bob", published="2020-03-02T11:00:00", text="Warm it up.", type=None),
]


def find(html: str) -> list[tuple[str | None, str | None, str | None]]:
    page = parse_page(f"<html lang=en><body>{html}</body></html>", "https://f.example/t/1")
    rows = known_rows(page, KNOWN)
    return [
        (row.content.get("id"), None if row.who is None else row.who.tag, None if row.when is None else row.when.tag)
        for row in rows
    ]


def test_marks_before_the_texts_are_found():
    html = (
        "<div><b><a>ann</a></b> <i>1 Mar 2020, 10:00</i><div id=x><p>It hums.</p><p>A lot.</p></div></div>"
        "<div><b><a>bob</a></b> <i>2 Mar 2020, 11:00</i><div id=y>Warm it up.</div></div>"
    )
    assert find(html) == [("x", "a", "i"), ("y", "a", "i")]


def test_marks_behind_the_texts_are_found():
    html = (
        "<p id=x>It hums. A lot.</p><b>ann</b><time datetime='2020-03-01T10:00'>5y</time>"
        "<p id=y>Warm it up.</p><b>bob</b><time datetime='2020-03-02T11:00'>5y</time>"
    )
    assert find(html) == [("x", "b", "time"), ("y", "b", "time")]


def test_messages_that_are_gone_are_left_out():
    assert find("<b>ann</b><p id=x>It hums. A lot.</p><p>Else</p>") == [("x", "b", None)]
    assert find("<p>Nothing is left</p>") == []


def all_found(html: str, known: list[Comment]) -> list[str | None]:
    page = parse_page(f"<html lang=en><body>{html}</body></html>", "https://f.example/t/1")
    return [row.message.id for row in known_rows(page, known, only_alike=False) if row.message is not None]


def test_a_message_is_found_by_its_own_words_if_it_quotes_a_longer_text_under_another_heading():
    first = "It hums a lot whenever it is cold, and it stops when I leave the door of the oven open for long."
    own = "Then you might warm it up before you switch it on, as the manual says."
    known = [
        Comment("1", author="ann", published=None, text=first, type=None),
        Comment("2", author="bob", published=None, text=f"Quote of ann:\n{first}\n{own}", type=None),
    ]
    html = f"<div class=b>{first}</div><div class=b><blockquote>ann wrote: {first}</blockquote><p>{own}</p></div>"
    assert all_found(html, known) == ["1", "2"]


def test_messages_may_be_in_boxes_of_three_kinds():
    texts = ["It hums.", "Warm it up.", "It is warm.", "Open the door.", "Thank you!"]
    kinds = ["starter", "reply", "moderator", "reply", "moderator"]
    known = [Comment(str(n), author="ann", published=None, text=text, type=None) for n, text in enumerate(texts)]
    boxes = zip(kinds, texts, strict=True)
    html = "".join(f"<div class={kind}><i>Hello</i><div class=text>{text}</div></div>" for kind, text in boxes)
    assert all_found(html, known) == ["0", "1", "2", "3", "4"]


def test_a_thread_of_the_same_long_text_takes_no_minutes():
    said = "\n".join(f"Line {number} of a text that somebody has posted again and again." for number in range(100))
    page = parse_page(
        "<body><div><p>Something else altogether, in a few words.</p></div></body>", "https://f.example/t/1"
    )
    began = time.process_time()
    assert known_rows(page, [Comment(text=said)] * 200, only_alike=False) == []
    assert time.process_time() - began < 1  # it took four
