"""The vocabularies, and addresses, texts and times as RDF terms."""

from __future__ import annotations

import re
from datetime import date, datetime
from urllib.parse import quote, urldefrag

from pyoxigraph import NamedNode
from rdflib import XSD, Graph, Literal, Namespace, URIRef
from rdflib.namespace import DCTERMS
from rdflib.term import Identifier

__all__ = [
    "CONTENT",
    "DQV",
    "SCHEMA",
    "SIOC",
    "SIOCT",
    "add_language",
    "add_moment",
    "add_text",
    "fragment_iri",
    "iri",
    "link_iri",
]

SIOC = Namespace("http://rdfs.org/sioc/ns#")
SIOCT = Namespace("http://rdfs.org/sioc/types#")
SCHEMA = Namespace("https://schema.org/")
CONTENT = Namespace("http://purl.org/rss/1.0/modules/content/")
#: The Data Quality Vocabulary, https://www.w3.org/TR/vocab-dqv/
DQV = Namespace("http://www.w3.org/ns/dqv#")

#: Characters that are not allowed in an IRI; brackets are allowed around a host address.
_ILLEGAL = re.compile(r'[^\x21-\x7e\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]|[<>"{}|\\^`\[\]]')
_HOST = re.compile(r'[^\x21-\x7e\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]|[<>"{}|\\^`]')
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?")


def add_text(graph: Graph, this: URIRef, predicate: URIRef, text: str | None, language: str | None) -> None:
    """State a text, with its language if it is a valid tag."""
    if text:
        tag = language if language and _LANGUAGE.fullmatch(language) else None
        graph.add((this, predicate, Literal(text, lang=tag)))


def add_language(graph: Graph, this: URIRef, language: str | None) -> None:
    """State the language, if it is a valid tag."""
    if language and _LANGUAGE.fullmatch(language):
        graph.add((this, DCTERMS.language, Literal(language)))


def add_moment(graph: Graph, this: URIRef, predicate: URIRef, text: str | None) -> None:
    """State a date or a time, if it is a valid one."""
    if not text:
        return
    value: Identifier
    try:
        if "T" in text:
            value = Literal(datetime.fromisoformat(text).isoformat(), datatype=XSD.dateTime)
        else:
            value = Literal(date.fromisoformat(text).isoformat(), datatype=XSD.date)
    except ValueError:
        return
    graph.add((this, predicate, value))


def iri(address: str) -> URIRef:
    """The address of a record as an IRI; a URN if it cannot be one."""
    return link_iri(address) or URIRef(f"urn:blogcrawler:{quote(address, safe='', errors='replace')}")


def fragment_iri(address: str, name: str) -> URIRef:
    """The address of a record with a name as fragment."""
    return iri(f"{urldefrag(address)[0]}#{quote(name, safe='-._~', errors='replace')}")


def link_iri(address: str) -> URIRef | None:
    """The address as an IRI (RFC 3987), with illegal characters escaped; ``None`` if it is still not valid.

    People write links such as ``http://hostname[:port]/``. A single invalid IRI makes a whole file unreadable.
    """
    address = address.encode("utf-8", "replace").decode()
    head, slashes, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    address = _ILLEGAL.sub(_escape, head) + slashes + _HOST.sub(_escape, host) + slash + _ILLEGAL.sub(_escape, path)
    try:
        return URIRef(NamedNode(_STRAY_PERCENT.sub("%25", address)).value)
    except ValueError:
        return None


def _escape(found: re.Match[str]) -> str:
    return quote(found[0], safe="")
