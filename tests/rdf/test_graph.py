"""Records as RDF: valid against the vocabularies, the same IRIs in each crawl, and answers to questions."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import RDF, Graph, URIRef
from rdflib.namespace import DCTERMS, FOAF
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.errors import UsageError
from blogcrawler.items import Comment, Post
from blogcrawler.rdf import FORMATS, in_memory, query, to_graph, write
from blogcrawler.store import open_store

POST = Post(
    "https://a.example/one/",
    "https://a.example/",
    "One",
    ["Ann Lee"],
    "2021-03-04T05:06:07+01:00",
    language="en",
    tags=["towns"],
    text="Text",
    content_html="<p>Text</p>",
    links=["https://b.example/x y?[1]"],
    comments=[
        Comment("c1", None, "Bob", "https://b.example/", "2021-03-05", text="Yes"),
        Comment("c2", "c1", "Ann Lee", text="No"),
    ],
)
THREAD = Post(
    "https://f.example/t/1",
    "https://f.example/",
    "Radios",
    type="thread",
    posts=[
        Comment("p1", author="Cid", published="2020-01-01", text="Which?", type=None),
        Comment(author="Dee", published="2020-01-02", text="That.", type=None),
    ],
)
SIOC = "http://rdfs.org/sioc/ns#"
SIOCT = "http://rdfs.org/sioc/types#"
#: The terms of the vocabularies that may be used: sioc-project.org/ontology, dublincore.org, xmlns.com/foaf.
SIOC_TERMS = set(
    "Forum Thread Post UserAccount has_container container_of has_parent parent_of has_creator creator_of reply_of "
    "has_reply content links_to name".split()
)


def test_only_terms_of_the_vocabularies_are_used() -> None:
    used = {term for triple in to_graph([POST, THREAD]) for term in triple if isinstance(term, URIRef)}
    assert {str(term).removeprefix(SIOC) for term in used if term.startswith(SIOC)} <= SIOC_TERMS
    assert {str(term).removeprefix(SIOCT) for term in used if term.startswith(SIOCT)} <= {
        "Weblog",
        "BlogPost",
        "Comment",
    }
    for term in used:  # rdflib's namespaces are closed: what they lack raises
        for namespace in (DCTERMS, FOAF):
            if term.startswith(str(namespace)):
                assert term in namespace


@pytest.mark.parametrize("form", ["turtle", "nt", "json-ld"])
def test_all_formats_have_the_same_triples(form: str) -> None:
    data = io.BytesIO()
    assert write([POST, THREAD], form, data) == 2
    assert set(Graph().parse(data.getvalue(), format=form)) == set(to_graph([POST, THREAD]))


def test_related_resources_are_linked() -> None:
    graph = to_graph([POST, THREAD])
    post = URIRef(POST.url)
    assert (post, URIRef(SIOC + "has_container"), URIRef(POST.blog)) in graph
    answer = URIRef(f"{POST.url}#c2")
    assert (answer, URIRef(SIOC + "reply_of"), URIRef(f"{POST.url}#c1")) in graph
    assert len(list(graph.subjects(URIRef(SIOC + "has_container"), URIRef(THREAD.url)))) == 2
    assert (URIRef(THREAD.url), RDF.type, URIRef(SIOC + "Thread")) in graph


def test_another_crawl_gives_the_same_iris() -> None:
    assert set(to_graph([POST, THREAD])) == set(to_graph([THREAD, POST]))


def test_an_invalid_link_is_left_out_and_the_rest_can_be_read() -> None:
    links = ["http://hostname[:port%5D/", "http://[::1/", "http://a.example:80x/", "no address", "http://a.example/ok"]
    post = replace(POST, links=links, comments=[Comment(author="Bob", author_url="http://[x/", text="Yes")])
    for form in FORMATS:
        file = io.BytesIO()
        write([post], form, file)
        graph = Graph().parse(data=file.getvalue(), format=form)
        assert list(graph.objects(URIRef(POST.url), URIRef(f"{SIOC}links_to"))) == [URIRef("http://a.example/ok")]
    rows = list(query(in_memory({POST.blog: [post]}), "SELECT ?l { ?p sioc:links_to ?l }"))
    assert rows == [{"l": "http://a.example/ok"}]


@given(st.text() | st.from_regex(r"https?://[a-z\[\]:%./?#@ |0-9\u00e4-]*", fullmatch=True), st.text(), st.text())
def test_triples_of_any_text_can_be_parsed(address: str, name: str, text: str) -> None:
    comment = Comment(address, author=name, author_url=address, text=text)
    post = Post("https://a.example/" + address, address, text, [name], text, language=name, links=[address])
    for form, format_ in (("nt", pyoxigraph.RdfFormat.N_TRIPLES), ("turtle", pyoxigraph.RdfFormat.TURTLE)):
        data = io.BytesIO()
        write([replace(post, comments=[comment])], form, data)
        list(pyoxigraph.parse(data.getvalue(), format=format_))


def test_questions_are_answered() -> None:
    both = in_memory({POST.blog: [POST], THREAD.blog: [THREAD]})
    found = list(
        query(
            both,
            "SELECT ?name (COUNT(?c) AS ?n) { ?c sioc:has_creator/sioc:name ?name } GROUP BY ?name",
        )
    )
    assert {answer["name"]: answer["n"] for answer in found} == {"Ann Lee": "2", "Bob": "1", "Cid": "1", "Dee": "1"}
    assert list(query(both, "ASK { ?p a sioct:BlogPost }")) == [{"answer": "yes"}]
    with pytest.raises(UsageError, match="not a valid query"):
        list(query(both, "SELECT WHERE"))


def test_the_command_exports_and_queries(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_posts([POST, THREAD])
    file = tmp_path / "all.ttl"
    run = CliRunner().invoke(app, ["export", "-o", str(file), "--home", str(tmp_path)])
    assert "Wrote 2 posts to" in run.output
    assert set(Graph().parse(file)) == set(to_graph([POST, THREAD]))
    asked = ["sparql", "SELECT ?title { ?t a sioc:Thread; dcterms:title ?title }", "--home", str(tmp_path)]
    assert CliRunner().invoke(app, asked).output == "Radios\n"
