"""Pages that servers show at the addresses of missing ones: the home page, or one page about the error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b

from ..dom import Page, node_text, words
from ..urls import page_key

__all__ = ["find_placeholders", "page_digest"]

#: So many addresses, that of the home page included, show the same page only if their own pages are missing.
_MIN_ADDRESSES = 3
#: A page with fewer words may be a frame that scripts fill.
_MIN_WORDS = 100


def page_digest(page: Page) -> str:
    """A digest of the text of a page."""
    return _digest(node_text(page.tree))


def find_placeholders(pages: Iterable[Page], home: Page, home_url: str) -> set[str]:
    """The digests of pages that several addresses show. The newest post alone may be on the home page."""
    texts = {page_key(page.url): node_text(page.tree) for page in pages}
    counts = Counter((texts | {page_key(home_url): node_text(home.tree)}).values())
    return {
        _digest(text)
        for text, addresses in counts.items()
        if addresses >= _MIN_ADDRESSES and len(words(text)) >= _MIN_WORDS
    }


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()
