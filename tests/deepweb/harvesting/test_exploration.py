from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from invented_search import InventedSearch
from search_programs import some_books

from blogcrawler.deepweb import Exploration, ExplorationLimits, FormRequest, SearchHarvest
from blogcrawler.deepweb.harvesting.query_harvest import QueryHarvest
from blogcrawler.deepweb.harvesting.understanding import Understanding
from blogcrawler.dom import Page
from blogcrawler.errors import SearchEnded

BOOKS = some_books(150)


def explore(site: InventedSearch, **limits: object) -> SearchHarvest:
    exploration = Exploration(site.form(), site.home(), site.fetch, ExplorationLimits(**limits))  # type: ignore[arg-type]
    return asyncio.run(exploration.run())


def titles(harvest: SearchHarvest) -> set[str]:
    return {harvest.fields(record)["title"][0] for record in harvest.records}


ALL = {book["title"] for book in BOOKS}


@pytest.mark.parametrize("layout", ["table", "list"])
def test_all_records_of_a_search_are_harvested_with_their_fields(layout: str) -> None:
    harvest = explore(InventedSearch(BOOKS, layout=layout), max_requests=400, details=False)
    assert titles(harvest) <= ALL
    assert len(titles(harvest)) >= 0.96 * len(ALL)
    by_title = {book["title"]: book for book in BOOKS}
    author = "written_by" if layout == "table" else "author"
    for record in harvest.records:
        fields = harvest.fields(record)
        book = by_title[fields["title"][0]]
        assert (fields[author], fields["year"], fields["language"]) == (
            [book["author"]],
            [book["year"]],
            [book["language"]],
        )
        assert "In stock" not in str(fields)
    types = {feature.name: str(feature.type) for feature in harvest.schema.features}
    assert types[author] == "person"
    assert types["year"] == "date"


def test_probing_shows_how_a_search_answers() -> None:
    harvest = explore(InventedSearch(BOOKS), max_requests=400, details=False)
    behaviour = harvest.behaviour
    assert (behaviour.combination, behaviour.is_stable, behaviour.page_size) == ("and", True, 10)
    assert (behaviour.matches_prefixes, behaviour.lists_without_query, behaviour.has_paging) == (False, False, True)
    assert behaviour.stop_words_indexed
    assert harvest.error is not None
    assert harvest.error.describe() == ["Nothing was found for …."]
    either = explore(InventedSearch(BOOKS, combination="or"), max_requests=150, details=False)
    assert either.behaviour.combination == "or"


def test_fields_of_the_form_are_mapped_to_features_of_the_records() -> None:
    harvest = explore(InventedSearch(BOOKS), max_requests=400, details=False)
    assert {mapping.field: mapping.feature for mapping in harvest.mappings} == {
        "author": "written_by",
        "language": "language",
    }


def test_an_empty_query_that_lists_everything_is_followed() -> None:
    site = InventedSearch(BOOKS, lists_all=True, advanced=False)
    harvest = explore(site, max_requests=200, details=False)
    assert titles(harvest) == ALL
    assert len(site.requests) < 60
    assert harvest.coverage == 1


def test_results_that_are_cut_off_are_reached_by_other_queries() -> None:
    harvest = explore(
        InventedSearch(BOOKS, advanced=False, page_size=12, max_results=12), max_requests=500, details=False
    )
    assert harvest.behaviour.max_results == 12
    assert len(titles(harvest)) >= 0.97 * len(ALL)


def test_detail_pages_are_fetched_if_they_add_fields() -> None:
    site = InventedSearch(BOOKS[:30], lists_all=True, advanced=False)
    harvest = explore(site, max_requests=200)
    assert all(harvest.fields(record)["publisher"] for record in harvest.records)
    assert not any("/cart" in request.url for request in site.requests)


@pytest.mark.parametrize(
    ("oddity", "most", "said"),
    [("silent", 4, "does not answer"), ("endless", 80, "budget of 80"), ("random", 80, "")],
)
def test_odd_searches_are_bounded_and_what_was_found_is_kept(oddity: str, most: int, said: str) -> None:
    site = InventedSearch(BOOKS, advanced=False, oddity=oddity)
    harvest = explore(site, max_requests=80)
    assert len(site.requests) <= most
    assert said in harvest.ending
    assert bool(harvest.records) == (oddity != "silent")
    if oddity == "random":
        assert harvest.behaviour.is_stable is False
        assert any("different records" in note for note in harvest.notes)


def test_given_queries_are_asked_first() -> None:
    site = InventedSearch(BOOKS, advanced=True)
    exploration = Exploration(
        site.form(),
        site.home(),
        site.fetch,
        ExplorationLimits(max_requests=300, details=False),
        queries=(("author", "Clara Rossi"),),
    )
    asyncio.run(exploration.run())
    assert any("author=Clara+Rossi" in request.url for request in site.requests)


def test_given_queries_that_bring_little_are_given_up() -> None:
    site = InventedSearch(BOOKS, advanced=True)
    queries = tuple(("author", f"Nobody {n}") for n in range(100))
    limits = ExplorationLimits(max_requests=300, details=False)
    harvest = asyncio.run(Exploration(site.form(), site.home(), site.fetch, limits, queries=queries).run())
    assert sum("Nobody" in request.url for request in site.requests) <= 20
    assert len(titles(harvest)) >= 0.96 * len(ALL)


def test_a_list_whose_records_move_while_it_is_read_does_not_count_as_complete() -> None:
    """Some programs sort what is equal differently each time: some records come twice, others not at all."""
    site = InventedSearch(BOOKS, lists_all=True, advanced=False, oddity="moving")
    harvest = explore(site, max_requests=300, details=False)
    assert len(titles(harvest)) >= 0.98 * len(ALL)


