"""Two ontologies aligned as a whole."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invented_ontologies import facts, ontology, triples

from blogcrawler.deepweb import Alignment, AlignmentOptions, Correspondence, Triple, align, build_ontology

NAMES = ["Ann Lee", "Bob Day", "Cid Fox", "Dan Roe", "Eve Lin", "Flo Kay"]
SHOP = [
    line
    for i, name in enumerate(NAMES)
    for line in (
        f"s{i} a Record",
        f"s{i} title 'The story of {name.split()[0]} (Paperback)",
        f"s{i} author '{NAMES[i // 2]}",
        f"s{i} year '{1990 + i % 3}",
        f"s{i} stock 'in stock",
    )
]
LIBRARY = [
    line
    for i, name in enumerate(NAMES)
    for line in (
        f"b{i} a Book",
        f"p{i} a Person",
        f"b{i} hasName 'the story of {name.split()[0]}",
        f"b{i} publishedIn '{1990 + i % 3}",
        f"p{i // 2} created b{i}",
        f"p{i} hasName '{name}",
        f"b{i} shelf 'shelf {i}",
    )
]


def aligned(left: list[str], right: list[str], options: AlignmentOptions | None = None) -> Alignment:
    return align(ontology(*left), ontology(*right), options)


def pairs(found: list[Correspondence]) -> set[tuple[str, str]]:
    return {(row.left, row.right) for row in found}


def test_records_of_a_shop_are_recognised_in_a_library() -> None:
    result = aligned(SHOP, LIBRARY)
    assert pairs(result.instances(0.9)) == {(f"s{i}", f"b{i}") for i in range(6)}
    assert pairs(result.relations(0.9)) == {
        ("title", "hasName"),
        ("author", "^<created>/<hasName>"),
        ("year", "publishedIn"),
    }
    assert pairs(result.classes(0.9)) == {("Record", "Book")}


def test_the_other_way_round_the_join_is_on_the_left() -> None:
    result = aligned(LIBRARY, SHOP)
    assert ("^<created>/<hasName>", "author") in pairs(result.relations(0.9))
    assert ("hasName", "title") in pairs(result.relations(0.4)), "half of its facts: persons have names, too"


def test_without_joins_only_single_relations_are_compared() -> None:
    found = aligned(SHOP, LIBRARY, AlignmentOptions(joins=0)).relations()
    assert pairs(found) == {("title", "hasName"), ("year", "publishedIn")}


def test_equal_neighbours_make_instances_equal() -> None:
    """Addresses share only a common city; that their owners are the same tells them apart."""
    left = [line for i in range(4) for line in (f"a{i} phone '555{i}", f"a{i} lives x{i}", f"x{i} city 'rome")]
    right = [line for i in range(4) for line in (f"b{i} tel '555{i}", f"b{i} home y{i}", f"y{i} town 'rome")]
    found = pairs(aligned(left, right).instances(0.9))
    assert found == {(f"a{i}", f"b{i}") for i in range(4)} | {(f"x{i}", f"y{i}") for i in range(4)}


def test_an_address_means_nothing() -> None:
    assert aligned(["same r 'x"], ["same r 'y"]).instances() == []
    crossed = aligned(["u1 r 'x", "u2 r 'y"], ["u1 r 'y", "u2 r 'x"]).instances()
    assert pairs(crossed) == {("u1", "u2"), ("u2", "u1")}


def test_what_nothing_is_known_of_is_not_a_result() -> None:
    result = aligned(["a r 'x", "a other 'q"], ["b s 'x", "b another 'z"])
    assert pairs(result.relations()) == {("r", "s")}


def test_similar_literals_are_equal_if_wanted() -> None:
    left, right = ["a title 'the human stain", "a2 title 'dune"], ["b name 'the humane stain", "b2 name 'dune"]
    assert pairs(aligned(left, right).instances()) == {("a2", "b2")}
    similar = aligned(left, right, AlignmentOptions(similarity=0.6)).instances()
    assert pairs(similar) == {("a2", "b2"), ("a", "b")}
    assert similar[0].probability > similar[1].probability, "the most probable first; similar is less than equal"


def test_rivals_that_support_each_other_do_not_alternate_forever() -> None:
    """The restaurant looks like q1 and its address like that of q2: each match speaks for the rival of the other."""
    left = ["r1 name 'joe", "r1 at x1", "x1 street 'main", "r1 food 'thai"]
    right = ["q1 name 'joe", "q1 at z2", "z2 street 'main", "q1 food 'thai"]
    right += ["q2 name 'joe", "q2 at z1", "z1 street 'main", "q2 food 'soup"]
    for i in range(3, 11):
        left += [f"r{i} name 'n{i}", f"r{i} at x{i}", f"x{i} street 's{i}", f"r{i} food 'thai"]
        right += [f"q{i} name 'n{i}", f"q{i} at z{i}", f"z{i} street 's{i}", f"q{i} food 'thai"]
    result = aligned(left, right, AlignmentOptions(joins=0, iterations=30))
    assert result.iterations < 30
    assert {("r3", "q3"), ("x3", "z3")} <= pairs(result.instances(0.9))
    assert {("r1", "q1"), ("x1", "z2")} <= pairs(result.instances(0.7)), "less sure, because of their rivals"


def test_a_literal_without_its_subtitle_article_or_initials_is_nearly_the_same() -> None:
    left = ["a title 'Dry", "a by 'Augusten Burroughs", "a2 title 'The Subterraneans", "a2 by 'Raymond E. Feist"]
    right = ["b name 'Dry: A Memoir", "b who 'Augusten Burroughs", "b2 name 'Subterraneans", "b2 who 'Raymond Feist"]
    assert pairs(aligned(left, right).instances(0.7)) == {("a", "b"), ("a2", "b2")}
    assert {("title", "name"), ("by", "who")} <= pairs(aligned(left, right).relations(0.5))
    rivals = [*right, "b3 name 'Dry", "b3 who 'Augusten Burroughs"]
    assert ("a", "b3") in pairs(aligned(left, rivals).instances(0.7)), "the same title is better than a longer one"


def test_a_relation_that_is_hardly_contained_is_not_contained() -> None:
    left = [f"a{i} title 'book {i}" for i in range(20)]
    right = [*(f"b{i} name 'book {i}" for i in range(20)), "b7 motto 'book 7"]
    assert pairs(aligned(left, right).relations()) == {("title", "name")}
    three = [*right, "b8 motto 'book 8", "b9 motto 'book 9"]
    assert pairs(aligned(left, three).relations()) == {("title", "name"), ("title", "motto")}


def test_a_join_corresponds_to_single_relations_only() -> None:
    left, right = [], []
    for i in range(4):
        left += [f"a{i} id 'no {i}", f"a{i} lives x{i}", f"x{i} city 'city {i}", f"a{i} born 'city {i}"]
        right += [f"b{i} id 'no {i}", f"b{i} birth z{i}", f"z{i} place 'city {i}", f"b{i} town 'city {i}"]
    left += ["a5 born 'elsewhere", "x6 city 'nowhere"]
    right += ["z5 place 'elsewhere", "b6 town 'nowhere"]
    found = pairs(aligned(left, right).relations())
    assert any("/" in one for one, _ in found) or any("/" in other for _, other in found)
    assert [pair for pair in found if "/" in pair[0] and "/" in pair[1]] == []


def test_no_iteration_gives_no_result() -> None:
    assert aligned(SHOP, LIBRARY, AlignmentOptions(iterations=0)).instances() == []


@pytest.mark.parametrize(("left", "right"), [([], []), (SHOP, []), ([], LIBRARY), (SHOP, ["b r 'nothing shared"])])
def test_with_nothing_in_common_nothing_is_aligned(left: list[str], right: list[str]) -> None:
    result = aligned(left, right)
    assert result.instances() == result.relations() == result.classes() == []


def rounded(found: list[Correspondence]) -> dict[tuple[str, str], float]:
    return {(row.left, row.right): round(row.probability, 6) for row in found}


@settings(deadline=None, max_examples=60)
@given(facts("a"), facts("b"))
def test_probabilities_are_probabilities_and_equality_is_symmetric(left: list[Triple], right: list[Triple]) -> None:
    one, other = build_ontology(left), build_ontology(right)
    forward, backward = align(one, other), align(other, one)
    for found in (forward.instances(), forward.relations(), forward.classes()):
        assert all(0 <= row.probability <= 1 for row in found)
    assert rounded(forward.instances()) == {(b, a): p for (a, b), p in rounded(backward.instances()).items()}


@settings(deadline=None, max_examples=60)
@given(facts("a"), facts("b"), st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(left: list[Triple], right: list[Triple], order: random.Random) -> None:
    before = align(build_ontology(left), build_ontology(right))
    order.shuffle(left)
    order.shuffle(right)
    after = align(build_ontology(left), build_ontology(right))
    assert rounded(before.instances()) == rounded(after.instances())
    assert rounded(before.relations()) == rounded(after.relations())


def test_an_ontology_is_aligned_with_itself() -> None:
    built = build_ontology(triples(*LIBRARY))
    result = align(built, built)
    assert pairs(result.instances(0.9)) >= {(f"b{i}", f"b{i}") for i in range(6)}
    assert {("hasName", "hasName"), ("created", "created"), ("shelf", "shelf")} <= pairs(result.relations(0.99))
