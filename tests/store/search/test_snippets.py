from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.store.search.snippets import TermMatcher, words_matcher
from blogcrawler.store.search.tokens import tokens
from blogcrawler.store.search.words_query import parse_words


def snippet(words: str, text: str) -> str:
    pieces = TermMatcher(parse_words(words).required).snippet(text)
    return "".join(f"[{piece}]" if matches else piece for piece, matches in pieces)


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        ("rosen", "Über Rosen.", "Über [Rosen]."),
        ("uber", "Über Rosen.", "[Über] Rosen."),
        ("cafe", "Das Cafe\u0301!", "Das [Cafe\u0301]!"),
        ("strasse", "Die Straße …", "Die [Straße] …"),
        ("art", "start party art", "start party [art]"),
        ("art*", "start artful", "start [artful]"),
        ('"red rose"', "A red, rose; red roses", "A [red, rose]; red roses"),
        ("図書", "東京図書館です", "東京[図書]館です"),
        ("館", "東京図書館です", "東京図書[館]です"),
        ("iphone手机", "新しいiPhone 手机。", "新しい[iPhone 手机]。"),
        ("हि", "हिन्दी हि", "हिन्दी [हि]"),
        ("nothing", "Two\nlines  here.", "Two lines here."),
        ("", "Text", "Text"),
        ("x", "", ""),
        ("two words", "One word.\nTwo here.\nTwo words here.", "[Two] [words] here."),
        ("end", "Start.\nThe end.", "The [end]."),
        ("a", "<b>a</b>", "<b>[a]</b>"),
    ],
)
def test_snippets(words: str, text: str, expected: str) -> None:
    assert snippet(words, text) == expected


def test_long_texts_are_cut_around_the_matches() -> None:
    text = f"{'lorem ' * 200}needle {'ipsum ' * 200}"
    found = snippet("needle", text)
    assert found.startswith("… lorem")
    assert "lorem [needle] ipsum" in found
    assert found.endswith("ipsum …")
    assert len(found) < 260


def test_the_densest_part_of_a_long_line_is_shown() -> None:
    text = f"fox {'lorem ' * 100} fox and dog and fox {'ipsum ' * 100}"
    assert "[fox] and [dog] and [fox]" in snippet("fox dog", text)


@given(st.text(), st.text())
@settings(deadline=None)
def test_a_snippet_is_a_part_of_the_text(words: str, text: str) -> None:
    pieces = TermMatcher(parse_words(words).required).snippet(text)
    assert all(piece for piece, _ in pieces)
    shown = "".join(piece for piece, _ in pieces).removeprefix("… ").removesuffix(" …")
    assert " ".join(shown.split()) in " ".join(text.split())


@given(st.text("ab éßक़ि東京가กา-", min_size=1, max_size=12), st.data())
@settings(deadline=None)
def test_a_word_of_the_text_is_marked(text: str, data: st.DataObject) -> None:
    words = [word for word in text.split() if tokens(word)]
    if words:
        word = data.draw(st.sampled_from(words)).lstrip("-")
        assert any(matches for _, matches in TermMatcher(parse_words(f'"{word}"').required).snippet(text))
        assert words_matcher(f'"{word}"')(text)


def test_a_matcher_for_whole_queries() -> None:
    assert words_matcher("red -blue")("Red and green")
    assert not words_matcher("red -blue")("red and blue")
    assert not words_matcher("red green")("red")
    assert not words_matcher("?")("anything")
    assert words_matcher("")("anything")
