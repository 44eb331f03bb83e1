"""Reads a comment from its box: who wrote it, when, and the text without the rest."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, islice

from lxml.etree import _Element

from ...dates import iso_moment, read_date
from ...dom import HEADINGS, drop, node_text, squash
from ...extraction import Article, absolute_url
from ...items import Comment
from .author_names import MAX_NAME_LENGTH, name_in, without_remarks
from .clean_texts import clean_element, comment_type_of
from .regions import INLINE_TAGS, is_title
from .vocabulary import vocabulary

__all__ = ["dates_in", "own_number", "read_box"]

_NUMBERED = re.compile(
    r"(?:comment|reply|response|post|cmt|komentar|kommentar|comm|c)[-_]?(?:item-)?(\d+)$", re.IGNORECASE
)
_DATE_NAME = re.compile(r"date|time|datum|fecha|data|when", re.IGNORECASE)
#: RDFa has the moment in ``content``, and microformats have it in ``title``.
_DATE_ATTRIBUTES = ("content", "title")
_EXACT = re.compile(r"\s*\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?\s*", re.ASCII)
_MAX_TEXT_AROUND_DATE, _MAX_BYLINE_LENGTH = 60, 200
_MAX_ACTION_LENGTH = 40
_MAX_ELEMENTS, _MAX_DATES = 20_000, 2000
#: An element that shows a date and little else contains fewer elements.
_MAX_ELEMENTS_IN_DATE = 20
#: Votes and the number of a comment: +1, #12, 3.
_COUNTER = re.compile(r"^\W*\d{0,4}\W*$")
_COUNTER_TAGS = ("span", "div", "a", "b", "strong", "small", "em")
_TEXT_BLOCKS = ("p", "blockquote", "pre", "ul", "ol", "table")
_LEADS = ("b", "strong", "cite", "em", "i", "a", "dt", "th", "font", "span", *sorted(HEADINGS))


def dates_in(root: _Element, language: str, now: datetime | None) -> list[_Element]:
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
        short = 5 < len(text) <= _MAX_TEXT_AROUND_DATE + MAX_NAME_LENGTH and "://" not in text
        if short and any(map(str.isdigit, text)) and read_date(text, language, now):
            found.append(element)
            taken.add(element.getparent())
    return found[: -_MAX_DATES - 1 : -1]


def own_number(box: _Element) -> str | None:
    """The number in the id of a comment's box, or of an anchor in it or before it."""
    before = box.getprevious()
    anchors = [before] if before is not None and before.tag == "a" else []
    below = (one.get("id") or one.get("name") for one in chain(box.iter("a", "div", "article", "li"), anchors))
    found = (_NUMBERED.search(name) for name in chain([box.get("id")], below) if name)
    return next((match[1] for match in found if match), None)


def read_box(
    box: _Element, base: str, language: str, now: datetime | None, index: int, captions: Collection[str] = ()
) -> Comment:
    """The comment in a box, which is consumed; ``index`` makes an id for boxes without one.

    ``captions`` are texts that the template adds to every comment.
    """
    identity = own_number(box) or f"n{index + 1}"
    dates = dates_in(box, language, now)
    _remove_actions(box, dates, captions)
    content = _content(box, dates)
    date = next((one for one in dates if content is None or not _is_within(one, content)), None)
    if date is None and content is not None:
        date = next((one for one in dates if one is not content and _DATE_NAME.search(_names(one))), None)
    published = None
    if date is not None:
        published = iso_moment(_stated_date(date), language, now, milliseconds=True)
    author, url, shown = _author(box, date, content, language)
    if content is None and date is not box:
        content = box
        for element in dict.fromkeys([*shown, date]):
            if element is not None and element is not box:
                _remove(element)
    elif content is not None and date is not None and date is not content and _is_within(date, content):
        _remove(date)
    text = clean_element(content, base) if content is not None else Article("", "", [])
    address = absolute_url(base, url) if url else None
    return Comment(identity, None, author, address, published, text.html, text.text, comment_type_of(text.text))


