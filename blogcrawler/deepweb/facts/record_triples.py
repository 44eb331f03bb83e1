"""Records as triples: one class, features as predicates, values as literals, detail pages as entities.

After Oita (2012), section 3.5. Names depend on addresses and labels only, so that every harvest yields the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from urllib.parse import quote, urldefrag

from ...items import SearchSource, SourceRecord
from ..alignment.triple import Triple
from ..harvesting.search_harvest import SearchHarvest
from ..records.harvested_records import HarvestedRecord
from ..records.value_types import ValueType

__all__ = ["class_name", "predicate_name", "record_triples", "source_of", "source_record"]

#: Between the names of several persons.
_SEPARATOR = re.compile(r"\s*[;,]\s+")
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_DERIVED = "http://www.w3.org/ns/prov#wasDerivedFrom"


def class_name(source: str) -> str:
    """The class of a source's records."""
    return f"{urldefrag(source)[0]}#Record"


def predicate_name(source: str, feature: str) -> str:
    """The predicate of a feature."""
    return f"{urldefrag(source)[0]}#{quote(feature, safe='-._~')}"


def record_triples(
    source: SearchSource, records: Iterable[SourceRecord], *, with_schema: bool = True
) -> Iterator[Triple]:
    """The triples of a source. ``with_schema`` adds labels of predicates and where records come from."""
    names = {feature["name"]: predicate_name(source.url, feature["name"]) for feature in source.features}
    if with_schema:
        for feature in source.features:
            yield Triple(names[feature["name"]], _LABEL, feature["label"] or feature["name"], True)
    persons = {feature["name"] for feature in source.features if feature["type"] == ValueType.PERSON}
    kind = class_name(source.url)
    for record in records:
        yield Triple(record.url, _TYPE, kind)
        if with_schema:
            yield Triple(record.url, _DERIVED, source.url)
        for name, values in record.fields.items():
            predicate = names.get(name) or predicate_name(source.url, name)
            for value in values:
                for one in _SEPARATOR.split(value) if name in persons else (value,):
                    yield Triple(record.url, predicate, one, True)


def source_of(harvest: SearchHarvest, moment: str | None = None) -> SearchSource:
    """What a harvest has shown about its source, as a record for the store."""
    features = [*harvest.schema.features, *harvest.details_schema.features]
    mapped = {mapping.feature: mapping.field for mapping in harvest.mappings}
    return SearchSource(
        url=harvest.form.page,
        form=harvest.form.to_record(),
        behaviour=harvest.behaviour.to_record(),
        features=[
            {
                "name": feature.name,
                "label": feature.label,
                "type": str(feature.type),
                "path": feature.path,
                "field": mapped.get(feature.name),
            }
            for feature in features
        ],
        mappings=[{"field": one.field, "feature": one.feature, "trials": one.trials} for one in harvest.mappings],
        error_pattern=harvest.error.describe() if harvest.error else [],
        coverage=harvest.coverage,
        requests=harvest.requests,
        ending=harvest.ending,
        notes=list(harvest.notes),
        crawled=moment,
    )


def source_record(harvest: SearchHarvest, record: HarvestedRecord, moment: str | None = None) -> SourceRecord:
    """A harvested record for the store."""
    fields = harvest.fields(record)
    url = record.url
    if url is None:
        content = "\n".join(f"{name}={value}" for name, values in sorted(fields.items()) for value in values)
        url = f"{urldefrag(harvest.form.page)[0]}#record-{sha256(content.encode()).hexdigest()[:16]}"
    return SourceRecord(url, harvest.form.page, fields, dict(record.found_by), moment)
