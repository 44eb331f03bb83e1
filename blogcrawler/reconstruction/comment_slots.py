"""The places of comments in a page."""

from __future__ import annotations

import re
from copy import deepcopy

from lxml.html import Element, HtmlElement

from ..items import Comment, Post
from .tree_text import html_nodes, normal, own_texts, remove, text_of

__all__ = ["fill_comments"]

_COUNTED = re.compile(r"^(\s*)(\d+)(\s+(?:comments?|responses?|replies|reply)\b)", re.IGNORECASE)
#: Comments of a page to look for.
_MAX_COMMENTS = 300
_ITEM_TAGS = frozenset({"li", "article", "section", "div", "dd", "tr"})


def fill_comments(root: HtmlElement, shown: Post, wanted: Post, after: HtmlElement | None) -> None:
    """Remove the comments that are not wanted, and add those that the page lacks as copies of one that it has.

    A page without comments gets a plain list of them after the element ``after``.
    """
    texts: dict[HtmlElement, str] = {}
    known = shown.comments[:_MAX_COMMENTS]
    places = {_key(one): place for one in known if (place := _item(root, one, known, texts)) is not None}
    keys = {_key(one) for one in wanted.comments}
    model = next(((deepcopy(places[_key(one)]), one) for one in shown.comments if _key(one) in places), None)
    last = next((places[_key(one)] for one in reversed(shown.comments) if _key(one) in places), None)
    missing = [one for one in wanted.comments if _key(one) not in places]
    if missing and model is not None and last is not None:
        parent = last.getparent()
        for comment in missing:
            added = _copy(*model, comment)
            parent.insert(parent.index(last) + 1, added)
            added.tail, last = last.tail, added
    elif missing and after is not None and after.getparent() is not None:
        after.addnext(_plain_list(missing))
    for key, place in places.items():
        if key not in keys and place.getparent() is not None:
            remove(place)
    if len(shown.comments) != len(wanted.comments):
        for element, place, text in own_texts(root, set()):
            found = _COUNTED.match(text)
            if found and int(found[2]) == len(shown.comments):
                setattr(element, place, f"{found[1]}{len(wanted.comments)}{found[3]}{text[found.end() :]}")


def _item(
    root: HtmlElement, comment: Comment, every: list[Comment], texts: dict[HtmlElement, str]
) -> HtmlElement | None:
    """The element of one comment: the largest that has no other comment. ``texts`` are those that are known."""
    text = normal(comment.text)
    if not text or text not in _text(root, texts):
        return None
    lowest = root
    while (inner := [child for child in lowest if _is_shown(child) and text in _text(child, texts)]) != []:
        lowest = inner[-1]
    others = [normal(one.text) for one in every if one is not comment and normal(one.text) not in ("", text)]
    item = lowest
    while (parent := item.getparent()) is not None and parent.tag not in ("body", "main"):
        if others and any(other in _text(parent, texts) for other in others):
            break
        if not others and item is not lowest and item.tag in _ITEM_TAGS:
            break
        item = parent
    return item


def _text(element: HtmlElement, texts: dict[HtmlElement, str]) -> str:
    if element not in texts:
        texts[element] = text_of(element)
    return texts[element]


def _is_shown(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and element.tag not in ("script", "style", "head", "template")


def _copy(model: HtmlElement, shown: Comment, comment: Comment) -> HtmlElement:
    """A copy of a comment's element with another comment in it."""
    copy = deepcopy(model)
    copy.attrib.pop("id", None)
    lines = {normal(line) for line in shown.text.splitlines() if line.strip()}
    is_filled = False
    for element, place, text in list(own_texts(copy, set())):
        said = normal(text)
        if shown.author and said == normal(shown.author):
            setattr(element, place, comment.author or "")
        elif said in lines or said == normal(shown.text):
            setattr(element, place, "" if is_filled else comment.text)
            is_filled = True
        elif shown.published and comment.published and shown.published[:10] in text:
            setattr(element, place, text.replace(shown.published[:10], comment.published[:10]))
    copy.tail = None
    return copy


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
