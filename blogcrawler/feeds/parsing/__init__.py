"""Parsing a feed of any format into items."""
