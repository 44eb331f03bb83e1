"""Records as RDF: valid against the vocabularies, the same IRIs in each crawl, and answers to questions."""

from __future__ import annotations

import io
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib import RDF, Graph, URIRef
from rdflib.namespace import DCTERMS, FOAF, PROV
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.errors import UsageError
from blogcrawler.items import Comment, Post, Version
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
    media=[{"url": "https://a.example/p q.png", "path": "media/a8/a8.png", "mime": "image/png", "bytes": 7}],
    fetched="2026-02-03T04:05:06+00:00",
    warc={"file": "warc/a b.warc.gz", "offset": 97460, "record_id": "<urn:uuid:7c3144ac-bf59-4729-ad41-0da58b26350a>"},
    confidence={"title": 0.75},
    dating={"date": "2021-03-04", "from": "feed", "confidence": 0.5},
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
        Comment("p2", "p1", author="Dee", published="2020-01-02", text="That.", type=None),
        Comment(author="Eve", published="2020-01-03", text="No.", type=None),
    ],
)
SIOC = "http://rdfs.org/sioc/ns#"
SIOCT = "http://rdfs.org/sioc/types#"
#: The terms of the vocabularies that may be used: sioc-project.org/ontology, dublincore.org, xmlns.com/foaf.
SIOC_TERMS = set(
    "Forum Thread Post UserAccount has_container container_of has_parent parent_of has_creator creator_of reply_of "
    "has_reply content links_to name attachment".split()
)


OLDER = [
    Version(
        replace(POST, title="Zero", authors=["Zoe"], fetched="2025-01-01T00:00:00+00:00"),
        "2025-06-01T00:00:00+00:00",
        ("metadata",),
        "2025-01-01T00:00:00+00:00",
    ),
    Version(
        replace(POST, title="Half", fetched="2025-06-01T00:00:00+00:00", warc=None),
        "2026-02-03T04:05:06+00:00",
        (),
        "2025-06-01T00:00:00+00:00",
    ),
    Version(POST, None, (), "2026-02-03T04:05:06+00:00"),
]


def older(url: str) -> list[Version]:
    return OLDER if url == POST.url else []


def test_only_terms_of_the_vocabularies_are_used() -> None:
    used = {term for triple in to_graph([POST, THREAD], older) for term in triple if isinstance(term, URIRef)}
    assert {str(term).removeprefix(SIOC) for term in used if term.startswith(SIOC)} <= SIOC_TERMS
    assert {str(term).removeprefix(SIOCT) for term in used if term.startswith(SIOCT)} <= {
        "Weblog",
        "BlogPost",
        "Comment",
    }
    for term in used:  # rdflib's namespaces are closed: what they lack raises
        for namespace in (DCTERMS, FOAF, PROV):
            if term.startswith(str(namespace)):
                assert term in namespace


@pytest.mark.parametrize("form", ["turtle", "nt", "json-ld"])
def test_all_formats_have_the_same_triples(form: str) -> None:
    data = io.BytesIO()
    assert write([POST, THREAD], form, data, older) == 2
    assert set(Graph().parse(data.getvalue(), format=form)) == set(to_graph([POST, THREAD], older))


def test_related_resources_are_linked() -> None:
    graph = to_graph([POST, THREAD])
    post = URIRef(POST.url)
    assert (post, URIRef(SIOC + "has_container"), URIRef(POST.blog)) in graph
    answer = URIRef(f"{POST.url}#c2")
    assert (answer, URIRef(SIOC + "reply_of"), URIRef(f"{POST.url}#c1")) in graph
    assert len(list(graph.subjects(URIRef(SIOC + "has_container"), URIRef(THREAD.url)))) == 3
    assert (URIRef(THREAD.url), RDF.type, URIRef(SIOC + "Thread")) in graph


def test_an_answer_stays_in_its_thread() -> None:
    graph = to_graph([THREAD])
    question, answer = URIRef(f"{THREAD.url}#p1"), URIRef(f"{THREAD.url}#p2")
    assert (answer, URIRef(f"{SIOC}has_container"), URIRef(THREAD.url)) in graph
    assert list(graph.objects(answer, URIRef(f"{SIOC}reply_of"))) == [question]
    assert (question, URIRef(f"{SIOC}has_reply"), answer) in graph


def test_every_comment_belongs_to_its_post_even_if_its_parent_is_missing() -> None:
    graph = to_graph([replace(POST, comments=[*POST.comments, Comment("c9", "c8", text="What?")])])
    comments = [URIRef(f"{POST.url}#{name}") for name in ("c1", "c2", "c9")]
    assert set(graph.objects(URIRef(POST.url), URIRef("https://schema.org/comment"))) == set(comments)
    assert (comments[2], URIRef(f"{SIOC}reply_of"), URIRef(POST.url)) in graph


def answers(text: str) -> list[dict[str, str | None]]:
    return list(query(in_memory({POST.blog: [POST]}, older), text))


def test_media_have_their_type_and_path() -> None:
    wanted = "?m schema:encodingFormat ?type; schema:contentSize ?size; dcterms:identifier ?path"
    assert answers(f"SELECT ?m ?type ?size ?path {{ ?p a sioct:BlogPost; sioc:attachment ?m. {wanted} }}") == [
        {"m": "https://a.example/p%20q.png", "type": "image/png", "size": "7", "path": "media/a8/a8.png"}
    ]


