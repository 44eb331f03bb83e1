"""The places of comments in a page."""

from __future__ import annotations

import re
from copy import deepcopy

from lxml.html import Element, HtmlElement

from ..items import Comment, Post
from .date_words import with_date
from .tree_text import html_nodes, normal, own_texts, packed, packed_text, remove

__all__ = ["fill_comments"]

_COUNTED = re.compile(r"^(\s*)(\d+|One)(\s+)(comment|response|thought|repl)(s|ies|y)?\b", re.IGNORECASE)
#: Comments of a page to look for.
_MAX_COMMENTS = 300
_ITEM_TAGS = frozenset({"li", "article", "section", "div", "dd", "tr"})


def fill_comments(root: HtmlElement, shown: Post, wanted: Post, after: HtmlElement | None) -> set[HtmlElement]:
    """Remove the comments that are not wanted, and add those that the page lacks as copies of one that it has.

    A page without comments gets a plain list of them after the element ``after``. Returns the elements of all comments.
    """
    texts: dict[HtmlElement, str] = {}
    known = shown.comments[:_MAX_COMMENTS]
    places = {_key(one): place for one in known if (place := _item(root, one, known, texts)) is not None}
    keys = {_key(one) for one in wanted.comments}
    model = next(((deepcopy(places[_key(one)]), one) for one in shown.comments if _key(one) in places), None)
    last = next((places[_key(one)] for one in reversed(shown.comments) if _key(one) in places), None)
    every = set(places.values())
    missing = [one for one in wanted.comments if _key(one) not in places]
    if missing and model is not None and last is not None:
        parent = last.getparent()
        for comment in missing:
            added = _copy(*model, comment, wanted.language)
            every.add(added)
            parent.insert(parent.index(last) + 1, added)
            added.tail, last = last.tail, added
    elif missing and after is not None and after.getparent() is not None:
        listed = _plain_list(missing)
        every.add(listed)
        after.addnext(listed)
    for key, place in places.items():
        if key not in keys and place.getparent() is not None:
            remove(place)
    if len(shown.comments) != len(wanted.comments):
        for element, place, text in own_texts(root, set()):
            found = _COUNTED.match(text)
            if found and int(found[2] if found[2].isdigit() else 1) == len(shown.comments):
                setattr(element, place, _counted(found, len(wanted.comments)) + text[found.end() :])
    return every


def _counted(found: re.Match[str], number: int) -> str:
    """A number of comments, in the words of another number."""
    start, said, space, noun, _ = found.groups()
    ending = ("y" if number == 1 else "ies") if noun.lower() == "repl" else "" if number == 1 else "s"
    return f"{start}{said if number == 1 and not said.isdigit() else number}{space}{noun}{ending}"


def _item(
    root: HtmlElement, comment: Comment, every: list[Comment], texts: dict[HtmlElement, str]
) -> HtmlElement | None:
    """The element of one comment: the largest that has no other comment. ``texts`` are those that are known."""
    text = packed(comment.text)
    if not text or text not in _text(root, texts):
        return None
    lowest = root
    while (inner := [child for child in lowest if _is_shown(child) and text in _text(child, texts)]) != []:
        lowest = inner[-1]
    others = [packed(one.text) for one in every if one is not comment and packed(one.text) not in ("", text)]
    item = lowest
    while (parent := item.getparent()) is not None and parent.tag not in ("body", "main"):
        if others and any(other in _text(parent, texts) for other in others):
            break
        if (
            not others
            and item is not lowest
            and item.tag in _ITEM_TAGS
            and packed(comment.author) in _text(item, texts)
        ):
            return parent if parent.tag == "li" else item
        item = parent
    return item


def _text(element: HtmlElement, texts: dict[HtmlElement, str]) -> str:
    if element not in texts:
        texts[element] = packed_text(element)
    return texts[element]


def _is_shown(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and element.tag not in ("script", "style", "head", "template")


def _copy(model: HtmlElement, shown: Comment, comment: Comment, language: str | None) -> HtmlElement:
    """A copy of a comment's element with another comment in it."""
    copy = deepcopy(model)
    _fill_content(copy, shown, comment)
    for element, place, text in list(own_texts(copy, set())):
        if shown.author and normal(text) == normal(shown.author):
            setattr(element, place, text.replace(text.strip(), comment.author or ""))
            if element.tag == "a" and place == "text":
                if comment.author_url:
                    element.set("href", comment.author_url)
                else:
                    element.drop_tag()
        else:
            setattr(element, place, with_date(text, shown.published, comment.published, language))
    if shown.id and comment.id:
        _fill_ids(copy, shown.id, comment.id)
    copy.tail = None
    return copy


def _fill_content(copy: HtmlElement, shown: Comment, comment: Comment) -> None:
    """Replace what was said: the elements that say it, which are side by side."""
    text = packed(shown.text)
    holder = copy
    while (inner := [child for child in holder if _is_shown(child) and text in packed_text(child)]) != []:
        holder = inner[0]
    if holder is copy or holder.tag == "p":
        parts = [holder] if holder is not copy else []
    else:
        parts = [child for child in holder if _is_shown(child) and packed_text(child) and packed_text(child) in text]
    nodes = html_nodes(comment.content_html, comment.text)
    if not parts or parts[0].getparent() is None:
        holder.text = None
        for child in list(holder):
            holder.remove(child)
        holder.extend(nodes)
        return
    parent, place = parts[0].getparent(), parts[0].getparent().index(parts[0])
    for part in parts:
        part.drop_tree()
    for at, node in enumerate(nodes, place):
        parent.insert(at, node)


def _fill_ids(copy: HtmlElement, old: str, new: str) -> None:
    """Let the comment's anchor, and the links to it, have the other comment's number."""
    numbers = [re.findall(r"\d+", one)[-1:] for one in (old, new)]
    if not all(numbers):
        return
    found = re.compile(rf"(?<!\d){numbers[0][0]}(?!\d)")
    for element in copy.iter():
        for name in ("id", "href"):
            value = element.get(name) if isinstance(element.tag, str) else None
            if value and (name == "id" or "comment" in value or "reply" in value):
                head, mark, rest = value.partition("?") if "?" in value else value.partition("#")
                element.set(
                    name, head + mark + found.sub(numbers[1][0], rest) if mark else found.sub(numbers[1][0], value)
                )


def _plain_list(comments: list[Comment]) -> HtmlElement:
    listed = Element("ol")
    for comment in comments:
        item = Element("li")
        author = Element("p")
        author.text = comment.author or "anonymous"
        item.append(author)
        item.extend(html_nodes(comment.content_html, comment.text))
        listed.append(item)
    return listed


def _key(comment: Comment) -> str:
    return str(comment.id) if comment.id else f"{comment.author}\n{normal(comment.text)}"
