"""The tags of a post on its page, with the links to their pages."""

from __future__ import annotations

import re
from copy import deepcopy
from urllib.parse import quote, unquote

from lxml.html import HtmlElement

from ..items import Post
from .tree_text import elements, normal, packed_text

__all__ = ["fill_tags"]

_NO_WORD = re.compile(r"[^\w]+")


def fill_tags(root: HtmlElement, shown: Post, wanted: Post, without: set[HtmlElement]) -> None:
    """Replace the links to the tags of one post by links to those of another one, wherever they are side by side."""
    if not shown.tags or list(shown.tags) == list(wanted.tags):
        return
    names = {normal(tag).casefold(): tag for tag in shown.tags}
    groups: dict[HtmlElement, list[tuple[HtmlElement, str]]] = {}
    for link in elements(root):
        if link.tag != "a" or any(above in without for above in (link, *link.iterancestors())):
            continue
        name = names.get(normal("".join(link.itertext())).lstrip("#").casefold())
        if name is not None:
            item = _item(link)
            groups.setdefault(item.getparent(), []).append((item, name))
    for items in groups.values():
        if {name for _, name in items} == set(shown.tags):  # not a cloud of tags that happens to have one of them
            _fill(items, wanted.tags)


def _item(link: HtmlElement) -> HtmlElement:
    """The link, or the item of a list that has nothing else."""
    parent = link.getparent()
    return parent if parent.tag in ("li", "span") and len(parent) == 1 and not normal(parent.text) else link


def _fill(items: list[tuple[HtmlElement, str]], tags: list[str]) -> None:
    models = {name: deepcopy(item) for item, name in items}
    last, last_name = items[-1]
    parent, end = last.getparent(), last.tail
    separator = _separator(items)
    for (item, name), tag in zip(items, tags, strict=False):
        _rename(item, name, tag)
    for tag in tags[len(items) :]:
        added = deepcopy(models[last_name])
        _rename(added, last_name, tag)
        last.tail = separator if isinstance(separator, str) else None
        place = parent.index(last) + 1
        if not isinstance(separator, str):
            parent.insert(place, deepcopy(separator))
            place += 1
        parent.insert(place, added)
        last = added
    for item, _ in items[len(tags) :]:
        before = item.getprevious()
        if before is not None and isinstance(before.tag, str) and before is not items[0][0] and not packed_text(before):
            before.drop_tree()
        item.tail = None
        parent.remove(item)
    if len(tags) < len(items):
        kept = items[len(tags) - 1][0] if tags else None
        if kept is not None:
            kept.tail = end
        return
    last.tail = end


def _separator(items: list[tuple[HtmlElement, str]]) -> HtmlElement | str:
    """What is between two tags: a text, or an element."""
    if len(items) < 2:
        return "" if items[0][0].tag == "li" else ", "
    following = items[0][0].getnext()
    if following is not None and following is not items[1][0] and isinstance(following.tag, str):
        return deepcopy(following)
    return items[0][0].tail or ""


def _rename(item: HtmlElement, old: str, new: str) -> None:
    for element in item.iter():
        if isinstance(element.tag, str):
            for name, text in (("text", element.text), ("tail", element.tail)):
                if text and normal(text).lstrip("#").casefold() == normal(old).casefold():
                    setattr(element, name, text.replace(text.strip().lstrip("#"), new))
            href = element.get("href")
            if href:
                element.set("href", _renamed(href, old, new))


def _renamed(href: str, old: str, new: str) -> str:
    """The address of a tag's page, changed into another tag's address if it contains the tag's name."""
    parts = re.split(r"([/=?&#])", href)
    for at in range(len(parts) - 1, -1, -1):
        said = unquote(parts[at])
        stem, dot, ending = said.rpartition(".") if said.endswith((".html", ".htm", ".php")) else (said, "", "")
        for written in (_slug, _plus, str, str.casefold):
            if stem and stem == written(old):
                parts[at] = quote(written(new)) + dot + ending
                return "".join(parts)
    return href


def _slug(name: str) -> str:
    return _NO_WORD.sub("-", name.casefold()).strip("-")


def _plus(name: str) -> str:
    return name.replace(" ", "+")