def _stated_date(element: _Element) -> str:
    """What an element says of its date: exactly and for programs in an attribute, otherwise in its text."""
    exact = (value for name in _DATE_ATTRIBUTES if _EXACT.fullmatch(value := element.get(name) or ""))
    return element.get("datetime") or next(exact, "") or node_text(element)


def _content(box: _Element, dates: Sequence[_Element]) -> _Element | None:
    """The longest element that is named as the comment's text and does not hold its names and dates, too."""
    below = [one for one in islice(box.iterdescendants(), _MAX_ELEMENTS) if isinstance(one.tag, str)]
    facts = [*dates, *(one for one in below if _is_name(one))]
    best, longest = None, 0
    for element in below:
        if element not in facts and _is_content(element):
            length = len(node_text(element))
            if length > longest and not (facts and all(_is_within(one, element) for one in facts)):
                best, longest = element, length
    return best


def _is_content(element: _Element) -> bool:
    names = _names(element)
    return bool(names) and _names_content(names)


@lru_cache(maxsize=4096)
def _names_content(names: str) -> bool:
    return bool(vocabulary().content.search(names))


@lru_cache(maxsize=4096)
def _names_author(names: str) -> bool:
    return bool(vocabulary().author.search(names))


def _names(element: _Element) -> str:
    return " ".join(filter(None, (element.get("class"), element.get("itemprop"), element.get("rel"))))


def _is_within(element: _Element, outer: _Element) -> bool:
    return element is outer or any(above is outer for above in element.iterancestors())


def _author(
    box: _Element, date: _Element | None, content: _Element | None, language: str
) -> tuple[str | None, str | None, list[_Element]]:
    """The author's name and link, and the elements that show nothing else."""
    byline = _byline(box, date, content)
    bylines = [byline] if byline is not None else []
    for element in box.iter():
        if element is content or element is box or not isinstance(element.tag, str):
            continue
        if not _is_name(element):
            continue
        if content is not None and (_is_within(element, content) or _is_within(content, element)):
            continue
        name = _plain_name(_first_name(element), language)
        if name and not read_date(name):
            return name, _link(element), [*bylines, element]
    text = node_text(byline) if byline is not None else ""
    if content is not None and (not text or not name_in(text, language)):
        text = squash(" | ".join(_texts_outside(box, content, date)))
    name = name_in(text, language) if text and len(text) <= _MAX_BYLINE_LENGTH else None
    if name:
        return name, _link_named(box if content is not None else byline, name), bylines
    if content is None and (lead := _lead(box)) is not None:
        name = name_in(node_text(lead), language)
        if name:
            return name, _link(lead), [*bylines, lead]
    return None, None, bylines


def _first_name(element: _Element) -> str:
    """The text of the first link or name in an element that is named as the author's, otherwise all of its text."""
    before = element.text or ""
    for inner in element.iterdescendants():
        text = node_text(inner) if isinstance(inner.tag, str) else ""
        if vocabulary().lead.sub("", f"{squash(before)} ").strip(" :"):
            break
        if text and (inner.tag in ("a", "b", "strong", "cite") or _is_name(inner)):
            return text
        if inner.tag in INLINE_TAGS:
            before += inner.text or ""
    return node_text(element)


def _plain_name(text: str, language: str) -> str | None:
    """The name in an element that is named as the author's."""
    text = without_remarks(text)
    is_dated = any(map(str.isdigit, text)) and bool(read_date(text, language))
    if vocabulary().name.match(text) or "://" in text or is_dated or len(text) > MAX_NAME_LENGTH:
        return name_in(text, language)
    return vocabulary().trail.sub("", f" {text}").strip(" :|,-–—") or text.strip(" :|,-–—") or None


