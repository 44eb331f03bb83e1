"""Converts records to triples. IRIs depend on addresses, ids and names only, so every crawl yields the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import IO

from rdflib import RDF, XSD, Graph, Literal, URIRef
from rdflib.namespace import DCTERMS, FOAF, PROV

from ..items import Comment, Post, Version
from .provenance import add_confidence, add_media, add_origin, add_versions
from .record_graph import SourceRecords, add_records
from .terms import (
    CONTENT,
    DQV,
    SCHEMA,
    SIOC,
    SIOCT,
    add_language,
    add_moment,
    add_text,
    fragment_iri,
    iri,
    link_iri,
)

__all__ = ["FORMATS", "HistoryOf", "add_post", "to_graph", "write"]

#: Returns all records of the post at an address, oldest first.
HistoryOf = Callable[[str], Sequence[Version]]

FORMATS = {"turtle": "turtle", "nt": "nt", "json-ld": "json-ld"}
#: Number of posts per batch; the statements of one post stay together.
_BATCH = 500


def to_graph(posts: Iterable[Post], history: HistoryOf | None = None) -> Graph:
    """Build a graph of posts and threads, with their earlier versions if these are given."""
    graph = _new_graph()
    for post in posts:
        add_post(graph, post, history(post.url) if history else ())
    return graph


def write(
    posts: Iterable[Post],
    form: str,
    file: IO[bytes],
    history: HistoryOf | None = None,
    sources: Iterable[SourceRecords] = (),
) -> int:
    """Write posts, and records of searches, in one of :data:`FORMATS`; returns their number.

    N-Triples are written in batches, to save memory.
    """
    number = 0
    graph = _new_graph()
    for post in posts:
        add_post(graph, post, history(post.url) if history else ())
        number += 1
        if form == "nt" and number % _BATCH == 0:
            graph.serialize(file, format="nt", encoding="utf-8")
            graph = _new_graph()
    for source, records in sources:
        number += add_records(graph, source, records)
    graph.serialize(file, format=FORMATS[form], encoding="utf-8")
    return number


def _new_graph() -> Graph:
    graph = Graph(bind_namespaces="none")
    for prefix, namespace in (
        ("sioc", SIOC),
        ("sioct", SIOCT),
        ("schema", SCHEMA),
        ("content", CONTENT),
        ("dcterms", DCTERMS),
        ("foaf", FOAF),
        ("prov", PROV),
        ("dqv", DQV),
        ("xsd", XSD),
    ):
        graph.bind(prefix, namespace)
    return graph


def add_post(graph: Graph, post: Post, history: Sequence[Version] = ()) -> None:
    """Add a post with its comments, or a thread with its messages, and the earlier versions in its history."""
    blog, this = iri(post.blog), iri(post.url)
    is_thread = post.type == "thread"
    graph.add((blog, RDF.type, SIOC.Forum if is_thread else SIOCT.Weblog))
    if not is_thread:
        graph.add((blog, RDF.type, SCHEMA.Blog))
    graph.add((this, RDF.type, SIOC.Thread if is_thread else SIOCT.BlogPost))
    graph.add((this, RDF.type, SCHEMA.DiscussionForumPosting if is_thread else SCHEMA.BlogPosting))
    if is_thread:
        graph.add((this, SIOC.has_parent, blog))
        graph.add((blog, SIOC.parent_of, this))
    else:
        graph.add((this, SIOC.has_container, blog))
        graph.add((blog, SIOC.container_of, this))
    _describe(graph, this, post)
    for name in post.authors:
        _creator(graph, this, post.blog, name, None)
    for link in () if is_thread else post.links:
        if target := link_iri(link):
            graph.add((this, SIOC.links_to, target))
    add_media(graph, this, post)
    add_confidence(graph, this, post)
    add_origin(graph, this, post)
    for version, record in add_versions(graph, this, post, history):
        _describe(graph, version, record)
        for name in record.authors:
            graph.add((version, DCTERMS.creator, _person(graph, post.blog, name)))
    _replies(graph, post, this)


def _describe(graph: Graph, this: URIRef, post: Post) -> None:
    """State title, dates, tags and text of a record."""
    add_text(graph, this, DCTERMS.title, post.title, post.language)
    add_language(graph, this, post.language)
    add_moment(graph, this, DCTERMS.created, post.published)
    add_moment(graph, this, DCTERMS.modified, post.updated)
    for tag in post.tags:
        graph.add((this, SCHEMA.keywords, Literal(tag)))
    if post.type != "thread":
        add_text(graph, this, SIOC.content, post.text, post.language)
        add_text(graph, this, CONTENT.encoded, post.content_html, None)


def _replies(graph: Graph, post: Post, this: URIRef) -> None:
    known = {reply.id for reply in (*post.posts, *post.comments) if reply.id}
    for reply in post.posts:
        message = _reply(graph, post, reply, SIOC.Post)
        graph.add((message, SIOC.has_container, this))
        graph.add((this, SIOC.container_of, message))
        if reply.parent in known:
            _answers(graph, message, _reply_iri(post, reply.parent, reply))
    for reply in post.comments:
        comment = _reply(graph, post, reply, SIOCT.Comment)
        graph.add((this, SCHEMA.comment, comment))
        _answers(graph, comment, _reply_iri(post, reply.parent, reply) if reply.parent in known else this)


def _answers(graph: Graph, this: URIRef, target: URIRef) -> None:
    graph.add((this, SIOC.reply_of, target))
    graph.add((target, SIOC.has_reply, this))


def _reply(graph: Graph, post: Post, reply: Comment, kind: URIRef) -> URIRef:
    this = _reply_iri(post, reply.id, reply)
    graph.add((this, RDF.type, kind))
    graph.add((this, RDF.type, SCHEMA.Comment))
    add_moment(graph, this, DCTERMS.created, reply.published)
    add_text(graph, this, SIOC.content, reply.text, post.language)
    if reply.author:
        _creator(graph, this, post.blog, reply.author, reply.author_url)
    return this


def _reply_iri(post: Post, identity: str | None, reply: Comment) -> URIRef:
    """The page's address with the reply's id as fragment; without an id, a digest of author, date and text."""
    if not identity:
        content = "\n".join(part or "" for part in (reply.author, reply.published, reply.text))
        identity = "c-" + sha256(content.encode()).hexdigest()[:16]
    elif identity.startswith(("http://", "https://")):
        return iri(identity)
    return fragment_iri(post.url, str(identity))


def _creator(graph: Graph, this: URIRef, blog: str, name: str, url: str | None) -> None:
    account = fragment_iri(blog, f"user-{name}")
    graph.add((this, SIOC.has_creator, account))
    graph.add((account, SIOC.creator_of, this))
    graph.add((account, RDF.type, SIOC.UserAccount))
    graph.add((account, SIOC.name, Literal(name)))
    person = _person(graph, blog, name)
    graph.add((this, FOAF.maker, person))
    graph.add((person, FOAF.account, account))
    if url and (homepage := link_iri(url)):
        graph.add((account, FOAF.accountServiceHomepage, homepage))


def _person(graph: Graph, blog: str, name: str) -> URIRef:
    person = fragment_iri(blog, f"person-{name}")
    graph.add((person, RDF.type, FOAF.Agent))
    graph.add((person, FOAF.name, Literal(name)))
    return person
