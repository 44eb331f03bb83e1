"""The words of dates: months, weekdays, "3 days ago" and time zones in many languages.

``vocabulary.json`` has the words of CLDR for the common languages, because loading them from Babel takes a third of a
second. A test compares the two; ``python -m blogcrawler.dates.vocabulary > blogcrawler/dates/vocabulary.json`` updates
it. ``vocabulary.toml`` has what CLDR lacks.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

__all__ = ["ago_words", "day_names", "fold_word", "month_names", "month_of", "puts_day_first", "zone_offset"]

# Roughly by number of blogs. They are tried for dates that English does not explain.
_LANGUAGES = (
    *("en", "es", "de", "fr", "pt", "it", "ru", "nl", "pl", "tr", "sv", "cs", "id", "ro", "hu", "da", "nb"),
    *("fi", "el", "uk", "ca", "sk", "bg", "hr", "sr", "sl", "lt", "lv", "et", "eu", "gl", "is", "ms", "th"),
    *("ar", "fa", "he", "hi"),
)

#: Month names of this many languages are read on any page, of the other common languages only unabbreviated ones: a
#: page may state a wrong language.
_DEFAULT_LANGUAGES = 20
_EXTRA = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text("utf-8"))
_EXTRA_MONTHS: dict[str, int] = _EXTRA["extra_months"]
_ZONES: dict[str, int] = _EXTRA["zones"]
_DAY_FIRST = frozenset[str](_EXTRA["day_first"])
#: CLDR has one of two synonyms.
_AGO_SYNONYMS = {"قبل": "منذ"}
_UNITS = ("minute", "hour", "day", "week", "month", "year")
#: Shorter month names of the less common languages are words of others ("Mac", "mei", "июн").
_MIN_FOREIGN_LENGTH = 4
_MAX_WORDS = 12  # no date has more


@dataclass(frozen=True, slots=True)
class _Words:
    months: dict[str, int]
    wide: tuple[tuple[str, int], ...]
    days: frozenset[str]
    ago: tuple[tuple[str, str, str], ...]

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> _Words:
        wide = tuple((name, number) for name, number in record["wide"])
        ago = tuple((before, after, unit) for unit, forms in record["ago"].items() for before, after in forms)
        return cls(record["months"], wide, frozenset(record["days"]), ago)


def fold_word(word: str) -> str:
    """Fold a word for comparison. The two letters i of Turkish become one."""
    return word.casefold().replace("i̇", "i").replace("ı", "i")


def zone_offset(name: str) -> timedelta | None:
    """The offset from UTC of a zone's abbreviation; ``None`` if it is unknown or ambiguous."""
    hours = _ZONES.get(name.casefold().rstrip("."))
    return None if hours is None else timedelta(hours=hours)


def puts_day_first(language: str) -> bool:
    """Whether 03/05/2019 is in May in a language."""
    return language.replace("_", "-").split("-")[0].lower() in _DAY_FIRST


@lru_cache(maxsize=64)
def month_names(language: str) -> dict[str, int]:
    """The months by their folded names: in the language, else in English, else in another common language."""
    names: dict[str, int] = {}
    for code in dict.fromkeys((language.replace("_", "-").split("-")[0].lower(), *_LANGUAGES[:_DEFAULT_LANGUAGES])):
        known = _words(code)
        for name, month in known.months.items() if known else ():
            if len(name) > 1:
                names.setdefault(name, month)
    for code in _LANGUAGES[_DEFAULT_LANGUAGES:]:
        known = _words(code)
        for name, month in known.wide if known else ():
            if len(name) >= _MIN_FOREIGN_LENGTH:
                names.setdefault(name, month)
    return names | {name: month for name, month in _EXTRA_MONTHS.items() if name not in names}


@lru_cache(maxsize=64)
def day_names(language: str) -> frozenset[str]:
    """The folded names of the weekdays in the language and in English."""
    known = (_words(code) for code in (language.replace("_", "-").split("-")[0].lower(), "en"))
    return frozenset(name for words in known if words for name in words.days)


def ago_words(language: str) -> Iterator[tuple[str, str, str]]:
    """The forms of "3 days ago" in a language: the folded words before and after the number, and the unit."""
    known = _words(language.replace("_", "-").split("-")[0].lower())
    for before, after, unit in known.ago if known else ():
        yield before, after, unit
        if before in _AGO_SYNONYMS:
            yield _AGO_SYNONYMS[before], after, unit


def month_of(words: Sequence[str], language: str | None = None) -> int | None:
    """The month, 1 to 12, that one of the words names, in the language that knows most of the words."""
    words = [fold_word(word).rstrip(".") for word in words][:_MAX_WORDS]
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
    usual = _common_words().get(language)
    return _Words.from_record(usual) if usual else _cldr_words(language)


@lru_cache(maxsize=1)
def _common_words() -> dict[str, dict[str, Any]]:
    words: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath("vocabulary.json").read_text("utf-8"))
    return words


def _cldr_words(language: str) -> _Words | None:
    from babel import Locale, UnknownLocaleError, localedata

    try:
        data = localedata.load(str(Locale.parse(language)))
    except (UnknownLocaleError, ValueError, TypeError):
        return None
    # Babel resolves aliases in dictionaries that languages share, so one language would get the names of another,
    # depending on which is loaded first. A copy is not shared.
    own = localedata.LocaleDataDict({name: deepcopy(data[name]) for name in ("months", "days", "date_fields")})
    months: dict[str, int] = {}
    days: set[str] = set()
    wide: list[tuple[str, int]] = []
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for number, name in own["months"][context][width].items():
                for form in _forms(name):
                    months.setdefault(form, number)
                    if width == "wide":
                        wide.append((form, number))
            for name in own["days"][context][width].values():
                days.update(_forms(name))
    return _Words(months, tuple(wide), frozenset(days), tuple(_ago_forms(own["date_fields"])))


def _ago_forms(fields: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The words before and after the number in "3 days ago", and the unit, for each form that CLDR has."""
    seen: set[tuple[str, str]] = set()
    for unit in _UNITS:
        for name in (unit, f"{unit}-short"):
            past = fields[name].get("past", {}) if name in fields else {}
            for form in past.values():
                before, number, after = (part.strip() for part in fold_word(form).partition("{0}"))
                if number and (before or len(after) > 1) and after and (before, after) not in seen:
                    seen.add((before, after))
                    yield before, after, unit


def _forms(name: str) -> Iterable[str]:
    """A name as one word, without dot and preposition (Catalan "d’abril", "de març")."""
    word = fold_word(name).replace("’", " ").replace("'", " ").split()[-1:]
    return [form for part in word if (form := part.rstrip(".")) and not form[0].isdecimal()]


def common_words() -> str:
    """The content of ``vocabulary.json`` by the installed CLDR, one language per line."""
    lines = []
    for language in _LANGUAGES:
        words = _cldr_words(language)
        if words is not None:
            ago = {unit: [[one, other] for one, other, of in words.ago if of == unit] for unit in _UNITS}
            record = asdict(words) | {"days": sorted(words.days), "ago": ago}
            lines.append(f"{json.dumps(language)}: {json.dumps(record, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    print(common_words(), end="")
