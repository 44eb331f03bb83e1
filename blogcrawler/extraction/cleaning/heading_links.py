"""Headings: the links to themselves that templates put into them, and the title above the article."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from lxml.etree import _Element

from ...dom import HEADINGS, text_content, words

__all__ = ["is_heading_link", "is_slug", "opens_chapter", "title_heading"]

_SIGNS = frozenset({"¶", "#", "§", "🔗", "⚓", "¶ "})
_NAMED = re.compile(
    r"(?:^|[-_\s])(?:anchor|header-?link|heading-?link|permalink|hash-?link|direct-?link)(?:$|[-_\s])", re.IGNORECASE
)
_WORD = re.compile(r"\w")
#: What may follow the heading of a chapter; it has so many characters.
_TEXTS = ("p", "ul", "ol", "dl")
_PARAGRAPH = 80


def is_heading_link(anchor: _Element) -> bool:
    """Whether a link leads to the heading that it stands in, and is no part of its text.

    The heading takes over the name to which other links lead.
    """
    if not len(anchor):
        text = anchor.text
        if text in _SIGNS or (not text and _is_bare(anchor)):  # Pandoc links each line of code to itself
            return True
    address = anchor.get("href")
    if not address or "#" not in address:
        return False
    heading = anchor.getparent()
    if heading is None or heading.tag not in HEADINGS:
        return False
    identity = heading.get("id") or anchor.get("id") or anchor.get("name")
    if not address.startswith("#") and not (identity or "").endswith(address.rpartition("#")[2]):
        return False
    if next(anchor.iter("img"), None) is not None:
        return False
    own = text_content(anchor)
    if _WORD.search(own):
        others = text_content(heading).replace(own, "", 1)
        if not (_NAMED.search(anchor.get("class") or "") and _WORD.search(others)):
            return False
    if identity and heading.get("id") is None:
        heading.set("id", identity)
    return True


def _is_bare(anchor: _Element) -> bool:
    address = anchor.get("href")
    return address is not None and address.startswith("#") and not (anchor.get("id") or anchor.get("name"))


def is_slug(identity: str, said: Sequence[str]) -> bool:
    """Whether an id is made of a heading's own words, as Markdown and the like do: templates name what things are."""
    name, heading = _letters(words(identity.replace("_", " "))), _letters(said)
    if not name or not heading:
        return False
    # A second chapter of that name has a number, and there may be a prefix for all.
    return heading.startswith(name) or name.rstrip("0123456789") == heading or name.endswith(heading)


def _letters(said: Sequence[str]) -> str:
    joined = "".join(said)
    if joined.isascii():
        return joined
    return "".join(letter for letter in unicodedata.normalize("NFKD", joined) if not unicodedata.combining(letter))


def opens_chapter(element: _Element) -> bool:
    """Whether an element is a heading that text follows: "Conclusion" may head the last chapter of each post."""
    following = element.getnext()
    if element.tag not in HEADINGS or following is None or following.tag not in _TEXTS:
        return False
    said = text_content(following)
    linked = sum(len(text_content(link)) for link in following.iter("a"))
    return len(said) > _PARAGRAPH and linked < 0.5 * len(said)


def title_heading(node: _Element, title: str) -> _Element | None:
    """The heading that an article begins with if it is the title, and something follows it."""
    for element in node.iterdescendants():
        before, above = element.getprevious(), element.getparent()
        said = before.tail if before is not None else above.text if above is not None else None
        if said and _WORD.search(said):
            return None
        if element.tag in HEADINGS:
            shown = text_content(element)
            if words(shown) != words(title):
                return None
            following = any(_WORD.search(str(text)) for text in _behind(element, node))
            return element if following else None
    return None


def _behind(element: _Element, node: _Element) -> list[str]:
    """The texts behind an element in a node, as far as its siblings and those of what holds it go."""
    texts = [element.tail or ""]
    while element is not node:
        for sibling in element.itersiblings():
            texts += [*map(str, sibling.itertext()), sibling.tail or ""]
            if any(map(_WORD.search, texts)):
                return texts
        above = element.getparent()
        if above is None:
            break
        if above is not node:
            texts.append(above.tail or "")
        element = above
    return texts
