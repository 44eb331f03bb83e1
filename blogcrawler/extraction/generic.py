"""What can be said of a single page without any rule: its title, its article."""

from __future__ import annotations

from lxml.etree import _Element

from ..items import FeedEntry
from .labels import label_partial
from .metadata import META
from .page import Page
from .reading import read
from .samples import samples
from .similarity import words

__all__ = ["article_node", "guess_title"]


def guess_title(page: Page) -> str | None:
    """The heading that the page's ``<title>`` repeats, else what the page says to machines."""
    head = " ".join(words(" ".join(read(page, "/html/head/title", "text", 1))))
    for selector in ("//h1", "//h2", "//h3"):
        for value in read(page, selector, "text", 5):
            said = " ".join(words(value))
            if said and said in head:
                return value
    for selector, take in META["title"]:
        for value in read(page, selector, take, 1):
            return value
    return None


def article_node(page: Page) -> _Element | None:
    """The node that holds most of the page's running text and little else."""
    (sample,) = samples([(FeedEntry(url=page.url, title=guess_title(page)), page)])
    labels = label_partial(sample)
    if not labels.total:
        return None
    out = sample.out
    best = max(range(len(out.nodes)), key=lambda node: (labels.score(out, node), node))
    return out.nodes[best]
