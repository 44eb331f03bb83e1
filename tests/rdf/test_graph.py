"""Records as RDF: valid against the vocabularies, the same IRIs in each crawl, and answers to questions."""

from __future__ import annotations

import io
from contextlib import closing
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
from blogcrawler.rdf import in_memory, query, to_graph, write
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


def test_only_terms_that_the_vocabularies_have_are_used() -> None:
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
def test_all_formats_say_the_same(form: str) -> None:
    data = io.BytesIO()
    assert write([POST, THREAD], form, data) == 2
    assert set(Graph().parse(data.getvalue(), format=form)) == set(to_graph([POST, THREAD]))


def test_what_belongs_together_is_linked() -> None:
    graph = to_graph([POST, THREAD])
    post = URIRef(POST.url)
    assert (post, URIRef(SIOC + "has_container"), URIRef(POST.blog)) in graph
    answer = URIRef(f"{POST.url}#c2")
    assert (answer, URIRef(SIOC + "reply_of"), URIRef(f"{POST.url}#c1")) in graph
    assert len(list(graph.subjects(URIRef(SIOC + "has_container"), URIRef(THREAD.url)))) == 2
    assert (URIRef(THREAD.url), RDF.type, URIRef(SIOC + "Thread")) in graph


def test_another_crawl_gives_the_same_iris() -> None:
    assert set(to_graph([POST, THREAD])) == set(to_graph([THREAD, POST]))


@given(st.text(), st.text(), st.text())
def test_whatever_a_page_says_the_triples_can_be_read(address: str, name: str, text: str) -> None:
    data = io.BytesIO()
    write(
        [Post("https://a.example/" + address, address, text, [name], text, language=name, links=[address])], "nt", data
    )
    list(pyoxigraph.parse(data.getvalue(), format=pyoxigraph.RdfFormat.N_TRIPLES))


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


def test_the_program_writes_and_asks(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_posts([POST, THREAD])
    file = tmp_path / "all.ttl"
    run = CliRunner().invoke(app, ["export", "--rdf", "-o", str(file), "--home", str(tmp_path)])
    assert "Wrote 2 posts to" in run.output
    assert set(Graph().parse(file)) == set(to_graph([POST, THREAD]))
    asked = ["sparql", "SELECT ?title { ?t a sioc:Thread; dcterms:title ?title }", "--home", str(tmp_path)]
    assert CliRunner().invoke(app, asked).output == "Radios\n"
