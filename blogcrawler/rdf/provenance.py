"""Where a record comes from and how sure it is: media, confidence, the capture in the web archive, earlier versions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rdflib import RDF, XSD, Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, PROV

from ..items import Post, Version
from .terms import DQV, SCHEMA, SIOC, add_moment, fragment_iri, iri, link_iri

__all__ = ["add_confidence", "add_media", "add_origin", "add_versions"]


def add_media(graph: Graph, this: URIRef, post: Post) -> None:
    """Add the saved pictures and recordings, each with its type, size, digest and path in the blog's folder."""
    for medium in post.media:
        address = link_iri(str(medium.get("url")))
        if address is None:
            continue
        graph.add((this, SIOC.attachment, address))
        graph.add((address, RDF.type, SCHEMA.MediaObject))
        for name, predicate in (
            ("mime", SCHEMA.encodingFormat),
            ("bytes", SCHEMA.contentSize),
            ("sha256", SCHEMA.sha256),
            ("path", DCTERMS.identifier),
        ):
            if medium.get(name) is not None:
                graph.add((address, predicate, Literal(str(medium[name]))))


def add_confidence(graph: Graph, this: URIRef, post: Post) -> None:
    """Add how likely each field is right, as measurements of the Data Quality Vocabulary."""
    stated = dict(post.confidence)
    if post.dating:
        stated["published"] = post.dating.get("confidence")  # type: ignore[assignment]
    for name, value in stated.items():
        if not isinstance(value, int | float) or not math.isfinite(value):
            continue
        measured, metric = fragment_iri(str(this), f"confidence-{name}"), iri(f"urn:blogcrawler:confidence-{name}")
        graph.add((this, DQV.hasQualityMeasurement, measured))
        graph.add((measured, RDF.type, DQV.QualityMeasurement))
        graph.add((measured, DQV.isMeasurementOf, metric))
        graph.add((metric, RDF.type, DQV.Metric))
        graph.add((measured, DQV.value, Literal(repr(float(value)), datatype=XSD.double)))


def add_origin(graph: Graph, this: URIRef, post: Post) -> None:
    """Add when a record was fetched, and the position of the page in the web archive."""
    add_moment(graph, this, PROV.generatedAtTime, post.fetched)
    if not post.warc:
        return
    capture = iri(post.warc["record_id"].strip("<>"))
    file = fragment_iri(post.blog, f"file-{post.warc['file']}")
    graph.add((this, PROV.wasDerivedFrom, capture))
    graph.add((capture, RDF.type, PROV.Entity))
    graph.add((capture, PROV.atLocation, file))
    graph.add((capture, SCHEMA.position, Literal(post.warc["offset"])))
    graph.add((file, RDF.type, PROV.Location))
    graph.add((file, DCTERMS.identifier, Literal(post.warc["file"])))


def add_versions(graph: Graph, this: URIRef, post: Post, history: Sequence[Version]) -> Iterator[tuple[URIRef, Post]]:
    """Add the earlier versions of a post, oldest first, and yield each with its record, which remains to be described.

    A version was current from ``schema:validFrom`` until ``schema:validThrough``; then the version that revises it
    was. The post itself has its current record, and since when it is so.
    """
    before: URIRef | None = None
    for current in history[-1:]:
        add_moment(graph, this, SCHEMA.validFrom, current.since)
        add_moment(graph, this, SCHEMA.validThrough, current.until)
    for number, version in enumerate(history[:-1], 1):
        one = fragment_iri(post.url, f"version-{number}")
        graph.add((this, DCTERMS.hasVersion, one))
        graph.add((one, DCTERMS.isVersionOf, this))
        graph.add((one, RDF.type, PROV.Entity))
        add_origin(graph, one, version.record)
        add_moment(graph, one, SCHEMA.validFrom, version.since)
        add_moment(graph, one, SCHEMA.validThrough, version.until)
        add_moment(graph, one, PROV.invalidatedAtTime, version.until)
        if before is not None:
            graph.add((one, PROV.wasRevisionOf, before))
        before = one
        yield one, version.record
    if before is not None:
        graph.add((this, PROV.wasRevisionOf, before))
