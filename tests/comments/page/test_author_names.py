"""The author's name is found in any byline."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.comments.page.author_names import MAX_NAME_LENGTH, name_in, without_remarks


@pytest.mark.parametrize(
    ("byline", "language"),
    [
        ("Posted by Ann Lee at November 5, 2004 12:19 PM", "en"),
        ("Posted by: Ann Lee | November 5, 2004 at 12:19 PM", "en"),
        ("Submitted by Ann Lee (not verified) on Tue, 05/04/2010 - 10:30.", "en"),
        ("Tue, 05/04/2010 - 10:30 — Ann Lee (not verified)", "en"),
        ("On 15 September 2005 at 09:47 AM, Ann Lee commented:", "en"),
        ("Comment from: Ann Lee [Visitor]", "en"),
        ("#12 Ann Lee on 4 May 2010", "en"),
        ("Ann Lee says:", "en"),
        ("Ann Lee | 4 May", "en"),
        ("Gespeichert von Ann Lee (nicht überprüft) am 4. Mai 2010 - 10:30", "de"),
        ("Ann Lee schrieb am 4. Mai 2010 um 10:30 Uhr:", "de"),
        ("3. Le mardi 4 mai 2010, 10:30 par Ann Lee", "fr"),
        ("Ann Lee a dit : 4 mai 2010 à 10 h 30", "fr"),
        ("4 de mayo de 2010 Ann Lee dijo:", "es"),
        ("Inviato da Ann Lee il 4 maggio 2010", "it"),
        ("Ann Lee, 4.5.2010 10:30", "cs"),
        ("Автор: Ann Lee, 4 мая 2010", "ru"),
        ("Ann Lee 发表于 2010-05-04 10:30", "zh"),
        ("2010年5月4日 10:30 Ann Lee", "ja"),
    ],
)
def test_the_name_is_what_remains_without_the_date_and_the_phrases_around_it(byline: str, language: str) -> None:
    assert name_in(byline, language) == "Ann Lee"


@pytest.mark.parametrize(
    ("byline", "name"),
    [
        ("Jan | 4. Mai 2010", "Jan"),
        ("by May Lee on May 4, 2010", "May Lee"),
        ("bo77 at 10:30", "bo77"),
        ("Posted by: Eddie (Adolf) Lee at May 4, 2010", "Eddie (Adolf) Lee"),
        ("Jill & Alan at May 4, 2010", "Jill & Alan"),
        ("Juan de Castro, 4 de mayo de 2010", "Juan de Castro"),
        ("May 4, 2010", None),
        ("4. Mai 2010 um 10:30 Uhr | Antworten", None),
        ("#3", None),
        ("They come and go, and more than once a day, and nobody has ever asked them why they do", None),
    ],
)
def test_words_of_dates_are_part_of_a_name_unless_they_are_next_to_a_number(byline: str, name: str | None) -> None:
    assert name_in(byline, "de" if "Mai" in byline else "en") == name


def test_remarks_of_programs_are_not_part_of_a_name() -> None:
    assert without_remarks("http://ann.example/ Ann Lee") == "Ann Lee"
    assert without_remarks("Ann (not verified)") == "Ann"
    assert without_remarks("Ann (Bo's wife)") == "Ann (Bo's wife)"
    assert without_remarks("http://ann.example/") == "http://ann.example/"


@given(st.text(max_size=200))
def test_any_text_has_a_short_name_or_none(text: str) -> None:
    name = name_in(text)
    assert name is None or (0 < len(name) <= MAX_NAME_LENGTH and any(map(str.isalnum, name)))


@pytest.mark.parametrize("junk", ["9", "9.", "5月", "9年9", "[9", "(9 ", "-_", "by ", "9th ", "T9:", "x@", "http://"])
def test_long_junk_takes_little_time(junk: str) -> None:
    begin = time.process_time()
    name_in((junk * 5000)[:5000] + "Eve")
    assert time.process_time() - begin < 1
