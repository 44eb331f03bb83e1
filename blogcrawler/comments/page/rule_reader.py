"""Reading the comments off a page by a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import Page, drop, node_text, squash
from ...extraction import absolute_url
from ...items import Comment
from ..locations import FieldLocation
from .clean_texts import clean_element, comment_type_of
from .rules import CommentRule
from .vocabulary import vocabulary

_Contents = Callable[[_Element, CommentRule], Iterator[_Element]]

__all__ = ["blank_comments", "find_nodes", "read_location", "read_page"]

#: More comments are not read off one page.
_MOST = 5000
_LONGEST_NAME = 200
#: No reply stands deeper in what it answers.
_DEEPEST = 300
_BOXES = frozenset({"div", "section", "article", "main", "td", "dd", "li"})
#: So much of a comment's text is the comment itself.
_MOSTLY = 0.6
#: No text of a comment stands in more boxes.
_WRAPPERS = 10


@lru_cache(maxsize=1024)
def _compiled(xpath: str) -> etree.XPath:
    return etree.XPath(xpath)


def find_nodes(node: _Element, xpath: str) -> list[_Element]:
    """The elements that an XPath expression finds."""
    return [found for found in cast("list[_Element]", _compiled(xpath)(node)) if isinstance(found, _Element)]


def read_page(page: Page, rule: CommentRule, language: str = "en", now: datetime | None = None) -> list[Comment]:
    """The comments of a page, in its order; those without text and author are none."""
    if not find_nodes(page.tree, rule.selector):
        return []
    comments = _read_all(page, rule, language, now, _named_content)
    if not any(comment.text or comment.content_html for comment in comments):
        # A theme of its own: who wrote when is found, but the text has a name that nobody knows.
        comments = _read_all(page, rule, language, now, _bulk)
    return comments


def _read_all(
    page: Page, rule: CommentRule, language: str, now: datetime | None, content_of: _Contents
) -> list[Comment]:
    tree = page.copy().tree
    nodes = find_nodes(tree, rule.selector)[:_MOST]
    above = _parents(tree, nodes, rule.replies)
    found: dict[int, Comment] = {}
    # From the last to the first, each being removed once it is read: what is left in a comment is its own.
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        found[index] = _read_comment(node, rule, page.base, language, now, content_of)
        drop(node)
    kept = {index for index, comment in found.items() if comment.text or comment.author or comment.content_html}
    return _with_ids(found, above, kept)


def blank_comments(page: Page, selectors: Sequence[str]) -> None:
    """Empty the comments on a page, so that nobody takes them for the article. Their nodes stay where they are."""
    for selector in selectors:
        for node in find_nodes(page.tree, selector):
            tail, attributes = node.tail, dict(node.attrib.items())
            node.clear()
            node.tail = tail
            node.attrib.update([(str(name), str(value)) for name, value in attributes.items()])


def read_location(node: _Element, place: FieldLocation) -> str | None:
    """The value at a place in a node."""
    found = _at(node, place)
    return found[0] if found else None


def _at(node: _Element, place: FieldLocation) -> tuple[str, _Element] | None:
    """The value at a place in a node, and the element that has it."""
    for element in find_nodes(node, place.xpath):
        value = squash(element.get(place.attr) or "") if place.attr else node_text(element)
        if place.pattern:
            match = place.pattern.search(value)
            value = squash(match[1] if match and match.re.groups else match[0] if match else "")
        if value:
            return value, element
    return None


class _Fields:
    """The short fields of one comment, and the elements that have shown them."""

    def __init__(self, node: _Element, rule: CommentRule) -> None:
        self._node = node
        self._rule = rule
        self.shown: list[_Element] = []

    def values(self, name: str) -> Iterator[tuple[str, FieldLocation]]:
        for place in self._rule.fields.get(name, ()):
            found = _at(self._node, place)
            if found:
                if not place.attr or found[1].tag == "time":
                    self.shown.append(found[1])
                yield found[0], place

    def first(self, name: str) -> str | None:
        return next((value for value, _ in self.values(name)), None)


def _read_comment(
    node: _Element, rule: CommentRule, base: str, language: str, now: datetime | None, content_of: _Contents
) -> Comment:
    named = _Fields(node, rule)
    author, url = named.first("author"), named.first("author_url")
    dates = (
        iso_moment(value, language, now, form=place.form, utc=place.utc, milliseconds=True)
        for value, place in named.values("published")
    )
    comment = Comment(
        id=named.first("id"),
        parent=named.first("parent"),
        author=author[:_LONGEST_NAME] if author else None,
        author_url=absolute_url(base, url) if url else None,
        published=next(filter(None, dates), None),
        type=(named.first("type") or "comment").lower(),
    )
    for content in content_of(node, rule):
        _take_out(content, named.shown)
        text = clean_element(_heart(content) if content is node else content, base)
        if text.text or text.html:
            label = comment.type != "comment" and text.text.endswith((":", "："))
            kind = comment_type_of(text.text) if comment.type == "comment" else comment.type
            return comment if label else replace(comment, content_html=text.html, text=text.text, type=kind)
    return comment


def _named_content(node: _Element, rule: CommentRule) -> Iterator[_Element]:
    """Where the rule says that the text of a comment is."""
    for place in rule.fields.get("content", ()):
        yield from find_nodes(node, place.xpath)


def _bulk(node: _Element, rule: CommentRule) -> Iterator[_Element]:
    """The comment as a whole."""
    yield node


def _heart(node: _Element) -> _Element:
    """The innermost box that holds most of a comment's text: what is beside it are names, dates and links to reply."""
    for _ in range(_WRAPPERS):
        boxes = [child for child in node if child.tag in _BOXES]
        inner = max(boxes, key=lambda box: len(node_text(box)), default=None)
        if inner is None or len(node_text(inner)) < _MOSTLY * len(node_text(node)):
            break
        node = inner
    return node


def _take_out(content: _Element, shown: Sequence[_Element]) -> None:
    """Take the comment's other fields out of its text, for templates that put all of them into one element."""
    for element in shown:
        if element is not content and any(above is content for above in element.iterancestors()):
            element.tail = vocabulary().says.sub("", element.tail or "")
            drop(element)


def _parents(tree: _Element, nodes: Sequence[_Element], replies: str) -> list[int | None]:
    """For each comment the number of the one that it stands in, or behind which its box of replies stands."""
    numbers = {node: index for index, node in enumerate(nodes)}
    boxes = set(find_nodes(tree, replies)) if replies else set()
    return [next(_above(node, numbers, boxes), None) for node in nodes]


def _above(node: _Element, numbers: dict[_Element, int], boxes: set[_Element]) -> Iterator[int]:
    for ancestor in islice(node.iterancestors(), _DEEPEST):
        if ancestor in numbers:
            yield numbers[ancestor]
        if ancestor in boxes:
            yield from (numbers[one] for one in ancestor.itersiblings(preceding=True) if one in numbers)


def _with_ids(found: dict[int, Comment], above: Sequence[int | None], kept: set[int]) -> list[Comment]:
    """The comments in order, each with an id of its own and the id of its parent, where it has one."""
    seen: set[str] = set()
    ids: dict[int, str] = {}
    for index in sorted(kept):
        stated = found[index].id
        ids[index] = stated if stated and stated not in seen else f"n{index + 1}"
        seen.add(ids[index])
    comments = []
    for index in sorted(kept):
        parent = found[index].parent if found[index].parent in seen else None
        upper = above[index]
        while parent is None and upper is not None:
            parent = ids.get(upper)
            upper = above[upper]
        comments.append(replace(found[index], id=ids[index], parent=parent if parent != ids[index] else None))
    return comments
