"""Archives behind search forms: finding the form, probing it, reading its records, and aligning them with an ontology.

form = find_search_forms(page)[0]
alignment = align(build_ontology(triples), build_ontology(read_triples(Path("ontology.nt.gz"))))
print(alignment.relations(min_probability=0.5))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .alignment.triple import Triple
from .facts.enrichment import NewFact, new_facts, queries_from_ontology
from .facts.record_triples import class_name, predicate_name, record_triples, source_of, source_record
from .forms.find_forms import find_forms, find_search_forms
from .forms.form import Control, ControlKind, Form, FormPurpose, Option
from .forms.purpose import is_unsafe_link
from .forms.submission import FormRequest, submit
from .harvesting.exploration import Exploration
from .harvesting.search_harvest import NEARLY_ALL, SearchHarvest
from .probing.search_session import ExplorationLimits
from .records.field_mapping import FieldMapping
from .records.harvested_records import HarvestedRecord
from .records.output_schema import Feature, OutputSchema

if TYPE_CHECKING:
    from .alignment.alignment import Alignment, AlignmentOptions, Correspondence, align
    from .alignment.literals import normalize_literal, shingles, similar_literals
    from .alignment.ontology import Ontology, build_ontology
    from .alignment.rdf_files import read_triples

__all__ = [
    "NEARLY_ALL",
    "Alignment",
    "AlignmentOptions",
    "Control",
    "ControlKind",
    "Correspondence",
    "Exploration",
    "ExplorationLimits",
    "Feature",
    "FieldMapping",
    "Form",
    "FormPurpose",
    "FormRequest",
    "HarvestedRecord",
    "NewFact",
    "Ontology",
    "Option",
    "OutputSchema",
    "SearchHarvest",
    "Triple",
    "align",
    "build_ontology",
    "class_name",
    "find_forms",
    "find_search_forms",
    "is_unsafe_link",
    "new_facts",
    "normalize_literal",
    "predicate_name",
    "queries_from_ontology",
    "read_triples",
    "record_triples",
    "shingles",
    "similar_literals",
    "source_of",
    "source_record",
    "submit",
]


def __getattr__(name: str) -> Any:
    """Import the alignment when it is first used: it needs NumPy, and crawls do not."""
    for module in ("alignment", "literals", "ontology", "rdf_files") if name in __all__ else ():
        found = getattr(import_module(f".alignment.{module}", __name__), name, None)
        if found is not None:
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
