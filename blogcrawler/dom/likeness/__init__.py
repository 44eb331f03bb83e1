"""How alike texts, elements and templates are."""
