"""Posts, threads and comments as RDF: SIOC, Dublin Core terms, FOAF and schema.org.

graph = to_graph(store.posts())
print(graph.serialize(format="turtle"))
"""

from ..extras import needs_extra

with needs_extra("rdf"):
    from .graph import FORMATS, HistoryOf, to_graph, write
    from .sparql import query
    from .triple_store import in_memory, up_to_date

__all__ = [
    "FORMATS",
    "HistoryOf",
    "in_memory",
    "query",
    "to_graph",
    "up_to_date",
    "write",
]
