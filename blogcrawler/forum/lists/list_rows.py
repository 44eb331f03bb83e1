"""The rows of a forum's list: what it says about each thread besides the title, such as the number of replies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import Page, look_of, node_text
from ...knowledge import language_of, link_of

__all__ = ["ListRow", "list_rows"]

_MAX_LINKS, _MAX_DEPTH = 5000, 40
#: Texts of a row to read, and how long a text with a number or a date may be.
_MAX_TEXTS, _MAX_TEXT_LENGTH = 80, 80
#: Elements after a row that may belong to it, in lists without an element around each thread.
_MAX_SIBLINGS = 5
#: How far a row reaches around its link if no other link shows where it ends.
_MAX_LONE_HEIGHT = 3
_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:[., '\u00a0\u202f]\d{3})+(?![\w])|(?<![\w.,])\d+(?![\w])")
_NO_DIGIT = re.compile(r"\D")
_SKIPPED = frozenset({"script", "style", "select", "textarea", "svg"})


@dataclass(frozen=True, slots=True)
class ListRow:
    """A link of a list with what is written around it.

    ``cells`` are the numbers (``n …``) and the dates (``d …``, as ISO 8601) of the row by their place, which is the
    same in all rows of a list. Relative dates ("2 hours ago") are left out, because they change by themselves.
    """

    url: str
    title: str
    cells: dict[str, str] = field(default_factory=dict)

    def mark(self) -> str:
        """All values as one text, to notice that something has changed; a new template does not matter."""
        return " ".join(self.cells.values())


def list_rows(page: Page, urls: Collection[str]) -> list[ListRow]:
    """The rows of the links to ``urls``, in page order, each address once."""
    wanted = set(urls)
    links: dict[str, _Element] = {}
    for element in islice(page.tree.iter("a"), _MAX_LINKS):
        url = (link_of(page, element) or "").partition("#")[0] if element.get("href") else ""
        if url in wanted and (url not in links or len(node_text(element)) > len(node_text(links[url]))):
            links[url] = element
    below: dict[_Element, set[str]] = {}
    for url, element in links.items():
        for above in islice(_with_ancestors(element), _MAX_DEPTH):
            below.setdefault(above, set()).add(url)
    language = language_of(page)
    return [
        ListRow(url, node_text(element), _cells(_row(element, below, len(links)), element, below, language))
        for url, element in links.items()
    ]


def _with_ancestors(element: _Element) -> Iterator[_Element]:
    yield element
    yield from element.iterancestors()


def _row(link: _Element, below: dict[_Element, set[str]], number: int) -> _Element:
    """The largest element around a link without other links of the list."""
    row = link
    reach = _MAX_DEPTH if number > 1 else _MAX_LONE_HEIGHT
    for above in islice(link.iterancestors(), reach):
        if len(below.get(above, ())) != 1 or above.tag in ("body", "html"):
            break
        row = above
    return row


def _cells(row: _Element, link: _Element, below: dict[_Element, set[str]], language: str) -> dict[str, str]:
    elements = [row]
    for sibling in islice(row.itersiblings(), _MAX_SIBLINGS):
        if sibling in below:
            break
        elements.append(sibling)
    cells: dict[str, str] = {}
    seen: Counter[str] = Counter()
    title = set(link.iter())
    texts = (text for element in elements for text in _texts(element, title))
    for place, text in islice(texts, _MAX_TEXTS):
        for kind, value in _values(text, "@" in place, language):
            name = f"{kind} {place}"
            cells[f"{name} {seen[name]}"] = value
            seen[name] += 1
    return cells


def _texts(row: _Element, title: set[_Element]) -> Iterator[tuple[str, str]]:
    """The texts of a row, and attributes that may be dates, each with its place."""
    for element in row.iter("*"):
        if element.tag in _SKIPPED or element in title:
            continue
        look = look_of(element)
        for name in ("datetime", "title"):
            if element.get(name):
                yield f"{look}@{name}", element.get(name) or ""
        for text in (element.text, *(child.tail for child in element)):
            if text and text.strip():
                yield look, text


def _values(text: str, is_attribute: bool, language: str) -> Iterator[tuple[str, str]]:
    text = " ".join(text.split())
    if len(text) > _MAX_TEXT_LENGTH or not any(map(str.isdigit, text)):
        return
    moment = iso_moment(text, language)
    if moment is not None:
        yield "d", moment
    elif not is_attribute:
        for number in _NUMBER.findall(text):
            yield "n", _NO_DIGIT.sub("", number).lstrip("0")[:12] or "0"
