"""Posts, threads and comments as RDF: SIOC, Dublin Core terms, FOAF and schema.org.

graph = to_graph(store.posts())
print(graph.serialize(format="turtle"))
"""

from .graph import FORMATS, add_post, to_graph, write
from .sparql import query

__all__ = ["FORMATS", "add_post", "query", "to_graph", "write"]
