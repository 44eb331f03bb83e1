"""Finding the article of a page without a rule."""

from __future__ import annotations

import logging
import re
from itertools import islice

from lxml import etree
from lxml.etree import _Element

from ..dom import BLOCK_TAGS, FRAME_TAG, Page, node_text, parse_page, words
from ..items import FeedEntry
from .cleaning.cleaner import Article, Cleaner
from .cleaning.title_and_byline_lines import TitleAndBylineLines
from .fields.titles import guess_title
from .rules import ArticleRule
from .training.article_labels import label_full, label_partial
from .training.training_set import training_samples

__all__ = ["generic_article"]

#: Trafilatura takes seconds or minutes for larger pages; there are hardly any.
_MAX_PAGE_LENGTH, _MAX_ELEMENTS = 1_000_000, 10_000
#: Trafilatura compares each paragraph with all others: pages with more blocks than this get its fast mode only, and
#: pages with more than the maximum are not given to it.
_FAST_MODE_BLOCKS, _MAX_BLOCKS = 1500, 5000
#: It also takes seconds for hundreds of pictures inside the page.
_MAX_INLINE_PICTURES, _INLINE_PICTURE = 50, re.compile(r"data:image/[^\"'()<>\s]{100,}")
#: A shorter text from trafilatura is compared with the densest element; one this many times as long wins.
_SUSPICIOUS_LENGTH, _MUCH_LONGER = 200, 5
#: Share of trafilatura's words that the page must have, share of these that the article's element must hold, and how
#: similar the element must be to the text.
_MIN_FOUND, _MIN_HELD, _MIN_SIMILARITY = 0.8, 0.9, 0.7
_PLAIN = Cleaner(ArticleRule("", 0.0))


def generic_article(page: Page, lines: TitleAndBylineLines | None = None, *, consume: bool = False) -> Article | None:
    """The article of a page where trafilatura finds it, else the element with the densest text.

    ``lines`` removes lines with the title or the date. Trafilatura gives up on very deep pages, and gets no large ones.
    With ``consume`` the page's tree is cleaned in place, which saves a copy; the page must not be used afterwards.
    """
    if not consume:
        page = page.copy()
    etree.strip_elements(page.tree, FRAME_TAG, with_tail=False)
    for element in [one for one in page.tree.iter("noscript") if next(one.iter("img"), None) is None]:
        element.text = None  # "Please enable JavaScript"
        element[:] = []
    found = _by_trafilatura(page)
    body = parse_page(found, page.url).tree.find("body") if found else None
    article = _PLAIN.clean(body, page.base, lines=lines) if body is not None else None
    if article is None or len(article.text) <= _SUSPICIOUS_LENGTH:
        node = _densest(page)
        dense = _PLAIN.clean(node, page.base, lines=lines) if node is not None else None
        if article is None or not article.text:
            return dense
        return dense if dense is not None and len(dense.text) > _MUCH_LONGER * len(article.text) else article
    node = _element_with_text(page, found) if not _is_art(article.text) else None
    return _PLAIN.clean(node, page.base, lines=lines) if node is not None else article


def _is_art(text: str) -> bool:
    """Whether a text is not made of words: emoji, dots, ASCII art."""
    return 2 * sum(map(len, words(text))) < sum(map(len, text.split()))


def _by_trafilatura(page: Page) -> str | None:
    """The article as HTML from trafilatura, which has lost some of the page's markup."""
    blocks, elements = _count(page, _MAX_BLOCKS, *BLOCK_TAGS), _count(page, _MAX_ELEMENTS)
    html = etree.tostring(page.tree, encoding="unicode", method="html")
    if len(html) > _MAX_PAGE_LENGTH or blocks > _MAX_BLOCKS or elements > _MAX_ELEMENTS:
        return None
    if html.count("data:") > _MAX_INLINE_PICTURES:
        html = _INLINE_PICTURE.sub("data:,", html)
    from trafilatura import extract  # takes half a second, and few crawls need it

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)  # it logs each page that it cannot read
    try:
        found = extract(
            html,
            url=page.url,
            fast=blocks > _FAST_MODE_BLOCKS,
            output_format="html",
            include_comments=False,
            include_links=True,
            include_images=True,
        )
    except (ValueError, RecursionError):
        return None
    return found or None


def _count(page: Page, limit: int, *tags: str) -> int:
    """The number of elements with these tags, or one more than the limit."""
    return sum(1 for _ in islice(page.tree.iter(*tags), limit + 1))


def _element_with_text(page: Page, html: str | None) -> _Element | None:
    """The element of the page that holds nearly all words of an article and hardly more."""
    for sample in training_samples([(FeedEntry(url=page.url, content_html=html), page)]):
        labels, out = label_full(sample), sample.outline
        every = labels.within(0, len(out.words))
        if not every or every < _MIN_FOUND * labels.total:
            return None
        similarity: dict[int, float] = {}
        for node in range(len(out.nodes)):
            held = labels.within(out.start[node], out.end[node])
            if held >= _MIN_HELD * every:
                similarity[node] = 2 * held / (out.size(node) + every)
        best = max(similarity, key=lambda node: (similarity[node], node))
        return out.nodes[best] if similarity[best] >= _MIN_SIMILARITY else None
    return None


def _densest(page: Page) -> _Element | None:
    """The element that holds most of the page's running text and little else; the whole body if it is not made of
    words."""
    (sample,) = training_samples([(FeedEntry(url=page.url, title=guess_title(page)), page)])
    labels = label_partial(sample)
    out = sample.outline
    body = page.tree.find("body")
    if body is not None and _is_art(node_text(body)):
        return body
    if not labels.total:
        return None
    scores = labels.scores(out)
    return out.nodes[max(range(len(out.nodes)), key=lambda node: (scores[node], node))]