def _texts_outside(box: _Element, content: _Element, date: _Element | None) -> Iterator[str]:
    """The texts of a box outside its content, its date and its links to reply."""
    for element in box.iter():
        if not isinstance(element.tag, str) or _is_within(element, content) or element.tag in HEADINGS:
            continue
        if date is not None and _is_within(element, date) and date is not element:
            continue
        if element.tag in ("a", "button", "span", "li") and _is_action(element):
            continue
        parts = [element.text, *(child.tail for child in element)]
        yield from (squash(part) for part in parts if part and not part.isspace())


def _lead(box: _Element) -> _Element | None:
    """The element that a box begins with, if it is short and set off from the text: a name in bold, a heading."""
    for element in box.iterdescendants():
        if not isinstance(element.tag, str):
            continue
        text = node_text(element)
        if not text:
            continue
        if element.tag in _LEADS and len(text) <= MAX_NAME_LENGTH and len(text) < len(node_text(box)):
            return element
        if (element.text or "").strip():
            return None
    return None


def _byline(box: _Element, date: _Element | None, content: _Element | None) -> _Element | None:
    """The largest element around the date that is not longer than a line."""
    found = None
    for element in [date, *date.iterancestors()] if date is not None else ():
        if element is None or element is box or len(node_text(element)) > _MAX_BYLINE_LENGTH:
            break
        if element.find(".//p") is not None and content is None:
            break
        if content is not None and _is_within(content, element):
            break
        found = element
    return found


def _is_name(element: _Element) -> bool:
    if element.tag == "cite" and element.find(".//p") is None:
        return True
    names = _names(element)
    return bool(names) and _names_author(names) and len(node_text(element)) <= _MAX_BYLINE_LENGTH


def _link(element: _Element) -> str | None:
    for link in [element, *element.iter("a")]:
        href = link.get("href")
        if href and "#" not in href:
            return href
    return None


def _link_named(byline: _Element | None, name: str) -> str | None:
    links = byline.iter("a") if byline is not None else ()
    return next((link.get("href") for link in links if node_text(link) == name), None)


def _remove_actions(box: _Element, dates: Sequence[_Element], captions: Collection[str]) -> None:
    """Remove links to reply, a subject that links to the comment, the discussion's title, votes and numbers."""
    for element in [one for one in box.iter("a", "button", "span", "li") if _is_action(one)]:
        _remove(element)
    for element in [one for one in box.iterdescendants() if captions and node_text(one) in captions]:
        _remove(element)
    for heading in [one for one in box.iter(*HEADINGS) if _is_subject(one, dates) or is_title(node_text(one))]:
        _remove(heading)
    for element in [one for one in box.iter(*_COUNTER_TAGS) if _is_counter(one, box)]:
        _remove(element)


def _is_action(element: _Element) -> bool:
    """Whether an element is a link such as "Reply"."""
    text = node_text(element)
    return 0 < len(text) <= _MAX_ACTION_LENGTH and bool(vocabulary().action.match(text))


def _is_subject(heading: _Element, dates: Sequence[_Element]) -> bool:
    """Whether a heading is a title that links to the comment itself, and says neither who nor when."""
    links = any("#" in (link.get("href") or "") or link.get("rel") == "bookmark" for link in heading.iter("a"))
    return (
        links
        and not any(_is_within(date, heading) for date in dates)
        and not any(_is_name(one) for one in heading.iter() if isinstance(one.tag, str))
        and not vocabulary().byline.search(node_text(heading))
    )


def _is_counter(element: _Element, box: _Element) -> bool:
    """Whether an element outside of the paragraphs is empty of words."""
    if (
        not _COUNTER.match(node_text(element))
        or element is box
        or next(element.iter("img", "video", "audio"), None) is not None
    ):
        return False
    return not any(above.tag in _TEXT_BLOCKS for above in element.iterancestors() if _is_within(above, box))


def _remove(element: _Element) -> None:
    """Remove an element together with the "on" or "|" that follows it."""
    element.tail = vocabulary().glue.sub("", vocabulary().says.sub("", element.tail or ""))
    drop(element)
