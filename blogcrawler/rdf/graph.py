"""Converts records to triples. IRIs depend on addresses, ids and names only, so every crawl yields the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from hashlib import sha256
from typing import IO
from urllib.parse import quote, urldefrag

from pyoxigraph import NamedNode
from rdflib import RDF, XSD, Graph, Literal, Namespace, URIRef
from rdflib.namespace import DCTERMS, FOAF
from rdflib.term import Identifier

from ..items import Comment, Post

__all__ = ["FORMATS", "add_post", "iri", "to_graph", "write"]

SIOC = Namespace("http://rdfs.org/sioc/ns#")
SIOCT = Namespace("http://rdfs.org/sioc/types#")
SCHEMA = Namespace("https://schema.org/")
CONTENT = Namespace("http://purl.org/rss/1.0/modules/content/")

FORMATS = {"turtle": "turtle", "nt": "nt", "json-ld": "json-ld"}
#: Number of posts per batch; the statements of one post stay together.
_BATCH = 500
#: Characters that are not allowed in an IRI; brackets are allowed around a host address.
_ILLEGAL = re.compile(r'[^\x21-\x7e\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]|[<>"{}|\\^`\[\]]')
_HOST = re.compile(r'[^\x21-\x7e\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef]|[<>"{}|\\^`]')
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?")


def to_graph(posts: Iterable[Post]) -> Graph:
    """Build a graph of posts and threads."""
    graph = _new_graph()
    for post in posts:
        add_post(graph, post)
    return graph


def write(posts: Iterable[Post], form: str, file: IO[bytes]) -> int:
    """Write posts in one of :data:`FORMATS`; returns their number. N-Triples are written in batches, to save memory."""
    number = 0
    graph = _new_graph()
    for post in posts:
        add_post(graph, post)
        number += 1
        if form == "nt" and number % _BATCH == 0:
            graph.serialize(file, format="nt", encoding="utf-8")
            graph = _new_graph()
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
        ("xsd", XSD),
    ):
        graph.bind(prefix, namespace)
    return graph


def add_post(graph: Graph, post: Post) -> None:
    """Add a post with its comments, or a thread with its messages."""
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
    _text(graph, this, DCTERMS.title, post.title, post.language)
    if post.language and _LANGUAGE.fullmatch(post.language):
        graph.add((this, DCTERMS.language, Literal(post.language)))
    _moment(graph, this, DCTERMS.created, post.published)
    _moment(graph, this, DCTERMS.modified, post.updated)
    for name in post.authors:
        _creator(graph, this, post.blog, name, None)
    for tag in post.tags:
        graph.add((this, SCHEMA.keywords, Literal(tag)))
    if not is_thread:
        _text(graph, this, SIOC.content, post.text, post.language)
        _text(graph, this, CONTENT.encoded, post.content_html, None)
        for link in post.links:
            if target := link_iri(link):
                graph.add((this, SIOC.links_to, target))
    for number, reply in enumerate(post.posts):
        _reply(graph, post, this, reply, number, SIOC.Post, SIOC.has_container, SIOC.container_of)
    for number, comment in enumerate(post.comments):
        _reply(graph, post, this, comment, number, SIOCT.Comment, SIOC.reply_of, SIOC.has_reply)


def _reply(
    graph: Graph, post: Post, parent: URIRef, reply: Comment, number: int, kind: URIRef, up: URIRef, down: URIRef
) -> None:
    this = _reply_iri(post, reply.id, number, reply)
    graph.add((this, RDF.type, kind))
    graph.add((this, RDF.type, SCHEMA.Comment))
    target = parent
    if reply.parent:
        target = _reply_iri(post, reply.parent, number, reply)
    graph.add((this, up, target))
    graph.add((target, down, this))
    _moment(graph, this, DCTERMS.created, reply.published)
    _text(graph, this, SIOC.content, reply.text, post.language)
    if reply.author:
        _creator(graph, this, post.blog, reply.author, reply.author_url)


def _reply_iri(post: Post, identity: str | None, number: int, reply: Comment) -> URIRef:
    """The page's address with the reply's id as fragment; without an id, a digest of author, date and text."""
    if not identity:
        content = "\n".join(part or "" for part in (reply.author, reply.published, reply.text))
        identity = "c-" + sha256(content.encode()).hexdigest()[:16]
    elif identity.startswith(("http://", "https://")):
        return iri(identity)
    return iri(f"{urldefrag(post.url)[0]}#{quote(str(identity), safe='-._~')}")


def _creator(graph: Graph, this: URIRef, blog: str, name: str, url: str | None) -> None:
    account = iri(f"{urldefrag(blog)[0]}#user-{quote(name, safe='-._~')}")
    graph.add((this, SIOC.has_creator, account))
    graph.add((account, SIOC.creator_of, this))
    graph.add((account, RDF.type, SIOC.UserAccount))
    graph.add((account, SIOC.name, Literal(name)))
    person = iri(f"{urldefrag(blog)[0]}#person-{quote(name, safe='-._~')}")
    graph.add((this, FOAF.maker, person))
    graph.add((person, RDF.type, FOAF.Agent))
    graph.add((person, FOAF.name, Literal(name)))
    graph.add((person, FOAF.account, account))
    if url and (homepage := link_iri(url)):
        graph.add((account, FOAF.accountServiceHomepage, homepage))


def _text(graph: Graph, this: URIRef, predicate: URIRef, text: str | None, language: str | None) -> None:
    if text:
        tag = language if language and _LANGUAGE.fullmatch(language) else None
        graph.add((this, predicate, Literal(text, lang=tag)))


def _moment(graph: Graph, this: URIRef, predicate: URIRef, text: str | None) -> None:
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
