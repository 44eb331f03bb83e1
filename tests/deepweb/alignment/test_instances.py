"""The probability of equal instances and the maximal assignment."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented_ontologies import direction, equalities, facts, ontology

from blogcrawler.deepweb import Ontology, Triple, build_ontology
from blogcrawler.deepweb.alignment import instances
from blogcrawler.deepweb.alignment.instances import Equalities, best_matches, equal_instances, inverse_functionality


def test_inverse_functionality_is_different_objects_per_fact() -> None:
    built = ontology("a city 'rome", "b city 'rome", "c city 'oslo", "a isbn '1", "a isbn '2", "b isbn '3")
    found = inverse_functionality(built)
    assert found[direction(built, "city")] == pytest.approx(2 / 3)
    assert found[direction(built, "isbn")] == 1
    assert found[direction(built, "^<city>")] == 1, "functionality: each has one city"
    assert found[direction(built, "^<isbn>")] == pytest.approx(2 / 3)


def shared_literals(left: Ontology, right: Ontology) -> Equalities:
    common = sorted(set(left.literals) & set(right.literals))
    return equalities(left, right, [(f"'{text}", f"'{text}", 1.0) for text in common])


def probabilities(found: Equalities, left: Ontology, right: Ontology) -> dict[tuple[str, str], float]:
    rows = zip(found.left.tolist(), found.right.tolist(), found.probability.tolist(), strict=True)
    return {(left.instances[one], right.instances[other]): probability for one, other, probability in rows}


def test_both_relations_count_with_their_inverse_functionality() -> None:
    left = ontology("a1 name 'ann", "a2 name 'ann")
    right = ontology("b1 label 'ann", "b2 label 'bob")
    left_in_right, right_in_left = np.full((2, 2), 0.3), np.full((2, 2), 0.6)
    found = equal_instances(left, right, shared_literals(left, right), left_in_right, right_in_left, 0.0)
    expected = 1 - (1 - 0.6 * 0.5) * (1 - 0.3 * 1.0)
    assert probabilities(found, left, right) == pytest.approx({("a1", "b1"): expected, ("a2", "b1"): expected})


def test_equal_neighbours_are_evidence_as_far_as_they_are_probable() -> None:
    left, right = ontology("p1 lives h1"), ontology("p2 home h2")
    known = equalities(left, right, [("h1", "h2", 0.5)])
    found = equal_instances(left, right, known, np.full((2, 2), 0.8), np.full((2, 2), 0.4), 0.0)
    assert probabilities(found, left, right) == pytest.approx({("p1", "p2"): 1 - (1 - 0.4 * 0.5) * (1 - 0.8 * 0.5)})


def test_improbable_pairs_are_dropped() -> None:
    left, right = ontology("a name 'ann"), ontology("b name 'ann")
    known = shared_literals(left, right)
    for least, count in ((0.18, 1), (0.2, 0)):
        found = equal_instances(left, right, known, np.full((2, 2), 0.1), np.full((2, 2), 0.1), least)
        assert len(found.left) == count


def the_equation(left: Ontology, right: Ontology, known: Equalities, contained: float) -> dict[tuple[int, int], float]:
    """The equation as it is written, for every pair."""
    equal = {
        (one, other): probability
        for one, other, probability in zip(
            known.left.tolist(), known.right.tolist(), known.probability.tolist(), strict=True
        )
    }
    by_left, by_right = inverse_functionality(left), inverse_functionality(right)
    rows = [
        list(zip(one.subjects.tolist(), one.directions.tolist(), one.objects.tolist(), strict=True))
        for one in (left, right)
    ]
    found = {}
    for x in range(len(left.instances)):
        for other in range(len(right.instances)):
            factors = [
                (1 - contained * by_left[r] * equal[y, z]) * (1 - contained * by_right[s] * equal[y, z])
                for subject, r, y in rows[0]
                for counterpart, s, z in rows[1]
                if subject == x and counterpart == other and (y, z) in equal
            ]
            if factors:
                found[x, other] = 1 - prod(factors)
    return found


@given(facts("a"), facts("b"), st.sampled_from([0.1, 0.5, 1.0]), st.floats(0.05, 1), st.sampled_from([3, 10**6]))
def test_batches_and_arrays_compute_the_equation(
    left_facts: list[Triple], right_facts: list[Triple], contained: float, equal: float, batch: int
) -> None:
    left, right = build_ontology(left_facts), build_ontology(right_facts)
    pairs = [(f"'{text}", f"'{text}", 1.0) for text in sorted(set(left.literals) & set(right.literals))]
    if "a0" in left.instances and "b0" in right.instances:
        pairs.append(("a0", "b0", equal))
    known = equalities(left, right, pairs)
    shape = len(left.paths), len(right.paths)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(instances, "_BATCH", batch)
        found = equal_instances(left, right, known, np.full(shape, contained), np.full(shape[::-1], contained), 0.0)
    rows = zip(found.left.tolist(), found.right.tolist(), found.probability.tolist(), strict=True)
    assert {(one, other): p for one, other, p in rows} == pytest.approx(the_equation(left, right, known, contained))
    assert ((found.probability >= 0) & (found.probability <= 1)).all()


def test_a_common_value_counts_but_leads_to_no_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    people = range(5)
    left = ontology(*(f"a{i} year '2001" for i in people), *(f"a{i} isbn 'no{i}" for i in people))
    right = ontology(*(f"b{i} year '2001" for i in people), *(f"b{i} isbn 'no{i}" for i in people))
    known = shared_literals(left, right)
    contained = np.full((4, 4), 0.5)
    exact = probabilities(equal_instances(left, right, known, contained, contained, 0.0), left, right)
    monkeypatch.setattr(instances, "_MAX_CANDIDATES", 10)
    monkeypatch.setattr(instances, "_CANDIDATES_PER_FACT", 0)
    found = probabilities(equal_instances(left, right, known, contained, contained, 0.0), left, right)
    assert len(exact) == 25
    assert found == pytest.approx({(f"a{i}", f"b{i}"): exact[f"a{i}", f"b{i}"] for i in people})


def test_the_best_match_must_be_mutual_and_ties_go_to_the_first() -> None:
    left = ontology("a1 r 'x", "a2 r 'x", "a3 r 'x")
    right = ontology("b1 r 'x", "b2 r 'x", "b3 r 'x")
    pairs = [("a1", "b1", 0.5), ("a1", "b2", 0.9), ("a2", "b2", 0.95), ("a3", "b3", 0.4), ("a3", "b1", 0.4)]
    best = probabilities(best_matches(equalities(left, right, pairs)), left, right)
    assert set(best) == {("a2", "b2")}, "a1 prefers b2, a3 prefers b1 before b3, and b1 prefers a1"
    tie = [("a1", "b2", 0.4), ("a1", "b1", 0.4), ("a2", "b1", 0.4)]
    assert set(probabilities(best_matches(equalities(left, right, tie)), left, right)) == {("a1", "b1")}
    nearly = [("a1", "b2", 0.4 + 1e-12), ("a1", "b1", 0.4)]
    assert set(probabilities(best_matches(equalities(left, right, nearly)), left, right)) == {("a1", "b1")}
    # Of a1 and a2 only one can be b2: odds of 1 and 3 against 1 for neither.
    rivals = equalities(left, right, [("a1", "b2", 0.5), ("a2", "b2", 0.75)])
    strong = Equalities.of(rivals.left, rivals.right, rivals.probability, -np.log1p(-rivals.probability))
    assert probabilities(best_matches(strong), left, right) == pytest.approx({("a2", "b2"): 3 / 5})
    better = [("a1", "b2", 0.401), ("a1", "b1", 0.4)]
    assert set(probabilities(best_matches(equalities(left, right, better)), left, right)) == {("a1", "b2")}