def test_confidence_is_a_measurement_of_each_field() -> None:
    measured = "?p dqv:hasQualityMeasurement [ dqv:isMeasurementOf ?of; dqv:value ?value ]"
    assert answers(f"SELECT ?of (?value * 2 AS ?twice) {{ {measured} }} ORDER BY ?of") == [
        {"of": "urn:blogcrawler:confidence-published", "twice": "1"},
        {"of": "urn:blogcrawler:confidence-title", "twice": "1.5"},
    ]


def test_a_record_says_when_it_was_fetched_and_where_the_page_is_archived() -> None:
    capture = "?c prov:atLocation/dcterms:identifier ?file; schema:position ?offset"
    found = answers(f"SELECT * {{ ?p a sioct:BlogPost; prov:generatedAtTime ?at; prov:wasDerivedFrom ?c. {capture} }}")
    assert found == [
        {
            "p": POST.url,
            "at": "2026-02-03T04:05:06Z",
            "c": "urn:uuid:7c3144ac-bf59-4729-ad41-0da58b26350a",
            "file": "warc/a b.warc.gz",
            "offset": "97460",
        }
    ]


def test_versions_say_until_when_they_were_current() -> None:
    valid = "?v prov:generatedAtTime ?from; prov:invalidatedAtTime ?until; dcterms:title ?title"
    assert answers(f"SELECT ?title ?from ?until {{ ?p dcterms:hasVersion ?v. {valid} }} ORDER BY ?from") == [
        {"title": "Zero", "from": "2025-01-01T00:00:00Z", "until": "2025-06-01T00:00:00Z"},
        {"title": "Half", "from": "2025-06-01T00:00:00Z", "until": "2026-02-03T04:05:06Z"},
    ]
    assert answers(
        "SELECT ?title { ?p a sioct:BlogPost; prov:wasRevisionOf+/dcterms:title ?title } ORDER BY ?title"
    ) == [
        {"title": "Half"},
        {"title": "Zero"},
    ]
    assert answers("SELECT ?name { ?v dcterms:isVersionOf ?p; dcterms:creator/foaf:name ?name } ORDER BY ?name") == [
        {"name": "Ann Lee"},
        {"name": "Zoe"},
    ]
    assert answers("SELECT ?p { ?p a sioct:BlogPost }") == [{"p": POST.url}]


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
    post.media, post.confidence = [{"url": address, "path": text, "mime": name}], {name: 0.5}
    post.warc = {"file": text, "offset": 0, "record_id": name}
    old = Version(replace(post), name, ())
    for form, format_ in (("nt", pyoxigraph.RdfFormat.N_TRIPLES), ("turtle", pyoxigraph.RdfFormat.TURTLE)):
        data = io.BytesIO()
        write([replace(post, comments=[comment])], form, data, lambda _: [old, Version(post, name, (), name)])
        list(pyoxigraph.parse(data.getvalue(), format=format_))


def test_questions_are_answered() -> None:
    both = in_memory({POST.blog: [POST], THREAD.blog: [THREAD]})
    found = list(
        query(
            both,
            "SELECT ?name (COUNT(?c) AS ?n) { ?c sioc:has_creator/sioc:name ?name } GROUP BY ?name",
        )
    )
    assert {answer["name"]: answer["n"] for answer in found} == {
        "Ann Lee": "2",
        "Bob": "1",
        "Cid": "1",
        "Dee": "1",
        "Eve": "1",
    }
    assert list(query(both, "ASK { ?p a sioct:BlogPost }")) == [{"answer": "yes"}]
    with pytest.raises(UsageError, match="not a valid query"):
        list(query(both, "SELECT WHERE"))


def test_the_command_exports_and_queries(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_posts([POST, THREAD])
        store.post_states.replace(POST, replace(POST, title="Two"), ["metadata"], datetime(2026, 3, 1, tzinfo=UTC))
    file = tmp_path / "all.ttl"
    run = CliRunner().invoke(app, ["export", "-o", str(file), "--home", str(tmp_path)])
    assert "Wrote 2 posts to" in run.output
    with closing(open_store(None, tmp_path)) as store:
        expected = set(to_graph(store.posts(), store.post_states.history))
    assert set(Graph().parse(file)) == expected
    versions = ["sparql", "SELECT ?title { ?v dcterms:isVersionOf ?p; dcterms:title ?title }", "--home", str(tmp_path)]
    assert CliRunner().invoke(app, versions).output == "One\n"
    asked = ["sparql", "SELECT ?title { ?t a sioc:Thread; dcterms:title ?title }", "--home", str(tmp_path)]
    assert CliRunner().invoke(app, asked).output == "Radios\n"


def test_the_documented_query_shows_what_posts_said_on_a_day() -> None:
    document = (Path(__file__).parents[2] / "docs" / "rdf.md").read_text()
    text = document[document.index("    SELECT ?post ?title {") :].partition("\n\n")[0]
    for day, title in (("2025-05-01", "Zero"), ("2025-07-01", "Half"), ("2026-07-01", "One")):
        assert answers(text.replace("2025-05-01", day)) == [{"post": POST.url, "title": title}]
