"""Records of archives behind search forms as RDF, next to posts."""

from __future__ import annotations

from collections.abc import Iterable

from rdflib import Graph, Literal

from ..deepweb import record_triples
from ..items import SearchSource, SourceRecord
from .terms import iri

__all__ = ["SourceRecords", "add_records", "source_graph"]

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
