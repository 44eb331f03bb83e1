"""Light stems do what their own examples say, and find what Snowball takes apart."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from blogcrawler.watch import parse_query, stemmer_name, word_forms
from blogcrawler.watch.inflections import light_stemmer
from blogcrawler.watch.matcher import Matcher, Question

TABLES = tomllib.loads(files("blogcrawler.watch").joinpath("inflections.toml").read_text("utf-8"))


@pytest.mark.parametrize("algorithm", TABLES)
def test_examples(algorithm: str) -> None:
    stems = light_stemmer(algorithm)
    assert stems is not None
    for group in TABLES[algorithm]["same"]:
        assert len(set(stems(group))) == 1, stems(group)
    for group in TABLES[algorithm]["apart"]:
        assert len(set(stems(group))) == len(group), group


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("βιβλίο", "τα βιβλία μου", "el"),
        ("παιδί", "δύο παιδιά", "el"),
        ("wyjątek", "bez wyjątków", "pl"),
        ("książka", "w książce", "pl"),
        ("ошибка", "много ошибок", "ru"),
        ("edição", "novas edições", "pt"),
        ("petit", "une petite maison", "fr"),
        ("joven", "los jóvenes", "es"),
        ("público", "los públicos", "es"),
        ("publico", "los públicos", "es"),
        ("público", "el publico", "es"),
        ("publicar", "publiqué y publicaron", "es"),
        ("sabado", "los sábados", "es"),
        ("sabado", "el sábado", "es"),
        ("rapidos", "un rápido", "es"),
        ("canción", "las canciones", "es"),
        ("número", "os numeros", "pt"),
    ],
)
def test_forms_that_snowball_takes_apart_are_found(query: str, text: str, language: str) -> None:
    analyzed = word_forms(stemmer_name(language)).analyze(text)
    assert Matcher([Question(1, parse_query(query), True)]).matches(analyzed) == [1]


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("publicar", "el público", "es"),
        ("público", "publicaron una publicación", "es"),
        ("índice", "indicar", "es"),
        ("partícula", "en particular", "es"),
        ("praticar", "na prática", "pt"),
    ],
)
def test_nouns_with_an_early_accent_are_no_forms_of_verbs(query: str, text: str, language: str) -> None:
    analyzed = word_forms(stemmer_name(language)).analyze(text)
    assert Matcher([Question(1, parse_query(query), True)]).matches(analyzed) == []


@pytest.mark.parametrize("language", ["es", "pt", "en", "fr", "pl", "el", "ja", ""])
def test_many_words_at_once_have_the_same_stems_as_one_at_a_time(language: str) -> None:
    words = [
        "Gardens",
        "petites",
        "WYJĄTKU",
        "βιβλία",
        "ΔΡΟΜΟΣ",
        "図書館",
        "x" * 70,
        "Café",
        "naïve",
        "ß",
        "İstanbul",
        "público",
    ]
    forms = word_forms(stemmer_name(language))
    assert forms.all_stem_variants(words) == [forms.stem_variants(word) for word in words]
