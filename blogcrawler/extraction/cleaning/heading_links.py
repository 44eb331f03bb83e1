"""Headings: the links to themselves that templates put into them, and the title at the top of the article."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from lxml.etree import _Element

from ...dom import HEADINGS, INVISIBLE_TAGS, text_content, words

__all__ = ["has_text_after", "is_heading_link", "is_slug", "move_id_to_heading", "opens_chapter", "title_heading"]

_LINK_SYMBOLS = frozenset({"¶", "#", "§", "🔗", "⚓", "¶ "})
_LINK_CLASS = re.compile(
    r"(?:^|[-_\s])(?:anchor|header-?link|heading-?link|permalink|hash-?link|direct-?link)(?:$|[-_\s])", re.IGNORECASE
)
_WORD = re.compile(r"\w")
#: What follows the heading of a chapter: at least this many characters in one of these elements.
_TEXT_TAGS = ("p", "ul", "ol", "dl")
_MIN_PARAGRAPH = 80


def is_heading_link(anchor: _Element) -> bool:
    """Whether a link leads to the heading that it is in, and is not part of its text."""
    if not len(anchor):
        text = anchor.text
        if text in _LINK_SYMBOLS or (not text and _is_bare(anchor)):  # Pandoc links each line of code to itself
            return True
    href = anchor.get("href")
    if not href or "#" not in href:
        return False
    heading = anchor.getparent()
    if heading is None or heading.tag not in HEADINGS:
        return False
    identity = heading.get("id") or anchor.get("id") or anchor.get("name") or ""
    if not href.startswith("#") and not identity.endswith(href.rpartition("#")[2]):
        return False
    if next(anchor.iter("img"), None) is not None:
        return False
    text = text_content(anchor)
    if not _WORD.search(text):
        return True
    rest = text_content(heading).replace(text, "", 1)
    return _LINK_CLASS.search(anchor.get("class") or "") is not None and _WORD.search(rest) is not None


def move_id_to_heading(anchor: _Element) -> None:
    """Give a heading link's id to its heading, so that other links still find it when the link is gone.

    Links that are only a symbol lose their id.
    """
    heading = anchor.getparent()
    if heading is None or heading.tag not in HEADINGS or heading.get("id") is not None:
        return
    identity = anchor.get("id") or anchor.get("name")
    if identity and (len(anchor) or anchor.text not in _LINK_SYMBOLS):
        heading.set("id", identity)


def _is_bare(anchor: _Element) -> bool:
    href = anchor.get("href")
    return href is not None and href.startswith("#") and not (anchor.get("id") or anchor.get("name"))


def is_slug(identity: str, heading: Sequence[str]) -> bool:
    """Whether an id consists of its heading's words, as Markdown makes them; templates use ids of their own."""
    name, letters = _letters(words(identity.replace("_", " "))), _letters(heading)
    if not name or not letters:
        return False
    # The second heading with the same words gets a number, and all ids may have a prefix.
    return letters.startswith(name) or name.rstrip("0123456789") == letters or name.endswith(letters)


def _letters(text: Sequence[str]) -> str:
    """The words without spaces and accents."""
    joined = "".join(text)
    if joined.isascii():
        return joined
    return "".join(letter for letter in unicodedata.normalize("NFKD", joined) if not unicodedata.combining(letter))


def opens_chapter(element: _Element) -> bool:
    """Whether an element is a heading with text after it: every post may end with a chapter "Conclusion"."""
    following = element.getnext()
    if element.tag not in HEADINGS or following is None or following.tag not in _TEXT_TAGS:
        return False
    length = len(text_content(following))
    linked = sum(len(text_content(link)) for link in following.iter("a"))
    return length > _MIN_PARAGRAPH and linked < 0.5 * length


def title_heading(node: _Element, title: str) -> _Element | None:
    """The heading at the beginning of an article, if it is the title and text follows it."""
    for element in node.iterdescendants():
        previous, parent = element.getprevious(), element.getparent()
        before = previous.tail if previous is not None else parent.text if parent is not None else None
        if before and _WORD.search(before):
            return None
        if element.tag in HEADINGS:
            is_title = words(text_content(element)) == words(title)
            return element if is_title and has_text_after(element, node) else None
    return None


def has_text_after(element: _Element, node: _Element) -> bool:
    """Whether words that readers see follow an element within a node."""
    if _WORD.search(element.tail or ""):
        return True
    while element is not node:
        for sibling in element.itersiblings():
            if _WORD.search(sibling.tail or ""):
                return True
            if sibling.tag not in INVISIBLE_TAGS and any(_WORD.search(str(text)) for text in sibling.itertext()):
                return True
        parent = element.getparent()
        if parent is None:
            return False
        if parent is not node and _WORD.search(parent.tail or ""):
            return True
        element = parent
    return False
