"""Learns where the fields of a comment are in its node."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import candidate_selectors, node_text, path_inside, selector_cost, squash
from ...items import Comment
from ..locations import FieldLocation
from ..page.rule_reader import read_location

__all__ = ["Pair", "learn_locations"]

_DATE_ATTRIBUTES = ("datetime", "title", "content", "data-time", "data-timestamp")
_INSTANT = re.compile(r"([A-Za-z_\-]+=)(\d{13}|\d{10})(?!\d)")
_STEM = re.compile(r"[#?&/]?[A-Za-z_\-=]*$")
_FORMS = ("", "dmy", "mdy", "ymd")
_TYPE = FieldLocation(xpath=".", attr="class", pattern=re.compile(r"\b(pingback|trackback)\b", re.IGNORECASE))
#: Characters next to a name in the same element: "Posted by", "says:", a date.
_MAX_TEXT_AROUND = 80
#: The share of comments for which a location must be right.
_MIN_RIGHT = 0.5
#: Elements of a comment to search.
_MAX_ELEMENTS = 400
_MAX_PATH_STEPS = 7
#: Cost of a location that needs a pattern, for choosing among equals.
_PATTERN_COST = 0.01


@dataclass(frozen=True, slots=True)
class Pair:
    """A comment of the feed, its node on the page (``item``), the node of its text, and the nodes of all comments."""

    item: _Element
    content: _Element
    comment: Comment
    items: set[_Element]

    def own(self) -> Iterator[_Element]:
        """The elements of the comment that are neither inside its text nor inside a reply."""
        waiting = [self.item]
        for _ in range(_MAX_ELEMENTS):
            if not waiting:
                return
            element = waiting.pop()
            if isinstance(element.tag, str):
                yield element
                inside = element is not self.item and (element in self.items or element is self.content)
                waiting.extend([] if inside else reversed(element))


#: How well a value that was read fits the comment, from 0 to 1.
Test = Callable[[str, Comment, FieldLocation], float]


def learn_locations(pairs: Sequence[Pair], language: str) -> dict[str, tuple[FieldLocation, ...]]:
    """The locations of all fields except the text."""

    def right_date(value: str, comment: Comment, location: FieldLocation) -> float:
        return _same_moment(iso_moment(value, language, form=location.form, milliseconds=True), comment.published)

    found = {
        "id": _best(pairs, _identities, lambda value, comment, _: float(value == comment.id)),
        "author": _best(pairs, _authors, lambda value, comment, _: float(_fold(value) == _fold(comment.author))),
        "published": _best(pairs, lambda pair: _dates(pair, language), right_date),
        "parent": _parents(pairs),
    }
    found["author_url"] = _author_urls(pairs, found["author"])
    return {"type": (_TYPE,)} | {name: locations for name, locations in found.items() if locations}


def _best(
    pairs: Sequence[Pair], candidates: Callable[[Pair], Iterator[FieldLocation]], test: Test, *, keep: int = 2
) -> tuple[FieldLocation, ...]:
    """The locations that are right most often; a second one only if it is right where the first finds nothing."""
    votes: Counter[FieldLocation] = Counter()
    for pair in pairs[:50]:
        votes.update(set(candidates(pair)))
    ranked: list[tuple[float, FieldLocation]] = []
    for location, _ in votes.most_common(40):
        gained = sum(
            test(value, pair.comment, location)
            for pair in pairs
            if (value := read_location(pair.item, location)) is not None
        )
        cost = selector_cost(location.xpath) + (_PATTERN_COST if location.pattern else 0)
        ranked.append((gained / len(pairs) - cost, location))
    ranked.sort(key=lambda one: -one[0])
    chosen: list[FieldLocation] = []
    for gain, location in ranked:
        if not chosen and gain < _MIN_RIGHT:
            break
        without = [pair for pair in pairs if not any(read_location(pair.item, one) for one in chosen)]
        if len(chosen) < keep and (
            not chosen
            or any(test(read_location(pair.item, location) or "", pair.comment, location) > 0 for pair in without)
        ):
            chosen.append(location)
    return tuple(chosen)


def _selectors(element: _Element, item: _Element) -> Iterator[str]:
    """The selectors of an element inside its comment: by its names, or by its position."""
    if element is item:
        yield "."
        return
    for selector in candidate_selectors(element, _is_not_by_id, within=item):
        yield f".{selector}"
    path = path_inside(element, item, _MAX_PATH_STEPS)
    if path is not None:
        yield path


def _is_not_by_id(name: str) -> bool:
    """Whether a selector does not use an id: no other comment has the same."""
    return "@id=" not in name


def _authors(pair: Pair) -> Iterator[FieldLocation]:
    author = squash(pair.comment.author or "")
    if not author:
        return
    for element in pair.own():
        text = node_text(element)
        at = text.find(author)
        if at < 0 or len(text) > len(author) + _MAX_TEXT_AROUND or _is_glued(text, at, len(author)):
            continue
        pattern = None
        if text != author:
            before, behind = re.escape(text[:at]), re.escape(text[at + len(author) :][:3])
            pattern = re.compile(f"^{before}(.+?)(?:{behind}|$)" if behind else f"^{before}(.+)$", re.IGNORECASE)
        for selector in _selectors(element, pair.item):
            yield FieldLocation(xpath=selector, pattern=pattern)


def _is_glued(text: str, at: int, length: int) -> bool:
    """Whether a letter or digit directly precedes or follows, so that it is unclear where the name ends."""
    return text[at - 1 : at].isalnum() or text[at + length : at + length + 1].isalnum()


def _dates(pair: Pair, language: str) -> Iterator[FieldLocation]:
    for element in pair.own():
        values = [(name, element.get(name) or "", None) for name in _DATE_ATTRIBUTES if element.get(name)]
        text = node_text(element)
        if 4 < len(text) <= _MAX_TEXT_AROUND:
            values.append(("", text, None))
        instant = _INSTANT.search(element.get("href") or "")
        found: list[tuple[str, str, re.Pattern[str] | None]] = list(values)
        if instant:
            found.append(("href", instant[2], re.compile(re.escape(instant[1]) + r"(\d+)")))
        for attribute, value, pattern in found:
            for form in _FORMS:
                if _same_moment(iso_moment(value, language, form=form, milliseconds=True), pair.comment.published) > 0:
                    for selector in _selectors(element, pair.item):
                        yield FieldLocation(xpath=selector, attr=attribute, pattern=pattern, form=form)
                    break


def _identities(pair: Pair) -> Iterator[FieldLocation]:
    return _references(pair, pair.comment.id)


def _references(pair: Pair, identity: str | None) -> Iterator[FieldLocation]:
    """Attributes that contain the id of a comment."""
    if not identity:
        return
    whole = re.compile(rf"(?<![A-Za-z0-9]){re.escape(identity)}(?![A-Za-z0-9])|(?<=\Wc){re.escape(identity)}$")
    for element in pair.own():
        for name, value in element.attrib.items():
            text = str(value)
            found = whole.search(text) or (re.search(rf"(?<=^c){re.escape(identity)}$", text) if name == "id" else None)
            if found and not str(name).startswith(("on", "{")):
                stem = _STEM.search(text[: found.start()])
                pattern = re.compile(f"{re.escape(stem[0]) if stem else ''}([A-Za-z0-9]+)(?![A-Za-z0-9])")
                for selector in _selectors(element, pair.item):
                    yield FieldLocation(xpath=selector, attr=str(name), pattern=pattern)


def _parents(pairs: Sequence[Pair]) -> tuple[FieldLocation, ...]:
    """Where a page links to the parent of a reply; nothing if that is rarely right, or found in other comments, too."""
    replies = [pair for pair in pairs if pair.comment.parent]
    if len(replies) < 2:
        return ()
    locations = _best(
        replies,
        lambda pair: _references(pair, pair.comment.parent),
        lambda value, comment, _: float(value == comment.parent),
        keep=1,
    )
    others = [pair for pair in pairs if not pair.comment.parent]
    if any(read_location(pair.item, location) for location in locations for pair in others):
        return ()
    return locations


def _author_urls(pairs: Sequence[Pair], authors: Sequence[FieldLocation]) -> tuple[FieldLocation, ...]:
    """The link on the author's name, or around it."""
    stated = [pair for pair in pairs if pair.comment.author_url]
    pattern = re.compile(r"^(?!.*(?:#comment|#c\d|replytocom|javascript:))(.+)", re.IGNORECASE)
    for location in authors[:1]:
        for ending in ("/descendant-or-self::a[@href]", "/ancestor::a[@href][1]"):
            link = FieldLocation(xpath=location.xpath + ending, attr="href", pattern=pattern)
            found = [(read_location(pair.item, link), pair.comment.author_url) for pair in stated or pairs]
            right = sum(bool(value) and (not stated or _fold(value) == _fold(url)) for value, url in found)
            if right and (right >= _MIN_RIGHT * len(found) or not stated):
                return (link,)
    return ()


def _same_moment(read: str | None, stated: str | None) -> float:
    """How likely two dates are the same: to the minute, apart from the offset, or on about the same day."""
    if not read or not stated:
        return 0.0
    one, other = datetime.fromisoformat(read), datetime.fromisoformat(stated)
    if one.tzinfo is not None and other.tzinfo is not None:
        return 1.0 if abs((one - other).total_seconds()) < 60 else 0.0
    apart = abs((one.replace(tzinfo=None) - other.replace(tzinfo=None)).total_seconds())
    if apart > 86_400 + 60:
        return 0.0
    return 0.9 if apart % 900 < 60 and len(read) > 10 else 0.6


def _fold(text: str | None) -> str:
    return squash(text or "").casefold().rstrip("/")
