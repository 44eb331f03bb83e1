"""What a blog's pages call the blog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .generic import head_parts
from .page import Page
from .reading import read
from .similarity import words

__all__ = ["folded", "site_names"]

#: Such a share of the pages has the name.
_MOST = 0.8
_STATED = ('/html/head/meta[@property="og:site_name"]', '/html/head/meta[@name="application-name"]')


def site_names(pages: Sequence[Page]) -> set[str]:
    """The names that pages state for their site, folded; if they state none, what begins or ends their ``<title>``."""
    stated = _common([{value for one in _STATED for value in read(page, one, "content", 1)} for page in pages])
    if stated:
        return stated
    ends = [head_parts(" ".join(read(page, "/html/head/title", "text", 1))) for page in pages]
    return _common([{*parts[:1], *parts[-1:]} for parts in ends])


def _common(named: Sequence[Iterable[str]]) -> set[str]:
    counts = Counter(name for names in named for name in {folded(name) for name in names})
    return {name for name, count in counts.items() if name and count > 1 and count >= _MOST * len(named)}


def folded(name: str) -> str:
    """A name as it is compared with others."""
    return " ".join(words(name))
