"""What is known about a search: how it answers, where its records are, their schema, and the records."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..forms.form import Form
from ..probing.error_pattern import ErrorPattern
from ..probing.search_behaviour import SearchBehaviour
from ..records.field_mapping import FieldMapping
from ..records.find_records import RecordRule
from ..records.harvested_records import HarvestedRecord
from ..records.output_schema import OutputSchema

__all__ = ["NEARLY_ALL", "SearchHarvest"]

#: How the ending of a harvest begins that has found what there is.
NEARLY_ALL = "nearly all records are known"


@dataclass(slots=True)
class SearchHarvest:
    """What is known about a search, and its records."""

    form: Form
    behaviour: SearchBehaviour = field(default_factory=SearchBehaviour)
    error: ErrorPattern | None = None
    rule: RecordRule | None = None
    schema: OutputSchema = field(default_factory=lambda: OutputSchema(()))
    #: The fields that only the records' own pages have.
    details_schema: OutputSchema = field(default_factory=lambda: OutputSchema(()))
    mappings: list[FieldMapping] = field(default_factory=list)
    records: list[HarvestedRecord] = field(default_factory=list)
    coverage: float | None = None
    requests: int = 0
    ending: str = ""
    notes: list[str] = field(default_factory=list)

    def fields(self, record: HarvestedRecord) -> dict[str, list[str]]:
        """The fields of a record, with those of its own page."""
        found = self.schema.read(record.raw)
        if record.details is not None:
            found |= {
                name: values for name, values in self.details_schema.read(record.details).items() if name not in found
            }
        return found
