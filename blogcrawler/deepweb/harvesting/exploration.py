"""Explores a search form from the first probe to the last record.

Pure: what downloads pages is given. Whatever ends the exploration, what was harvested until then is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from ...dom import Page, outline
from ...errors import SearchEnded
from ..forms.form import Control, Form
from ..forms.purpose import is_search_name
from ..probing.error_pattern import ErrorPattern, learn_error_pattern
from ..probing.probe_words import nonsense_word, probe_words, words_of_page
from ..probing.search_session import Answer, ExplorationLimits, FetchPage, SearchSession
from ..records.find_records import RecordRule, ResultSample, learn_record_rule
from ..records.harvested_records import HarvestedRecords, detail_link_path
from ..records.output_schema import learn_schema
from ..records.result_page import read_result_page
from .detail_pages import read_details
from .query_harvest import QueryHarvest
from .search_harvest import SearchHarvest
from .understanding import Understanding

__all__ = ["Exploration"]

#: Words asked of a field before another field is tried, and answers with results to learn from.
_MAX_PROBES, _ENOUGH_SAMPLES, _MAX_FIELDS = 14, 4, 4
#: One of the answers must have this many texts of its own: single results do not show where a record ends.
_MANY_TEXTS = 20
#: If this many words found few records, an empty query may show better ones; this many of those are tried.
_ASKED_BEFORE_EMPTY, _WORDS_OF_EVERYTHING = 5, 5
#: An answer has results if it has this many texts that the answer to nonsense lacks.
_MIN_NEW_TEXTS = 2


class Exploration:
    """Explores one search form. ``run`` may be called once; ``result`` works at any time."""

    def __init__(
        self,
        form: Form,
        page: Page | None,
        fetch: FetchPage,
        limits: ExplorationLimits | None = None,
        progress: Callable[[SearchHarvest], None] | None = None,
        queries: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.limits = limits or ExplorationLimits()
        self.session = SearchSession(form, fetch, self.limits)
        self.harvest = SearchHarvest(form)
        self.records = HarvestedRecords()
        #: Queries to begin the harvest with: values of an ontology for fields whose meaning is known.
        self.given = queries
        self._page = page
        self._progress = progress
        self._empty: Page | None = None
        self._nonsense = nonsense_word(form.action)

    async def run(self) -> SearchHarvest:
        """Probe, understand and harvest the search."""
        try:
            if not await self._learn_records():
                is_silent = self.session.failures == self.session.requests
                self.harvest.ending = "it does not answer" if is_silent else "no records were found on its answers"
                return self.result()
            understanding = await self._understand()
            queries = QueryHarvest(
                self.session,
                self.records,
                understanding.source,
                self.harvest,
                self._report,
                understanding.ask_for_two_words,
            )
            await queries.run(self.given)
            with suppress(SearchEnded):  # nothing else needs the answers
                await understanding.ask_the_rest()
            if self.limits.details:
                await read_details(self.session, self.records, self.harvest)
        except SearchEnded as ended:
            self.harvest.ending = str(ended)
        return self.result()

    def result(self) -> SearchHarvest:
        """The harvest as it is now, with the schema that all records so far show."""
        self.harvest.requests = self.session.requests
        self.harvest.records = self.records.records
        if self.records.records:
            self.harvest.schema = learn_schema(self.records.raws(), self.records.heads)
        return self.harvest

    def _report(self) -> None:
        if self._progress is not None:
            self._progress(self.result())

    # --- the first answers -----------------------------------------------------------------------------------

    async def _learn_records(self) -> bool:
        """Learn from a few answers where the records are; false if they show none."""
        for control in self._probed_fields():
            empty = await self.session.ask({control.name: self._nonsense})
            if empty is None:
                continue
            self._empty = empty.page
            answers = await self._first_answers(control)
            if answers:
                pattern = await self._learn_error(control, empty, answers)
                answers = [one for one in answers if not pattern.matches(one.page, one.terms[0])]
            samples = [ResultSample(answer.page, answer.terms) for answer in answers]
            rule = learn_record_rule(samples, self._empty) if samples else None
            if rule is not None and self._is_convincing(rule, answers):
                self._accept(control, rule, answers)
                return True
        return False

    def _probed_fields(self) -> list[Control]:
        """The text fields, the one for any words first."""
        fields = sorted(self.session.form.text_fields, key=lambda control: not is_search_name(control))
        return fields[:_MAX_FIELDS]

    async def _first_answers(self, control: Control) -> list[Answer]:
        """Answers with results, to words of the page, stop words and words of other answers."""
        answers: list[Answer] = []
        known = _texts(self._empty)
        queue = list(probe_words(self.session.form, self._page))
        asked: set[str] = set()
        most = 0
        while queue and len(asked) < _MAX_PROBES and (len(answers) < _ENOUGH_SAMPLES or most < _MANY_TEXTS):
            if len(answers) >= _ENOUGH_SAMPLES:
                queue = [word for word in probe_words(self.session.form, None) if word not in asked]
                if not queue:
                    break
            if len(asked) == _ASKED_BEFORE_EMPTY and most < _MANY_TEXTS:
                queue[:0] = await self._words_of_everything()
            word = queue.pop(0)
            if word in asked:
                continue
            asked.add(word)
            answer = await self.session.ask({control.name: word})
            own = len(_texts(answer.page) - known - {word}) if answer is not None else 0
            if answer is None or own < _MIN_NEW_TEXTS:
                continue
            answers.append(answer)
            most = max(most, own)
            template = outline(self._empty).words if self._empty is not None else []
            fresh = [one for one in words_of_page(answer.page, template) if one not in asked]
            queue[:0] = fresh[len(fresh) // 4 :: max(1, len(fresh) // 2)][:2]  # neither in every record nor in one only
        return answers

    async def _words_of_everything(self) -> list[str]:
        """Words of the answer to an empty query, which may list what there is."""
        answer = await self.session.ask({})
        if answer is None or len(_texts(answer.page) - _texts(self._empty)) < _MIN_NEW_TEXTS:
            return []
        found = words_of_page(answer.page, outline(self._empty).words if self._empty is not None else [])
        return found[:_WORDS_OF_EVERYTHING]

    def _is_convincing(self, rule: RecordRule, answers: list[Answer]) -> bool:
        found = [rule.find(answer.page) for answer in answers]
        return sum(map(bool, found)) * 2 >= len(found) and max(map(len, found)) > 1

    def _accept(self, control: Control, rule: RecordRule, answers: list[Answer]) -> None:
        self.harvest.rule = rule
        pages = [(answer, read_result_page(answer.page, rule, answer.terms)) for answer in answers]
        host = urlsplit(self.session.form.action).hostname or ""
        self.records.link_path = detail_link_path([page.records for _, page in pages], host)
        for answer, page in pages:
            self.records.heads = self.records.heads or page.heads
            self.session.note_probed(answer.query, *self.records.add(page.records, answer.query), page.links)
        behaviour = self.harvest.behaviour
        behaviour.page_size = max(len(page.records) for _, page in pages)
        behaviour.has_paging = any(page.links for _, page in pages)
        self._main = control

    async def _learn_error(self, control: Control, empty: Answer, answers: list[Answer]) -> ErrorPattern:
        """Learn how the search reports that nothing was found: from another nonsense word, too, if it repeats none.

        Only the larger answers have results for sure: others may be recommendations.
        """
        known = _texts(empty.page)
        sizes = [len(_texts(one.page) - known) for one in answers]
        sure = [(one.page, one.terms[0]) for one, size in zip(answers, sizes, strict=True) if 2 * size >= max(sizes)]
        pattern = learn_error_pattern(empty.page, self._nonsense, sure)
        if not pattern.repeats_query:
            word = nonsense_word(self._nonsense)
            again = await self.session.ask({control.name: word})
            pattern = learn_error_pattern(
                empty.page, self._nonsense, sure, (again.page, word) if again is not None else None
            )
        self.harvest.error = self.session.error = pattern
        return pattern

    # --- how it answers ------------------------------------------------------------------------------------------

    async def _understand(self) -> Understanding:
        understanding = Understanding(self.session, self.harvest, self.records, self._main, self._nonsense)
        await understanding.run()
        return understanding


def _texts(page: Page | None) -> set[str]:
    """The texts of a page, by which answers are compared."""
    if page is None:
        return set()
    out = outline(page)
    return {" ".join(out.words[block.start : block.end]) for block in out.blocks if block.end > block.start}
