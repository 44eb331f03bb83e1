"""The names of months and week days in the languages that blogs are written in, from CLDR."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names

__all__ = ["month_of"]

# By number of blogs, roughly; asked only for dates that English does not explain.
_LANGUAGES = (
    *("en", "es", "de", "fr", "pt", "it", "ru", "nl", "pl", "tr", "sv", "cs", "id", "ro", "hu", "da", "nb"),
    *("fi", "el", "uk", "ca", "sk", "bg", "hr", "sr", "sl", "lt", "lv", "et", "eu", "gl", "is", "ms", "th"),
    *("ar", "fa", "he", "hi"),
)

_MAX_WORDS = 12  # no date has more


@dataclass(frozen=True, slots=True)
class _Words:
    months: dict[str, int]
    wide: tuple[tuple[str, int], ...]
    days: frozenset[str]


def month_of(words: Sequence[str], language: str | None = None) -> int | None:
    """The month, 1 to 12, that one of the words names, in the language that explains most of them."""
    words = [word.casefold().rstrip(".") for word in words][:_MAX_WORDS]
    best: tuple[int, int] | None = None
    for known in _known_languages(language):
        month, explained = _month_in(words, known)
        if month is None:
            continue
        if explained == len(words):
            return month
        if best is None or explained > best[0]:
            best = explained, month
    return best[1] if best else None


def _month_in(words: Sequence[str], known: _Words) -> tuple[int | None, int]:
    months = {word: known.months[word] for word in words if word in known.months}
    if not months:  # Sept, Juil
        months = {
            word: number
            for word in words
            if len(word) > 2 and word not in known.days
            for name, number in known.wide
            if name.startswith(word)
        }
    explained = sum(word in months or word in known.days for word in words)
    # Spanish "mar" is March and Tuesday: next to another month it is the day.
    clear = {number for word, number in months.items() if word not in known.days} or set(months.values())
    return (clear.pop() if len(clear) == 1 else None), explained


def _known_languages(first: str | None) -> Iterator[_Words]:
    seen: set[str] = set()
    code = (first or "").replace("_", "-").split("-")[0].lower()
    for language in (code, *_LANGUAGES):
        if language and language not in seen:
            seen.add(language)
            words = _words(language)
            if words:
                yield words


@lru_cache(maxsize=64)
def _words(language: str) -> _Words | None:
    try:
        locale = Locale.parse(language)
    except (UnknownLocaleError, ValueError, TypeError):
        return None
    months: dict[str, int] = {}
    days: set[str] = set()
    wide: list[tuple[str, int]] = []
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in get_month_names(width, context, locale).items():
                for form in _forms(name):
                    months.setdefault(form, number)
                    if width == "wide":
                        wide.append((form, number))
            for name in get_day_names(width, context, locale).values():
                days.update(_forms(name))
    return _Words(months, tuple(wide), frozenset(days))


def _forms(name: str) -> Iterable[str]:
    """A name as one word, without its dot and its preposition (Catalan "d’abril", "de març")."""
    word = name.casefold().replace("’", " ").replace("'", " ").split()[-1:]
    return [form for part in word if (form := part.rstrip(".")) and not form.isdecimal()]
