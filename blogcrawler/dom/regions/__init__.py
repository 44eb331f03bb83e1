"""Dividing a page into regions: what to read, lists of links, navigation."""
