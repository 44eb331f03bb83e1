"""The words of dates: months, week days and "3 days ago" in the languages of blogs, from CLDR, and time zones.

``vocabulary.json`` holds what CLDR has for the usual languages: asking Babel for all of them takes a third of a second.
A test compares the two; ``python -m blogcrawler.dates.vocabulary > blogcrawler/dates/vocabulary.json`` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

__all__ = ["ago_words", "fold_word", "month_names", "month_of", "zone_offset"]

# By number of blogs, roughly; asked only for dates that English does not explain.
_LANGUAGES = (
    *("en", "es", "de", "fr", "pt", "it", "ru", "nl", "pl", "tr", "sv", "cs", "id", "ro", "hu", "da", "nb"),
    *("fi", "el", "uk", "ca", "sk", "bg", "hr", "sr", "sl", "lt", "lv", "et", "eu", "gl", "is", "ms", "th"),
    *("ar", "fa", "he", "hi"),
)

#: Of so many languages month names are read on pages that do not say theirs.
_WIDESPREAD = 20
#: What templates write that CLDR does not have.
_ALSO = {
    "sept": 9, "jänner": 1, "feber": 2, "setiembre": 9, "می": 5, "جولای": 7, "آگوست": 8,
    # Arabic from the Levant, from the Maghreb and from Morocco.
    "شباط": 2, "آذار": 3, "نيسان": 4, "أيار": 5, "حزيران": 6, "تموز": 7, "آب": 8, "أيلول": 9,
    "جانفي": 1, "فيفري": 2, "أفريل": 4, "ماي": 5, "جوان": 6, "جويلية": 7, "أوت": 8,
    "يوليوز": 7, "غشت": 8, "شتنبر": 9, "نونبر": 11, "دجنبر": 12,
}  # fmt: skip
#: CLDR has one of two words that mean the same.
_ALSO_AGO = {"قبل": "منذ"}
_UNITS = ("minute", "hour", "day", "week", "month", "year")
# RFC 822's zones and those that blog software writes; ambiguous ones (IST, AST) are left out.
_ZONES = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "met": 1, "mez": 1,
    "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "sast": 2, "eest": 3, "msk": 3, "msd": 4, "hkt": 8, "sgt": 8,
    "awst": 8, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13, "brt": -3, "art": -3,
    "edt": -4, "est": -5, "cdt": -5, "cst": -6, "mdt": -6, "mst": -7, "pdt": -7, "pst": -8, "akdt": -8,
    "akst": -9, "hst": -10,
}  # fmt: skip

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
    """A word for comparison; the two letters i of Turkish are one."""
    return word.casefold().replace("i̇", "i").replace("ı", "i")


def zone_offset(name: str) -> timedelta | None:
    """The offset from UTC of a zone's abbreviation; ``None`` if nobody knows it, or several do."""
    hours = _ZONES.get(name.casefold().rstrip("."))
    return None if hours is None else timedelta(hours=hours)


@lru_cache(maxsize=64)
def month_names(language: str) -> dict[str, int]:
    """The months by their folded names: in the language, else in English, else in a widespread language."""
    names: dict[str, int] = {}
    for code in dict.fromkeys((language.replace("_", "-").split("-")[0].lower(), *_LANGUAGES[:_WIDESPREAD])):
        known = _words(code)
        for name, month in known.months.items() if known else ():
            if len(name) > 1:
                names.setdefault(name, month)
    return names | {name: month for name, month in _ALSO.items() if name not in names}


def ago_words(language: str) -> Iterator[tuple[str, str, str]]:
    """How the past is counted in a language: what stands before and after the number, folded, and the unit of time."""
    known = _words(language.replace("_", "-").split("-")[0].lower())
    for before, after, unit in known.ago if known else ():
        yield before, after, unit
        if before in _ALSO_AGO:
            yield _ALSO_AGO[before], after, unit


def month_of(words: Sequence[str], language: str | None = None) -> int | None:
    """The month, 1 to 12, that one of the words names, in the language that explains most of them."""
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
    usual = _usual_words().get(language)
    return _Words.from_record(usual) if usual else _cldr_words(language)


@lru_cache(maxsize=1)
def _usual_words() -> dict[str, dict[str, Any]]:
    words: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath("vocabulary.json").read_text("utf-8"))
    return words


def _cldr_words(language: str) -> _Words | None:
    from babel import Locale, UnknownLocaleError, localedata

    try:
        data = localedata.load(str(Locale.parse(language)))
    except (UnknownLocaleError, ValueError, TypeError):
        return None
    # Babel writes what aliases stand for into dictionaries that languages share, so that they would get each other's
    # names, by the order in which they are asked for. A copy is nobody else's.
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
    return _Words(months, tuple(wide), frozenset(days), tuple(_counted(own["date_fields"])))


def _counted(fields: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What stands before and after numbers of units of time that have passed."""
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
    """A name as one word, without its dot and its preposition (Catalan "d’abril", "de març")."""
    word = fold_word(name).replace("’", " ").replace("'", " ").split()[-1:]
    return [form for part in word if (form := part.rstrip(".")) and not form[0].isdecimal()]


def usual_words() -> str:
    """What ``vocabulary.json`` should hold, by the CLDR that is installed; a language a line."""
    lines = []
    for language in _LANGUAGES:
        words = _cldr_words(language)
        if words is not None:
            ago = {unit: [[one, other] for one, other, of in words.ago if of == unit] for unit in _UNITS}
            record = asdict(words) | {"days": sorted(words.days), "ago": ago}
            lines.append(f"{json.dumps(language)}: {json.dumps(record, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    print(usual_words(), end="")
