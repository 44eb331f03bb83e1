"""Cleaning the element of an article: HTML, plain text, links and the lead picture."""
