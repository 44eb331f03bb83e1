from __future__ import annotations

from dataclasses import replace

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.forum.threads.known_messages import (
    MessageChanges,
    carry_over,
    message_changes,
    misses_messages,
    shown_messages,
    starts_with,
)
from blogcrawler.items import Comment


def message(number: int, **fields: str | None) -> Comment:
    date = f"2020-03-{number:02}T10:00:00"
    text = f"The measured voltage is {number}."
    values = {"id": str(number), "author": f"user{number}", "published": date, "text": text} | fields
    return Comment(type=None, **values)  # type: ignore[arg-type]


KNOWN = [message(1), message(2), message(3)]


def test_messages_of_a_template_without_ids_keep_the_stored_ones():
    read = [replace(one, id=None, published=None) for one in KNOWN] + [message(4, id=None)]
    assert carry_over(KNOWN, read) == [*KNOWN, message(4, id=None)]


def test_ids_of_another_kind_are_ignored_unless_some_are_known():
    assert carry_over(KNOWN, [replace(one, id=f"c{one.id}") for one in KNOWN]) == KNOWN
    other = replace(KNOWN[2], id="9")
    assert carry_over(KNOWN, [*KNOWN[:2], other])[-1].id == "9"


def test_an_edited_message_without_an_id_is_recognised_by_author_and_moment():
    read = [KNOWN[0], replace(KNOWN[1], id=None, text="Other words")]
    assert message_changes(KNOWN[:2], read) == MessageChanges(edited=1)
    assert carry_over(KNOWN[:2], read)[1].id == "2"


@pytest.mark.parametrize(
    ("read", "changes"),
    [
        (KNOWN, MessageChanges()),
        ([*KNOWN, message(4), message(5)], MessageChanges(new=2)),
        ([KNOWN[0], KNOWN[2]], MessageChanges(deleted=1)),
        ([message(1, text="Else"), *KNOWN[1:]], MessageChanges(edited=1)),
        ([message(1, text=" The measured\nvoltage is 1. "), *KNOWN[1:]], MessageChanges()),
    ],
)
def test_new_edited_and_deleted_messages_are_counted(read: list[Comment], changes: MessageChanges):
    assert message_changes(KNOWN, read) == changes


def test_changes_are_described_in_words():
    assert MessageChanges(2, 1, 1).words() == ("2 new replies", "1 edited message", "1 deleted message")
    assert MessageChanges().words() == ()


def test_equal_texts_are_distinguished_by_their_order():
    same = [message(number, text="Thanks a lot!") for number in (1, 2)]
    assert carry_over(same, [replace(one, id=None) for one in same]) == same


def test_only_messages_that_a_page_shows_can_be_missed():
    page = parse_page("<p>The measured <b>voltage</b> is 1.</p><p>The measured voltage is 2.</p>", "https://f.example/")
    shown = shown_messages(page, [*KNOWN, message(4, text="is")])
    assert shown == KNOWN[:2]
    assert not misses_messages(KNOWN[:2], shown)
    assert not misses_messages(KNOWN[:1], shown)
    assert misses_messages([], shown)
    assert misses_messages([replace(one, author=None) for one in KNOWN], shown)
    assert not misses_messages([], [])


def test_a_page_starts_with_a_message_by_its_id_or_its_text():
    assert starts_with(KNOWN[1:], KNOWN[1])
    assert starts_with([replace(KNOWN[1], id=None)], KNOWN[1])
    assert not starts_with(KNOWN, KNOWN[1])
    assert not starts_with([], KNOWN[0])
