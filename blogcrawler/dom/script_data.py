"""Dates in the data that a page gives to its own scripts, as those of Next.js, Nuxt or Gatsby do."""

from __future__ import annotations

import re
from collections.abc import Collection

from .page import Page

__all__ = ["SCRIPT", "script_dates"]

#: The prefix of selectors that read such data instead of the tree: ``script:publishedAt``.
SCRIPT = "script:"

# Where the data are a string in a script, their quotation marks have backslashes before them.
_DATED = re.compile(r'"(\w{3,40})\\{0,4}"\s{0,4}:\s{0,4}\\{0,4}"(\d{4}-\d\d-\d\d[^"\\<>]{0,30})')


def script_dates(page: Page, years: Collection[str] = ()) -> dict[str, str]:
    """For each name in the data the first date that it has; with ``years`` only of scripts that speak of one."""
    found: dict[str, str] = {}
    for script in page.tree.iter("script"):
        text = script.text or ""
        dated = not years or any(f'"{year}-' in text for year in years)
        if dated and script.get("type") != "application/ld+json":
            for name, value in _DATED.findall(text):
                found.setdefault(name, value)
    return found
