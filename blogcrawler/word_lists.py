"""Word lists kept as data: TOML files next to the module that uses them, with examples that the tests run.

A file holds one table per list::

    [share_buttons]
    about = "class names of share buttons"
    words = ["share", "sharing", "addthis(?:_\\w+)?"]     # regular expressions
    pattern = '(?:^|[-_\\s])(?:{words})(?:$|[-_\\s])'     # optional; {words} are the words joined by "|"
    hit = ["share-bar", "post sharing"]                   # must match
    miss = ["shareholder"]                                # must not match

With ``literal = true`` the words are plain text instead of regular expressions.
Patterns ignore case and are searched for, not matched from the start.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["word_list", "word_pattern"]


def word_list(package: str, file: str, name: str) -> tuple[str, ...]:
    """The words of a list as they are written."""
    return tuple(_tables(package, file)[name]["words"])


def word_pattern(package: str, file: str, name: str) -> re.Pattern[str]:
    """The words of a list as one compiled pattern."""
    table = _tables(package, file)[name]
    words = "|".join(map(re.escape, table["words"]) if table.get("literal") else table["words"])
    return re.compile(table.get("pattern", "{words}").replace("{words}", words), re.IGNORECASE)


@cache
def _tables(package: str, file: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(file).read_text("utf-8"))
