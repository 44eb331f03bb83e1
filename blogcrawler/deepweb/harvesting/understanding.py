"""Understands a search by asking it: how it combines words, which field asks for which feature."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...dom import words
from ..forms.form import Control
from ..forms.purpose import is_search_name
from ..probing.probe_words import STOP_WORDS
from ..probing.search_session import SearchSession
from ..records.field_mapping import (
    FieldMapping,
    Trial,
    agrees,
    choose_options,
    mapped_option,
    shared_words,
    trial_values,
)
from ..records.harvested_records import HarvestedRecords
from ..records.output_schema import Feature, OutputSchema, learn_schema
from ..records.value_types import ValueType
from .query_source import QuerySource
from .search_harvest import SearchHarvest

__all__ = ["Understanding"]

Fields = dict[str, list[str]]

_MAX_FIELDS, _MAX_FEATURES = 12, 20
#: Answers that must agree before a field is mapped, and whole values that are tried.
_MIN_AGREEING, _MIN_WHOLE = 2, 2
_MIN_WORD_LENGTH, _CUT = 7, 3
#: Records in which two words are looked for that none has together.
_MAX_COMPARED = 500


class Understanding:
    """Asks what is needed to harvest a search well. Each question costs one request."""

    def __init__(
        self,
        session: SearchSession,
        harvest: SearchHarvest,
        records: HarvestedRecords,
        main: Control,
        nonsense: str,
    ) -> None:
        self.session, self.harvest, self.records = session, harvest, records
        self.main, self.nonsense = main, nonsense
        self.schema: OutputSchema = learn_schema(records.raws(), records.heads)
        self.source = QuerySource(main.name)
        self._limit = session.requests + int(session.limits.max_requests * session.limits.max_probing)

    async def run(self) -> None:
        """Ask what the harvest needs; ``source`` is then what queries can be made of."""
        await self._ask_for_nothing()
        await self._ask_twice()
        await self._ask_for_stop_words()
        for control in self.session.form.text_fields[:_MAX_FIELDS]:
            await self._map_text_field(control)
        self._keep_specific_fields()
        for control in self.session.form.choices[:_MAX_FIELDS]:
            await self._map_choice(control)
        if not self.source.searchable:
            self.source.searchable = {
                feature.name for feature in self.schema.features if feature.type in (ValueType.TEXT, ValueType.PERSON)
            }

    async def ask_the_rest(self) -> None:
        """Ask what is worth knowing but not needed for the harvest, which is over."""
        self._limit = self.session.limits.max_requests
        await self.ask_for_two_words()
        await self._ask_for_a_prefix()

    # --- asking ---------------------------------------------------------------------------------------------

    def _may_ask(self) -> bool:
        return self.session.requests < self._limit

    async def _ask(self, values: Mapping[str, str], *, again: bool = False) -> list[Fields] | None:
        """The records of the first page of an answer; ``None`` if there is no answer.

        What was asked before is not asked ``again``, unless that is the question.
        """
        query = tuple(sorted(values.items()))
        known = next((one for one in self.session.probed if one.query == query), None)
        if known is not None and not again:
            return [self.schema.read(self.records.records[number].raw) for number in known.shown]
        if not self._may_ask():
            return None
        answer = await self.session.ask(values)
        if answer is None or self.harvest.rule is None:
            return None
        page = self.session.read(answer.page, self.harvest.rule, answer.terms)
        behaviour = self.harvest.behaviour
        behaviour.page_size = max(behaviour.page_size or 0, len(page.records))
        behaviour.has_paging = bool(behaviour.has_paging or page.links)
        self.session.note_probed(answer.query, *self.records.add(page.records, answer.query), page.links)
        return [self.schema.read(raw) for raw in page.records]

    def _known(self) -> list[Fields]:
        return [self.schema.read(raw) for raw in self.records.raws()]

    # --- behaviour ------------------------------------------------------------------------------------------

    async def _ask_for_nothing(self) -> None:
        found = await self._ask({})
        if found is not None:
            self.harvest.behaviour.lists_without_query = bool(found)
            self.schema = learn_schema(self.records.raws(), self.records.heads)

    async def _ask_twice(self) -> None:
        query = dict(self.records.records[0].found_by)
        first, second = await self._ask(query), await self._ask(query, again=True)
        if first and second is not None:
            same = sum(one in second for one in first)
            self.harvest.behaviour.is_stable = same >= 0.5 * len(first)
            if not self.harvest.behaviour.is_stable:
                self.harvest.notes.append("The same query brings different records each time.")

    async def _ask_for_stop_words(self) -> None:
        counts = self._word_counts()
        word = max(STOP_WORDS, key=lambda word: counts[word])
        if counts[word]:
            found = await self._ask({self.main.name: word})
            if found is not None:
                self.harvest.behaviour.stop_words_indexed = any(word in _all_words(record) for record in found)

    async def ask_for_two_words(self) -> None:
        """Two words that no known record has together: found together by OR, not by AND."""
        if self.harvest.behaviour.combination is not None:
            return
        known = [self._searched_words(record) for record in self._known()[:_MAX_COMPARED]]
        counts = Counter(word for said in known for word in said if len(word) > 3 and word.isalpha())
        frequent = [word for word, _ in counts.most_common(40)]
        for one in frequent:
            other = next((word for word in frequent if not any(one in said and word in said for said in known)), None)
            if other is not None and counts[one] > 1:
                found = await self._ask({self.main.name: f"{one} {other}"})
                if found is not None:
                    has_one_only = any((one in said) != (other in said) for said in map(_all_words, found))
                    self.harvest.behaviour.combination = "or" if has_one_only else "and"
                return

    def _searched_words(self, record: Fields) -> set[str]:
        """The words of the features that the main field searches."""
        names = self.source.searchable or record.keys()
        return {word for name in names for value in record.get(name, []) for word in words(value)}

    async def _ask_for_a_prefix(self) -> None:
        """The beginning of a word that a query has found. If it is a word itself, it says nothing."""
        counts = self._word_counts()
        answered = {value for record in self.records.records for _, value in record.found_by}
        terms = [word for word in answered if len(word) >= _MIN_WORD_LENGTH and counts[word]]
        words_to_cut = sorted(terms or [w for w in counts if len(w) >= _MIN_WORD_LENGTH and w.isalpha()])
        for start in [word[:-_CUT] for word in words_to_cut if word[:-_CUT] not in counts][:1]:
            found = await self._ask({self.main.name: start})
            if found is not None:
                said = [_all_words(record) for record in found]
                self.harvest.behaviour.matches_prefixes = any(
                    start not in one and any(other.startswith(start) for other in one) for one in said
                )

    def _word_counts(self) -> Counter[str]:
        return Counter(word for record in self._known() for word in _all_words(record))

    # --- which field asks for what ----------------------------------------------------------------------------------

    async def _map_text_field(self, control: Control) -> None:
        if control is not self.main:
            ignored = await self._ask({control.name: self.nonsense})
            if ignored is None or ignored:
                return  # it shows records for nonsense, so it is not used alone
        fitting: dict[str, int] = {}
        asks_for_anything = False
        for feature in self.schema.features[:_MAX_FEATURES]:
            agreeing, is_mixed = await self._try_feature(control, feature)
            asks_for_anything = asks_for_anything or is_mixed
            if agreeing:
                fitting[feature.name] = agreeing
        if asks_for_anything or not fitting:
            return
        best = max(fitting, key=lambda name: fitting[name])
        if sum(number == fitting[best] for number in fitting.values()) == 1:
            self.harvest.mappings.append(FieldMapping(control.name, best, fitting[best]))
            self.source.text_fields[control.name] = best

    def _keep_specific_fields(self) -> None:
        """If a field of its own asks for a feature, a field for any words does not."""
        fields = {control.name: control for control in self.session.form.text_fields}
        for mapping in list(self.harvest.mappings):
            others = [one for one in self.harvest.mappings if one.feature == mapping.feature and one is not mapping]
            if others and is_search_name(fields[mapping.field]):
                self.harvest.mappings.remove(mapping)
                del self.source.text_fields[mapping.field]

    async def _try_feature(self, control: Control, feature: Feature) -> tuple[int, bool]:
        """How many answers agree that a field asks for a feature, 0 if any disagrees; and whether the field finds words
        in several features."""
        known = self._known()
        trials = trial_values(feature, known)
        ordered = [*[one for one in trials if not one.is_decisive][:1], *[one for one in trials if one.is_decisive]]
        ordered += [one for one in trials if not one.is_decisive][1:_MIN_WHOLE]
        agreeing, is_mixed = 0, False
        for trial in ordered:
            found = await self._ask({control.name: trial.value})
            if not found:
                if not trial.is_decisive:
                    return 0, is_mixed  # the field does not find values of this feature
                continue
            if control is self.main and self._finds(feature, trial, found):
                self.source.searchable.add(feature.name)
            is_mixed = is_mixed or self._is_mixed(trial, found)
            if not agrees(feature, trial.value, found):
                return 0, is_mixed
            agreeing += 1
        # A field for any words fits whatever is shown, unless a word of several features tells them apart.
        needs_more = not any(one.is_decisive for one in ordered) and (
            is_search_name(control) or bool(shared_words(feature.name, known))
        )
        return (0 if needs_more or agreeing < _MIN_AGREEING else agreeing), is_mixed

    def _finds(self, feature: Feature, trial: Trial, found: list[Fields]) -> bool:
        wanted = set(words(trial.value))
        return any(wanted <= {w for value in one.get(feature.name, []) for w in words(value)} for one in found)

    def _is_mixed(self, trial: Trial, found: list[Fields]) -> bool:
        """Whether the words are in one feature of some records, and only in another one of others."""
        wanted = set(words(trial.value))
        having = [
            {name for name, values in one.items() if wanted <= {w for value in values for w in words(value)}}
            for one in found
        ]
        having = [names for names in having if names]
        return len(having) > 1 and not set.intersection(*having)

    async def _map_choice(self, control: Control) -> None:
        base: dict[str, str] = {}
        if not self.harvest.behaviour.lists_without_query:
            counts = Counter(record.found_by[0][1] for record in self.records.records if record.found_by)
            base = {self.main.name: counts.most_common(1)[0][0]} if counts else {}
        fitting: set[str] | None = None
        agreeing = 0
        for value, label in choose_options(control, self._known()):
            found = await self._ask({**base, control.name: value})
            if not found:
                continue
            names = mapped_option(self.schema.features, (value, label), found)
            fitting = names if fitting is None else fitting & names
            agreeing += 1
            if not fitting:
                return
        if fitting and agreeing >= _MIN_AGREEING and len(fitting) == 1:
            (name,) = fitting
            self.harvest.mappings.append(FieldMapping(control.name, name, agreeing))
            self.source.choices[control.name] = [option.value for option in control.options if option.value]


def _all_words(record: Fields) -> set[str]:
    return {word for values in record.values() for value in values for word in words(value)}
