"""What a stranger takes for the articles of pages of one template."""

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

#: An element whose words agree so well with an article may be it.
_ALIKE = 0.8
#: Less likeness than that of the best element is no chance if it differs by more.
_MARGIN = 0.05
#: An article of fewer words tells nothing.
_FEWEST_WORDS = 3
#: What holds an article; of others only what holds more than text.
_CONTAINERS = frozenset("div section article main td center".split())
_NEVER = frozenset("a p table tr tbody ul ol li dl blockquote pre em strong b i h1 h2 h3 h4 header footer body".split())
#: The share of the text that other pages have, too: more of it is the template's.
_MOST_SHARED, _SHORTEST, _MOST_TEXTS = 0.4, 3, 20_000
#: So many characters are read of a page, again for each element that they stand in.
_MOST_READ = 5_000_000


def _likeness(one: set[str], other: set[str]) -> float:
    """Sørensen–Dice over sets of words."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


class Articles:
    """Two opinions on each page: what the page does not share with the others, and what trafilatura takes for text."""

    def __init__(self, pages: Sequence[ElementMap], titles: Sequence[Sequence[Words]]) -> None:
        self._pages = pages
        self._titles = titles

    @cached_property
    def elements(self) -> list[_Element | None]:
        """The elements that hold the articles, as far as the pages tell."""
        pairs = [
            (FeedEntry(url=seen.page.url, title=" ".join(titles[0]) if titles else None), seen.page)
            for seen, titles in zip(self._pages, self._titles, strict=True)
        ]
        found = training_samples(pairs)
        selectors = [rule.selector for rule in learn_article(found) or learn_forest(found)]
        nodes = [next((n for s in selectors if (n := sample.selectors.node(s)) is not None), None) for sample in found]
        return [
            sample.outline.nodes[node] if node is not None else None for sample, node in zip(found, nodes, strict=True)
        ]

    @cached_property
    def opinions(self) -> list[list[set[str]]]:
        """For each page, the words of what may be its article."""
        found = []
        for seen, element in zip(self._pages, self.elements, strict=True):
            said = [set(words(seen.text(element)))] if element is not None else []
            page = seen.page
            stranger = generic_article(page)
            found.append(said + ([set(words(stranger.text))] if stranger else []))
        return [[opinion for opinion in opinions if len(opinion) >= _FEWEST_WORDS] for opinions in found]

    @cached_property
    def _shared(self) -> set[str]:
        """The texts that stand on several of the pages."""
        pages = Counter(text for seen in self._pages for text in set(_texts(seen.root)))
        return {text for text, number in pages.items() if number >= max(2, len(self._pages) // 2)}

    def places(self, titles: Sequence[Mapping[_Element, float]]) -> list[dict[tuple[_Element, str], float]]:
        """The elements of each page that may be its article.

        ``titles`` are the elements that say the page's title, with what speaks against each.
        """
        pages = zip(self._pages, self.elements, self.opinions, titles, strict=True)
        opinions = [self._without_title(*one) for one in pages]
        return [self._of_page(*one) for one in zip(self._pages, opinions, titles, strict=True)]

    def _without_title(
        self, seen: ElementMap, element: _Element | None, opinions: list[set[str]], titles: Mapping[_Element, float]
    ) -> list[set[str]]:
        """The opinions, of which one is on the largest part without the title if it was on more than the article."""
        inner = element
        while inner is not None and holds_title(seen, inner, titles):
            inner = max(inner, key=lambda child: seen.lengths.get(child, 0), default=None)
        return opinions if inner is element or inner is None else [set(words(seen.text(inner))), *opinions]

    def _of_page(
        self, seen: ElementMap, opinions: Sequence[set[str]], titles: Mapping[_Element, float]
    ) -> dict[tuple[_Element, str], float]:
        fewest = min(map(len, opinions), default=0)
        alike: dict[_Element, float] = {}
        left = _MOST_READ
        for element in seen.elements if opinions else ():
            # An element has more letters than words.
            if seen.lengths[element] < fewest or element in seen.unrelated or not _may_be(element):
                continue
            left -= seen.lengths[element]
            if left < 0:
                break
            mine = set(words(seen.text(element)))
            best = max(_likeness(mine, opinion) for opinion in opinions)
            if best >= _ALIKE and not holds_title(seen, element, titles) and not self._is_template(element):
                alike[element] = best
        least = max(alike.values(), default=0.0) - _MARGIN
        kept = (one for one, best in alike.items() if best >= least and not _is_around(seen, one, alike))
        return {(element, ""): 1 - alike[element] for element in kept}

    def _is_template(self, element: _Element) -> bool:
        texts = list(_texts(element))
        shared = sum(len(text) for text in texts if text in self._shared)
        return shared > _MOST_SHARED * sum(map(len, texts))


def _texts(element: _Element) -> Iterator[str]:
    for text in islice(element.itertext(), _MOST_TEXTS):
        text = str(text).strip()
        if len(text) >= _SHORTEST:
            yield text


def _may_be(element: _Element) -> bool:
    return element.tag in _CONTAINERS or (len(element) > 0 and element.tag not in _NEVER)


def _is_around(seen: ElementMap, element: _Element, alike: Mapping[_Element, float]) -> bool:
    """Whether an element holds little more than another that is as much the article."""
    size = seen.lengths[element]
    return any(
        0.8 * size <= seen.lengths[inner] < size and alike[inner] >= alike[element] and seen.holds(element, inner)
        for inner in alike
    )


def holds_title(seen: ElementMap, element: _Element, titles: Mapping[_Element, float]) -> bool:
    """Whether the title stands in an element, and none that is as good before it: then it is more than the article."""
    inside = [cost for title, cost in titles.items() if seen.holds(element, title)]
    first = seen.order.get(element, 0)
    before = (cost for title, cost in titles.items() if seen.order[title] < first)
    return bool(inside) and min(inside) + _MARGIN < min(before, default=9.0)
