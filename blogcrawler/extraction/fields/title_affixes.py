"""The name of the blog around the titles that its pages state: "My blog and cats", "» Cats :myblog"."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import takewhile
from urllib.parse import urlsplit

from ...dom import Page, words
from .site_name import fold_name, site_names, squeeze_name

__all__ = ["blog_name_affixes", "strip_blog_name"]

#: Fewer titles may begin or end alike by chance.
_MIN_TITLES = 4
#: A part of the blog's name has at least this many words: "I like cats and" of "I like cats and birds".
_MIN_NAME_WORDS = 3
_BOUNDARY = re.compile(r"(?<=\s)(?=\S)")


def blog_name_affixes(titles: Sequence[str | None], pages: Sequence[Page]) -> tuple[str, str]:
    """What all titles begin and end with, if it is the name of the blog, its host, or consists of signs.

    Posts of a series begin alike, too, so nothing else is cut off.
    """
    known = sorted({title for title in titles if title})
    if len(known) < _MIN_TITLES:
        return "", ""
    names = site_names(pages)
    hosts = {squeeze_name(label) for page in pages[:1] for label in _host_names(page.url)}

    def is_name(part: str) -> bool:
        folded = fold_name(part)
        is_start = len(words(part)) >= _MIN_NAME_WORDS and any(name.startswith(f"{folded} ") for name in names)
        return not folded or folded in names or squeeze_name(part) in hosts or is_start

    return _affix(known, is_name), _affix([title[::-1] for title in known], lambda part: is_name(part[::-1]))[::-1]


def strip_blog_name(title: str, affixes: tuple[str, str]) -> str:
    """The title without these affixes; the whole title if nothing else would remain."""
    prefix, suffix = affixes
    bare = title.removeprefix(prefix).removesuffix(suffix).strip()
    return bare if words(bare) else title


def _affix(titles: Sequence[str], is_name: Callable[[str], bool]) -> str:
    """The longest beginning of all titles that ends between two words and is a name."""
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(min(titles), max(titles), strict=False))
    common = "".join(one for one, _ in shared)
    starts = [common[: place.start()] for place in _BOUNDARY.finditer(f"{common}x")]
    return next((start for start in reversed(starts) if is_name(start)), "")


def _host_names(url: str) -> Collection[str]:
    """The parts of a host's name, and the name without its last part: blog.example.org is "blog.example", too."""
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    return {*host.split("."), host.rpartition(".")[0]} - {""}
