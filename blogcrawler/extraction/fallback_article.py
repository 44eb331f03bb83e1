"""The article of a page that no rule fits."""

from __future__ import annotations

import logging
from itertools import islice

from lxml import etree
from lxml.etree import _Element

from ..dom import BLOCK_TAGS, FRAME_TAG, Page, parse_page
from ..items import FeedEntry
from .cleaning.cleaner import Article, Cleaner
from .cleaning.title_and_byline_lines import TitleAndBylineLines
from .fields.titles import guess_title
from .rules import ArticleRule
from .training.article_labels import label_full, label_partial
from .training.training_set import training_samples

__all__ = ["generic_article"]

#: Larger pages are not given to trafilatura; shorter answers of it are compared with our own.
_LARGEST, _SUSPICIOUS = 2_000_000, 200
#: It compares each paragraph with all others: of so many blocks it is told not to, more are not given to it at all.
_MANY_BLOCKS, _MOST_BLOCKS = 1500, 20_000
#: The page must have so much of a text; its place is a node that has nearly all of that, and is so much like it.
_FOUND, _NEARLY_ALL, _ALIKE = 0.8, 0.9, 0.7
_PLAIN = Cleaner(ArticleRule("", 0.0))


def generic_article(page: Page, lines: TitleAndBylineLines | None = None, *, consume: bool = False) -> Article | None:
    """The article of a page where trafilatura, which knows pages in general, finds it; else its densest node.

    It is without the lines ``around`` it that tell the title and the day, where these are known.
    Trafilatura gives up on pages that are very deep, and takes minutes for very large ones.
    With ``consume`` the page's tree is cleaned in place, which saves a copy; the page must not be used afterwards.
    """
    if not consume:
        page = page.copy()
    etree.strip_elements(page.tree, FRAME_TAG, with_tail=False)
    for element in [one for one in page.tree.iter("noscript") if next(one.iter("img"), None) is None]:
        element.text = None  # it says that nothing is shown without scripts
        element[:] = []
    found = _by_trafilatura(page)
    body = parse_page(found, page.url).tree.find("body") if found else None
    known = _PLAIN.clean(body, page.base, lines=lines) if body is not None else None
    if known is None or len(known.text) <= _SUSPICIOUS:
        dense = _densest(page)
        article = _PLAIN.clean(dense, page.base, lines=lines) if dense is not None else None
        if known is None or not known.text or (article is not None and len(article.text) > 5 * len(known.text)):
            return article
        return known
    node = _place(page, found)
    return _PLAIN.clean(node, page.base, lines=lines) if node is not None else known


def _by_trafilatura(page: Page) -> str | None:
    """The article in the words of trafilatura, as HTML of its own, which has lost some of the page's."""
    from trafilatura import extract  # half a second of imports that few crawls need

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it logs every page that it cannot read
    html = etree.tostring(page.tree, encoding="unicode", method="html")
    blocks = sum(1 for _ in islice(page.tree.iter(*BLOCK_TAGS), _MOST_BLOCKS + 1))
    if len(html) > _LARGEST or blocks > _MOST_BLOCKS:
        return None
    try:
        found = extract(
            html,
            url=page.url,
            fast=blocks > _MANY_BLOCKS,
            output_format="html",
            include_comments=False,
            include_links=True,
            include_images=True,
        )
    except (ValueError, RecursionError):
        return None
    return found or None


def _place(page: Page, html: str | None) -> _Element | None:
    """The node of the page that holds nearly all words of an article, and hardly more."""
    for sample in training_samples([(FeedEntry(url=page.url, content_html=html), page)]):
        labels, out = label_full(sample), sample.outline
        every = labels.within(0, len(out.words))
        if every < _FOUND * labels.total:
            return None
        likeness: dict[int, float] = {}
        for node in range(len(out.nodes)):
            held = labels.within(out.start[node], out.end[node])
            if held >= _NEARLY_ALL * every:
                likeness[node] = 2 * held / (out.size(node) + every)
        best = max(likeness, key=lambda node: (likeness[node], node))
        return out.nodes[best] if likeness[best] >= _ALIKE else None
    return None


def _densest(page: Page) -> _Element | None:
    """The node that holds most of the page's running text and little else."""
    (sample,) = training_samples([(FeedEntry(url=page.url, title=guess_title(page)), page)])
    labels = label_partial(sample)
    if not labels.total:
        return None
    out = sample.outline
    scores = labels.scores(out)
    return out.nodes[max(range(len(out.nodes)), key=lambda node: (scores[node], node))]
