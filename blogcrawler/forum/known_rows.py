"""Finds stored messages on a page in an unknown style: their texts, and their authors and dates beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from lxml.etree import _Element

from ..dates import dates_agree, iso_moment
from ..dom import Page, node_text, texts
from ..items import Comment
from ..knowledge import language_of
from .unknown_thread_reader import Row

__all__ = ["known_rows"]

_SPACE = re.compile(r"\s+")
_SKIPPED = frozenset({"script", "style", "html", "body", "head"})
#: Pages with more text are not searched, because each text is compared with those of all elements.
_MAX_LENGTH = 1_000_000
#: A text that says when or by whom a message was written is not longer.
_MAX_MARK_LENGTH = 100


def known_rows(page: Page, known: Sequence[Comment]) -> list[Row]:
    """The elements of those stored messages that a page shows, in page order."""
    if sum(map(len, texts(page.tree))) > _MAX_LENGTH:
        return []
    elements = [one for one in page.tree.iter("*") if one.tag not in _SKIPPED]
    order = {element: place for place, element in enumerate(elements)}
    contents = _contents(elements, {_squeezed(message.text): message for message in known if message.text.strip()})
    starts = [order[element] for element, _ in contents]
    ends = [place + sum(1 for _ in element.iter("*")) for place, (element, _) in zip(starts, contents, strict=True)]
    before = [elements[start:end][::-1] for start, end in zip([0, *ends], starts, strict=False)]
    behind = [elements[start:end] for start, end in zip(ends, [*starts[1:], len(elements)], strict=False)]
    language = language_of(page)
    messages = [message for _, message in contents]
    who = _beside(before, behind, messages, _author)
    when = _beside(before, behind, messages, lambda some, message: _date(some, message, language))
    return [Row(content, when[n], who[n]) for n, (content, _) in enumerate(contents)]


def _beside(
    before: Sequence[Sequence[_Element]],
    behind: Sequence[Sequence[_Element]],
    messages: Sequence[Comment],
    find: Callable[[Sequence[_Element], Comment], _Element | None],
) -> list[_Element | None]:
    """What is found nearest to each message: before or behind it, whichever is usual on this page."""
    sides = [[find(some, message) for some, message in zip(side, messages, strict=True)] for side in (before, behind)]
    return max(sides, key=lambda side: sum(one is not None for one in side))


def _contents(elements: Iterable[_Element], known: dict[str, Comment]) -> list[tuple[_Element, Comment]]:
    """The largest elements that have exactly the text of a stored message."""
    found: list[tuple[_Element, Comment]] = []
    inside: set[_Element] = set()
    for element in elements:
        if element in inside:
            continue
        message = known.get(_squeezed("".join(texts(element))))
        if message is not None:
            found.append((element, message))
            inside.update(element.iter("*"))
    return found


def _author(elements: Sequence[_Element], message: Comment) -> _Element | None:
    """The first element with the name of the author, without those around it."""
    for element in elements:
        if message.author and node_text(element) == message.author:
            return [one for one in element.iter("*") if node_text(one) == message.author][-1]
    return None


def _date(elements: Sequence[_Element], message: Comment, language: str) -> _Element | None:
    """The first element that states the date of a message, in an attribute or as its own text."""
    for element in elements:
        stated = (element.get("datetime"), element.get("title"), element.text, *(child.tail for child in element))
        for text in stated:
            if text and len(text) <= _MAX_MARK_LENGTH and any(map(str.isdigit, text)):
                moment = iso_moment(text, language)
                if moment is not None and dates_agree(message.published, moment):
                    return element
    return None


def _squeezed(text: str) -> str:
    return _SPACE.sub("", text)
