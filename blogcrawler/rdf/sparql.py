"""Queries posts with SPARQL."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph

from ..errors import UsageError
from .triple_store import graph_of

__all__ = ["PREFIXES", "query"]

#: Prefixes that queries need not declare.
PREFIXES = {
    "sioc": "http://rdfs.org/sioc/ns#",
    "sioct": "http://rdfs.org/sioc/types#",
    "schema": "https://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "prov": "http://www.w3.org/ns/prov#",
    "dqv": "http://www.w3.org/ns/dqv#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def query(store: pyoxigraph.Store, text: str, blog: str | None = None) -> Iterator[dict[str, str | None]]:
    """Query one blog or all; yields a dictionary of values by variable for each result. ASK and CONSTRUCT work too."""
    graph = None if blog is None else graph_of(blog)
    try:
        results = store.query(text, prefixes=PREFIXES, default_graph=graph, use_default_graph_as_union=graph is None)
    except SyntaxError as error:
        raise UsageError(f"not a valid query: {error}") from None
    if isinstance(results, pyoxigraph.QueryBoolean):
        yield {"answer": "yes" if bool(results) else "no"}
    elif isinstance(results, pyoxigraph.QueryTriples):
        for triple in results:
            yield {
                "subject": _value(triple.subject),
                "predicate": _value(triple.predicate),
                "object": _value(triple.object),
            }
    else:
        names = [variable.value for variable in results.variables]
        for solution in results:
            yield {name: _value(solution[name]) for name in names}


def _value(term: object) -> str | None:
    return None if term is None else str(getattr(term, "value", term))
