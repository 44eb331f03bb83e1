"""Learning where the article is if posts consist of pictures: no words tell it from the rest of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....dom import Selector, candidate_selectors, find, parse_fragment, selector_cost, words
from ....items import Provenance
from ...rules import ArticleRule
from ...training.sample import TrainingSample, html_text
from ..scoreboard import Candidate, Scoreboard

__all__ = ["PicturePostParameters", "are_picture_posts", "finds_titles_only", "learn_picture_posts"]


@dataclass(frozen=True, slots=True)
class PicturePostParameters:
    """What a post of pictures looks like."""

    #: Its caption has no more words than this.
    max_words: int = 15
    #: The place must hold a picture on this share of the pages, and on at least this many.
    min_share: float = 0.6
    min_pages: int = 2


_PARAMETERS = PicturePostParameters()


def are_picture_posts(samples: Sequence[TrainingSample]) -> bool:
    """Whether most posts in the feed have pictures and no text."""
    contents = [sample.entry.content_html for sample in samples if sample.entry.content_html]
    return 2 * sum(map(_is_picture, contents)) > len(samples)


def _is_picture(content: str) -> bool:
    return "<img" in content and not words(html_text(content)) and parse_fragment(content).find(".//img") is not None


def finds_titles_only(rules: Sequence[ArticleRule], samples: Sequence[TrainingSample]) -> bool:
    """Whether the first rule finds nothing but the title on most pages."""
    titles = 0
    for sample in samples:
        node = sample.selectors.node(rules[0].selector) if rules else None
        if node is not None and sample.title:
            out = sample.outline
            titles += out.words[out.start[node] : out.end[node]] == sample.title
    return 2 * titles > len(samples)


def learn_picture_posts(samples: Sequence[TrainingSample]) -> list[ArticleRule]:
    """The rule for the element that holds the pictures which only this page has, and few words."""
    places = [_pictures(sample) for sample in samples]
    pages = Counter(source for pictures in places for source in {source for source, _ in pictures})
    board: Scoreboard[Selector, int] = Scoreboard()
    for sample, pictures in zip(samples, places, strict=True):
        board.pages += 1
        held = Counter(node for source, image in pictures if pages[source] == 1 for node in _around(sample, image))
        for node, count in held.items():
            for selector in _selectors(sample, node):
                candidate = board.candidates[selector]
                candidate.score += 1
                candidate.evidence.append(count)
    least = max(_PARAMETERS.min_pages, _PARAMETERS.min_share * len(samples))

    def badness(selector: Selector, candidate: Candidate[int]) -> tuple[float, int, float, Selector] | None:
        if candidate.score < least:
            return None
        return -candidate.score, -sum(candidate.evidence), selector_cost(selector), selector

    return [
        ArticleRule(selector, round(board.mean_score(candidate), 4), source=Provenance.FALLBACK)
        for selector, candidate in board.ranked(badness)[:1]
    ]


def _pictures(sample: TrainingSample) -> list[tuple[str, int]]:
    """The pictures of a page outside of noise: their sources and nodes."""
    out = sample.outline
    images = (node for node, tag in enumerate(out.tags) if tag == "img" and not sample.noisy[node])
    return [(source, node) for node in images if (source := out.nodes[node].get("src") or "")]


def _selectors(sample: TrainingSample, node: int) -> list[Selector]:
    """The selectors that find an element first; ``sample.selectors`` has none for elements without words."""
    element, tree = sample.outline.nodes[node], sample.outline.page.tree
    names = dict.fromkeys(candidate_selectors(element, lambda _: True))
    return [name for name in names if find(tree, name, first=True)[:1] == [element]]


def _around(sample: TrainingSample, image: int) -> Iterator[int]:
    """The elements around a picture that hold few words, and not the title."""
    out, title = sample.outline, sample.title
    for node in out.ancestors(image):
        inside = out.words[out.start[node] : out.end[node]]
        has_title = bool(title) and title[0] in inside and f" {' '.join(title)} " in f" {' '.join(inside)} "
        if len(inside) > _PARAMETERS.max_words or has_title:
            return
        yield node
