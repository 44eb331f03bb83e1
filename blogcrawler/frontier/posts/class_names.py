"""Which class names of a template hold for all of its posts, and which only for some of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from ...dom import Page
from ...word_lists import word_pattern

__all__ = ["names_content", "page_topics", "stated_kinds"]

_CONTENT = word_pattern(__package__, "class_names.toml", "content")
#: WordPress and Drupal name the kind of a page: type-post, node-type-forum, node--type-page. Other programs have
#: post-template and page-template, or just post and page.
_KIND = re.compile(
    r"^(?P<before>.*(?<![^\W_])type[-_]+)[^\W_].*$|^(?P<start>.*(?<![^\W_]))(?:post|page)(?P<end>(?![^\W_]).*)$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_SEPARATORS = re.compile(r"[\W_]+")
#: Parts of a path longer than this name posts, not sections or tags.
_MAX_TOPIC_LENGTH = 40


def names_content(name: str, topics: Iterable[str] = ()) -> bool:
    """Whether a class name says something about single posts: their section, tags, number, date or state.

    ``topics`` are the sections and tags that the pages link to; see :func:`page_topics`.
    """
    return bool(_DIGIT.search(name) or _CONTENT.match(name)) or _folded(name) in topics


def stated_kinds(names: Iterable[str]) -> dict[str, set[str]]:
    """The class names that state a kind of content, by what they have in common with those of other kinds:
    ``node-type-`` or ``-template``."""
    kinds: dict[str, set[str]] = {}
    for name in names:
        if found := _KIND.match(name):
            key = found["before"] or f"{found['start']}…{found['end']}"
            kinds.setdefault(key, set()).add(name)
    return kinds


def page_topics(page: Page) -> set[str]:
    """The names of sections, tags and authors around a page: the folders of its address and the ends of its links."""
    topics = set(map(_folded, _segments(page.url)[:-1]))
    for link in page.tree.iter("a"):
        last = _segments(link.get("href") or "")[-1:]
        topics.update(_folded(name) for name in last if len(name) <= _MAX_TOPIC_LENGTH)
    return topics - {""}


def _segments(url: str) -> list[str]:
    try:
        return [unquote(part) for part in urlsplit(url).path.split("/") if part]
    except ValueError:  # an address such as //[x/
        return []


def _folded(name: str) -> str:
    return _SEPARATORS.sub("-", name.casefold()).strip("-")
