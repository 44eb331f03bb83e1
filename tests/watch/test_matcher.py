"""Which watches match a text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.watch import find_hits, parse_query, stemmer_name, word_forms
from blogcrawler.watch.matcher import Matcher, Question


def is_found(query: str, text: str, language: str = "en", by_stem: bool = True) -> bool:
    analyzed = word_forms(stemmer_name(language)).analyze(text)
    return Matcher([Question(7, parse_query(query), by_stem)]).matches(analyzed) == [7]


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("garden", "Our GARDENS are large.", "en"),
        ("cafe", "Das Café am Eck", "de"),
        ("Häuser", "Ein Haus", "de"),
        ("canciones", "una cancion", "es"),
        ("δρόμος", "ΟΙ ΔΡΟΜΟΙ", "el"),
        ("книга", "в книгах", "ru"),
        ("図書館", "東京の図書館は閉まる", "ja"),
        ("ห้องสมุด", "ไปห้องสมุดวันนี้", "th"),
        ('"kitchen garden"', "kitchen gardens", "en"),
        ("solar* NEAR/3 panel", "Panels of the solarium", "en"),
        ("(cat OR dog) AND run", "a dog runs", "en"),
        ("tea NOT coffee", "Two teas", "en"),
    ],
)
def test_what_is_found(query: str, text: str, language: str) -> None:
    assert is_found(query, text, language)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("garden", "gardenia"),
        ("art", "a start"),
        ('"kitchen garden"', "garden kitchen"),
        ("tea NOT coffee", "tea and coffee"),
        ("a NEAR/2 b", "a x x x b"),
        ("ab*", "cab"),
    ],
)
def test_what_is_not_found(query: str, text: str) -> None:
    assert not is_found(query, text)


def test_exact_words_are_not_inflected() -> None:
    assert is_found("garden", "a garden", by_stem=False)
    assert not is_found("garden", "gardens", by_stem=False)


def test_hits_have_places() -> None:
    text = "We like gardens; the kitchen garden most."
    hits = find_hits(parse_query('"kitchen garden" OR gardening'), word_forms("english").analyze(text), True)
    assert [text[hit.start : hit.end] for hit in hits] == ["gardens", "kitchen garden", "garden"]


QUERIES = st.recursive(
    st.sampled_from(["ape", "bee", "cat", "do*", '"ape bee"', '"bee cat"', "ape NEAR/2 cat"]),
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["AND", "OR", "AND NOT"]), inner),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(QUERIES, min_size=1, max_size=8), st.lists(st.sampled_from("ape bee cat dog eel".split()), max_size=9))
def test_all_at_once_gives_the_same_as_one_at_a_time(queries: list[str], words: list[str]) -> None:
    from blogcrawler.errors import UsageError
    from blogcrawler.watch.conditions import holds

    questions = []
    for number, query in enumerate(queries):
        try:
            questions.append(Question(number, parse_query(query), False))
        except UsageError:
            continue
    text = word_forms("").analyze(" ".join(words))
    matcher = Matcher(questions[::2])
    for question in questions[1::2]:
        matcher.add(question)
    assert sorted(matcher.matches(text)) == [one.number for one in questions if holds(one.condition, text, False)]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sets(st.sampled_from("ABCDEFGHIJKL"), min_size=1), min_size=1, max_size=8),
    st.sets(st.sampled_from("ABCDEFGHIJKL")),
)
def test_watches_with_any_number_of_words_need_all_of_them(watches: list[set[str]], words: set[str]) -> None:
    matcher = Matcher(Question(at, parse_query(" ".join(sorted(one))), True) for at, one in enumerate(watches))
    found = matcher.matches(word_forms("").analyze(" ".join(sorted(words))))
    assert sorted(found) == [at for at, one in enumerate(watches) if one <= words]


def test_adding_and_removing_leave_the_large_table_alone() -> None:
    words = [f"word{number}" for number in range(500)]
    matcher = Matcher(Question(number, parse_query(word), True) for number, word in enumerate(words))
    large = matcher._large
    matcher.add(Question(1000, parse_query("harbour"), True))
    text = word_forms("english").analyze("word7 in harbours")
    assert sorted(matcher.matches(text)) == [7, 1000]
    matcher.remove(7)
    assert matcher.matches(text) == [1000]
    matcher.add(Question(3, parse_query("harbour"), True))
    assert sorted(matcher.matches(text)) == [3, 1000]
    assert 3 not in matcher.matches(word_forms("english").analyze("word3"))
    assert matcher._large is large


def test_words_beginnings_stems_and_scripts_without_spaces_are_distinguished() -> None:
    queries = {"garden": False, "gardens": True, "gard*": True, "図書館": True, "図書*": False, "edição": True}
    questions = [Question(at, parse_query(query), by_stem) for at, (query, by_stem) in enumerate(queries.items())]

    def found(text: str, language: str = "en") -> list[int]:
        return sorted(Matcher(questions).matches(word_forms(stemmer_name(language)).analyze(text)))

    assert found("a garden") == [0, 1, 2]
    assert found("many gardens") == [1, 2]
    assert found("the gardener's gardening") == [1, 2]
    assert found("東京の図書館 garden") == [0, 1, 2, 3, 4]
    assert found("novas edições", "pt") == [5]


def test_hostile_text_is_bounded() -> None:
    noise = "".join(random.Random(1).choices("ab \u0301\u200d*図\n", k=20_000))
    assert not is_found("garden", noise + "x" * 100_000)
