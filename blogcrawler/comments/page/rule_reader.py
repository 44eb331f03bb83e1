"""Reads the comments of a page by a rule."""

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
from ...dom import Page, drop, linear_xpath, node_text, squash
from ...extraction import absolute_url
from ...items import Comment
from ..locations import FieldLocation
from .author_names import without_remarks
from .clean_texts import clean_element, comment_type_of
from .regions import is_trackback_list
from .rules import CommentRule
from .vocabulary import vocabulary

_Contents = Callable[[_Element, CommentRule], Iterator[_Element]]

__all__ = ["blank_comments", "find_nodes", "read_location", "read_page"]

#: Comments to read from one page.
_MAX_COMMENTS = 5000
_MAX_NAME_LENGTH = 200
#: Levels of ancestors to search for the comment that a reply answers.
_MAX_DEPTH = 300
#: Levels from an entry to its list.
_MAX_LIST_DEPTH = 3
_BOXES = frozenset({"div", "section", "article", "main", "td", "dd", "li"})
#: The share of a comment's text that the box with the comment itself holds.
_MIN_TEXT_SHARE = 0.6
#: Levels of boxes around the text of a comment.
_MAX_WRAPPERS = 10


@lru_cache(maxsize=1024)
def _compiled(xpath: str) -> etree.XPath:
    return etree.XPath(linear_xpath(xpath))


def find_nodes(node: _Element, xpath: str) -> list[_Element]:
    """The elements that an XPath expression finds."""
    return [found for found in cast("list[_Element]", _compiled(xpath)(node)) if isinstance(found, _Element)]


def read_page(page: Page, rule: CommentRule, language: str = "en", now: datetime | None = None) -> list[Comment]:
    """The comments of a page, in its order, without those that have neither text nor author."""
    if not find_nodes(page.tree, rule.selector):
        return []
    comments = _read_all(page, rule, language, now, _named_content)
    if not any(comment.text or comment.content_html for comment in comments):
        # A custom theme: author and date are found, but the element of the text has an unknown name.
        comments = _read_all(page, rule, language, now, _whole_comment)
    return comments


def _read_all(
    page: Page, rule: CommentRule, language: str, now: datetime | None, content_of: _Contents
) -> list[Comment]:
    tree = page.copy().tree
    nodes = [node for node in find_nodes(tree, rule.selector)[:_MAX_COMMENTS] if not _in_trackback_list(node)]
    above = _parents(tree, nodes, rule.replies)
    found: dict[int, Comment] = {}
    # From the last to the first, removing each after reading it: so a comment no longer contains its replies.
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        found[index] = _read_comment(node, rule, page.base, language, now, content_of)
        drop(node)
    kept = {index for index, comment in found.items() if comment.text or comment.author or comment.content_html}
    return _with_ids(found, above, kept)


def _in_trackback_list(node: _Element) -> bool:
    return any(is_trackback_list(above) for above in islice(node.iterancestors(), _MAX_LIST_DEPTH))


def blank_comments(page: Page, selectors: Sequence[str]) -> None:
    """Empty the comments on a page, so that they do not get into the article. Their nodes stay in location."""
    for selector in selectors:
        for node in find_nodes(page.tree, selector):
            tail, attributes = node.tail, dict(node.attrib.items())
            node.clear()
            node.tail = tail
            node.attrib.update([(str(name), str(value)) for name, value in attributes.items()])
            page.html = None  # parsed again, it would show them


def read_location(node: _Element, location: FieldLocation) -> str | None:
    """The value at a location in a node."""
    found = _at(node, location)
    return found[0] if found else None


def _at(node: _Element, location: FieldLocation) -> tuple[str, _Element] | None:
    """The value at a location in a node, and the element that has it."""
    for element in find_nodes(node, location.xpath):
        value = squash(element.get(location.attr) or "") if location.attr else node_text(element)
        if location.pattern:
            match = location.pattern.search(value)
            value = squash(match[1] if match and match.re.groups else match[0] if match else "")
        if value:
            return value, element
    return None


