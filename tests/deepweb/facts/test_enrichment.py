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


def test_only_values_at_the_end_of_a_join_become_queries() -> None:
    """Books have names, too, but authors are the names of those who wrote them."""
    shop = SearchSource(
        URL, features=[{"name": "author", "label": "", "type": "text"}], mappings=[{"field": "a", "feature": "author"}]
    )
    records = [
        SourceRecord(f"{URL}book/{n}", URL, {"author": [f"Person {n}"], "title": [f"Book {n}"]}) for n in range(9)
    ]
    library = [
        triple
        for n in range(15)
        for triple in (
            Triple(f"o:book{n}", NAME, f"Book {n}", True),
            Triple(f"o:person{n}", NAME, f"Person {n}", True),
            Triple(f"o:person{n}", "o:wrote", f"o:book{n}"),
        )
    ]
    alignment = align(build_ontology(record_triples(shop, records, with_schema=False)), build_ontology(library))
    queries = queries_from_ontology(shop, alignment, library)
    assert ("a", "Person 14") in queries
    assert not any("Book" in value for _, value in queries)


def test_new_instances_and_facts_come_out_with_confidence_and_origin() -> None:
    facts = list(new_facts(SOURCE, RECORDS, ALIGNMENT, ONTOLOGY))
    said = {(fact.triple.subject, fact.triple.predicate, fact.triple.object) for fact in facts}
    assert (f"{URL}book/0", NAME, "Book number 0") in said  # the ontology lacks this book
    assert ("o:5", NAME, "Book number 5") not in said  # it knows this one
    assert ("o:5", f"{URL}#Publishing%20house", "House 2") in said  # but not its publisher: named by the form's label
    assert not any("isbn" in predicate for _, predicate, _ in said)  # no field of the form asks for it
    assert all(0 < fact.confidence <= 1 and fact.origin.startswith(URL) for fact in facts)
