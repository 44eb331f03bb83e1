"""SPARQL over posts, in an embedded store."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import pyoxigraph

from ..errors import UsageError
from ..items import Post
from .graph import write

__all__ = ["PREFIXES", "query"]

#: Known without being declared.
PREFIXES = {
    "sioc": "http://rdfs.org/sioc/ns#",
    "sioct": "http://rdfs.org/sioc/types#",
    "schema": "https://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}


def query(posts: Iterable[Post], text: str) -> Iterator[dict[str, str | None]]:
    """The answers to a query: a dictionary of values by variable; for ASK and CONSTRUCT, likewise."""
    store = pyoxigraph.Store()
    data = io.BytesIO()
    write(posts, "nt", data)
    store.bulk_load(data.getvalue(), format=pyoxigraph.RdfFormat.N_TRIPLES)
    try:
        results = store.query(text, prefixes=PREFIXES)
    except SyntaxError as error:
        raise UsageError(f"the query cannot be read: {error}") from None
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