class _Fields:
    """The short fields of one comment, and the elements that show them."""

    def __init__(self, node: _Element, rule: CommentRule) -> None:
        self._node = node
        self._rule = rule
        self.shown: list[_Element] = []

    def values(self, name: str) -> Iterator[tuple[str, FieldLocation]]:
        for location in self._rule.fields.get(name, ()):
            found = _at(self._node, location)
            if found:
                if not location.attr or found[1].tag == "time":
                    self.shown.append(found[1])
                yield found[0], location

    def first(self, name: str) -> str | None:
        return next((value for value, _ in self.values(name)), None)


def _read_comment(
    node: _Element, rule: CommentRule, base: str, language: str, now: datetime | None, content_of: _Contents
) -> Comment:
    named = _Fields(node, rule)
    author, url = named.first("author"), named.first("author_url")
    dates = (
        iso_moment(value, language, now, form=location.form, utc=location.utc, milliseconds=True)
        for value, location in named.values("published")
    )
    comment = Comment(
        id=named.first("id"),
        parent=named.first("parent"),
        author=without_remarks(author)[:_MAX_NAME_LENGTH] if author else None,
        author_url=absolute_url(base, url) if url else None,
        published=next(filter(None, dates), None),
        type=(named.first("type") or "comment").lower(),
    )
    for content in content_of(node, rule):
        _remove_fields(content, named.shown)
        text = clean_element(_main_box(content) if content is node else content, base)
        if text.text or text.html:
            label = comment.type != "comment" and text.text.endswith((":", "："))
            kind = comment_type_of(text.text) if comment.type == "comment" else comment.type
            return comment if label else replace(comment, content_html=text.html, text=text.text, type=kind)
    return comment


def _named_content(node: _Element, rule: CommentRule) -> Iterator[_Element]:
    """The elements that the rule names for the text of a comment."""
    for location in rule.fields.get("content", ()):
        yield from find_nodes(node, location.xpath)


def _whole_comment(node: _Element, rule: CommentRule) -> Iterator[_Element]:
    """The whole element of the comment."""
    yield node


def _main_box(node: _Element) -> _Element:
    """The innermost box that holds most of a comment's text; names, dates and reply links are next to it."""
    for _ in range(_MAX_WRAPPERS):
        boxes = [child for child in node if child.tag in _BOXES]
        inner = max(boxes, key=lambda box: len(node_text(box)), default=None)
        if inner is None or len(node_text(inner)) < _MIN_TEXT_SHARE * len(node_text(node)):
            break
        node = inner
    return node


def _remove_fields(content: _Element, shown: Sequence[_Element]) -> None:
    """Remove the other fields from a comment's text, for templates that put all of them into one element."""
    for element in shown:
        if element is not content and any(above is content for above in element.iterancestors()):
            element.tail = vocabulary().says.sub("", element.tail or "")
            drop(element)


def _parents(tree: _Element, nodes: Sequence[_Element], replies: str) -> list[int | None]:
    """For each comment the index of the one that contains it, or that precedes its box of replies."""
    numbers = {node: index for index, node in enumerate(nodes)}
    boxes = set(find_nodes(tree, replies)) if replies else set()
    return [next(_above(node, numbers, boxes), None) for node in nodes]


def _above(node: _Element, numbers: dict[_Element, int], boxes: set[_Element]) -> Iterator[int]:
    for ancestor in islice(node.iterancestors(), _MAX_DEPTH):
        if ancestor in numbers:
            yield numbers[ancestor]
        if ancestor in boxes:
            yield from (numbers[one] for one in ancestor.itersiblings(preceding=True) if one in numbers)


def _with_ids(found: dict[int, Comment], above: Sequence[int | None], kept: set[int]) -> list[Comment]:
    """The comments in order, each with a unique id and, if it is a reply, the id of its parent."""
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
