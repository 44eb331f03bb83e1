"""PARIS: what two ontologies have in common."""
