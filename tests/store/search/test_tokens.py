from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from blogcrawler.store.search.tokens import aligned, folded, indexed_text, is_unspaced, pairs, pieces, tokens
from blogcrawler.unicode_repair import clean_text

texts = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    "aAéÉß_ -'’東京都가나กาहि\u0301\u200c…½ﬁ", max_size=20
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Über Gärten", ["uber", "garten"]),
        ("Cafe\u0301 CAFÉ", ["cafe", "cafe"]),
        ("Straße Łódź smørrebrød Æsir", ["strasse", "lodz", "smorrebrod", "aesir"]),
        ("don’t e-mail snake_case", ["don", "t", "e", "mail", "snake", "case"]),
        ("C++ 3.14", ["c", "3", "14"]),
        ("図書館", ["図書", "書館", "館"]),
        ("ｶﾀｶﾅ ＡＢＣ", ["カタ", "タカ", "カナ", "ナ", "abc"]),
        ("iPhone手机", ["iphone", "手机", "机"]),
        ("학교에서 한", ["학교", "교에", "에서", "서", "한"]),
        ("กา", ["กา", "า"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("Ёлка Привет", ["елка", "привет"]),
        ("מְנוֹרָה كِتَاب", ["מנורה", "كتاب"]),
        ("می\u200cخواهم", ["میخواهم"]),
        ("soft\u00adhyphen", ["softhyphen"]),
        ("“quoted” – … 🎉", ["quoted"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(texts)
@example("İstanbul")
@example("℡ µ")
@settings(deadline=None)
def test_sqlite_cuts_an_indexed_text_into_the_same_tokens(text: str) -> None:
    text = clean_text(text)
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='ascii')")
        database.execute("CREATE VIRTUAL TABLE words USING fts5vocab(texts, instance)")
        database.execute("INSERT INTO texts (rowid, text) VALUES (1, ?)", [indexed_text(text)])
        found = database.execute("SELECT term FROM words ORDER BY offset").fetchall()
    assert [term for (term,) in found] == tokens(text)


@given(texts)
@settings(deadline=None)
def test_pieces_have_the_same_tokens_as_the_text(text: str) -> None:
    found = [token for piece in pieces(text) for token in (pairs(piece) if is_unspaced(piece) else [piece])]
    assert found == tokens(text)


@given(texts, texts)
@settings(deadline=None)
def test_texts_on_two_lines_have_the_tokens_of_both(one: str, other: str) -> None:
    assert tokens(f"{one}\n{other}") == tokens(one) + tokens(other)


@given(texts)
@settings(deadline=None)
def test_upper_case_and_line_breaks(text: str) -> None:
    assert folded(text).count("\n") == text.count("\n")
    if text.isascii():
        assert tokens(text.upper()) == tokens(text)


@given(texts)
@settings(deadline=None)
def test_aligned_texts_know_their_places(text: str) -> None:
    fold, places = aligned(text)
    assert len(fold) == len(places)
    assert places == sorted(places)
    assert all(character in folded(text[place]) for character, place in zip(fold, places, strict=True))
