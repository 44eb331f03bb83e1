"""Harvesting a search: from the first probe to the last record."""
