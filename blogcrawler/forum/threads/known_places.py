"""Reads a page in an unknown style by the stored messages that it shows: new ones are in the same places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from lxml.etree import _Element

from ...dates import dates_agree, iso_moment
from ...dom import Page, drop, look_of, node_text, similarity, texts
from ...items import Comment
from ...knowledge import clean_node, link_of
from .known_rows import KnownRow, known_rows, shown_texts, squeezed
from .mark_routes import Route, common_route, follow

__all__ = ["read_beside_known"]

#: Messages to read from one page.
_MAX_MESSAGES = 2000
#: Elements around a message that must have the same tags, if only one stored message is known.
_MAX_DEPTH = 6
#: A text that says when or by whom a message was written is not longer.
_MAX_MARK_LENGTH = 100
#: If this share of the known messages have further texts, these belong to the template.
_MIN_AGREEING = 0.5
#: Similarity of a stored message and one that is in its place, with the same author and date.
_MIN_ALIKE = 0.5
#: Shorter texts may be in a message by chance.
_MIN_PART = 12
_MEDIA = ("img", "picture", "video", "audio", "iframe", "object")
#: Shorter lines need not be on the page any more: they may introduce a quotation.
_MIN_LINE = 12
_EMOTICON = re.compile(r":[a-z][a-z0-9_+-]{0,30}:|[:;=8xX]['o-]?[()DPpOo|]", re.I)
_NO_LETTER = re.compile(r"[\W_]+")
#: Author, their address, and date.
_Signature = tuple[str | None, str | None, str | None]


def read_beside_known(page: Page, known: Sequence[Comment], language: str, now: datetime) -> list[Comment]:
    """The messages on a page of a thread, in page order; none if it shows no stored ones. The page is consumed.

    The stored messages are found by their texts, with their authors and dates next to them. Elements in such places
    that have an author or a date where the known messages have theirs are new messages.
    """
    rows = known_rows(page, known, only_alike=False)
    if not rows:
        return []
    who, when = (
        common_route((row.content, row.who) for row in rows),
        common_route((row.content, row.when) for row in rows),
    )
    others = [KnownRow(one, None, follow(one, who), follow(one, when)) for one in _others(page, rows)]
    others = [row for row in others if _is_message(row, who, when, language, now)]
    marks = {mark for row in (*rows, *others) for mark in (row.who, row.when)}
    found = {row.content: row for row in (*rows, *(row for row in others if row.content not in marks))}
    order = {element: place for place, element in enumerate(page.tree.iter("*"))}
    ordered = sorted(found.values(), key=lambda row: order[row.content])[:_MAX_MESSAGES]
    signed = [_read_marks(page, row, language, now) for row in ordered]
    ordered = _with_leftovers(ordered, signed, known)
    said = [shown_texts(row.content) for row in ordered]
    _drop_furniture(ordered)
    read = []
    for row, (author, author_url, published) in zip(ordered, signed, strict=True):
        article = clean_node(page, row.content)
        comment = Comment(
            id=row.content.get("id"),
            author=author,
            author_url=author_url,
            published=published,
            content_html=article.html,
            text=article.text,
            links=tuple(article.links),
        )
        read.append(comment if row.message is None else _with_marks_of(row.message, comment))
    read = _as_stored(read, [row.message for row in ordered], said)
    return [one for one, row in zip(read, ordered, strict=True) if row.message is not None or one.text or one.published]


# --- places ---------------------------------------------------------------------------------------------------


def _others(page: Page, rows: Sequence[KnownRow]) -> list[_Element]:
    """The elements in the same places as the known messages, outside of them and not around them."""
    contents = [row.content for row in rows]
    depth = _depth_below_common(contents)
    places = {_place(content, depth) for content in contents}
    taken = {one for content in contents for one in content.iter("*")}
    around = {above for content in contents for above in content.iterancestors()}
    return [
        one
        for one in page.tree.iter(*{content.tag for content in contents})
        if one not in taken and one not in around and _place(one, depth) in places
    ]


def _depth_below_common(contents: Sequence[_Element]) -> int:
    if len(contents) < 2:
        return _MAX_DEPTH
    above = [list(content.iterancestors())[::-1] for content in contents]
    common = 0
    for level in zip(*above, strict=False):
        if len(set(level)) > 1:
            break
        common += 1
    return max(len(ancestors) for ancestors in above) - common


def _place(content: _Element, depth: int) -> tuple[str, ...]:
    tags = [above.tag for above, _ in zip(content.iterancestors(), range(depth), strict=False)]
    return look_of(content), *map(str, tags)


def _is_message(row: KnownRow, who: Route | None, when: Route | None, language: str, now: datetime) -> bool:
    """Whether an element has an author and a date where the known messages have theirs; either may be unknown."""
    author = row.who is not None and 0 < len(node_text(row.who)) <= _MAX_MARK_LENGTH
    date = row.when is not None and _moment(row.when, language, now) is not None
    if not node_text(row.content):  # a picture, if it is certain that somebody has written something
        return author and date and next(row.content.iter(*_MEDIA), None) is not None
    return (author or date) and (author or who is None) and (date or when is None)


def _with_leftovers(rows: Sequence[KnownRow], signed: Sequence[_Signature], known: Sequence[Comment]) -> list[KnownRow]:
    """The rows, with the stored messages that were not found by their texts, but by author, date and similarity."""
    taken = {id(row.message) for row in rows}
    left = [message for message in known if id(message) not in taken]
    result = []
    for row, (author, _, published) in zip(rows, signed, strict=True):
        if row.message is None and left:
            text = node_text(row.content)
            alike = {
                number: similarity(text, message.text)
                for number, message in enumerate(left)
                if message.author == author
                and (not (message.published and published) or dates_agree(message.published, published))
            }
            best = max(alike, key=alike.__getitem__, default=None)
            if best is not None and alike[best] >= _MIN_ALIKE:
                row = replace(row, message=left.pop(best))
        result.append(row)
    return result


# --- texts ----------------------------------------------------------------------------------------------------


def _read_marks(page: Page, row: KnownRow, language: str, now: datetime) -> _Signature:
    """Who wrote a message and when; read before the content is consumed, which may contain them."""
    author = node_text(row.who)[:_MAX_MARK_LENGTH] if row.who is not None else ""
    link = None
    if row.who is not None:
        link = next((one for one in (*row.who.iter("a"), *row.who.iterancestors("a"))), None)
    published = _moment(row.when, language, now) if row.when is not None else None
    return author or None, link_of(page, link) if link is not None else None, published


def _moment(mark: _Element, language: str, now: datetime) -> str | None:
    stated = (mark.get("datetime"), mark.get("title"), mark.text, *(child.tail for child in mark), node_text(mark))
    for text in stated:
        if text and len(text) <= _MAX_MARK_LENGTH and (moment := iso_moment(text, language, now)) is not None:
            return moment
    return None


def _drop_furniture(rows: Sequence[KnownRow]) -> None:
    """Remove what is inside messages but not stored with them (signatures, buttons), by its look."""
    marks = {mark for row in rows for mark in (row.who, row.when) if mark is not None}
    own: set[tuple[str, ...]] = set()
    foreign: Counter[tuple[str, ...]] = Counter()
    known = [row for row in rows if row.message is not None]
    for row in known:
        said = squeezed(row.message.text) if row.message is not None else ""
        looks = set()
        for element in row.content.iterdescendants("*"):
            text = squeezed(node_text(element))
            if text and text in said:
                own.add(_inner_place(element, row.content))
            elif text:
                looks.add(_inner_place(element, row.content))
        foreign.update(looks)
    unwanted = {look for look, number in foreign.items() if look not in own and number >= min(2, len(known))}
    for row in rows:
        said = squeezed(row.message.text) if row.message is not None else ""
        for element in list(row.content.iterdescendants("*")):
            is_foreign = _inner_place(element, row.content) in unwanted or element in marks
            if is_foreign and not _holds(element, said):
                drop(element)


def _holds(element: _Element, said: str) -> bool:
    """Whether an element has a part of the message, and not only its furniture."""
    parts = map(squeezed, texts(element))
    return any(len(part) >= _MIN_PART and part in said for part in parts)


def _inner_place(element: _Element, content: _Element) -> tuple[str, ...]:
    place = [look_of(element)]
    for above in element.iterancestors():
        if above is content:
            break
        place.append(look_of(above))
    return tuple(place)


def _with_marks_of(known: Comment, read: Comment) -> Comment:
    return replace(
        read,
        author=known.author or read.author,
        author_url=read.author_url or known.author_url,
        published=known.published or read.published,
    )


def _as_stored(
    read: Sequence[Comment], known: Sequence[Comment | None], said: Sequence[tuple[str, ...]]
) -> list[Comment]:
    """The messages, with the stored texts of those that the page still has, unless something was added to them.

    If most of them have something else before or behind, it is the template's.
    """
    pairs = [
        (number, before, read[number])
        for number, before in enumerate(known)
        if before is not None and _still_says(said[number], before.text)
    ]
    longer = [number for number, before, now in pairs if _says_more(now.text, before.text)]
    is_furniture = len(longer) >= max(_MIN_AGREEING * len(pairs), 2)
    result = list(read)
    for number, before, now in pairs:
        if is_furniture or number not in longer:
            result[number] = replace(now, text=before.text, content_html=before.content_html, links=before.links)
    return result


def _still_says(shown: Sequence[str], before: str) -> bool:
    """Whether an element has the lines of a text, apart from emoticons, which are pictures in some templates.

    Without white space, other text may look like an emoticon: "said:Do" has ":D".
    """
    lines = [line for line in before.splitlines() if len(_letters(line)) >= _MIN_LINE] or [before]
    variants = [(_letters(text), _NO_LETTER.sub("", text)) for text in shown]
    wanted = [(_letters(line), _NO_LETTER.sub("", line)) for line in lines]
    return any(all(any(one in said for one in line for said in text) for line in wanted) for text in variants)


def _says_more(now: str, before: str) -> bool:
    """Whether a text has lines that the earlier one lacks, apart from numbers."""
    said = _letters(before)
    return any(line not in said for line in map(_letters, now.splitlines()) if not line.isdigit())


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", _EMOTICON.sub("", text))
