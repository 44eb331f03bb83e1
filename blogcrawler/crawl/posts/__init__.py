"""Recognising posts, and what becomes of pages that are not posts at first sight."""
