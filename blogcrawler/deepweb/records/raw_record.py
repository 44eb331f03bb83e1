"""A record as it is on the page: its texts and links, each with its path inside the record."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lxml.etree import _Element

from ...dom import Page, node_text, squash, words
from ...urls import join_url
from .structure import step_of

__all__ = ["RawLink", "RawRecord", "read_raw_record"]

_INVISIBLE = frozenset("script style noscript template svg select option textarea button input form iframe".split())
#: Elements that only mark text: results often have the query terms in bold.
_MARKS = frozenset("b em strong mark i u span wbr font highlight".split())
_MARK_NAMES = re.compile(r"match|hi(?:gh)?-?li(?:gh|te?)|hilite|\bhl|search|\bterm|found|keyword", re.IGNORECASE)
_MAX_LEAVES, _MAX_TEXT_LENGTH, _MAX_DEPTH, _MAX_TERM = 300, 20_000, 60, 60


@dataclass(frozen=True, slots=True)
class RawLink:
    """A link of a record."""

    path: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The texts of a record in document order, each with its path inside the record; its links."""

    leaves: tuple[tuple[str, str], ...]
    links: tuple[RawLink, ...]

    @property
    def text(self) -> str:
        """All texts, which identify a record without links."""
        return " ".join(text for _, text in self.leaves)


def read_raw_record(element: _Element, page: Page, terms: Collection[str] = ()) -> RawRecord:
    """Read the element of a record. ``terms`` are the query's: elements that only highlight them are no fields."""
    marked = {word for term in terms for word in words(term)}
    leaves: list[tuple[str, str]] = []
    links: list[RawLink] = []
    for path, text in _leaves(element, "", marked, 0):
        leaves.append((path, text))
        if len(leaves) >= _MAX_LEAVES:
            break
    for anchor in element.iter("a"):
        href = (anchor.get("href") or "").strip()
        url = join_url(page.base, href) if href and not href.startswith("#") else None
        if url and url.startswith(("http://", "https://")) and len(links) < _MAX_LEAVES:
            links.append(RawLink(_path_inside(anchor, element), url.partition("#")[0], node_text(anchor)[:200]))
    return RawRecord(tuple(leaves), tuple(links))


def _leaves(element: _Element, path: str, marked: Collection[str], depth: int) -> Iterator[tuple[str, str]]:
    """The texts below an element. A text between children is named after the child before it."""
    parts = [element.text or ""]
    place = "text()"
    full = element.get("title") or ""
    if element.tag == "time" and element.get("datetime"):
        yield f"{path}/@datetime", squash(element.get("datetime") or "")[:_MAX_TEXT_LENGTH]
        return
    if element.tag == "img":
        return
    cells = 0
    term = ""
    for child in element:
        if not isinstance(child.tag, str) or child.tag in _INVISIBLE or child.tag == "br" or depth > _MAX_DEPTH:
            parts.append(child.tail or "")
            if child.tag == "br" and squash("".join(parts)):
                yield f"{path}/{place}", squash("".join(parts))[:_MAX_TEXT_LENGTH]
                parts, place = [], "text()after:br"
            continue
        if _is_mark(child, marked):
            parts += [node_text(child) if len(child) else child.text or "", child.tail or ""]
            continue
        if text := squash("".join(parts)):
            yield f"{path}/{place}", text[:_MAX_TEXT_LENGTH]
        step = step_of(child)
        if child.tag in ("td", "th"):
            cells += 1
            step = f"{child.tag}[{cells}]"
        elif label := _row_label(child):
            step = f"tr{{{label}}}"
        elif child.tag == "dt":
            term = node_text(child)[:_MAX_TERM]
        elif child.tag == "dd" and term:
            step = f"dd{{{term}}}"
        yield from _leaves(child, f"{path}/{step}", marked, depth + 1)
        parts, place = [child.tail or ""], f"text()after:{child.tag}"
    if text := _completed(squash("".join(parts)), full):
        yield f"{path}/{place}", text[:_MAX_TEXT_LENGTH]


def _completed(text: str, full: str) -> str:
    """A text that was cut off on the page, as its tooltip has it: "The Hunger …"."""
    beginning = text.removesuffix("...").removesuffix("…").rstrip()
    full = squash(full)
    return full if beginning != text and beginning and full.startswith(beginning) else text


def _row_label(row: _Element) -> str:
    """What the head of a row calls its only value."""
    if row.tag != "tr" or [cell.tag for cell in row if isinstance(cell.tag, str)] != ["th", "td"]:
        return ""
    return node_text(row[0])[:_MAX_TERM].strip(" :{}")


def _is_mark(element: _Element, marked: Collection[str]) -> bool:
    """Whether an element only highlights words of the query."""
    if element.tag not in _MARKS or not marked:
        return False
    if element.tag == "span" and not _MARK_NAMES.search(element.get("class") or "match"):
        return False  # a field whose value was asked for
    said = words(node_text(element)[:200])
    return bool(said) and all(any(word.startswith(term[:4]) for term in marked) for word in said)


def _path_inside(element: _Element, record: _Element) -> str:
    steps = [step_of(element)]
    for above in element.iterancestors():
        if above is record:
            break
        if above.tag in ("td", "th"):
            steps.append(f"{above.tag}[{sum(1 for _ in above.itersiblings('td', 'th', preceding=True)) + 1}]")
        else:
            steps.append(step_of(above))
    return "/" + "/".join(reversed(steps)) if element is not record else ""
