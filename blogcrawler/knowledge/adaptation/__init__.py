"""Adapting the knowledge base to templates that it does not know."""
