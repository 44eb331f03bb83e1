"""Paths of two relations that correspond to one."""

from __future__ import annotations

import numpy as np
import pytest
from invented_ontologies import direction, equalities, ontology

from blogcrawler.deepweb import Ontology
from blogcrawler.deepweb.alignment import joins
from blogcrawler.deepweb.alignment.instances import Equalities
from blogcrawler.deepweb.alignment.joins import find_joins

SHOP = ontology("s1 author 'ann", "s2 author 'bob", "s3 author 'cid")
LIBRARY = ontology(
    "p1 wrote b1", "p1 name 'ann", "p2 wrote b2", "p2 name 'bob", "p3 wrote b3", "p3 name 'cid", "p3 friend p1"
)
PAIRS = [(f"s{i}", f"b{i}", 0.9) for i in (1, 2, 3)] + [(f"'{name}", f"'{name}", 1.0) for name in ("ann", "bob", "cid")]


def known() -> Equalities:
    return equalities(SHOP, LIBRARY, PAIRS)


def names(found: list[tuple[int, ...]], built: Ontology) -> list[str]:
    return [built.with_joins([path]).name(len(built.paths)) for path in found]


def nothing() -> np.ndarray:
    return np.zeros((len(SHOP.paths), len(LIBRARY.paths)))


def test_an_author_is_the_name_of_the_person_who_wrote_the_book() -> None:
    assert names(find_joins(SHOP, LIBRARY, known(), nothing()), LIBRARY) == ["^<wrote>/<name>"]


def test_a_single_relation_that_is_as_good_is_preferred() -> None:
    contained = nothing()
    contained[direction(SHOP, "author"), direction(LIBRARY, "name")] = 1.0
    assert find_joins(SHOP, LIBRARY, known(), contained) == []


def test_a_path_that_has_few_of_the_facts_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [*PAIRS[1:], ("s1", "b2", 0.9)]
    assert names(find_joins(SHOP, LIBRARY, equalities(SHOP, LIBRARY, wrong), nothing()), LIBRARY) != []
    monkeypatch.setattr(joins, "_MIN_SHARE", 0.7)
    assert find_joins(SHOP, LIBRARY, equalities(SHOP, LIBRARY, wrong), nothing()) == []


def test_hubs_are_not_walked_through_and_joins_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(joins, "_MAX_FACTS_PER_INSTANCE", 0)
        assert find_joins(SHOP, LIBRARY, known(), nothing()) == []
    monkeypatch.setattr(joins, "_MAX_GROWTH", 0.1)
    assert find_joins(SHOP, LIBRARY, known(), nothing()) == []


def test_a_sample_of_the_facts_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joins, "_SAMPLE", 1)
    assert names(find_joins(SHOP, LIBRARY, known(), nothing()), LIBRARY) == ["^<wrote>/<name>"]


def test_a_join_is_found_once() -> None:
    path = find_joins(SHOP, LIBRARY, known(), nothing())
    joined = LIBRARY.with_joins(path)
    contained = np.zeros((len(SHOP.paths), len(joined.paths)))
    assert find_joins(SHOP, joined, known(), contained) == []


def test_there_is_a_limit_to_the_number_of_joins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joins, "_MAX_JOINS", 0)
    assert find_joins(SHOP, LIBRARY, known(), nothing()) == []


def test_a_path_leads_through_instances_only() -> None:
    """Friends who happen to live in the same city."""
    left, right = ontology("a knows b"), ontology("p city 'rome", "q city 'rome")
    pairs = equalities(left, right, [("a", "p", 1.0), ("b", "q", 1.0)])
    assert find_joins(left, right, pairs, np.zeros((2, 2))) == []


def test_nothing_in_common_has_no_joins() -> None:
    assert find_joins(SHOP, LIBRARY, known().none, nothing()) == []
