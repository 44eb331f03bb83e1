"""How alike strings are, and pages flattened into words: against the definitions."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import BLOCK_TAGS, INVISIBLE_TAGS, outline, parse_page, similarity, squash, words
from blogcrawler.extraction import training_samples
from blogcrawler.extraction.training.article_labels import ArticleLabels, label_full, label_partial
from blogcrawler.extraction.training.sample import TrainingSample
from blogcrawler.items import FeedEntry

TEXTS = st.text(max_size=60)


@given(TEXTS, TEXTS)
def test_similarity_is_symmetric_and_a_share(one: str, other: str) -> None:
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1


@given(st.text(min_size=2, max_size=60))
def test_what_is_equal_is_wholly_alike(text: str) -> None:
    assert similarity(text, text) == 1


@given(TEXTS, TEXTS)
def test_similarity_is_the_sorensen_dice_coefficient_of_bigrams(one: str, other: str) -> None:
    ours, theirs = set(pairwise(one)), set(pairwise(other))
    size = len(ours) + len(theirs)
    assert similarity(one, other) == (2 * len(ours & theirs) / size if size else 0.0)


def test_words_that_swap_places_stay_alike() -> None:
    """Table 1 of the BlogForever paper: what an edit distance calls different is alike here."""
    assert similarity("Scheme Scala", "Scala Scheme") > 0.85
    assert similarity("Rust", "Ruby") < 0.5
    swapped, letter, other = (
        similarity("Scheme Scala", "Scala Scheme"),
        similarity("Scala", "Scalar"),
        similarity("Rust", "Ruby"),
    )
    assert swapped > other
    assert letter > other
    assert similarity("Rust", "Rust") == 1
    assert similarity("Rust", "Scala") == 0


def test_nothing_is_like_nothing() -> None:
    assert similarity("", "") == similarity("a", "a") == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("One, two; THREE.", ["one", "two", "three"]),
        ("don't", ["don", "t"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("ﬁne ＡＢ", ["fine", "ab"]),
        ("你好 world", ["你", "好", "world"]),
        ("ひらがな", ["ひ", "ら", "が", "な"]),
        ("Καλημέρα ΚΌΣΜΕ", ["καλημέρα", "κόσμε"]),
        ("snake_case", ["snake", "case"]),
        ("e\u0301te\u0301", ["été"]),
    ],
)
def test_words_are_folded_for_comparison(text: str, expected: list[str]) -> None:
    assert words(text) == expected


WESTERN = st.text(st.sampled_from("aZ_9 \xa0éÉßÿŸµ²½ª©’“–…łŁ\u200be\u0301中，Жﬁ™"), max_size=30)


@given(TEXTS | WESTERN)
def test_words_are_runs_of_letters_or_characters_of_scripts_without_spaces(text: str) -> None:
    folded = unicodedata.normalize("NFKC", text).casefold()
    assert words(text) == re.findall(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_]+", folded)


@given(TEXTS)
def test_words_have_no_space_and_are_the_same_when_read_again(text: str) -> None:
    found = words(text)
    assert all(word and not any(c.isspace() for c in word) for word in found)
    assert squash(text) == squash(squash(text))


TAGS = [
    "div",
    "p",
    "span",
    "a",
    "b",
    "ul",
    "li",
    "h2",
    "table",
    "blockquote",
    "br",
    "script",
    "article",
    "svg",
    "footer",
]
NAMES = ["", ' id="x"', ' class="share"', ' class="entry"', " hidden", ' style="display:none"', ' class="comments"']
VOCABULARY = st.sampled_from("alpha beta gamma delta Über x 你好 1 2014 , & &amp; <".split())


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> str:
    """A bit of HTML that may be nested wrongly."""
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        if depth and draw(st.booleans()):
            tag = draw(st.sampled_from(TAGS))
            closing = f"</{tag}>" if draw(st.integers(0, 9)) else ""
            parts.append(f"<{tag}{draw(st.sampled_from(NAMES))}>{draw(trees(depth - 1))}{closing}")
        else:
            parts.append(" ".join(draw(st.lists(VOCABULARY, min_size=1, max_size=4))))
    return draw(st.sampled_from(["", " ", "\n"])).join(parts)


def shown_texts(element, top: bool = True) -> list[str]:
    """The texts below an element, in document order, what is never shown left out."""
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
def test_the_words_of_every_node_are_a_range_of_the_page_s_words(html: str) -> None:
    out = outline(parse_page(html, ""))
    for index, element in enumerate(out.nodes):
        expected = [word for text in shown_texts(element) for word in words(text)]
        assert out.words[out.start[index] : out.end[index]] == expected
        assert out.size(index) == len(expected)


@given(trees())
@settings(max_examples=50, deadline=None)
def test_nodes_know_their_parents_and_their_last_descendants(html: str) -> None:
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
def test_blocks_part_the_words_without_a_gap(html: str) -> None:
    out = outline(parse_page(html, ""))
    assert [b.start for b in out.blocks] == [0, *(b.end for b in out.blocks[:-1])][: len(out.blocks)]
    assert sum(b.end - b.start for b in out.blocks) == len(out.words)
    for block in out.blocks:
        assert out.start[block.node] <= block.start < block.end <= out.end[block.node]
        assert 0 <= block.linked <= block.end - block.start
        assert block.node == 0 or out.nodes[block.node].tag in BLOCK_TAGS


def naive_score(sample: TrainingSample, labels: ArticleLabels, node: int) -> float:
    """The Dice coefficient, counted word by word."""
    out = sample.outline
    noise = {i for b in sample.outline.blocks if sample.noisy[b.node] for i in range(b.start, b.end)}
    inside = range(out.start[node], out.end[node])
    good = sum(labels.good[i] for i in inside)
    visible = sum(1 for i in inside if labels.good[i] or i not in noise)
    return 2 * min(good, labels.total) / (visible + labels.total) if labels.total else 0.0


@given(trees(), st.lists(VOCABULARY, max_size=8), st.sampled_from([label_full, label_partial]))
@settings(max_examples=60, deadline=None)
def test_scores_from_prefix_sums_are_those_counted_word_by_word(html: str, teaser: list[str], label) -> None:
    entry = FeedEntry("https://b.org/", title="Alpha beta", content_html=" ".join(teaser))
    (sample,) = training_samples([(entry, parse_page(html, "https://b.org/"))])
    labels = label(sample)
    for node, score in enumerate(labels.scores(sample.outline)):
        assert score == pytest.approx(naive_score(sample, labels, node))
        assert 0 <= score <= 1
