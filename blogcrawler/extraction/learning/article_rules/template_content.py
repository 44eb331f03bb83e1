"""Learning which phrases and pictures inside the article's node belong to the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

from lxml.etree import _Element

from ...cleaning.attributes import absolute_url
from ...cleaning.media_elements import smiley_text
from ...repeated_text import REPEATED_SHARE, repeated_blocks, shingles
from .interior_page import InteriorPage

__all__ = ["TemplateContentParameters", "template_phrases", "template_pictures"]


@dataclass(frozen=True, slots=True)
class TemplateContentParameters:
    """What may be a phrase or a picture of the template."""

    #: Longer blocks are not kept as phrases.
    max_phrase_length: int = 500
    #: A heading of the article, which a table of contents may repeat, has no more words than this.
    max_heading_words: int = 12
    #: A picture must be on this share of the pages, and on at least this many; no more pictures than this are kept.
    min_picture_share: float = 0.8
    min_picture_pages: int = 2
    max_pictures: int = 50


_PARAMETERS = TemplateContentParameters()


def template_phrases(pages: Sequence[InteriorPage]) -> list[str]:
    """The texts of blocks inside the article's node that repeat on other pages and are not the article's."""
    candidates = [
        [
            block
            for block in sample.outline.blocks
            if sample.outline.start[node] <= block.start
            and block.end <= sample.outline.end[node]
            and not labels.within(block.start, block.end)
        ]
        for sample, labels, node, _ in pages
    ]
    page_words = [sample.outline.words for sample, _, _, _ in pages]
    repeated = repeated_blocks(list(zip(page_words, candidates, strict=True)))
    phrases: list[str] = []
    known = _heading_shingles(pages) if any(map(any, repeated)) else set()
    for words, blocks, flags in zip(page_words, candidates, repeated, strict=True):
        for block in compress(blocks, flags):
            own = shingles(words[block.start : block.end])
            if sum(shingle in known for shingle in own) < REPEATED_SHARE * len(own):
                text = " ".join(words[block.start : block.end])
                if len(text) < _PARAMETERS.max_phrase_length:
                    phrases.append(text)
                    known.update(own)
    return phrases


def _heading_shingles(pages: Sequence[InteriorPage]) -> set[tuple[str, ...]]:
    """The shingles of short blocks of the articles: a table of contents that repeats them is not the template."""
    return {
        shingle
        for sample, labels, _, _ in pages
        for block in sample.outline.blocks
        if block.end - block.start <= _PARAMETERS.max_heading_words
        and 2 * labels.within(block.start, block.end) > block.end - block.start
        for shingle in shingles(sample.outline.words[block.start : block.end])
    }


def template_pictures(pages: Sequence[InteriorPage]) -> list[str]:
    """The addresses of pictures that are on many pages, but not in the feed."""
    least = max(_PARAMETERS.min_picture_pages, round(_PARAMETERS.min_picture_share * len(pages)))
    images = [
        [image for image in sample.outline.nodes[node].iter("img") if image.get("src")] for sample, _, node, _ in pages
    ]
    # File names are compared first: making addresses absolute is slow.
    file_names = Counter(name for on_page in images for name in {_file_name(image) for image in on_page})
    counts: Counter[str] = Counter()
    for (sample, _, _, _), on_page in zip(pages, images, strict=True):
        base = sample.outline.page.base
        likely = [image for image in on_page if file_names[_file_name(image)] >= least and not smiley_text(image)]
        counts.update(list(dict.fromkeys(absolute_url(base, image.get("src") or "") or "" for image in likely)))
    frequent = [url for url, count in counts.most_common(_PARAMETERS.max_pictures) if url and count >= least]
    if not frequent:
        return []
    feed = [sample.entry.content_html or sample.entry.summary_html or "" for sample, _, _, _ in pages]
    return [url for url in frequent if not any(url.rpartition("/")[2] in content for content in feed)]


def _file_name(image: _Element) -> str:
    return (image.get("src") or "").rpartition("/")[2]
