"""Reads the posts of a thread in an unknown style by their repeated structure.

A thread is a list of posts that look alike: marks (a date, an author) and contents alternate. Of all groups of elements
that look alike, the reader takes the pair of marks and contents that alternates best and has the most text.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import LookalikeGroup, Page, drop, lookalike_groups, node_text
from ...items import Comment
from ...knowledge import clean_node, link_of
from ...word_lists import word_pattern

__all__ = ["Row", "read_repeated_posts", "repeated_rows"]

_INLINE = frozenset("a b i u em strong font small big code img br abbr cite q sub sup label time input h1".split())
_DATE = word_pattern(__package__, "marks.toml", "date")
_PERSON = word_pattern(__package__, "marks.toml", "person")
_MAX_MARK_LENGTH = 100
#: Average number of words of a post.
_MIN_WORDS = 4
_MAX_GROUPS = 80
#: The share of contents that must have marks of their own.
_MIN_ALTERNATION = 0.7
#: The value of contents that include their marks, compared with contents next to their marks.
_MARKS_INSIDE = 0.6


@dataclass(frozen=True, slots=True)
class _Marks:
    group: LookalikeGroup
    dates: bool


@dataclass(frozen=True, slots=True)
class Row:
    """The elements of one post: its content, and what says when and by whom it was written."""

    content: _Element
    when: _Element | None = None
    who: _Element | None = None


def read_repeated_posts(page: Page, language: str = "en", now: datetime | None = None) -> list[Comment]:
    """The posts of a thread, in page order; none if no structure repeats. Their contents are consumed."""
    return _read_rows(page, repeated_rows(page), language, now)


def repeated_rows(page: Page) -> list[Row]:
    """The elements of the posts of a thread, in page order; none if no structure repeats."""
    groups = lookalike_groups(page.tree)
    marks = _marks(groups)
    best: tuple[float, LookalikeGroup] | None = None
    for words, content in _contents(groups):
        if any(mark.dates and mark.group.elements[0] is content.elements[0] for mark in marks):
            continue
        if best is not None and words <= best[0]:
            break
        if any(_is_around(content, mark.group) for mark in marks if mark.dates):
            continue
        fit = max((_fit(mark.group, content) * (1.0 if mark.dates else 0.8) for mark in marks), default=0.0)
        if fit and (best is None or words * fit > best[0]):
            best = words * fit, content
    return _rows(best[1], marks) if best else []


def _contents(groups: list[LookalikeGroup]) -> list[tuple[float, LookalikeGroup]]:
    """The groups that may be the contents, those with the most own words first."""
    weighed = [(group.own_words(), group) for group in groups if group.tag not in _INLINE and group.is_flat]
    weighed = [(words, group) for words, group in weighed if words >= _MIN_WORDS * len(group)]
    return sorted(weighed, key=lambda one: -one[0])[:_MAX_GROUPS]


def _marks(groups: list[LookalikeGroup]) -> list[_Marks]:
    """The groups that may say when or by whom each post was written."""
    found = []
    for group in groups:
        texts = [node_text(element) for element in group.elements]
        short = [0 < len(text) <= _MAX_MARK_LENGTH for text in texts]
        dated = [
            ok and (element.tag == "time" or bool(_DATE.search(text) or _DATE.search(_tooltip(element))))
            for ok, text, element in zip(short, texts, group.elements, strict=True)
        ]
        person = [ok and _is_person(element) for ok, element in zip(short, group.elements, strict=True)]
        if sum(dated) >= 2:
            found.append(_Marks(group.only(dated), dates=True))
        if sum(person) >= 2 and sum(dated) < sum(person):
            found.append(_Marks(group.only(person), dates=False))
    return sorted(found, key=lambda one: -len(one.group))[:_MAX_GROUPS]


def _is_person(element: _Element) -> bool:
    names = f"{element.get('class') or ''} {element.get('href') or ''} {element.get('rel') or ''}"
    return bool(_PERSON.search(names))


def _fit(marks: LookalikeGroup, contents: LookalikeGroup) -> float:
    """How well marks and contents alternate: 1 if each content has its own marks, less if the marks are inside."""
    events = sorted([(start, 1) for start in contents.starts] + [(start, 0) for start in marks.starts])
    runs = sum(kind == 1 and (not number or events[number - 1][1] == 0) for number, (_, kind) in enumerate(events))
    share = runs / len(contents)
    # If there are far more marks than contents, the contents are not all of the posts.
    gaps = sum(kind == 0 and (not number or events[number - 1][1] == 1) for number, (_, kind) in enumerate(events))
    share *= min(1.0, runs / max(gaps - 1, 1))
    if share < _MIN_ALTERNATION:
        return 0.0
    inside = sum(
        any(start < mark <= end for mark in marks.starts)
        for start, end in zip(contents.starts, contents.ends, strict=True)
    )
    return share**2 * (_MARKS_INSIDE if inside > 0.3 * len(contents) else 1.0)


def _is_around(contents: LookalikeGroup, dates: LookalikeGroup) -> bool:
    """Whether the contents contain several dates each: then they are not posts, but contain posts."""
    inside = [
        sum(start < mark <= end for mark in dates.starts)
        for start, end in zip(contents.starts, contents.ends, strict=True)
    ]
    return sum(number >= 2 for number in inside) > 0.3 * len(inside) and max(inside) > 2


def _rows(contents: LookalikeGroup, marks: list[_Marks]) -> list[Row]:
    dates = _best([one.group for one in marks if one.dates], contents)
    if dates:
        contents = _without_marks(contents, dates)
        dates = _best([one.group for one in marks if one.dates], contents)
    people = _best([one.group for one in marks if not one.dates], contents)
    when = _beside(dates, contents) if dates else {}
    who = _beside(people, contents) if people else {}
    rows = (Row(element, when.get(n), who.get(n)) for n, element in enumerate(contents.elements))
    return [row for row in rows if row.when is not None or row.who is not None]


def _read_rows(page: Page, rows: list[Row], language: str, now: datetime | None) -> list[Comment]:
    read = []
    for row in rows:
        link = next(iter(row.who.iter("a")), None) if row.who is not None else None
        read.append(
            (
                row.content,
                node_text(row.who)[:_MAX_MARK_LENGTH] if row.who is not None else None,
                link_of(page, link) if link is not None else None,
                _when(row.when, language, now) if row.when is not None else None,
            )
        )
    posts = []
    inner_marks = [mark for row in rows for mark in (row.when, row.who) if mark is not None]
    for element, author, author_url, published in read:
        for mark in inner_marks:
            if mark is not element and element in mark.iterancestors():
                _remove(mark, element)
        article = clean_node(page, element)
        posts.append(
            Comment(
                id=element.get("id"),
                author=author or None,
                author_url=author_url,
                published=published,
                content_html=article.html,
                text=article.text,
                type=None,
                links=tuple(article.links),
            )
        )
    return posts


def _when(mark: _Element, language: str, now: datetime | None) -> str | None:
    machine = next((element.get("datetime") for element in mark.iter("time") if element.get("datetime")), None)
    shown = iso_moment(machine or node_text(mark), language, now)
    return shown or iso_moment(_tooltip(mark), language, now)


def _tooltip(mark: _Element) -> str:
    """The tooltip of a mark: for "5y" it may be a full date."""
    return (mark.get("title") or "")[:_MAX_MARK_LENGTH]


def _best(marks: list[LookalikeGroup], contents: LookalikeGroup) -> LookalikeGroup | None:
    """The group of marks that most contents have one of; of several, the one with the shortest texts."""
    return max(
        marks,
        key=lambda group: (
            round(_fit(group, contents), 1),
            len(_beside(group, contents)),
            -sum(len(node_text(element)) for element in group.elements[:5]),
        ),
        default=None,
    )


def _without_marks(contents: LookalikeGroup, dates: LookalikeGroup) -> LookalikeGroup:
    """The contents without those that are marks: in some tables, the rows of dates look like those of texts."""
    marks = [
        len(node_text(element)) <= _MAX_MARK_LENGTH and any(start < mark <= end for mark in dates.starts)
        for element, start, end in zip(contents.elements, contents.starts, contents.ends, strict=True)
    ]
    return contents.only([not mark for mark in marks]) if 0.2 < sum(marks) / len(marks) < 0.7 else contents


def _remove(mark: _Element, content: _Element) -> None:
    """Remove a mark from the content that contains it, together with its line."""
    parent = mark.getparent()
    while parent is not None and parent is not content and len(node_text(parent)) <= _MAX_MARK_LENGTH:
        mark, parent = parent, parent.getparent()
    if parent is not None:
        drop(mark)


def _beside(marks: LookalikeGroup, contents: LookalikeGroup) -> dict[int, _Element]:
    """For each content its mark: inside, before or after it, whichever is usual on this page."""
    before: dict[int, _Element] = {}
    inside: dict[int, _Element] = {}
    behind: dict[int, _Element] = {}
    bounds = list(zip(contents.starts, contents.ends, strict=True))
    for number, (start, end) in enumerate(bounds):
        last_end = bounds[number - 1][1] if number else 0
        next_start = bounds[number + 1][0] if number + 1 < len(bounds) else 10**9
        for element, mark in zip(marks.elements, marks.starts, strict=True):
            if last_end < mark < start:
                before[number] = element
            elif start < mark <= end:
                inside.setdefault(number, element)
            elif end < mark < next_start:
                behind.setdefault(number, element)
    return max((inside, before, behind), key=len)
