"""Queries read the archive and make no requests."""

from __future__ import annotations

import pyoxigraph
import pytest
from blogsite import BlogSite

from blogcrawler.errors import UsageError
from blogcrawler.rdf import query

CALLS = [
    "SELECT * { SERVICE <URL> { ?a ?b ?c } }",
    "SELECT * { service silent <URL> { ?a ?b ?c } }",
    "SELECT * { BIND(<URL> AS ?x)SeRvIcE?x{ ?a ?b ?c } }",
    "SELECT * { FILTER(1<2)SERVICE<URL>{ ?a ?b ?c } FILTER(3>2) }",
    "SELECT * { # comment\nSERVICE <URL> { ?a ?b ?c } }",
    "SELECT * { # comment\rSERVICE <URL> { ?a ?b ?c } }",
    r"PREFIX x: <http://x/> SELECT * { OPTIONAL { ?a x:a\#b ?c } SERVICE <URL> { ?a ?b ?c } }",
    "SELECT * { BIND('#' AS ?x) SERVICE <URL> { ?a ?b ?c } }",
    r"SELECT * { BIND('''a'b\\''' AS ?x) SERVICE <URL> { ?a ?b ?c } BIND('''''' AS ?y) }",
    r"SELECT * { BIND('''a'b\'''' AS ?x) SERVICE <URL> { ?a ?b ?c } BIND('''''' AS ?y) }",
    r'SELECT * { BIND("""a"b\\""" AS ?x) SERVICE <URL> { ?a ?b ?c } BIND("""""" AS ?y) }',
    "SELECT * { OPTIONAL { ?a <http://x/#a> ?c } SERVICE <URL> { ?a ?b ?c } }",
    "SELECT * { { SELECT * { SERVICE <URL> { ?a ?b ?c } } } }",
    "SELECT * { FILTER EXISTS { SERVICE <URL> { ?a ?b ?c } } }",
    r"SELECT * { \u0053ERVICE <URL> { ?a ?b ?c } }",
]


@pytest.mark.parametrize("text", CALLS)
def test_a_query_makes_no_request(text: str) -> None:
    with BlogSite() as site:
        with pytest.raises(UsageError, match="SERVICE is not allowed"):
            list(query(pyoxigraph.Store(), text.replace("URL", site.url)))
        assert site.asked == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?service { ?service ?b 'SERVICE' } # SERVICE",
        'SELECT ?x { ?x <http://x/SERVICE> "a \\" SERVICE" }',
        'PREFIX service: <http://x/> SELECT ?x { ?x service:service """ " SERVICE """ }',
    ],
)
def test_the_word_is_allowed_elsewhere(text: str) -> None:
    assert list(query(pyoxigraph.Store(), text)) == []
