"""Reads the posts of a thread by the extraction actions of its type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import Page
from ...extraction import guess_title
from ...items import Comment
from ...knowledge import Extraction, Level, Objects, clean_node, found_text, link_of

__all__ = ["read_objects", "read_posts", "thread_title"]

#: Posts to read from one page.
_MAX_POSTS = 2000


def read_posts(
    page: Page, level: Level, kind: str = "post", language: str = "en", now: datetime | None = None
) -> list[Comment]:
    """The posts (or other objects, by ``kind``) on a page of this level, in page order. Their contents are consumed."""
    for objects in level.objects:
        if objects.type == kind:
            found = read_objects(page, objects, language, now)
            if found:
                return found
    return []


def read_objects(page: Page, objects: Objects, language: str = "en", now: datetime | None = None) -> list[Comment]:
    """The objects that these actions find; none if they do not fit the page."""
    rows = _rows_in(page, objects) if objects.paths else _rows_aligned(page, objects.fields)
    contents: set[_Element] = set()
    chosen = []
    for row in rows[:_MAX_POSTS]:
        content = row.get("content")
        if not isinstance(content, _Element) or content in contents:
            continue
        contents.add(content)
        chosen.append((row, content))
    return _without_boxes([_post(page, row, content, language, now) for row, content in chosen])


def _without_boxes(posts: Iterable[Comment]) -> list[Comment]:
    """The posts without boxes inside of one (advertisements) that have its id, but neither a text nor a date."""
    kept: list[Comment] = []
    ids: set[str] = set()
    for post in posts:
        if post.id is None or post.id not in ids or post.text or post.published:
            kept.append(post)
        if post.id is not None:
            ids.add(post.id)
    return kept


Row = dict[str, "_Element | str"]


def _rows_in(page: Page, objects: Objects) -> list[Row]:
    elements = in_order(page.tree, (element for path in objects.paths for element in path.find_elements(page.tree)))
    return [_row(element, objects.fields) for element in elements]


def _row(element: _Element, fields: Iterable[Extraction]) -> Row:
    row: Row = {}
    for action in fields:
        if action.type in row:
            continue
        for found in action.path.find(element)[:5]:
            if action.type == "content" or found_text(found):
                row[action.type] = found
                break
    return row


def _rows_aligned(page: Page, fields: Sequence[Extraction]) -> list[Row]:
    """Rows of a template without an element around each object: the n-th values of all fields belong together."""
    contents: list[_Element] = []
    for action in fields:
        if action.type == "content" and not contents:
            contents = _outermost(action.path.find_elements(page.tree))
    rows: list[Row] = [{"content": content} for content in contents]
    for action in fields:
        if action.type == "content":
            continue
        found = action.path.find(page.tree)
        if len(found) == len(rows):
            for row, value in zip(rows, found, strict=True):
                row.setdefault(action.type, value)
    return rows


def _outermost(elements: Iterable[_Element]) -> list[_Element]:
    kept: list[_Element] = []
    inside: set[_Element] = set()
    for element in elements:
        if element not in inside:
            kept.append(element)
            inside.update(element.iter("*"))
    return kept


def in_order(tree: _Element, elements: Iterable[_Element]) -> list[_Element]:
    """The elements, each once, in document order."""
    wanted = list(dict.fromkeys(elements))
    if len({element.tag for element in wanted}) == 0:
        return []
    among = set(wanted)
    return [element for element in tree.iter(*{element.tag for element in wanted}) if element in among]


def _post(page: Page, row: Row, content: _Element, language: str, now: datetime | None) -> Comment:
    published = row.get("published")
    link = row.get("link")
    identity = row.get("id")
    address = link_of(page, link) if link is not None else None
    author_url = row.get("author-url")
    author = found_text(row["author"]) if "author" in row else None
    when = iso_moment(found_text(published), language, now) if published is not None else None
    article = clean_node(page, content)
    return Comment(
        id=found_text(identity) if identity is not None else address,
        author=author[:100] if author else None,
        author_url=link_of(page, author_url) if author_url is not None else None,
        published=when,
        content_html=article.html,
        text=article.text,
        type=None,
        links=tuple(article.links),
    )


def thread_title(page: Page, level: Level) -> str | None:
    """The title of a thread, by the actions of its level or else as on any page."""
    for action in level.fields("title"):
        for found in action.path.find(page.tree)[:1]:
            text = found_text(found)
            if text:
                return text
    return guess_title(page)
