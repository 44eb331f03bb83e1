"""Finds comments by structure alone: repeated boxes in a part of the page that is named comments, each with a date, a
name and a text. This is the last resort, for pages without a rule and without a known platform.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dates import iso_moment, read_date
from ...dom import BESIDE_DISCUSSION, HEADINGS, Page, drop, is_comments, most_alike, node_text
from ...extraction import absolute_url
from ...items import Comment
from .clean_texts import clean_element, comment_type_of
from .rule_reader import find_nodes
from .vocabulary import vocabulary

__all__ = ["FoundComments", "find_boxed_comments", "read_box", "regions"]

_NAME_CLASS = re.compile(
    r"(?:^|[-_\s])(?:author|name|fn|user|username|nick|nickname|poster|by|byline|cite|who)(?:$|[-_\s])", re.I
)
_IDENTITY = re.compile(r"(?:comment|reply|response|post|c)[-_]?(\d+)$", re.I)
_MAX_TEXT_AROUND_DATE, _MAX_NAME_LENGTH, _MAX_BYLINE_LENGTH = 60, 60, 200
_MAX_ELEMENTS, _MAX_BOXES, _MAX_REGIONS, _MAX_DEPTH = 20_000, 2000, 10, 300
#: An element that shows a date and little else contains fewer elements.
_MAX_ELEMENTS_IN_DATE = 20
#: The share of boxes that must have an author; otherwise they are not comments.
_MIN_WITH_AUTHOR = 0.6
_NEVER_REGIONS = frozenset({"html", "body", "head", "a", "form"})
_INLINE = frozenset(
    {"a", "span", "time", "abbr", "small", "em", "i", "b", "strong", "cite", "font", "br", "img", "sup"}
)


@dataclass(frozen=True, slots=True)
class FoundComments:
    """The comments, and the paths of their elements in the page."""

    comments: tuple[Comment, ...] = ()
    paths: tuple[str, ...] = ()


def find_boxed_comments(page: Page, language: str = "en", now: datetime | None = None) -> FoundComments:
    """The comments of a page by structure; none if too few of the boxes have an author."""
    best: list[_Element] = []
    for region in islice(regions(page.tree), _MAX_REGIONS):
        boxes = _boxes(region, language, now)
        if len(boxes) > len(best):
            best = boxes
    if not best:
        return FoundComments()
    tree = page.tree.getroottree()
    paths = [tree.getpath(box) for box in best]
    copy = page.copy().tree
    nodes = [find_nodes(copy, path)[0] for path in paths]
    above = _parents(nodes)
    read: dict[int, Comment] = {}
    for index in range(len(nodes) - 1, -1, -1):
        read[index] = read_box(nodes[index], page.base, language, now, index)
    whole = [index for index in range(len(nodes)) if read[index].text]
    if sum(read[index].author is not None for index in whole) < _MIN_WITH_AUTHOR * len(nodes):
        return FoundComments()
    comments = []
    for index in whole:
        upper = above[index]
        while upper is not None and upper not in whole:
            upper = above[upper]
        comments.append(replace(read[index], parent=read[upper].id if upper is not None else None))
    return FoundComments(tuple(comments), tuple(paths[index] for index in whole))


#: Sibling elements that together are one part of the page.
_Region = list[_Element]


_NAMED = etree.XPath(f"//*[@id or @class or {' or '.join(f'self::{tag}' for tag in sorted(HEADINGS))}]")


def regions(tree: _Element) -> Iterator[_Region]:
    """The parts of the page that are named comments, or that follow a heading such as "3 comments"."""
    inside: set[_Element] = set()
    for element in cast("list[_Element]", _NAMED(tree))[:_MAX_ELEMENTS]:
        if element.tag in _NEVER_REGIONS:
            continue
        is_heading = element.tag in HEADINGS
        if not (is_heading or is_comments(element)) or _is_elsewhere(element):
            continue
        above = element.getparent()
        if (
            above is None
            or element in inside
            or any(one in inside for one in islice(element.iterancestors(), _MAX_DEPTH))
        ):
            continue
        if len(element) and is_comments(element):
            # Siblings that are named comments belong together.
            beside = [one for one in above if isinstance(one.tag, str) and is_comments(one) and len(one)]
            inside.update(beside)
            yield beside
        elif is_heading:
            text = node_text(element)
            if len(text) < 80 and (vocabulary().noun.match(text) or vocabulary().count.search(text)):
                yield [one for one in element.itersiblings() if isinstance(one.tag, str) and not _is_elsewhere(one)]


def _is_elsewhere(element: _Element) -> bool:
    """Whether an element is a list of the blog's newest comments, or the form."""
    return bool(BESIDE_DISCUSSION.search(f"{element.get('id') or ''} {element.get('class') or ''}"))


def _boxes(region: _Region, language: str, now: datetime | None) -> list[_Element]:
    """The largest elements that contain one date each, without those that look different from the others."""
    roots = set(region)
    dated = [date for root in region for date in _dates(root, language, now) if not _in_form(date, roots)]
    holding: Counter[_Element] = Counter()
    for date in dated:
        for above in _up_to(date, roots):
            holding[above] += 1
    boxes = []
    for date in dated:
        box = date
        for above in _up_to(date, roots):
            if holding[above] > 1 or (above in roots and len(region) == 1):
                break
            box = above
        boxes.append(_unwrapped(box, date))
    boxes = [box for box in boxes if box.tag not in _INLINE and len(node_text(box)) > 20 and box.find(".//h1") is None]
    return most_alike(boxes, _look)


def _unwrapped(box: _Element, date: _Element) -> _Element:
    """The box without wrappers that contain nothing else, such as the list around a single reply."""
    while box is not date and len(box) == 1 and not (box.text or "").strip() and not (box[0].tail or "").strip():
        box = box[0]
    return box


