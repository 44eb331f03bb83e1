"""Understanding archives behind search forms. So far: aligning what was found with an ontology (PARIS).

alignment = align(build_ontology(triples), build_ontology(read_triples(Path("ontology.nt.gz"))))
print(alignment.relations(min_probability=0.5))
"""

from .alignment import Alignment, AlignmentOptions, Correspondence, align
from .literals import normalize_literal, shingles, similar_literals
from .ontology import Ontology, Triple, build_ontology
from .rdf_files import read_triples

__all__ = [
    "Alignment",
    "AlignmentOptions",
    "Correspondence",
    "Ontology",
    "Triple",
    "align",
    "build_ontology",
    "normalize_literal",
    "read_triples",
    "shingles",
    "similar_literals",
]
