from __future__ import annotations

from blogcrawler.deepweb import Triple, align, build_ontology, record_triples
from blogcrawler.deepweb.facts.enrichment import new_facts, queries_from_ontology
from blogcrawler.items import SearchSource, SourceRecord

URL = "http://shop.example/"
FEATURES = [{"name": name, "label": name.title(), "type": "text"} for name in ("title", "publisher", "isbn")]
SOURCE = SearchSource(
    URL,
    form={"controls": [{"name": "t", "label": "Title"}, {"name": "p", "label": "Publishing house"}]},
    features=FEATURES,
    mappings=[{"field": "t", "feature": "title"}, {"field": "p", "feature": "publisher"}],
)
RECORDS = [
    SourceRecord(
        f"{URL}book/{n}", URL, {"title": [f"Book number {n}"], "publisher": [f"House {n % 3}"], "isbn": [f"99{n}"]}
    )
    for n in range(12)
]
NAME = "http://ontology.example/name"
ONTOLOGY = [
    triple
    for n in range(2, 20)
    for triple in (
        Triple(f"o:{n}", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "o:Book"),
        Triple(f"o:{n}", NAME, f"Book number {n}", True),
    )
]
ALIGNMENT = align(build_ontology(record_triples(SOURCE, RECORDS, with_schema=False)), build_ontology(ONTOLOGY))


def test_values_of_the_ontology_become_queries_for_the_field_that_asks_for_them() -> None:
    queries = queries_from_ontology(SOURCE, ALIGNMENT, ONTOLOGY)
    assert ("t", "Book number 19") in queries
    assert {field for field, _ in queries} == {"t"}


def test_new_instances_and_facts_come_out_with_confidence_and_origin() -> None:
    facts = list(new_facts(SOURCE, RECORDS, ALIGNMENT, ONTOLOGY))
    said = {(fact.triple.subject, fact.triple.predicate, fact.triple.object) for fact in facts}
    assert (f"{URL}book/0", NAME, "Book number 0") in said  # the ontology lacks this book
    assert ("o:5", NAME, "Book number 5") not in said  # it knows this one
    assert ("o:5", f"{URL}#Publishing%20house", "House 2") in said  # but not its publisher: named by the form's label
    assert not any("isbn" in predicate for _, predicate, _ in said)  # no field of the form asks for it
    assert all(0 < fact.confidence <= 1 and fact.origin.startswith(URL) for fact in facts)
