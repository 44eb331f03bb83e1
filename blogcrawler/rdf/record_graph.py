"""Records of archives behind search forms as RDF, next to posts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from rdflib import RDF, XSD, BNode, Graph, Literal
from rdflib.namespace import PROV

from ..deepweb import NewFact, record_triples
from ..items import SearchSource, SourceRecord
from .terms import SCHEMA, iri

__all__ = ["SourceRecords", "add_records", "source_graph", "write_facts"]

#: A source and its records.
SourceRecords = tuple[SearchSource, Iterable[SourceRecord]]


def source_graph(url: str) -> str:
    """The address that names the graph of a source. A blog with the same address has a graph of its own."""
    return f"{url}#records"


def add_records(graph: Graph, source: SearchSource, records: Iterable[SourceRecord]) -> int:
    """Add records to a graph; returns their number."""
    number = 0

    def counted() -> Iterable[SourceRecord]:
        nonlocal number
        for record in records:
            number += 1
            yield record

    for subject, predicate, target, is_literal in record_triples(source, counted()):
        graph.add((iri(subject), iri(predicate), Literal(target) if is_literal else iri(target)))
    return number


def write_facts(facts: Iterable[NewFact], file: IO[bytes]) -> int:
    """Write new facts as Turtle for review; returns their number.

    Each is a statement, not asserted: with subject, predicate and object, its confidence (``schema:ratingValue``) and
    the record that it is from.
    """
    graph = Graph(bind_namespaces="none")
    for prefix, namespace in (("rdf", RDF), ("prov", PROV), ("schema", SCHEMA), ("xsd", XSD)):
        graph.bind(prefix, namespace)
    number = 0
    for number, fact in enumerate(facts, 1):
        this = BNode(f"fact{number}")
        target = Literal(fact.triple.object) if fact.triple.is_literal else iri(fact.triple.object)
        graph.add((this, RDF.type, RDF.Statement))
        graph.add((this, RDF.subject, iri(fact.triple.subject)))
        graph.add((this, RDF.predicate, iri(fact.triple.predicate)))
        graph.add((this, RDF.object, target))
        graph.add((this, SCHEMA.ratingValue, Literal(fact.confidence, datatype=XSD.double)))
        graph.add((this, PROV.wasDerivedFrom, iri(fact.origin)))
    graph.serialize(file, format="turtle", encoding="utf-8")
    return number
