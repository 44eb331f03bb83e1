"""Dates in the data that a page passes to its scripts, as pages of Next.js, Nuxt or Gatsby do."""

from __future__ import annotations

import re
from collections.abc import Collection

from .page import Page

__all__ = ["SCRIPT", "script_dates"]

#: The prefix of selectors that read this data instead of the tree: ``script:publishedAt``.
SCRIPT = "script:"

# If the data is a string in a script, its quotation marks are escaped.
_DATE_PAIR = re.compile(r'"(\w{3,40})\\{0,4}"\s{0,4}:\s{0,4}\\{0,4}"(\d{4}-\d\d-\d\d[^"\\<>]{0,30})')


def script_dates(page: Page, years: Collection[str] = ()) -> dict[str, str]:
    """The first date of each name in the data. With ``years``, only scripts with a date of one of them are read."""
    found: dict[str, str] = {}
    for script in page.tree.iter("script"):
        text = script.text or ""
        dated = not years or any(f'"{year}-' in text for year in years)
        if dated and script.get("type") != "application/ld+json":
            for name, value in _DATE_PAIR.findall(text):
                found.setdefault(name, value)
    return found
