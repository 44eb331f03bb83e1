"""Titles, names, dates, tags and addresses of one post, replaced by those of another."""

from __future__ import annotations

from datetime import datetime
from html import unescape
from urllib.parse import quote

from lxml.html import HtmlElement

from ..dates import parse_instant
from ..items import Post
from ..urls import address_key, join_url
from .date_words import with_date
from .tag_links import fill_tags
from .tree_text import normal, own_texts

__all__ = ["fill_addresses", "fill_fields", "fill_teaser"]

#: Shorter titles may be part of other sentences by chance.
_LONG_TITLE = 12
#: Shorter texts may be in an article by chance.
_SHORTEST_TEASER = 20


def fill_fields(root: HtmlElement, shown: Post, wanted: Post, without: set[HtmlElement]) -> None:
    """Replace what a part of a page says about one post by what is to be said about another one."""
    fill_addresses(root, shown, wanted, without)
    fill_tags(root, shown, wanted, without)
    exact = {normal(shown.title): wanted.title or ""} if shown.title else {}
    for old, new in zip(shown.authors, [*wanted.authors, *[""] * len(shown.authors)], strict=False):
        exact.setdefault(normal(old), new)
    unlinked = {normal(old): new for old, new in zip(shown.tags, wanted.tags, strict=False)}
    for element, place, text in own_texts(root, without):
        said = normal(text)
        if said in exact:
            _set(element, place, text.replace(text.strip(), exact[said]))
        elif said in unlinked and not any(above.tag == "a" for above in (element, *element.iterancestors())):
            _set(element, place, text.replace(text.strip(), unlinked[said]))
        elif shown.title and len(shown.title) >= _LONG_TITLE and shown.title in text:
            _set(element, place, text.replace(shown.title, wanted.title or ""))
        elif (dated := with_date(text, shown.published, wanted.published, shown.language)) != text:
            _set(element, place, dated)
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


def fill_addresses(root: HtmlElement, shown: Post, wanted: Post, without: set[HtmlElement]) -> None:
    """Let links to one post, and links that pass its address on, lead to another one."""
    passed, wanted_passed = (quote(post.url, safe="") for post in (shown, wanted))
    key, start = address_key(shown.url), f"{shown.url.partition('?')[0]}?"
    inside = {inner for element in without for inner in element.iter()}
    for element in root.iter():
        if element in inside or not isinstance(element.tag, str):
            continue
        for name in ("href", "content"):
            value = element.get(name)
            if value and not value.startswith("#") and (joined := join_url(shown.url, value)) is not None:
                address, mark, fragment = joined.partition("#")
                if address_key(address) == key:
                    element.set(name, wanted.url + mark + fragment)
                elif passed in value:
                    element.set(name, value.replace(passed, wanted_passed))
                elif joined.startswith(start) and "?" not in wanted.url:  # such as the form for a reply
                    element.set(name, f"{wanted.url}?{joined.removeprefix(start)}")


def _is_same(one: str | None, other: str | None) -> bool:
    first, second = parse_instant(one), parse_instant(other)
    return isinstance(first, datetime) and first == second


def _set(element: HtmlElement, place: str, text: str) -> None:
    if place == "text":
        element.text = text
    else:
        element.tail = text
