"""Crawls that are started from the browser."""
