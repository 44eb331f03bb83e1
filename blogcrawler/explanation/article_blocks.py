"""Which text of a page is in the record, and why the rest of the article's element is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from lxml import etree
from lxml.etree import _Element

from ..dom import (
    BLOCK_TAGS,
    INVISIBLE_TAGS,
    Page,
    find,
    is_comments,
    is_hidden_or_navigation,
    is_noise,
    squash,
    words,
)
from ..extraction import ArticleRule
from .model import ArticleBlock, TextPart

__all__ = ["article_blocks", "element_name"]

#: Words on either side up to which pieces are compared word by word. Larger ones are compared block by block only.
_MAX_WORDS = 5000
#: A shared word between longer pieces that were cut is a coincidence, unless it is at least this share of the block.
_MIN_KEPT_SHARE = 0.3
_TOKEN = re.compile(r"[⺀-鿿가-힯豈-﫿぀-ヿ]|[^\W_⺀-鿿가-힯豈-﫿぀-ヿ]+")


@dataclass(slots=True)
class _Block:
    """A block of text on the page, and the element that holds its beginning."""

    text: str
    element: _Element
    #: For each word, where it begins and ends in the text, and whether the record has it.
    spans: list[tuple[int, int]]
    tokens: list[str]
    kept: list[bool]


def article_blocks(page: Page, text: str, rule: ArticleRule | None, title: str | None = None) -> list[ArticleBlock]:
    """All text of a page, block by block, compared with the text of the record.

    ``rule`` is the rule that found the article. Without one, whatever is between the first and the last block of the
    record's text counts as inside the article.
    """
    body = page.tree.find("body")
    blocks = list(_blocks(body)) if body is not None else []
    node = next(iter(find(page.tree, rule.selector, first=True)), None) if rule is not None else None
    if rule is not None and node is not None:
        below = set(node.iter())
        inside = [block.element in below for block in blocks]
        _align([block for block, within in zip(blocks, inside, strict=True) if within], text)
        reasons = _Reasons(rule, node, title)
    else:
        _align(blocks, text)
        kept = [number for number, block in enumerate(blocks) if any(block.kept)]
        inside = [bool(kept) and kept[0] <= number <= kept[-1] for number in range(len(blocks))]
        reasons = None
    return [
        _explained(block, within, reasons if within else None) for block, within in zip(blocks, inside, strict=True)
    ]


def _explained(block: _Block, inside: bool, reasons: _Reasons | None) -> ArticleBlock:
    why = reasons.of(block) if reasons is not None and not all(block.kept) else ""
    return ArticleBlock(tuple(_parts(block)), inside, element_name(block.element), why)


def _parts(block: _Block) -> Iterator[TextPart]:
    """The block's text in pieces that are kept or not; what is between two words goes with the first."""
    start = 0
    for number, (begin, _) in enumerate(block.spans[1:], 1):
        if block.kept[number] != block.kept[number - 1]:
            yield TextPart(block.text[start:begin], block.kept[number - 1])
            start = begin
    yield TextPart(block.text[start:], block.kept[-1] if block.kept else False)


def _blocks(body: _Element) -> Iterator[_Block]:
    """The blocks of visible text below an element, in page order."""
    pieces: list[str] = []
    holder = body
    hidden = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):
            continue
        if tag in INVISIBLE_TAGS:
            hidden += 1 if event == "start" else -1
        elif tag in BLOCK_TAGS and pieces:
            yield from _block(pieces, holder)
            pieces = []
        shown = element.text if event == "start" else element.tail if element is not body else None
        if shown and not hidden:
            if not pieces:
                above = element if event == "start" else element.getparent()
                holder = above if above is not None else body
            pieces.append(shown)
    yield from _block(pieces, holder)


def _block(pieces: Sequence[str], holder: _Element) -> Iterator[_Block]:
    text = squash("".join(pieces))
    if text:
        found = list(_TOKEN.finditer(text))
        tokens = [" ".join(words(match[0])) or match[0] for match in found]
        yield _Block(text, holder, [match.span() for match in found], tokens, [False] * len(found))


def _align(blocks: Sequence[_Block], text: str) -> None:
    """Mark the words that the record's text has: whole blocks first, then the words between them."""
    lines = [[" ".join(words(match[0])) or match[0] for match in _TOKEN.finditer(line)] for line in text.splitlines()]
    lines = [line for line in lines if line]
    matcher = SequenceMatcher(None, [tuple(b.tokens) for b in blocks], [tuple(line) for line in lines], autojunk=False)
    for kind, first, last, start, end in matcher.get_opcodes():
        if kind == "equal":
            for block in blocks[first:last]:
                block.kept = [True] * len(block.kept)
        elif kind == "replace":
            _align_words(blocks[first:last], [token for line in lines[start:end] for token in line])


def _align_words(blocks: Sequence[_Block], wanted: Sequence[str]) -> None:
    places = [(block, number) for block in blocks for number in range(len(block.tokens))]
    if len(places) > _MAX_WORDS or len(wanted) > _MAX_WORDS:
        return
    tokens = [block.tokens[number] for block, number in places]
    for match in SequenceMatcher(None, tokens, wanted, autojunk=False).get_matching_blocks():
        for block, number in places[match.a : match.a + match.size]:
            block.kept[number] = True
    for block in blocks:
        if sum(block.kept) < _MIN_KEPT_SHARE * len(block.kept):
            block.kept = [False] * len(block.kept)


def _with_ancestors(element: _Element) -> Iterator[_Element]:
    yield element
    yield from element.iterancestors()


class _Reasons:
    """Why a block inside the article's element is not in the record."""

    def __init__(self, rule: ArticleRule, node: _Element, title: str | None) -> None:
        self._node, self._title = node, words(title or "")
        self._order = {element: number for number, element in enumerate(node.iter())}
        self._dropped = {found: one for one in (*rule.drop, *rule.titles) for found in find(node, one)}
        self._phrases = {" ".join(words(phrase)) for phrase in rule.phrases}
        self._after, self._until = rule.after, rule.until
        self._first = self._place(rule.after)
        self._last = self._place(rule.until)

    def _place(self, selector: str) -> int | None:
        return next((self._order[mark] for mark in find(self._node, selector, first=True)), None) if selector else None

    def of(self, block: _Block) -> str:
        """The reason; empty if none is known."""
        place = self._order.get(block.element, 0)
        within = list(takewhile(lambda one: one is not self._node, _with_ancestors(block.element)))
        dropped = next((self._dropped[element] for element in within if element in self._dropped), None)
        if dropped is not None:
            return f"dropped by the rule: {dropped}"
        if self._last is not None and place >= self._last:
            return f"after the end of the article, {self._until}"
        if self._first is not None and place <= self._first:
            return f"before the beginning of the article, {self._after}"
        by_name = next(filter(None, map(_reason_by_name, within)), "")
        if by_name:
            return by_name
        if block.tokens == self._title:
            return "the title"
        return "repeated on many pages" if " ".join(block.tokens) in self._phrases else ""


def _reason_by_name(element: _Element) -> str:
    name = element_name(element)
    if is_hidden_or_navigation(element):
        return f"hidden, or for navigation: {name}"
    if is_comments(element):
        return f"named like comments: {name}"
    return f"named like boilerplate: {name}" if is_noise(element) else ""


def element_name(element: _Element) -> str:
    """An element as a CSS selector would name it: ``div#main.post``."""
    names = [f"#{name}" for name in (element.get("id") or "").split()[:1]]
    names += [f".{name}" for name in (element.get("class") or "").split()[:3]]
    return squash(f"{element.tag}{''.join(names)}")
