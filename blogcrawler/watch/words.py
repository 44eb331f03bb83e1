"""Cuts texts into words, folds them, and reduces them to their stems in the text's language."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any, TypeVar

from ..extras import needs_extra
from ..text_folding import UNSPACED, all_folded, folded, marks
from .inflections import by_accent, light_stemmer

__all__ = [
    "MAX_CACHED_WORDS",
    "UNSPACED_CHARACTER",
    "AnalyzedText",
    "WordCache",
    "WordForms",
    "cut",
    "is_unspaced",
    "stemmer_name",
    "word_forms",
]

_Value = TypeVar("_Value")

MAX_CACHED_WORDS = 200_000
_MAX_WORD = 60
"""Longer words are not words of any language; stemming them would only cost time."""

_CHARACTERS_PER_WORD = 2
"""In scripts without spaces, for distances between words."""

_JOINERS = "\u00ad\u200c\u200d"
UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")
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
    return UNSPACED_CHARACTER.match(piece) is not None


def cut(text: str) -> list[str]:
    """The words of a text as they are; in scripts without spaces, whatever is between punctuation."""
    return _word_pattern(text).findall(text)


def _word_pattern(text: str) -> re.Pattern[str]:
    if text.isascii():
        return _ASCII_WORD
    if _mark().search(text):
        return _marked_word()
    # Most texts need only the simplest of the patterns, which is several times as fast.
    return _ANY_WORD if UNSPACED_CHARACTER.search(text) else _SPACED_WORD


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


class WordCache(dict[str, _Value]):
    """What a function gives for each word. Looking up a known word costs no Python call."""

    def __init__(self, make: Callable[[str], _Value]) -> None:
        self._make = make

    def __missing__(self, word: str) -> _Value:
        if len(self) >= MAX_CACHED_WORDS:
            self.clear()
        made = self[word] = self._make(word)
        return made


class WordForms:
    """The folded form and the stems of every word, in one language. Not for several threads at once."""

    def __init__(self, algorithm: str) -> None:
        self.algorithm = algorithm
        self._stemmer = _stemmer(algorithm) if algorithm else None
        self._light = light_stemmer(algorithm)
        self._by_accent = by_accent(algorithm)
        self.folds = WordCache(folded)
        self.stems = WordCache(self._stem)
        #: Further stems of the words that have more than one.
        self.more_stems: dict[str, tuple[str, ...]] = {}

    def _stem(self, word: str) -> str:
        first, *more = self.stem_variants(word)
        if more:
            if len(self.more_stems) >= MAX_CACHED_WORDS:
                self.stems.clear()
                self.more_stems.clear()
            self.more_stems[word] = tuple(more)
        return first

    def stem_variants(self, word: str) -> tuple[str, ...]:
        """The stems under which a word is found: of the word as it is, of the word without accents, and a light stem.

        Algorithms look for accents, but people leave them out.
        """
        if self._stemmer is None or len(word) > _MAX_WORD or is_unspaced(word):
            return (self.folds[word],)
        lower, plain = word.lower(), self.folds[word]
        first = folded(self._stemmer.stemWord(lower)) or plain
        second = first if lower == plain else folded(self._stemmer.stemWord(plain)) or plain
        found = _distinct(first, second)
        if self._by_accent is not None:
            found = self._by_accent(lower, plain, found)
        return found if self._light is None else _distinct(*found, *self._light([lower]))

    def all_stem_variants(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        """The same for many words at a time, which is faster."""
        if self._stemmer is None:
            return [(fold,) for fold in all_folded(words)]
        lowers = [word.lower() for word in words]
        plains = all_folded(lowers)
        firsts = all_folded(self._stemmer.stemWords(lowers))
        seconds = firsts if plains == lowers else all_folded(self._stemmer.stemWords(plains))
        found: list[tuple[str, ...]]
        if firsts is seconds:
            found = list(zip(firsts))
        else:
            found = [(one,) if one == two else (one, two) for one, two in zip(firsts, seconds, strict=True)]
        if self._by_accent is not None:
            found = list(map(self._by_accent, lowers, plains, found))
        if self._light is not None:
            lights = self._light(lowers)
            found = [one if light in one else (*one, light) for one, light in zip(found, lights, strict=True)]
        if "" in firsts or "" in seconds or len(max(words, key=len, default="")) > _MAX_WORD:
            found = list(map(self.stem_variants, words))
        return found

    def analyze(self, text: str) -> AnalyzedText:
        """The text's words in all their forms."""
        return AnalyzedText(text, self)


def _distinct(*stems: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stems))


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

    __slots__ = ("__dict__", "forms", "has_unspaced", "text", "words")

    def __init__(self, text: str, forms: WordForms) -> None:
        self.text = text
        self.forms = forms
        pattern = _word_pattern(text)
        #: Whether the text may have words of scripts without spaces.
        self.has_unspaced = pattern is not _ASCII_WORD and pattern is not _SPACED_WORD
        self.words: list[str] = pattern.findall(text)

    @cached_property
    def folds(self) -> list[str]:
        """The folded form of each word."""
        return list(map(self.forms.folds.__getitem__, self.words))

    @cached_property
    def stems(self) -> list[str]:
        """The first stem of each word."""
        return list(map(self.forms.stems.__getitem__, self.words)) if self.forms.algorithm else self.folds

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

    def has_stem(self, at: int, stems: tuple[str, ...]) -> bool:
        """Whether the word at this index has one of these stems."""
        return self.stems[at] in stems or any(one in stems for one in self.forms.more_stems.get(self.words[at], ()))

    @cached_property
    def places_of_folds(self) -> dict[str, list[int]]:
        """Where each folded word is, as indexes of words."""
        return _places(self.folds)

    @cached_property
    def places_of_stems(self) -> dict[str, list[int]]:
        """Where each stem is, as indexes of words."""
        places, more = _places(self.stems), self.forms.more_stems
        for at, word in enumerate(self.words if more else ()):
            for stem in more.get(word, ()):
                places[stem].append(at)
        return places


def _places(words: list[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(words):
        places[word].append(at)
    return places
