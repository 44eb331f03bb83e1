"""Which field of the form asks for which feature of the records.

After Oita (2012), section 3.4: a text field and a feature belong together if, for values of the feature submitted in
the field, all values of the feature in the answer equal or contain what was submitted. One value proves little, and a
search over everything seems to fit any feature. So several values are tried, among them words that other features have
as well. Selects are mapped if each of several options brings only records with its value or label in one feature.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...dom import words
from ..forms.form import Control
from .output_schema import Feature
from .value_types import ValueType

__all__ = ["FieldMapping", "Trial", "agrees", "choose_options", "mapped_option", "shared_words", "trial_values"]

Fields = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class FieldMapping:
    """A field of the form, the feature it asks for, and the number of answers that have shown it."""

    field: str
    feature: str
    trials: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A value to submit in a field to see whether it asks for a feature."""

    value: str
    #: Whether other features have the value as well, so that the answer tells them apart.
    is_decisive: bool = False


def trial_values(feature: Feature, records: Sequence[Fields], number: int = 3) -> list[Trial]:
    """Values of a feature to submit: words that other features have, too, then whole values."""
    shared = [Trial(word, is_decisive=True) for word in shared_words(feature.name, records)[:2]]
    whole = [
        value
        for record in records
        for value in record.get(feature.name, [])[:1]
        if 1 < len(value) <= 60 or value.isdigit()
    ]
    counts = Counter(whole)
    # Rare values bring few records, frequent ones say little: take some from the middle.
    ordered = [value for value, _ in counts.most_common()]
    middle = ordered[len(ordered) // 3 :: max(1, len(ordered) // 5)]
    return [*shared, *(Trial(value) for value in middle)][: number + len(shared)]


def shared_words(name: str, records: Sequence[Fields]) -> list[str]:
    """Words that some records have in this feature and others in another one, those in most other records first."""
    mine: Counter[str] = Counter()
    elsewhere: Counter[str] = Counter()
    for record in records:
        own = {word for value in record.get(name, []) for word in words(value)}
        others = {
            word for other, values in record.items() if other != name for value in values for word in words(value)
        }
        mine.update(own)
        elsewhere.update(others - own)
    found = [word for word in mine if elsewhere[word] and len(word) > 2]
    return sorted(found, key=lambda word: (-min(mine[word], elsewhere[word]), word))


def agrees(feature: Feature, value: str, answer: Iterable[Fields]) -> bool:
    """Whether all records of an answer have the value in the feature."""
    wanted = words(value)
    found = False
    for record in answer:
        values = record.get(feature.name, [])
        found = True
        if not any(
            _contains(words(one), wanted, exact=feature.type in (ValueType.NUMBER, ValueType.DATE)) for one in values
        ):
            return False
    return found


def _contains(text: list[str], wanted: list[str], *, exact: bool) -> bool:
    if exact:
        return text == wanted
    # Searches match words in any order, and the beginning of words.
    return all(any(word.startswith(one) for word in text) for one in wanted)


def choose_options(control: Control, records: Sequence[Fields], number: int = 4) -> list[tuple[str, str]]:
    """Options of a select to try: those that are values of some feature, as (value, label)."""
    seen: dict[str, set[str]] = defaultdict(set)
    for record in records:
        for name, values in record.items():
            for value in values:
                seen[" ".join(words(value))].add(name)
    options = [
        (option.value, option.label)
        for option in control.options
        if option.value != control.default and " ".join(words(option.label or option.value)) in seen
    ]
    return options[:number]


def mapped_option(features: Sequence[Feature], option: tuple[str, str], answer: Sequence[Fields]) -> set[str]:
    """The features whose values in an answer all equal the option's value or label."""
    said = [words(text) for text in option if words(text)]
    return {
        feature.name
        for feature in features
        if answer and all(any(words(value) in said for value in record.get(feature.name, [])) for record in answer)
    }
