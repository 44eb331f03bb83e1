"""Pages flattened into words, compared with a walk through the tree."""

from __future__ import annotations

from html_strategies import trees
from hypothesis import given, settings
from lxml.etree import _Element

from blogcrawler.dom import BLOCK_TAGS, INVISIBLE_TAGS, outline, parse_page, words


def shown_texts(element: _Element, top: bool = True) -> list[str]:
    """The visible texts below an element, in document order."""
    hidden = element.get("hidden") is not None or "display:none" in (element.get("style") or "")
    texts = []
    if not (hidden or element.tag in INVISIBLE_TAGS):
        texts.append(element.text or "")
        for child in element:
            texts.extend(shown_texts(child, top=False))
    if not top:
        texts.append(element.tail or "")
    return texts


@given(trees())
@settings(max_examples=60, deadline=None)
def test_the_words_of_every_node_are_a_range_of_the_pages_words(html: str) -> None:
    out = outline(parse_page(html, ""))
    for index, element in enumerate(out.nodes):
        expected = [word for text in shown_texts(element) for word in words(text)]
        assert out.words[out.start[index] : out.end[index]] == expected
        assert out.size(index) == len(expected)


@given(trees())
@settings(max_examples=50, deadline=None)
def test_parents_and_last_descendants_are_those_of_the_tree(html: str) -> None:
    out = outline(parse_page(html, ""))
    place = {element: index for index, element in enumerate(out.nodes)}
    for index, element in enumerate(out.nodes):
        above = element.getparent()
        assert out.parent[index] == place.get(above, -1)
        below = [place[e] for e in element.iter() if e in place]
        assert below == list(range(index, out.last[index] + 1))
        assert list(out.ancestors(index)) == [place[e] for e in element.iterancestors() if e in place]


@given(trees())
@settings(max_examples=50, deadline=None)
def test_blocks_cover_all_words_without_a_gap(html: str) -> None:
    out = outline(parse_page(html, ""))
    assert [b.start for b in out.blocks] == [0, *(b.end for b in out.blocks[:-1])][: len(out.blocks)]
    assert sum(b.end - b.start for b in out.blocks) == len(out.words)
    for block in out.blocks:
        assert out.start[block.node] <= block.start < block.end <= out.end[block.node]
        assert 0 <= block.linked <= block.end - block.start
        assert block.node == 0 or out.nodes[block.node].tag in BLOCK_TAGS
