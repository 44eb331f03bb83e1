"""The queries that a record suggests: its words for the field that searches them, its values for mapped fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...dom import words
from ..probing.query_choice import Query

__all__ = ["QuerySource"]

_MAX_WORDS, _MAX_VALUE_LENGTH, _SHORT = 40, 80, 2


@dataclass(slots=True)
class QuerySource:
    """How values of records become queries."""

    #: The field for any words.
    main: str
    #: The features whose words this field finds.
    searchable: set[str] = field(default_factory=set)
    #: Features by the text fields that ask for them.
    text_fields: dict[str, str] = field(default_factory=dict)
    #: Values of mapped selects, by field.
    choices: dict[str, list[str]] = field(default_factory=dict)
    #: Words that have more results than are shown; they are combined with others if the search needs all words.
    overflowing: set[str] = field(default_factory=set)
    combines: bool = False

    def queries(self, fields: Mapping[str, list[str]]) -> Iterator[tuple[Query, str]]:
        """The queries that should find a record, each with the feature that it is from."""
        said: dict[str, str] = {}
        for name in sorted(self.searchable):
            for value in fields.get(name, []):
                for word in words(value)[:_MAX_WORDS]:
                    # Many searches leave short words out of their index: they are judged apart.
                    said.setdefault(word, name if len(word) > _SHORT else f"{name}-")
        for word, name in said.items():
            yield ((self.main, word),), name
        if self.combines:
            for first in sorted(self.overflowing & said.keys()):
                for second, name in said.items():
                    if second != first:
                        pair = " ".join(sorted((first, second)))
                        yield ((self.main, pair),), f"{name}+"
        for control, name in self.text_fields.items():
            if control == self.main and name in self.searchable:
                continue
            for value in fields.get(name, []):
                if len(value) <= _MAX_VALUE_LENGTH:
                    yield ((control, value),), f"{control}:{name}"
