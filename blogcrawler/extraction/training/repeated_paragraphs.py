"""Paragraphs that an author repeats in many posts; without a full feed they look like the template's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...dom import Block, Page, meta_contents, words
from ...urls import page_key, resolve
from .chapter_headings import has_own_slug
from .sample import TrainingSample

__all__ = ["RepeatedParagraphParameters", "repeated_paragraphs"]


@dataclass(frozen=True, slots=True)
class RepeatedParagraphParameters:
    """Which paragraphs are the author's."""

    #: A paragraph that other posts repeat is the author's if it has this many words, next to this many of the
    #: article's.
    min_paragraph_words: int = 12
    min_paragraphs: int = 2
    #: A block with a larger share of links is navigation.
    max_linked_share: float = 0.5
    #: A description in the head that was cut off has this many words.
    min_described_words: int = 6


_PARAMETERS = RepeatedParagraphParameters()

_CUT_OFF = ("…", "...", "[…]", "[...]")


def repeated_paragraphs(sample: TrainingSample, inside: Sequence[Block], known: Sequence[Block]) -> Iterator[Block]:
    """Plain paragraphs that other posts have, too, in the same element as most of the article's: the author's own.

    What a template adds has an element of its own, or a class. Articles may consist of headings and lists.
    """
    out = sample.outline
    beginning = _described_beginning(sample.outline.page)
    for block in inside if beginning else ():
        if out.tags[block.node] == "p" and out.words[block.start : block.start + len(beginning)] == beginning:
            yield block
    parents = Counter(
        out.parent[block.node] for block in known if out.tags[block.node] == "p" or has_own_slug(out, block)
    )
    if not parents:
        return
    ((parent, count),) = parents.most_common(1)
    for block in inside:
        size = block.end - block.start
        if (
            count >= _PARAMETERS.min_paragraphs
            and out.parent[block.node] == parent
            and out.tags[block.node] == "p"
            and not out.attributes[block.node]
            and size >= _PARAMETERS.min_paragraph_words
            and block.linked <= _PARAMETERS.max_linked_share * size
            and not sample.noisy[block.node]
            and not _links_to_own_page(sample, block)
        ):
            yield block


def _described_beginning(page: Page) -> list[str]:
    """The words of a description in the page's head that was cut off: generators make it of the article's beginning.
    A description of the whole blog is not cut off."""
    for description in meta_contents(page, (("name", "description"), ("property", "og:description"))):
        if description.endswith(_CUT_OFF):
            said = words(description.rstrip("[].… "))
            if len(said) >= _PARAMETERS.min_described_words:
                return said
    return []


def _links_to_own_page(sample: TrainingSample, block: Block) -> bool:
    """Whether a block links to its own page, as templates do that ask readers to share it."""
    page = sample.outline.page
    links = (link.get("href") or "" for link in sample.outline.nodes[block.node].iter("a"))
    return any(
        page_key(address) == page_key(page.url)
        for link in links
        if not link.startswith("#") and (address := resolve(page.base, link)) is not None
    )
