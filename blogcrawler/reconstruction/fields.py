"""Titles, names, dates, tags and addresses of one post, replaced by those of another."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from html import unescape

from lxml.html import HtmlElement

from ..dates import parse_instant
from ..items import Post
from ..urls import address_key, join_url
from .tree_text import normal, own_texts

__all__ = ["fill_fields", "fill_teaser"]

_FORMATS = (
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d",
    "%d %B %Y",
    "%-d %B %Y",
    "%B %d, %Y",
    "%B %-d, %Y",
    "%b %d, %Y",
    "%b %-d, %Y",
    "%d %b %Y",
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
)
#: Shorter texts may be in an article by chance.
_SHORTEST_TEASER = 20


def fill_fields(root: HtmlElement, shown: Post, wanted: Post, without: set[HtmlElement]) -> None:
    """Replace what a part of a page says about one post by what is to be said about another one."""
    _fill_addresses(root, shown, wanted)
    exact = {normal(shown.title): wanted.title or ""} if shown.title else {}
    for old, new in zip(shown.authors, [*wanted.authors, *[""] * len(shown.authors)], strict=False):
        exact.setdefault(normal(old), new)
    for old, new in zip(shown.tags, [*wanted.tags, *[""] * len(shown.tags)], strict=False):
        exact.setdefault(normal(old), new)
    dates = list(_dates(shown.published, wanted.published))
    for element, place, text in own_texts(root, without):
        said = normal(text)
        if said in exact:
            _set(element, place, text.replace(text.strip(), exact[said]))
            continue
        for old, new in dates:
            if old in text:
                _set(element, place, text.replace(old, new))
                break
    for head_title in root.iter("title"):
        if shown.title and shown.title in unescape(head_title.text or ""):
            head_title.text = (head_title.text or "").replace(shown.title, wanted.title or "")
    for time in root.iter("time"):
        if wanted.published and time.get("datetime") and _is_same(time.get("datetime"), shown.published):
            time.set("datetime", wanted.published)


def fill_teaser(root: HtmlElement, shown: Post, wanted: Post) -> None:
    """Replace parts of one article, such as a teaser in a list, by the same parts of another one."""
    lines = [normal(line) for line in shown.text.splitlines() if line.strip()]
    new_lines = [normal(line) for line in wanted.text.splitlines() if line.strip()]
    whole, new_whole = " ".join(lines), " ".join(new_lines)
    for element, place, text in own_texts(root, set()):
        said = normal(text)
        if said in lines:
            number = lines.index(said)
            _set(element, place, new_lines[number] if number < len(new_lines) else "")
            continue
        start = said.rstrip("….[] ")
        if len(start) >= _SHORTEST_TEASER and whole.startswith(start):
            cut = new_whole[: len(start)].rpartition(" ")[0] if len(new_whole) > len(start) else new_whole
            _set(element, place, cut + said[len(start) :])


def _fill_addresses(root: HtmlElement, shown: Post, wanted: Post) -> None:
    key = address_key(shown.url)
    for element in root.iter():
        for name in ("href", "content"):
            value = element.get(name) if isinstance(element.tag, str) else None
            if value and not value.startswith("#") and (joined := join_url(shown.url, value)) is not None:
                address, mark, fragment = joined.partition("#")
                if address_key(address) == key:
                    element.set(name, wanted.url + mark + fragment)


def _dates(old: str | None, new: str | None) -> Iterator[tuple[str, str]]:
    """A date in every way in which it may be written, and the other date written the same way."""
    before, after = parse_instant(old), parse_instant(new)
    if before is None or after is None or before == after:
        return
    for form in _FORMATS:
        yield before.strftime(form), after.strftime(form)


def _is_same(one: str | None, other: str | None) -> bool:
    first, second = parse_instant(one), parse_instant(other)
    return isinstance(first, datetime) and first == second


def _set(element: HtmlElement, place: str, text: str) -> None:
    if place == "text":
        element.text = text
    else:
        element.tail = text
