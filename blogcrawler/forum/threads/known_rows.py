"""Finds stored messages on a page in an unknown style: their texts, and the authors and dates next to them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.etree import _Element

from ...dates import dates_agree, iso_moment
from ...dom import Page, look_of, node_text, texts
from ...items import Comment
from ...knowledge import language_of

__all__ = ["KnownRow", "known_rows", "shown_texts", "squeezed"]

_SPACE = re.compile(r"\s+")
_SKIPPED = frozenset({"script", "style", "template"})
#: Characters at the beginning and the end of a message by which it is found, and how much longer than the stored text
#: the text of its element may be.
_ANCHOR_LENGTH, _MAX_LONGER = 40, 3
#: Lines of a message that are searched in all others: in a thread of the same long text, that would take minutes.
_MAX_SEARCHED_LINES = 10
#: Pages with more text are not searched, because each text is compared with those of all elements.
_MAX_LENGTH = 1_000_000
#: A text that says when or by whom a message was written is not longer.
_MAX_MARK_LENGTH = 100


@dataclass(frozen=True, slots=True)
class KnownRow:
    """The elements of a message: its content, and what says by whom and when it was written."""

    content: _Element
    message: Comment | None = None
    who: _Element | None = None
    when: _Element | None = None


def known_rows(page: Page, known: Sequence[Comment], only_alike: bool = True) -> list[KnownRow]:
    """The elements of those stored messages that a page shows, in page order; if wanted, ``only`` those that look
    ``alike``."""
    body = page.tree.find("body")
    if body is None or sum(map(len, texts(body))) > _MAX_LENGTH:
        return []
    elements = [one for one in body.iter("*") if one.tag not in _SKIPPED]
    order = {element: place for place, element in enumerate(elements)}
    contents = sorted(_contents(body, known, only_alike), key=lambda one: order[one[0]])
    starts = [order[element] for element, _ in contents]
    ends = [place + sum(1 for _ in element.iter("*")) for place, (element, _) in zip(starts, contents, strict=True)]
    before = [elements[start:end][::-1] for start, end in zip([0, *ends], starts, strict=False)]
    behind = [elements[start:end] for start, end in zip(ends, [*starts[1:], len(elements)], strict=False)]
    language = language_of(page)
    messages = [message for _, message in contents]
    who = _beside(before, behind, messages, _authors)
    when = _beside(before, behind, messages, lambda some, message: _dates(some, message, language))
    return [KnownRow(content, message, who[n], when[n]) for n, (content, message) in enumerate(contents)]


def _beside(
    before: Sequence[Sequence[_Element]],
    behind: Sequence[Sequence[_Element]],
    messages: Sequence[Comment],
    find: Callable[[Sequence[_Element], Comment], list[_Element]],
) -> list[_Element | None]:
    """What is found nearest to each message: before or behind it, whichever is usual on this page."""
    sides = [
        _most_alike([find(some, message) for some, message in zip(side, messages, strict=True)])
        for side in (before, behind)
    ]
    return max(sides, key=lambda side: sum(one is not None for one in side))


def _most_alike(candidates: Sequence[Sequence[_Element]]) -> list[_Element | None]:
    """One of the candidates for each message, such that most of them look alike; those named first are preferred."""
    looks = Counter(look for some in candidates for look in dict.fromkeys(map(_look, some)))
    if not looks:
        return [None for _ in candidates]
    most = max(looks.values())
    look = next(look for some in candidates for look in map(_look, some) if looks[look] == most)
    return [next((one for one in some if _look(one) == look), None) for some in candidates]


def _look(element: _Element) -> tuple[str, str]:
    above = element.getparent()
    return look_of(element), look_of(above) if above is not None else ""


def _contents(body: _Element, known: Sequence[Comment], only_alike: bool) -> list[tuple[_Element, Comment]]:
    """The elements with the texts of stored messages, none inside another.

    What is stored was cleaned: buttons and notes may be missing from it. So an element must contain the beginning and
    the end of a message.
    """
    seen: dict[_Element, tuple[str, ...]] = {}
    messages = [message for message in known if squeezed(message.text)]
    around = [_around(body, squeezed(message.text), seen) for message in messages]
    if not only_alike:  # quotations may begin with other words than before
        everything = "\n".join(squeezed(message.text) for message in messages)
        shared = Counter(line for message in messages for line in set(map(squeezed, message.text.splitlines())))
        around = [
            some or _around_line(body, message, everything, shared, seen)
            for some, message in zip(around, messages, strict=True)
        ]
    chosen = _most_alike(around)
    if not only_alike:  # the first message may look different from replies
        others = _most_alike([some if one is None else [] for some, one in zip(around, chosen, strict=True)])
        chosen = [one if one is not None else other for one, other in zip(chosen, others, strict=True)]
        looks = {look_of(one) for one in chosen if one is not None}  # those of some people are in boxes of their own
        alike = [next((one for one in some if look_of(one) in looks), None) for some in around]
        chosen = [one if one is not None else other for one, other in zip(chosen, alike, strict=True)]
    found: dict[_Element, Comment] = {}
    for element, message in zip(chosen, messages, strict=True):
        if element is not None:
            found.setdefault(element, message)
    return [
        (one, message) for one, message in found.items() if not any(above in found for above in one.iterancestors())
    ]


def _around_line(
    body: _Element, message: Comment, everything: str, shared: Counter[str], seen: dict[_Element, tuple[str, ...]]
) -> list[_Element]:
    """The elements with the longest line of a message; if possible, with one that no other message has or quotes."""
    lines = sorted((line for line in map(squeezed, message.text.splitlines()) if line), key=len, reverse=True)
    own = islice((line for line in lines if shared[line] == 1), _MAX_SEARCHED_LINES)
    line = next((line for line in own if everything.count(line) == 1), lines[0])
    return _around(body, line, seen, len(squeezed(message.text))) if len(line) >= _ANCHOR_LENGTH else []


def _around(body: _Element, said: str, seen: dict[_Element, tuple[str, ...]], length: int = 0) -> list[_Element]:
    """The elements with the beginning and the end of a text, the smallest first, unless they have much more text.

    ``length`` is the message's, if the text is only one of its lines.
    """
    path: list[_Element] = []
    inner: _Element | None = body
    begin, end = said[:_ANCHOR_LENGTH], said[-_ANCHOR_LENGTH:]
    while inner is not None:
        path.append(inner)
        inner = next((one for one in inner.iterchildren("*") if _has_both(one, begin, end, seen)), None)
    return [
        one for one in reversed(path[1:]) if len(seen[one][0]) <= _MAX_LONGER * max(len(said), length) + _ANCHOR_LENGTH
    ]


def _has_both(element: _Element, begin: str, end: str, seen: dict[_Element, tuple[str, ...]]) -> bool:
    if element.tag in _SKIPPED:
        return False
    said = seen.get(element)
    if said is None:
        said = seen[element] = shown_texts(element)
    return any((start := text.find(begin)) >= 0 and text.find(end, start) >= 0 for text in said)


def shown_texts(element: _Element) -> tuple[str, ...]:
    """The text of an element without white space; if it has pictures, also with their alternative texts.

    Some templates show ":)" as a picture.
    """
    plain = squeezed("".join(texts(element)))
    if next(element.iter("img"), None) is None:
        return (plain,)
    parts = []
    for one in element.iter():
        if isinstance(one.tag, str) and one.tag not in _SKIPPED:
            parts += [one.text or "", one.get("alt") or "" if one.tag == "img" else ""]
        parts.append(one.tail or "" if one is not element else "")
    return plain, squeezed("".join(parts))


def _authors(elements: Sequence[_Element], message: Comment) -> list[_Element]:
    """The elements with the name of the author, without those around them."""
    named = [one for one in elements if message.author and node_text(one) == message.author]
    around = {above for one in named for above in one.iterancestors()}
    return [one for one in named if one not in around]


def _dates(elements: Sequence[_Element], message: Comment, language: str) -> list[_Element]:
    """The elements that state the date of a message, in an attribute or as their own text."""
    return [one for one in elements if any(_is_date_of(message, text, language) for text in _stated(one))]


def _stated(element: _Element) -> list[str]:
    stated = (element.get("datetime"), element.get("title"), element.text, *(child.tail for child in element))
    return [text for text in stated if text and len(text) <= _MAX_MARK_LENGTH and any(map(str.isdigit, text))]


def _is_date_of(message: Comment, text: str, language: str) -> bool:
    moment = iso_moment(text, language)
    return moment is not None and dates_agree(message.published, moment)


def squeezed(text: str) -> str:
    """A text without white space, which templates set differently."""
    return _SPACE.sub("", text)
