"""Cuts texts into words, folds them, and reduces them to their stems in the text's language."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, cached_property
from typing import Any

from ..extras import needs_extra
from ..text_folding import UNSPACED, folded, marks

__all__ = ["AnalyzedText", "WordForms", "cut", "is_unspaced", "stemmer_name", "word_forms"]

_MAX_CACHED_WORDS = 200_000
_MAX_WORD = 60
"""Longer words are not words of any language; stemming them would only cost time."""

_CHARACTERS_PER_WORD = 2
"""In scripts without spaces, for distances between words."""

_JOINERS = "\u00ad\u200c\u200d"
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
_ASCII_WORD = re.compile("[0-9A-Za-z]+")
_SPACED_WORD = re.compile(r"[^\W_]+")
_ANY_WORD = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")

#: Snowball's algorithms by ISO 639-1 code.
_ALGORITHMS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "en": "english", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "fa": "persian",
    "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho",
    "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stemmer_name(language: str | None) -> str:
    """The name of Snowball's algorithm for a BCP 47 language tag; empty if there is none."""
    return _ALGORITHMS.get(re.split("[-_]", (language or "").lower(), maxsplit=1)[0], "")


def is_unspaced(piece: str) -> bool:
    """Whether a word is of a script that does not separate words by spaces."""
    return _UNSPACED_CHARACTER.match(piece) is not None


def cut(text: str) -> list[str]:
    """The words of a text as they are; in scripts without spaces, whatever is between punctuation."""
    return _word_pattern(text).findall(text)


def _word_pattern(text: str) -> re.Pattern[str]:
    if text.isascii():
        return _ASCII_WORD
    if _mark().search(text):
        return _marked_word()
    # Most texts need only the simplest of the patterns, which is several times as fast.
    return _ANY_WORD if _UNSPACED_CHARACTER.search(text) else _SPACED_WORD


@cache
def _marks() -> str:
    # Marks beyond the basic plane belong to scripts that no blog uses, and would make the search ten times as slow.
    return "".join(
        f"{first}-{last}" for first, last in re.findall("(.)-(.)", marks(), re.DOTALL) if last < "\U00010000"
    )


@cache
def _mark() -> re.Pattern[str]:
    return re.compile(f"[{_marks()}{_JOINERS}]")


@cache
def _marked_word() -> re.Pattern[str]:
    return re.compile(rf"[{UNSPACED}]+|(?:[^\W_{UNSPACED}]|(?![{UNSPACED}])[{_marks()}{_JOINERS}])+")


class _Cache(dict[str, str]):
    """What a function gives for each word. Looking up a known word costs no Python call."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __missing__(self, word: str) -> str:
        if len(self) >= _MAX_CACHED_WORDS:
            self.clear()
        made: str = self._make(word)
        self[word] = made
        return made


class WordForms:
    """The folded form and the stem of every word, in one language. Not for several threads at once."""

    def __init__(self, algorithm: str) -> None:
        self.algorithm = algorithm
        self._stemmer = _stemmer(algorithm) if algorithm else None
        self.folds = _Cache(folded)
        self.stems = _Cache(self._stem)
        #: The second stem of words whose stem without accents is another one.
        self.second_stems: dict[str, str] = {}

    def _stem(self, word: str) -> str:
        first, *second = self.stem_variants(word)
        if second:
            if len(self.second_stems) >= _MAX_CACHED_WORDS:
                self.stems.clear()
                self.second_stems.clear()
            self.second_stems[word] = second[0]
        return first

    def stem_variants(self, word: str) -> tuple[str, ...]:
        """The stems under which a word is found: that of the word as it is, and that of the word without accents.

        Algorithms look for accents, but people leave them out.
        """
        if self._stemmer is None or len(word) > _MAX_WORD or is_unspaced(word):
            return (self.folds[word],)
        plain = self.folds[word]
        variants = [folded(self._stemmer.stemWord(form)) or plain for form in (word.lower(), plain)]
        return tuple(dict.fromkeys(variants))

    def analyze(self, text: str) -> AnalyzedText:
        """The text's words in all their forms."""
        return AnalyzedText(text, self)


@cache
def word_forms(algorithm: str) -> WordForms:
    """The forms of words in the language of one of Snowball's algorithms."""
    return WordForms(algorithm)


def _stemmer(algorithm: str) -> Any:
    with needs_extra("watch"):
        import Stemmer
    return Stemmer.Stemmer(algorithm, 0)  # a cache of its own is not needed


class AnalyzedText:
    """A text's words, folded and as stems. What only hits need is computed when it is asked for."""

    __slots__ = ("__dict__", "folds", "forms", "stems", "text", "words")

    def __init__(self, text: str, forms: WordForms) -> None:
        self.text = text
        self.forms = forms
        self.words = cut(text)
        self.folds = list(map(forms.folds.__getitem__, self.words))
        self.stems = list(map(forms.stems.__getitem__, self.words)) if forms.algorithm else self.folds

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The place of each word in the text."""
        return [found.span() for found in _word_pattern(self.text).finditer(self.text)]

    @cached_property
    def positions(self) -> list[int]:
        """The number of words before each word. A run without spaces counts as several."""
        found, at = [], 0
        for word in self.words:
            found.append(at)
            at += -(-len(word) // _CHARACTERS_PER_WORD) if is_unspaced(word) else 1
        return found

    @cached_property
    def distinct_stems(self) -> set[str]:
        """All stems of the text, also those of its words without accents."""
        second = self.forms.second_stems
        more = second.keys() & set(self.words) if second else ()
        return {*self.stems, *(second[word] for word in more)}

    def has_stem(self, at: int, stems: tuple[str, ...]) -> bool:
        """Whether the word at this index has one of these stems."""
        return self.stems[at] in stems or self.forms.second_stems.get(self.words[at]) in stems

    @cached_property
    def places_of_folds(self) -> dict[str, list[int]]:
        """Where each folded word is, as indexes of words."""
        return _places(self.folds)

    @cached_property
    def places_of_stems(self) -> dict[str, list[int]]:
        """Where each stem is, as indexes of words."""
        places, second = _places(self.stems), self.forms.second_stems
        for at, word in enumerate(self.words if second else ()):
            if word in second:
                places[second[word]].append(at)
        return places


def _places(words: list[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words):
        places[word].append(at)
    return places
