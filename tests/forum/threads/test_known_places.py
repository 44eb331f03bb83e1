from __future__ import annotations

from update_steps import NOW

from blogcrawler.dom import parse_page
from blogcrawler.forum.threads.known_messages import carry_over, message_changes
from blogcrawler.forum.threads.known_places import read_beside_known
from blogcrawler.items import Comment

URL = "https://forum.example/thread/1"
TEXTS = (
    "I have planted tomatoes on my balcony, and none of them wants to grow.",
    "How much sun do they get? Mine needed six hours a day at least.",
    "Only two or three, because of the house on the other side of the street.",
)
WRITERS = ("Ann", "Bob", "Ann")


def stored(number: int, text: str | None = None) -> Comment:
    text = TEXTS[number] if text is None else text
    published = f"2026-01-0{number + 1}T10:00:00"
    return Comment(
        str(number), author=WRITERS[number], published=published, content_html=f"<p>{text}</p>", text=text, type=None
    )


KNOWN = [stored(number) for number in range(3)]


def message(who: str, day: int, body: str) -> str:
    return (
        f'<section class="q"><div class="a"><b>{who}</b> <i class="c">2026-01-0{day} 10:00</i></div>'
        f'<div class="b">{body}<div class="f">Keep calm</div></div></section>'
    )


def messages(*more: str, bodies: tuple[str, ...] = TEXTS) -> str:
    own = [message(who, n + 1, body) for n, (who, body) in enumerate(zip(WRITERS, bodies, strict=True))]
    return "<main>" + "".join([*own, *more]) + '</main><footer class="b">Imprint of this forum</footer>'


def read(html: str, known: list[Comment] = KNOWN) -> list[Comment]:
    return carry_over(known, read_beside_known(parse_page(html, URL), known, "en", NOW))


def test_stored_messages_are_read_as_they_are_stored():
    assert [(one.author, one.published, one.text) for one in read(messages())] == [
        (one.author, one.published, one.text) for one in KNOWN
    ]


def test_new_messages_are_in_the_same_places_without_what_the_template_adds():
    found = read(messages(message("Eve", 4, "<p>Try lettuce.</p>"), message("Bob", 5, "<img src=a.jpg>")))
    assert [(one.author, one.published, one.text) for one in found[3:]] == [
        ("Eve", "2026-01-04T10:00:00", "Try lettuce."),
        ("Bob", "2026-01-05T10:00:00", ""),
    ]


def test_an_edit_is_noticed():
    other = "Mine have enough sun: six hours a day, at least in summer."
    found = read(messages(bodies=(TEXTS[0], other, TEXTS[2])))
    assert message_changes(KNOWN, found).words() == ("1 edited message",)
    found = read(messages(bodies=(TEXTS[0], f"{TEXTS[1]}<p>Edit: it was seven.</p>", TEXTS[2])))
    assert message_changes(KNOWN, found).words() == ("1 edited message",)


def test_a_deleted_message_is_missing():
    html = messages().replace(message(WRITERS[1], 2, TEXTS[1]), "")
    assert message_changes(KNOWN, read(html)).words() == ("1 deleted message",)


def test_emoticons_as_pictures_are_no_change():
    known = [stored(0, f"{TEXTS[0]} :sad:"), *KNOWN[1:]]
    assert not message_changes(known, read(messages(), known)).words()
    shown = messages(bodies=(f'{TEXTS[0]} <img src=s.gif alt=":sad:">', *TEXTS[1:]))
    assert not message_changes(known, read(shown, known)).words()


def test_a_colon_before_a_word_is_no_emoticon():
    known = [KNOWN[0], stored(1, f"Ann asked:\nDo they get enough sun? :think:\n{TEXTS[1]}"), KNOWN[2]]
    shown = f'<p>Ann asked:</p><p>Do they get enough sun? <img src=t.gif alt=":think:"></p>{TEXTS[1]}'
    assert not message_changes(known, read(messages(bodies=(TEXTS[0], shown, TEXTS[2])), known)).words()


def test_the_first_message_may_look_different_from_replies():
    html = messages().replace('class="q"', 'class="first"', 1).replace('class="b"', 'class="opening"', 1)
    assert not message_changes(KNOWN, read(html)).words()


def test_messages_in_rows_of_tables_have_their_authors_above_them():
    rows = "".join(
        f'<tr class="h"><td>{who}</td><td>2026-01-0{n + 1} 10:00</td></tr><tr class="t"><td colspan=2>{text}</td></tr>'
        for n, (who, text) in enumerate(zip((*WRITERS, "Eve"), (*TEXTS, "Lettuce, perhaps?"), strict=True))
    )
    found = read(f"<table>{rows}</table>")
    assert [(one.author, one.text) for one in found] == [
        *zip(WRITERS, TEXTS, strict=True),
        ("Eve", "Lettuce, perhaps?"),
    ]


def test_without_stored_messages_nothing_is_read():
    assert read("<p>Something else</p>") == []
