"""Triples as numbers."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from invented_ontologies import facts, node, ontology, triples

from blogcrawler.deepweb import Ontology, Triple, build_ontology
from blogcrawler.deepweb.alignment.ontology import inverse, join, join_size

BOOKS = ("ann wrote b1", "ann wrote b2", "b1 title 'Hamlet", "b2 title 'hamlet!", "b2 title 'Macbeth", "b1 a Play")


def named(built: Ontology) -> set[tuple[str, str, str]]:
    names = [*built.instances, *(f"'{text}" for text in built.literals)]
    rows = zip(built.subjects.tolist(), built.directions.tolist(), built.objects.tolist(), strict=True)
    return {(names[one], built.name(relation), names[other]) for one, relation, other in rows}


def test_facts_are_there_in_both_directions_and_literals_in_their_normal_form() -> None:
    assert named(ontology(*BOOKS)) == {
        ("ann", "wrote", "b1"),
        ("b1", "^<wrote>", "ann"),
        ("ann", "wrote", "b2"),
        ("b2", "^<wrote>", "ann"),
        ("b1", "title", "'hamlet"),
        ("'hamlet", "^<title>", "b1"),
        ("b2", "title", "'hamlet"),
        ("'hamlet", "^<title>", "b2"),
        ("b2", "title", "'macbeth"),
        ("'macbeth", "^<title>", "b2"),
    }


def test_a_fact_that_is_stated_twice_counts_once() -> None:
    assert len(ontology("b1 title 'Hamlet", "b1 title 'HAMLET").subjects) == 2


def test_empty_literals_and_statements_about_the_schema_are_left_out() -> None:
    built = build_ontology(
        [
            Triple("b1", "title", " ", True),
            Triple("Book", "http://www.w3.org/2000/01/rdf-schema#domain", "x"),
            Triple("b1", "http://www.w3.org/2002/07/owl#sameAs", "b2"),
        ]
    )
    assert named(built) == set()


def test_an_instance_is_in_the_superclasses_of_its_class() -> None:
    built = ontology("b1 a Play", "Play subClassOf Book", "Book subClassOf Work", "Work subClassOf Play", "b2 a Book")
    members = {
        (built.instances[one], built.classes[kind])
        for one, kind in zip(built.members.tolist(), built.member_classes.tolist(), strict=True)
    }
    assert members == {(book, kind) for book in ("b1", "b2") for kind in ("Play", "Book", "Work")}


def test_a_join_leads_through_the_middle_to_others_only() -> None:
    built = ontology(*BOOKS)
    wrote, title = 2 * built.relations.index("wrote"), 2 * built.relations.index("title")
    subjects, objects = join(built, (wrote, title))
    assert set(zip(subjects.tolist(), objects.tolist(), strict=True)) == {
        (node(built, "ann"), node(built, "'hamlet")),
        (node(built, "ann"), node(built, "'macbeth")),
    }
    assert join_size(built, (wrote, title)) == 3, "two books of hers are called Hamlet"
    siblings = join(built, (wrote + 1, wrote))
    assert set(zip(*(column.tolist() for column in siblings), strict=True)) == {
        (node(built, "b1"), node(built, "b2")),
        (node(built, "b2"), node(built, "b1")),
    }


def test_a_join_becomes_a_relation_with_an_inverse() -> None:
    built = ontology(*BOOKS)
    path = (2 * built.relations.index("wrote"), 2 * built.relations.index("title"))
    added = named(built.with_joins([path])) - named(built)
    assert added == {
        ("ann", "<wrote>/<title>", "'hamlet"),
        ("'hamlet", "^<title>/^<wrote>", "ann"),
        ("ann", "<wrote>/<title>", "'macbeth"),
        ("'macbeth", "^<title>/^<wrote>", "ann"),
    }
    assert inverse(inverse(path)) == path


@given(facts("a"), st.randoms(use_true_random=False))
def test_the_order_of_triples_does_not_matter(rows: list[Triple], order: random.Random) -> None:
    shuffled = rows.copy()
    order.shuffle(shuffled)
    assert named(build_ontology(rows)) == named(build_ontology(shuffled))
    assert build_ontology(rows).instances == build_ontology(shuffled).instances


def test_nothing_is_an_ontology_too() -> None:
    built = build_ontology(triples())
    assert built.nodes == len(built.subjects) == len(built.classes) == 0
