"""Finds the elements that may be the articles of pages with one template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from lxml.etree import _Element

from ...dom import ElementMap, words
from ...extraction import generic_article, learn_article, learn_forest, training_samples
from ...items import FeedEntry
from .stated_values import Words

__all__ = ["Articles", "holds_title"]

#: Similarity of an element's words to those of the expected article.
_MIN_SIMILARITY = 0.8
#: Elements that are less similar than the best one by more than this are not the article.
_MARGIN = 0.05
#: Articles with fewer words are not compared.
_MIN_WORDS = 3
#: Tags of elements that hold articles; others must have children.
_CONTAINERS = frozenset("div section article main td center".split())
_NEVER = frozenset("a p table tr tbody ul ol li dl blockquote pre em strong b i h1 h2 h3 h4 header footer body".split())
#: An element that shares a larger part of its text with other pages is part of the template.
_MAX_SHARED = 0.4
#: Shorter texts are not compared, and more texts are not read.
_MIN_TEXT_LENGTH, _MAX_TEXTS = 3, 20_000
#: Characters of a page to read; they count once for each element that contains them.
_MAX_READ = 5_000_000


def _likeness(one: set[str], other: set[str]) -> float:
    """Sørensen–Dice over sets of words."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


class Articles:
    """Two opinions on each page: the text that the other pages do not have, and what the generic extractor finds."""

    def __init__(self, pages: Sequence[ElementMap], titles: Sequence[Sequence[Words]]) -> None:
        self._pages = pages
        self._titles = titles

    @cached_property
    def elements(self) -> list[_Element | None]:
        """The elements that hold the articles, learned by comparing the pages; none for pages that are equal."""
        pairs = [
            (FeedEntry(url=mapped.page.url, title=" ".join(titles[0]) if titles else None), mapped.page)
            for mapped, titles in zip(self._pages, self._titles, strict=True)
        ]
        samples = training_samples(pairs)
        selectors = [rule.selector for rule in learn_article(samples) or learn_forest(samples)]
        found: dict[_Element, _Element] = {}
        for sample in samples:
            node = next((n for s in selectors if (n := sample.selectors.node(s)) is not None), None)
            if node is not None:
                found[sample.outline.page.tree] = sample.outline.nodes[node]
        return [found.get(mapped.page.tree) for mapped in self._pages]

    @cached_property
    def opinions(self) -> list[list[set[str]]]:
        """For each page, the words of its article in each opinion."""
        found = []
        for mapped, element in zip(self._pages, self.elements, strict=True):
            learned = [set(words(mapped.text(element)))] if element is not None else []
            generic = generic_article(mapped.page)
            found.append(learned + ([set(words(generic.text))] if generic else []))
        return [[opinion for opinion in opinions if len(opinion) >= _MIN_WORDS] for opinions in found]

    @cached_property
    def _shared(self) -> set[str]:
        """The texts that are on at least half of the pages."""
        pages = Counter(text for mapped in self._pages for text in set(_texts(mapped.root)))
        return {text for text, number in pages.items() if number >= max(2, len(self._pages) // 2)}

    def places(self, titles: Sequence[Mapping[_Element, float]]) -> list[dict[tuple[_Element, str], float]]:
        """The elements of each page that may be its article.

        ``titles`` are the elements that contain the page's title, each with its cost.
        """
        pages = zip(self._pages, self.elements, self.opinions, titles, strict=True)
        opinions = [self._without_title(*one) for one in pages]
        return [self._of_page(*one) for one in zip(self._pages, opinions, titles, strict=True)]

    def _without_title(
        self, mapped: ElementMap, element: _Element | None, opinions: list[set[str]], titles: Mapping[_Element, float]
    ) -> list[set[str]]:
        """The opinions; if the learned element contains the title, also the words of its largest part without it."""
        inner = element
        while inner is not None and holds_title(mapped, inner, titles):
            inner = max(inner, key=lambda child: mapped.lengths.get(child, 0), default=None)
        return opinions if inner is element or inner is None else [set(words(mapped.text(inner))), *opinions]

    def _of_page(
        self, mapped: ElementMap, opinions: Sequence[set[str]], titles: Mapping[_Element, float]
    ) -> dict[tuple[_Element, str], float]:
        fewest = min(map(len, opinions), default=0)
        alike: dict[_Element, float] = {}
        left = _MAX_READ
        for element in mapped.elements if opinions else ():
            # An element has at least as many characters as words.
            if mapped.lengths[element] < fewest or element in mapped.unrelated or not _may_be(element):
                continue
            left -= mapped.lengths[element]
            if left < 0:
                break
            mine = set(words(mapped.text(element)))
            best = max(_likeness(mine, opinion) for opinion in opinions)
            if best >= _MIN_SIMILARITY and not holds_title(mapped, element, titles) and not self._is_template(element):
                alike[element] = best
        least = max(alike.values(), default=0.0) - _MARGIN
        kept = (one for one, best in alike.items() if best >= least and not _is_around(mapped, one, alike))
        return {(element, ""): 1 - alike[element] for element in kept}

    def _is_template(self, element: _Element) -> bool:
        texts = list(_texts(element))
        shared = sum(len(text) for text in texts if text in self._shared)
        return shared > _MAX_SHARED * sum(map(len, texts))


def _texts(element: _Element) -> Iterator[str]:
    for text in islice(element.itertext(), _MAX_TEXTS):
        text = str(text).strip()
        if len(text) >= _MIN_TEXT_LENGTH:
            yield text


def _may_be(element: _Element) -> bool:
    return element.tag in _CONTAINERS or (len(element) > 0 and element.tag not in _NEVER)


def _is_around(mapped: ElementMap, element: _Element, alike: Mapping[_Element, float]) -> bool:
    """Whether an element contains little more than another one that is as similar to the article."""
    size = mapped.lengths[element]
    return any(
        0.8 * size <= mapped.lengths[inner] < size and alike[inner] >= alike[element] and mapped.holds(element, inner)
        for inner in alike
    )


def holds_title(mapped: ElementMap, element: _Element, titles: Mapping[_Element, float]) -> bool:
    """Whether an element contains the title, and no title that is as good precedes it: it is more than the article."""
    inside = [cost for title, cost in titles.items() if mapped.holds(element, title)]
    first = mapped.order.get(element, 0)
    before = (cost for title, cost in titles.items() if mapped.order[title] < first)
    return bool(inside) and min(inside) + _MARGIN < min(before, default=9.0)
