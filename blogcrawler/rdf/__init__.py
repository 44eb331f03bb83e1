"""Posts, threads and comments as RDF: SIOC, Dublin Core terms, FOAF and schema.org.

graph = to_graph(store.posts())
print(graph.serialize(format="turtle"))
"""

from ..extras import needs_extra

with needs_extra("rdf"):
    from .graph import FORMATS, HistoryOf, to_graph, write
    from .record_graph import SourceRecords, source_graph, write_facts
    from .sparql import query
    from .triple_store import in_memory, up_to_date

__all__ = [
    "FORMATS",
    "HistoryOf",
    "SourceRecords",
    "in_memory",
    "query",
    "source_graph",
    "to_graph",
    "up_to_date",
    "write",
    "write_facts",
]
