"""What an ontology and an archive can learn from each other once they are aligned.

After Oita (2012), section 3.7: relations flow back to the fields of the form, so that values of the ontology become
queries; records and facts that the ontology lacks come out as a graph to review, each with a confidence and its origin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...items import SearchSource, SourceRecord
from ..alignment.literals import normalize_literal
from ..alignment.triple import Triple
from .record_triples import class_name, predicate_name

if TYPE_CHECKING:
    from ..alignment.alignment import Alignment

__all__ = ["NewFact", "new_facts", "queries_from_ontology"]

#: Less probable alignments lead neither to queries nor to facts.
_MIN_RELATION, _MIN_INSTANCE = 0.2, 0.7
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that the ontology lacks, how sure it is, and the record that it is from."""

    triple: Triple
    confidence: float
    origin: str


def queries_from_ontology(
    source: SearchSource, alignment: Alignment, ontology: Iterable[Triple], limit: int = 500
) -> list[tuple[str, str]]:
    """Values of the ontology for fields of the form whose meaning the alignment shows, as (field, value)."""
    relations = {line.left: line.right for line in reversed(alignment.relations(_MIN_RELATION))}
    facts = list(ontology)
    wanted: dict[str, list[tuple[str, set[str] | None]]] = defaultdict(list)
    for mapping in source.mappings:
        relation = relations.get(predicate_name(source.url, mapping["feature"]))
        if relation is not None:
            # The last step of a path has the literals: ^<created>/<hasPreferredName>.
            first, _, last = relation.rpartition("/<")
            middle = _ends(first, facts) if "<" in relation else None
            wanted[last.rstrip(">") if middle is not None else relation].append((mapping["field"], middle))
    found: dict[tuple[str, str], None] = {}
    for triple in facts:
        if triple.is_literal:
            for field, middle in wanted.get(triple.predicate, ()):
                if middle is None or triple.subject in middle:
                    found[field, triple.object] = None
            if len(found) >= limit:
                break
    return list(found)[:limit]


def _ends(step: str, facts: Iterable[Triple]) -> set[str]:
    """What the first step of a path leads to: ``^<created>`` to those who created something."""
    relation = step.strip("^<>")
    return {
        fact.subject if step.startswith("^") else fact.object
        for fact in facts
        if fact.predicate == relation and not fact.is_literal
    }


def new_facts(
    source: SearchSource, records: Iterable[SourceRecord], alignment: Alignment, ontology: Sequence[Triple]
) -> Iterator[NewFact]:
    """Instances, facts and relations that the ontology lacks.

    A record that is aligned adds facts to its entity; one that is not is a new instance of the class that most records
    are in. Values of features without a counterpart become facts only if a field of the form asks for them: its label
    names the new relation.
    """
    same = {line.left: line for line in alignment.instances(_MIN_INSTANCE)}
    relations = {line.left: line for line in reversed(alignment.relations(_MIN_RELATION)) if "<" not in line.right}
    kinds = {line.left: line for line in reversed(alignment.classes(_MIN_RELATION))}
    known: dict[tuple[str, str], set[str]] = defaultdict(set)
    for triple in ontology:
        if triple.is_literal:
            known[triple.subject, triple.predicate].add(normalize_literal(triple.object))
    kind = kinds.get(class_name(source.url))
    labels = {control["name"]: control["label"] for control in source.form.get("controls", ())}
    asked = {mapping["feature"]: labels.get(mapping["field"]) or mapping["field"] for mapping in source.mappings}
    for record in records:
        pair = same.get(record.url)
        subject, sure = (pair.right, pair.probability) if pair is not None else (record.url, 1.0)
        if pair is None and kind is not None:
            yield NewFact(Triple(subject, _TYPE, kind.right), kind.probability, record.url)
        for name, values in record.fields.items():
            relation = relations.get(predicate_name(source.url, name))
            if relation is None and name not in asked:
                continue
            predicate = relation.right if relation is not None else predicate_name(source.url, asked[name])
            for value in values:
                if normalize_literal(value) not in known[subject, predicate]:
                    confidence = sure * (relation.probability if relation is not None else 1.0)
                    yield NewFact(Triple(subject, predicate, value, True), round(confidence, 4), record.url)