def test_recommendations_on_an_answer_without_results_are_no_records() -> None:
    site = InventedSearch(BOOKS, oddity="recommending")
    harvest = explore(site, max_requests=400, details=False)
    assert titles(harvest) <= ALL
    assert len(titles(harvest)) >= 0.96 * len(ALL)
    assert not any("Recommended" in title for title in titles(harvest))
    assert {mapping.field for mapping in harvest.mappings} == {"author", "language"}


def test_a_field_that_few_detail_pages_tell_apart_is_found_once_all_are_read() -> None:
    site = InventedSearch(BOOKS[:40], lists_all=True, advanced=False)
    harvest = explore(site, max_requests=300)
    assert {harvest.fields(record)["binding"][0] for record in harvest.records} == {"Paperback", "Leather"}


def test_first_pages_that_probing_has_read_are_not_fetched_again() -> None:
    site = InventedSearch(BOOKS, advanced=False)
    exploration = Exploration(site.form(), site.home(), site.fetch, ExplorationLimits(max_requests=150, details=False))
    asyncio.run(exploration.run())
    probed = [dict(one.query)["q"] for one in exploration.session.probed]
    assert len(probed) >= 4
    asked = [request.url for request in site.requests]
    for word in probed:
        address = f"http://shop.example/search?{urlencode({'q': word})}"
        # Asking the same query twice shows whether it brings the same records.
        assert asked.count(address) <= (2 if word == probed[0] else 1), word


def test_a_given_query_that_probing_has_asked_is_not_asked_again() -> None:
    given: tuple[tuple[str, str], ...] = ()
    fetched = []
    for _ in range(2):
        site = InventedSearch(BOOKS[:20], advanced=False, page_size=30)
        limits = ExplorationLimits(max_requests=300, details=False)
        exploration = Exploration(site.form(), site.home(), site.fetch, limits, queries=given)
        asyncio.run(exploration.run())
        given = tuple(query for one in exploration.session.probed for query in one.query)
        asked = [request.url.partition("?")[2] for request in site.requests]
        fetched.append({query: asked.count(urlencode([query])) for query in given})
    assert len(given) > 3
    assert fetched[0] == fetched[1]


def test_records_that_show_how_words_combine_suggest_queries_too(monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[bool] = []

    async def ask(self: Understanding) -> None:
        """The answer has a record that no other query has found."""
        if self.harvest.behaviour.combination is None:
            self.harvest.behaviour.combination = "or"
            self.records.add([replace(self.records.records[0].raw, links=())], ())
            number_asked.append(len(self.records.records) - 1)

    async def look(self: QueryHarvest, *args: Any) -> None:
        await look_for_cap(self, *args)
        learned.extend(number in self.pool._records for number in number_asked)

    number_asked: list[int] = []
    look_for_cap = QueryHarvest._look_for_cap
    monkeypatch.setattr(Understanding, "ask_for_two_words", ask)
    monkeypatch.setattr(QueryHarvest, "_look_for_cap", look)
    explore(InventedSearch(BOOKS, advanced=False, page_size=12, max_results=12), max_requests=60, details=False)
    assert learned
    assert all(learned)


@dataclass
class FailingSearch(InventedSearch):
    """A search that does not answer some requests: ``fails`` gets the query's values."""

    fails: Callable[[dict[str, str]], bool] = lambda values: False

    async def fetch(self, request: FormRequest) -> Page | None:
        page = await super().fetch(request)
        values = {name: found[0] for name, found in parse_qs(urlsplit(request.url).query).items()}
        return None if self.fails(values) else page


def test_a_question_without_answer_after_the_harvest_costs_no_detail_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask_the_rest(self: Understanding) -> None:
        raise SearchEnded("the search has not answered 4 requests in a row")

    monkeypatch.setattr(Understanding, "ask_the_rest", ask_the_rest)
    harvest = explore(InventedSearch(BOOKS[:30], lists_all=True, advanced=False), max_requests=300)
    assert "nearly all records are known" in harvest.ending
    assert all(harvest.fields(record)["publisher"] for record in harvest.records)


def test_detail_pages_of_enough_records_are_fetched() -> None:
    harvest = explore(InventedSearch(BOOKS, advanced=False), max_requests=400, max_records=40)
    assert harvest.ending == "40 records are enough"
    assert all(harvest.fields(record)["publisher"] for record in harvest.records)


@pytest.mark.parametrize("lists_all", [True, False])
def test_a_page_of_results_that_fails_once_is_asked_for_again(lists_all: bool) -> None:
    failed: Counter[str] = Counter()

    def fails(values: dict[str, str]) -> bool:
        """Every further page fails the first time."""
        failed[str(values)] += "page" in values
        return failed[str(values)] == 1

    site = FailingSearch(BOOKS, lists_all=lists_all, advanced=False, fails=fails)
    harvest = explore(site, max_requests=500, details=False)
    assert failed.total() > 5
    assert len(titles(harvest)) >= (1 if lists_all else 0.96) * len(ALL)
    asked = Counter(request.url for request in site.requests if "page=" in request.url)
    assert set(asked.values()) <= ({2} if lists_all else {1, 2})


def test_a_list_with_a_page_that_always_fails_does_not_count_as_complete() -> None:
    site = FailingSearch(BOOKS, lists_all=True, advanced=False, fails=lambda values: values.get("page") == "8")
    harvest = explore(site, max_requests=500, details=False)
    assert harvest.notes == ["Page 8 of an empty query failed; the rest was left out."]
    assert len(titles(harvest)) >= 0.96 * len(ALL)
