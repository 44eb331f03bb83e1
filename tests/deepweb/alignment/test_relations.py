"""The probability of sub-relations."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented_ontologies import direction, equalities, facts, ontology

from blogcrawler.deepweb import Triple, build_ontology
from blogcrawler.deepweb.alignment.relations import sub_relations


def test_the_share_of_facts_that_the_other_relation_has() -> None:
    left = ontology("a1 title 'x", "a2 title 'y", "a3 title 'unheard of")
    right = ontology("b1 name 'x", "b2 name 'z", "b2 alias 'y", "b3 name 'q", "b1 motto 'y")
    known = equalities(
        left, right, [("a1", "b1", 0.8), ("a2", "b2", 0.4), ("a3", "b3", 1.0), ("'x", "'x", 1.0), ("'y", "'y", 1.0)]
    )
    found = sub_relations(left, right, known, 0.1)
    title = direction(left, "title")
    assert found[title, direction(right, "name")] == pytest.approx(0.8 / 1.2)
    assert found[title, direction(right, "alias")] == pytest.approx(0.4 / 1.2)
    assert found[title, direction(right, "motto")] == 0
    assert found[title, direction(right, "^<name>")] == 0


def test_inverse_relations_are_found() -> None:
    left, right = ontology("ann wrote b1"), ontology("book author anna")
    known = equalities(left, right, [("ann", "anna", 1.0), ("b1", "book", 1.0)])
    found = sub_relations(left, right, known, 0.1)
    assert found[direction(left, "wrote"), direction(right, "^<author>")] == pytest.approx(1)
    assert found[direction(left, "wrote"), direction(right, "author")] == 0


def test_without_comparable_facts_nothing_is_known() -> None:
    left, right = ontology("a title 'x"), ontology("b name 'y")
    assert (sub_relations(left, right, equalities(left, right, [("a", "b", 1.0)]), 0.1) == 0.1).all()


@given(facts("a"), facts("b"), st.data())
def test_arrays_compute_the_equation(left_facts: list[Triple], right_facts: list[Triple], data: st.DataObject) -> None:
    left, right = build_ontology(left_facts), build_ontology(right_facts)
    pairs = [(f"'{text}", f"'{text}", 1.0) for text in sorted(set(left.literals) & set(right.literals))]
    for one in left.instances:
        for other in (
            data.draw(st.lists(st.sampled_from(right.instances), max_size=2, unique=True)) if right.instances else ()
        ):
            pairs += [(one, other, data.draw(st.sampled_from([0.2, 0.5, 1.0])))]
    known = equalities(left, right, pairs)
    equal = dict(
        zip(zip(known.left.tolist(), known.right.tolist(), strict=True), known.probability.tolist(), strict=True)
    )
    right_rows = set(zip(right.subjects.tolist(), right.directions.tolist(), right.objects.tolist(), strict=True))
    expected = np.full((len(left.paths), len(right.paths)), 0.1)
    for r in range(len(left.paths)):
        rows = [(x, y) for x, d, y in zip(left.subjects, left.directions, left.objects, strict=True) if d == r]
        both = [
            {(u, v): p * q for (a, u), p in equal.items() if a == x for (b, v), q in equal.items() if b == y}
            for x, y in rows
        ]
        total = sum(1 - prod(1 - p for p in one.values()) for one in both)
        for s in range(len(right.paths)) if total else ():
            common = sum(1 - prod(1 - p for (u, v), p in one.items() if (u, s, v) in right_rows) for one in both)
            expected[r, s] = common / total
    found = sub_relations(left, right, known, 0.1)
    assert found == pytest.approx(expected)
    assert ((found >= 0) & (found <= 1)).all()
