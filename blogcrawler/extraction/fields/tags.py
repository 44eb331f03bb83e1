"""Reading tags from a page by a rule, and cleaning them for the record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain, islice
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dom import Page, node_text, read, read_elements, squash, words
from ...urls import related_hosts, resolve
from ...word_lists import word_list
from ..rules import FieldRule

__all__ = ["clean_tags", "is_in_sentence", "leads_to_all_tags", "read_tags", "strip_tag_symbols"]

#: Paths of home pages, and links that may lead to one.
_HOME_PATH = re.compile(r"/?(?:(?:index|default)\.\w{3,5})?")
_MAY_BE_HOME = re.compile(r"\s*(?:(?:https?:)?//[^/]*)?(?:\.{0,2}/|\.{1,2})*(?:(?:index|default)\.\w{3,5})?\s*")
#: A line with tags has few other words, such as "Filed under" and a date; a sentence that links to a tag has more.
_MAX_WORDS_BESIDE_TAGS = 15
#: The page that lists all tags.
_TAG_INDEX = re.compile(
    r"(?:^|/)(?:tags?|labels?|topics?|categor(?:y|ies)|kategorien?)/?(?:index\.\w{3,5})?$", re.IGNORECASE
)
#: Longer texts are not tags.
_MAX_LENGTH = 1000
#: Symbols before a tag, except those with which tags begin: ".NET", "@home".
_LEADING_SYMBOLS = re.compile(r"^[^\w.@+$&(\[«\"'“„-]+")
_PLACEHOLDERS = frozenset(word_list(__package__, "tags.toml", "placeholders"))


def read_tags(page: Page, rule: FieldRule) -> list[str]:
    """What a rule finds, without links to the home page.

    If the rule was not learned from the feed, links to other sites count only with ``rel="tag"``.
    """
    if rule.take != "text" or not rule.in_body:
        return [part for value in read(page, rule.selector, rule.take) for part in value.split(",")]
    elements = read_elements(page, rule.selector)
    guessed = bool(rule.by)
    return [
        node_text(element)
        for element in elements
        if _may_be_tag(page, element, guessed=guessed) and not (guessed and is_in_sentence(element))
    ]


def is_in_sentence(element: _Element, known: dict[_Element, bool] | None = None) -> bool:
    """Whether an element is a link in running text that nothing marks as a tag.

    Many links may be in the same line: what is ``known`` of lines is not found out again.
    """
    line = element.getparent()
    if element.tag != "a" or line is None or "tag" in (element.get("rel") or "").split():
        return False
    if (element.text or "").lstrip().startswith("#"):
        return False
    known = {} if known is None else known
    if line not in known:
        known[line] = _is_sentence(line)
    return known[line]


def _is_sentence(line: _Element) -> bool:
    """Whether an element has many words besides its children's."""
    beside = chain([line.text or ""], (part.tail or "" for part in line))
    sizes = accumulate(len(words(text)) for text in beside if text and not text.isspace())
    return any(size > _MAX_WORDS_BESIDE_TAGS for size in sizes)


def leads_to_all_tags(link: _Element) -> bool:
    """Whether a link leads to the list of all tags."""
    return _TAG_INDEX.search(link.get("href") or "") is not None


def _may_be_tag(page: Page, element: _Element, *, guessed: bool) -> bool:
    for link in islice(element.iter("a"), 1):
        href = link.get("href") or ""
        if leads_to_all_tags(link):
            return False
        if not _MAY_BE_HOME.fullmatch(href) and not (guessed and "//" in href):
            return True
        target = resolve(page.base, href)
        if not target:
            return True
        there, here = urlsplit(target), urlsplit(page.url)
        is_own = related_hosts(there.hostname or "", here.hostname or "")
        if is_own and _HOME_PATH.fullmatch(there.path) and not (there.query or there.fragment):
            return False
        if guessed and not is_own and "tag" not in (link.get("rel") or "").split():
            return False
    return True


def clean_tags(values: Iterable[str]) -> list[str]:
    """The tags among the values, each once, without names for posts that have no tags."""
    tags: dict[str, str] = {}
    for value in values:
        tag = strip_tag_symbols(squash(value)) if len(value) <= _MAX_LENGTH else ""
        if tag and words(tag) and tag.casefold() not in _PLACEHOLDERS:
            tags.setdefault(tag.casefold(), tag)
    return list(tags.values())


@lru_cache(maxsize=4096)  # posts of a blog share their tags
def strip_tag_symbols(text: str) -> str:
    """A tag without the symbols that templates put around it.

    >>> strip_tag_symbols("🏷️ #ships,")
    'ships'
    """
    return _LEADING_SYMBOLS.sub("", text).strip(" ,#;")
