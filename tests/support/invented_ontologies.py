"""Small ontologies for tests of alignments: facts written as words, and strategies that invent them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from blogcrawler.deepweb import Ontology, Triple, build_ontology
from blogcrawler.deepweb.alignment.instances import Equalities

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf"


def triples(*lines: str) -> list[Triple]:
    """``"book1 title 'hamlet"``: an object after a quotation mark is a literal; ``a`` is rdf:type."""
    found = []
    for line in lines:
        subject, predicate, target = line.split(None, 2)
        predicate = {"a": TYPE, "subClassOf": SUBCLASS}.get(predicate, predicate)
        found.append(Triple(subject, predicate, target.lstrip("'"), target.startswith("'")))
    return found


def ontology(*lines: str) -> Ontology:
    """The ontology of facts written as for :func:`triples`."""
    return build_ontology(triples(*lines))


def node(built: Ontology, name: str) -> int:
    """The number of an instance or, after a quotation mark, of a literal."""
    if name.startswith("'"):
        return len(built.instances) + list(built.literals).index(name[1:])
    return list(built.instances).index(name)


def equalities(left: Ontology, right: Ontology, pairs: Sequence[tuple[str, str, float]]) -> Equalities:
    """Pairs of nodes by name, and their probabilities."""
    return Equalities.of(
        np.array([node(left, one) for one, _, _ in pairs], dtype=np.int64),
        np.array([node(right, other) for _, other, _ in pairs], dtype=np.int64),
        np.array([probability for _, _, probability in pairs], dtype=np.float64),
    )


def direction(built: Ontology, name: str) -> int:
    """The number of a relation as it is printed: ``title``, ``^<title>`` or ``<wrote>/<name>``."""
    return [built.name(number) for number in range(len(built.paths))].index(name)


def facts(side: str) -> st.SearchStrategy[list[Triple]]:
    """Up to 14 facts about four instances, with three relations and four literals."""
    things = st.sampled_from([f"{side}{number}" for number in range(4)])
    values = st.sampled_from([("red", True), ("blue", True), ("green", True), ("2001", True)])
    targets = st.one_of(values, things.map(lambda name: (name, False)))
    relations = st.sampled_from([f"{side}:{name}" for name in ("r", "s", "t")])
    fact = st.tuples(things, relations, targets).map(lambda row: Triple(row[0], row[1], *row[2]))
    return st.lists(fact.filter(lambda row: row.subject != row.object), max_size=14)
