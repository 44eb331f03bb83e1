"""Visits to forums: lists show which threads are new or have changed, and only these are fetched."""
