"""What can be said of a single page without any rule: its title, its article."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Sequence

from lxml import etree

from ..items import FeedEntry
from .cleaning import Article, Cleaner
from .labels import label_partial
from .metadata import META
from .page import FRAME_TAG, Page, parse_page
from .reading import read
from .rules import ArticleRule
from .samples import samples
from .similarity import words

__all__ = ["generic_article", "guess_title", "guess_titles"]

#: Larger pages are not given to trafilatura; shorter answers of it are compared with our own.
_LARGEST, _SUSPICIOUS = 2_000_000, 200
_PLAIN = Cleaner(ArticleRule("", 0.0))


def guess_title(page: Page, repeated: Collection[str] = ()) -> str | None:
    """The heading that the page's ``<title>`` repeats, else what the page says to machines.

    ``repeated`` are headings that stand on other pages too, such as the blog's name.
    """
    head = " ".join(words(" ".join(read(page, "/html/head/title", "text", 1))))
    headings = [value for value in _headings(page) if value not in repeated]
    matching = [value for value in headings if " ".join(words(value)) in head and words(value)]
    if matching:
        return max(matching, key=len)
    for selector, take in META["title"]:
        for value in read(page, selector, take, 1):
            if value not in repeated:
                return value
    return headings[0] if headings else None


def guess_titles(pages: Sequence[Page]) -> list[str | None]:
    """The titles of pages of one blog: a heading that several of them have is not the title of any."""
    counts = Counter(value for page in pages for value in set(_headings(page)))
    repeated = {value for value, count in counts.items() if count > 1}
    return [guess_title(page, repeated) for page in pages]


def _headings(page: Page) -> list[str]:
    return [value for level in ("//h1", "//h2", "//h3") for value in read(page, level, "text", 5)]


def generic_article(page: Page) -> Article | None:
    """The article of a page by trafilatura, which knows pages in general; else its densest node.

    Trafilatura gives up on pages that are very deep, and takes minutes for very large ones.
    """
    etree.strip_elements(page.tree, FRAME_TAG, with_tail=False)
    known = _by_trafilatura(page)
    if known is not None and len(known.text) > _SUSPICIOUS:
        return known
    dense = _by_density(page)
    if known is None or (dense is not None and len(dense.text) > 5 * len(known.text)):
        return dense
    return known


def _by_trafilatura(page: Page) -> Article | None:
    from trafilatura import extract  # half a second of imports that few crawls need

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it logs every page that it cannot read
    html = etree.tostring(page.tree, encoding="unicode", method="html")
    if len(html) > _LARGEST:
        return None
    try:
        found = extract(
            html, url=page.url, output_format="html", include_comments=False, include_links=True, include_images=True
        )
    except (ValueError, RecursionError):
        return None
    if not found:
        return None
    body = parse_page(found, page.url).tree.find("body")
    article = _PLAIN.clean(body, page.base) if body is not None else None
    return article if article is not None and article.text else None


def _by_density(page: Page) -> Article | None:
    """The node that holds most of the page's running text and little else."""
    (sample,) = samples([(FeedEntry(url=page.url, title=guess_title(page)), page)])
    labels = label_partial(sample)
    if not labels.total:
        return None
    out = sample.out
    scores = labels.scores(out)
    best = max(range(len(out.nodes)), key=lambda node: (scores[node], node))
    return _PLAIN.clean(out.nodes[best], page.base)
