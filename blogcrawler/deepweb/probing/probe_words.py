"""Words to ask an unknown search for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from ...dom import Page, outline, words
from ..forms.form import Form

__all__ = ["STOP_WORDS", "nonsense_word", "probe_words", "words_of_page"]

#: Frequent words of several languages; many searches leave them out of their index.
STOP_WORDS = ("the", "of", "and", "in", "a", "to", "de", "la", "der", "die", "el", "le", "und", "et")
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_MIN_LENGTH, _MAX_LENGTH = 4, 20


def nonsense_word(seed: str) -> str:
    """A word that no archive has, the same for the same seed."""
    letters = random.Random(seed)  # noqa: S311 - it must be the same each time
    return "".join(letters.choice(_CONSONANTS) for _ in range(11))


def words_of_page(page: Page, without: Iterable[str] = ()) -> list[str]:
    """The words of a page, the most frequent first, without those in ``without``."""
    known = set(without)
    counts = Counter(
        word
        for word in outline(page).words
        if _MIN_LENGTH <= len(word) <= _MAX_LENGTH and word.isalpha() and word not in known
    )
    return [word for word, _ in counts.most_common()]


def probe_words(form: Form, page: Page | None) -> Iterator[str]:
    """Words for the first queries: of the page with the form, of the form's values, stop words, single letters."""
    said = words_of_page(page)[:12] if page is not None else []
    options = [
        word
        for control in form.choices
        for option in control.options[:5]
        for word in words(option.label)
        if len(word) >= _MIN_LENGTH and word.isalpha()
    ][:6]
    first = [word for three in zip(said, STOP_WORDS, strict=False) for word in three]
    yield from dict.fromkeys([*first, *options, *said, *STOP_WORDS, *"aestinro"])
