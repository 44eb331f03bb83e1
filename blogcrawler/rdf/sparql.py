"""Queries posts with SPARQL."""

from __future__ import annotations

import re
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

# The tokens of SPARQL 1.1 (19.8) in which a keyword is not one, then words.
_TOKENS = re.compile(
    r"""<[^<>"{}|^`\\\x00-\x20]*>"""  # addresses
    r'''|"""(?:[^\\]|\\.)*?"""'''
    r"""|'''(?:[^\\]|\\.)*?'''"""
    r"""|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'"""
    r"""|\#[^\n\r]*"""
    r"""|\\."""
    r"""|[?$]\w+|[\w.-]*:(?:[\w.:-]|%[0-9A-Fa-f]{2}|\\.)*"""  # variables, prefixed names
    r"""|(?P<word>\w+)""",
    re.S,
)
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U(00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})")


def query(
    store: pyoxigraph.Store, text: str, blog: str | None = None, *, services: bool = False
) -> Iterator[dict[str, str | None]]:
    """Query one blog or all; yields a dictionary of values by variable for each result. ASK and CONSTRUCT work too.

    ``SERVICE`` makes requests to any address, also in private networks: only with ``services``.
    """
    if not services and _calls_service(text):
        raise UsageError("SERVICE is not allowed: queries read the archive and nothing else")
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


def _calls_service(text: str) -> bool:
    """Whether a query has the keyword SERVICE, also if it is written with the escapes of SPARQL 1.1 (19.2)."""
    unescaped = _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    tokens = (token for form in (text, unescaped) for token in _TOKENS.finditer(form))
    return any((token["word"] or "").upper() == "SERVICE" for token in tokens)


def _value(term: object) -> str | None:
    return None if term is None else str(getattr(term, "value", term))
