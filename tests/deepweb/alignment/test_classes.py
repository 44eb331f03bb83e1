"""Sub-classes."""

from __future__ import annotations

import pytest
from invented_ontologies import equalities, ontology

from blogcrawler.deepweb.alignment.classes import sub_classes


def test_a_class_is_contained_as_far_as_its_instances_are_in_the_other() -> None:
    left = ontology("a1 a Play", "a2 a Play", "a3 a Poem")
    right = ontology("b1 a Book", "b2 a Film", "b3 a Book", "b1 a Bestseller")
    matches = equalities(left, right, [("a1", "b1", 0.8), ("a2", "b2", 0.5), ("a3", "b3", 1.0)])
    found = sub_classes(left, right, matches)
    assert found.tolist() == [
        pytest.approx([0.8 / 2, 0.8 / 2, 0.5 / 2]),  # Play in Bestseller, Book, Film
        pytest.approx([0, 1, 0]),  # Poem
    ]


def test_ontologies_without_classes_have_none_in_common() -> None:
    left, right = ontology("a r 'x"), ontology("b r 'x", "b a Book")
    assert sub_classes(left, right, equalities(left, right, [("a", "b", 1.0)])).shape == (0, 1)
    assert sub_classes(right, left, equalities(right, left, [("b", "a", 1.0)])).shape == (1, 0)
