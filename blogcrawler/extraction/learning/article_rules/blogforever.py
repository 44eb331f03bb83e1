"""The extraction algorithm of the BlogForever crawler as it was published: a baseline for our own learner.

After O. Blanvillain, N. Kasioumis, V. Banos: "BlogForever Crawler: Techniques and Algorithms to Harvest Modern Weblogs"
(WIMS 2014), Algorithm 2. On each training page, the element whose set of character bigrams is most similar to that of
the feed's text wins. It is named by its id, else by its class attribute, else by its path; the name that wins most
often is the rule. The rule gives all text of the first element that it finds: nothing inside is removed. Unlike the
paper's, bigrams are not limited to ASCII.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

from lxml import etree
from lxml.etree import _Element

from ....dom import INVISIBLE_TAGS, Page, Selector, element_path, find, squash
from ....items import FeedEntry
from ...cleaning.plain_text import html_to_text
from ...training.sample import html_text

__all__ = ["blogforever_article_rule", "blogforever_title_rule", "uncleaned_text"]


def blogforever_article_rule(pages: Iterable[tuple[FeedEntry, Page]]) -> Selector | None:
    """The selector of the article, learned from the texts of feed entries; ``None`` if no entry has a text."""
    return _majority((page, html_text(entry.content_html or entry.summary_html)) for entry, page in pages)


def blogforever_title_rule(pages: Iterable[tuple[FeedEntry, Page]]) -> Selector | None:
    """The selector of the title, learned from the titles of feed entries."""
    return _majority((page, squash(entry.title or "")) for entry, page in pages)


def uncleaned_text(page: Page, selector: Selector) -> str:
    """All visible text of the first element that a rule finds, a line per block; empty if it finds none."""
    for node in find(page.copy().tree, selector, first=True):
        etree.strip_elements(node, *INVISIBLE_TAGS, with_tail=False)
        return html_to_text(etree.tostring(node, encoding="unicode", method="html", with_tail=False))
    return ""


def _majority(pages: Iterable[tuple[Page, str]]) -> Selector | None:
    """The rule that is the best on most pages; the first of them if several are."""
    best = Counter(rule for page, target in pages if target and (rule := _best_rule(page, target)) is not None)
    return best.most_common(1)[0][0] if best else None


def _best_rule(page: Page, target: str) -> Selector | None:
    """The rule for the element most similar to the target; of equals, the innermost, which comes first."""
    best, best_score = None, 0.0
    for element, score in _similarities(page, target):
        if score > best_score:
            best, best_score = element, score
    return _rule(best) if best is not None else None


def _similarities(page: Page, target: str) -> Iterator[tuple[_Element, float]]:
    """Each visible element, children first, with the Sørensen–Dice coefficient of its bigrams and the target's.

    A set of bigrams is an integer with one bit for each: joining those of all children is fast.
    """
    bits: dict[tuple[str, str], int] = {}

    def bigram_set(text: str | None) -> int:
        found = 0
        for pair in set(pairwise(text or "")):
            found |= 1 << bits.setdefault(pair, len(bits))
        return found

    wanted = bigram_set(target)
    sets: dict[_Element, int] = {}
    for _, element in etree.iterwalk(page.tree, events=("end",)):
        if element.tag in INVISIBLE_TAGS or not isinstance(element.tag, str):
            sets[element] = 0
            continue
        own = bigram_set(element.text)
        for child in element:
            own |= sets.pop(child, 0) | bigram_set(child.tail)
        sets[element] = own
        size = own.bit_count() + wanted.bit_count()
        yield element, 2 * (own & wanted).bit_count() / size if size else 0.0


def _rule(element: _Element) -> Selector:
    """The rule for an element: by id, else by the whole class attribute, else by its path."""
    for name in ("id", "class"):
        value = element.get(name)
        if value and not ("'" in value and '"' in value):
            quote = '"' if "'" in value else "'"
            return f"//*[@{name}={quote}{value}{quote}]"
    return element_path(element)
