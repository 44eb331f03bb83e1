"""Records as facts: triples for an alignment, and what an ontology can learn from them."""