def _dates(root: _Element, language: str, now: datetime | None) -> list[_Element]:
    """The innermost elements that show a date and little else."""
    found: list[_Element] = []
    taken: set[_Element | None] = set()
    for element in reversed([one for one in islice(root.iter(), _MAX_ELEMENTS) if isinstance(one.tag, str)]):
        if element in taken:
            taken.add(element.getparent())
            continue
        if sum(1 for _ in islice(element.iter(), _MAX_ELEMENTS_IN_DATE)) == _MAX_ELEMENTS_IN_DATE:
            continue
        text = element.get("datetime") or node_text(element)
        short = 5 < len(text) <= _MAX_TEXT_AROUND_DATE + _MAX_NAME_LENGTH and "://" not in text
        if short and any(map(str.isdigit, text)) and read_date(text, language, now):
            found.append(element)
            taken.add(element.getparent())
    return found[: -_MAX_BOXES - 1 : -1]


def _up_to(element: _Element, roots: set[_Element]) -> Iterator[_Element]:
    if element in roots:
        return
    for above in islice(element.iterancestors(), _MAX_DEPTH):
        yield above
        if above in roots:
            return


def _in_form(element: _Element, roots: set[_Element]) -> bool:
    return any(above.tag == "form" for above in _up_to(element, roots))


def _look(box: _Element) -> tuple[str, bool]:
    """Its tag, and whether it is named a comment: the classes differ between comments and replies."""
    return str(box.tag), is_comments(box)


def _parents(nodes: Sequence[_Element]) -> list[int | None]:
    """For each box the index of the box it answers: one that contains it, or that precedes an element around it."""
    numbers = {node: index for index, node in enumerate(nodes)}
    parents: list[int | None] = []
    for node in nodes:
        parent = None
        for above in islice(node.iterancestors(), _MAX_DEPTH):
            before = above.getprevious()
            if above in numbers:
                parent = numbers[above]
            elif before is not None and before in numbers:
                parent = numbers[before]
            if parent is not None:
                break
        parents.append(parent)
    return parents


def read_box(box: _Element, base: str, language: str, now: datetime | None, index: int) -> Comment:
    """The comment in a box, which is consumed; ``index`` makes an id for boxes without one."""
    date = next(iter(_dates(box, language, now)), None)
    published = None
    if date is not None:
        published = iso_moment(date.get("datetime") or node_text(date), language, now, milliseconds=True)
    identity = _identity(box) or f"n{index + 1}"
    author, url, shown = _author(box, date)
    for element in dict.fromkeys([*shown, date]):
        if element is not None and element is not box:
            _remove(element)
    for link in [one for one in box.iter("a", "button", "span") if vocabulary().action.match(node_text(one))]:
        _remove(link)
    text = clean_element(box, base)
    address = absolute_url(base, url) if url else None
    return Comment(identity, None, author, address, published, text.html, text.text, comment_type_of(text.text))


def _identity(box: _Element) -> str | None:
    named = [box.get("id"), *(one.get("id") or one.get("name") for one in box.iter("a", "div", "article", "li"))]
    before = box.getprevious()
    if before is not None and before.tag == "a":
        named.append(before.get("id") or before.get("name"))
    found = (_IDENTITY.search(name) for name in named if name)
    return next((match[1] for match in found if match), None)


def _author(box: _Element, date: _Element | None) -> tuple[str | None, str | None, list[_Element]]:
    """The author's name and link, and the elements that show nothing else."""
    byline = _byline(box, date)
    bylines = [byline] if byline is not None else []
    for place in (box, byline):
        for element in place.iter() if place is not None else ():
            if isinstance(element.tag, str) and element is not box and _is_name(element):
                text = node_text(element)
                found = vocabulary().name.match(text)
                name = (found["led"] or found["named"]) if found else text
                if 0 < len(name) <= _MAX_NAME_LENGTH and not read_date(name):
                    return name.strip(" :|,-–—"), _link(element), [*bylines, element]
    text = node_text(byline) if byline is not None else ""
    found = vocabulary().name.match(text)
    if found:
        name = (found["led"] or found["named"]).strip(" :|,-–—")
        return name, _link_named(byline, name), bylines
    for link in byline.iter("a") if byline is not None else ():
        name = node_text(link)
        if 0 < len(name) <= _MAX_NAME_LENGTH and not read_date(name) and not vocabulary().action.match(name):
            return name, link.get("href"), bylines
    return None, None, bylines


def _byline(box: _Element, date: _Element | None) -> _Element | None:
    """The largest element around the date that is not longer than a line."""
    found = None
    for element in [date, *date.iterancestors()] if date is not None else ():
        if element is None or element is box or len(node_text(element)) > _MAX_BYLINE_LENGTH:
            break
        if element.find(".//p") is not None:
            break
        found = element
    return found


def _is_name(element: _Element) -> bool:
    named = f"{element.get('class') or ''} {element.get('itemprop') or ''} {element.get('rel') or ''}"
    if element.tag == "cite" and element.find(".//p") is None:
        return True
    return bool(_NAME_CLASS.search(named)) and len(node_text(element)) <= _MAX_BYLINE_LENGTH


def _link(element: _Element) -> str | None:
    for link in [element, *element.iter("a")]:
        href = link.get("href")
        if href and "#" not in href:
            return href
    return None


def _link_named(byline: _Element | None, name: str) -> str | None:
    links = byline.iter("a") if byline is not None else ()
    return next((link.get("href") for link in links if node_text(link) == name), None)


def _remove(element: _Element) -> None:
    """Remove an element together with the "on" or "|" that follows it."""
    element.tail = vocabulary().glue.sub("", element.tail or "")
    drop(element)
