"""Finds the parts of a page that may hold its discussion: by their names, or by the heading before them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import BESIDE_DISCUSSION, HEADINGS, is_comments, node_text
from .vocabulary import vocabulary

__all__ = [
    "INLINE_TAGS",
    "Region",
    "captioned_regions",
    "is_named_comment",
    "is_outside_discussion",
    "is_title",
    "is_trackback_list",
    "named_regions",
    "numbered_regions",
]

#: Sibling elements that together are one part of the page.
Region = list[_Element]

INLINE_TAGS = frozenset(
    {
        "a",
        "span",
        "time",
        "abbr",
        "small",
        "em",
        "i",
        "b",
        "strong",
        "cite",
        "font",
        "br",
        "img",
        "sup",
        "label",
        "code",
    }
)
_NEVER_REGIONS = frozenset({"html", "body", "head", "form"}) | INLINE_TAGS
_LISTS = frozenset({"ol", "ul", "dl", "div", "section", "table"})
#: What old themes write headings with.
_CAPTIONS = (
    "p",
    "div",
    "b",
    "strong",
    "span",
    "td",
    "th",
    "legend",
    "dt",
    "li",
    "label",
    "font",
    "a",
    "big",
    "caption",
)
_MAX_ELEMENTS, _MAX_REGIONS, _MAX_DEPTH = 20_000, 10, 300
_MAX_HEADING_LENGTH, _MAX_CAPTION_LENGTH = 80, 40
_NUMBERED = re.compile(r"^(?:c|cmt|comm|comment)[-_]?\d+$", re.IGNORECASE)
_WITH_ID = etree.XPath("/descendant::*[starts-with(@id,'c')]")
_NAMED = etree.XPath(f"/descendant::*[@id or @class or {' or '.join(f'self::{tag}' for tag in sorted(HEADINGS))}]")


def named_regions(tree: _Element) -> list[Region]:
    """The parts of the page that are named comments, or that follow a heading such as "3 comments"."""
    return list(islice(_named(tree), _MAX_REGIONS))


def captioned_regions(tree: _Element) -> list[Region]:
    """The parts that follow a line such as "3 comments" which is not marked up as a heading."""
    return list(islice(_captioned(tree), _MAX_REGIONS))


def numbered_regions(tree: _Element) -> list[Region]:
    """The siblings with ids such as "c12" and "c14", if neither a name nor a heading identifies the comments."""
    holders: defaultdict[_Element, Region] = defaultdict(list)
    for element in cast("list[_Element]", _WITH_ID(tree))[:_MAX_ELEMENTS]:
        if _NUMBERED.match(element.get("id") or "") and element.tag not in _NEVER_REGIONS:
            above = element.getparent()
            if above is not None:
                holders[above].append(element)
    return [region for region in islice(holders.values(), _MAX_REGIONS) if len(region) > 1]


def is_named_comment(element: _Element) -> bool:
    """Whether the id or the classes of an element say that it is a comment, or a part of the discussion."""
    names = f"{element.get('id') or ''} {element.get('class') or ''}"
    return len(names) > 1 and (is_comments(element) or _names_comment(names[:_MAX_DEPTH]))


@lru_cache(maxsize=4096)
def _names_comment(names: str) -> bool:
    return bool(vocabulary().names.search(names))


def is_outside_discussion(element: _Element) -> bool:
    """Whether an element is a list of the blog's newest comments, or the form."""
    return bool(BESIDE_DISCUSSION.search(f"{element.get('id') or ''} {element.get('class') or ''}"))


def is_trackback_list(element: _Element) -> bool:
    """Whether an element is a list of trackbacks, by its name or by the heading before it."""
    if element.tag not in _LISTS:
        return False
    pattern = vocabulary().trackbacks
    if any(pattern.match(name) for name in (element.get("id"), *(element.get("class") or "").split()) if name):
        return True
    before = element.getprevious()
    return before is not None and before.tag in HEADINGS and bool(pattern.match(node_text(before)))


def _named(tree: _Element) -> Iterator[Region]:
    inside: set[_Element] = set()
    for element in cast("list[_Element]", _NAMED(tree))[:_MAX_ELEMENTS]:
        if element.tag in _NEVER_REGIONS:
            continue
        is_heading = element.tag in HEADINGS
        is_named = len(element) > 0 and is_named_comment(element)
        if not (is_heading or is_named) or is_outside_discussion(element) or is_trackback_list(element):
            continue
        above = element.getparent()
        if (
            above is None
            or element in inside
            or any(one in inside for one in islice(element.iterancestors(), _MAX_DEPTH))
        ):
            continue
        if is_named and not is_heading:
            if element.find(".//h1") is not None:  # the whole post, of a theme that names it "has-comments"
                continue
            # Siblings that are named comments belong together.
            beside = [one for one in above if isinstance(one.tag, str) and len(one) and is_named_comment(one)]
            inside.update(beside)
            yield beside
        elif is_heading and is_title(node_text(element), _MAX_HEADING_LENGTH) and (behind := _following(element)):
            yield behind


def _captioned(tree: _Element) -> Iterator[Region]:
    for element in islice(tree.iter(*_CAPTIONS), _MAX_ELEMENTS):
        text = element.text
        if text and not len(element) and is_title(text, _MAX_CAPTION_LENGTH) and not is_outside_discussion(element):
            region = _following(element)
            if region:
                yield region


def is_title(text: str, longest: int = _MAX_HEADING_LENGTH) -> bool:
    """Whether a text is the title of a post's discussion, such as "3 comments"."""
    return len(text) < longest and _titles_discussion(text)


@lru_cache(maxsize=4096)  # the pages of a blog have many short texts in common
def _titles_discussion(text: str) -> bool:
    words = vocabulary()
    if not (words.noun.match(text) or words.count.search(text)):
        return False
    return not words.recent.search(text)


def _following(title: _Element) -> Region:
    """The elements behind a title, or behind the boxes that hold nothing but the title."""
    for element in (title, *islice(title.iterancestors(), 4)):
        if element.tag == "body":
            break
        behind = [one for one in element.itersiblings() if isinstance(one.tag, str) and not is_outside_discussion(one)]
        if any(node_text(one) for one in behind):
            return behind
        if any(True for _ in element.itersiblings(preceding=True)):
            break
    return []
