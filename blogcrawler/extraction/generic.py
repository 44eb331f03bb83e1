"""What can be said of a single page without any rule: its title, its article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from lxml.etree import _Element

from ..items import FeedEntry
from .labels import label_partial
from .metadata import META
from .page import Page
from .reading import read
from .samples import samples
from .similarity import words

__all__ = ["article_node", "guess_title", "guess_titles"]


def guess_title(page: Page, repeated: Collection[str] = ()) -> str | None:
    """The heading that the page's ``<title>`` repeats, else what the page says to machines.

    ``repeated`` are headings that stand on other pages too, such as the blog's name.
    """
    head = " ".join(words(" ".join(read(page, "/html/head/title", "text", 1))))
    for value in _headings(page):
        said = " ".join(words(value))
        if said and said in head and value not in repeated:
            return value
    for selector, take in META["title"]:
        for value in read(page, selector, take, 1):
            if value not in repeated:
                return value
    return None


def guess_titles(pages: Sequence[Page]) -> list[str | None]:
    """The titles of pages of one blog: a heading that several of them have is not the title of any."""
    counts = Counter(value for page in pages for value in set(_headings(page)))
    repeated = {value for value, count in counts.items() if count > 1}
    return [guess_title(page, repeated) for page in pages]


def _headings(page: Page) -> list[str]:
    return [value for level in ("//h1", "//h2", "//h3") for value in read(page, level, "text", 5)]


def article_node(page: Page) -> _Element | None:
    """The node that holds most of the page's running text and little else."""
    (sample,) = samples([(FeedEntry(url=page.url, title=guess_title(page)), page)])
    labels = label_partial(sample)
    if not labels.total:
        return None
    out = sample.out
    best = max(range(len(out.nodes)), key=lambda node: (labels.score(out, node), node))
    return out.nodes[best]
