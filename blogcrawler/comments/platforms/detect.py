"""Detects which comment platforms a page uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page
from .definition import CommentPlatform, Marks, comment_platforms

__all__ = ["inline_scripts", "page_platforms"]

_SOURCES = etree.XPath(
    "//script/@src | //iframe/@src | /descendant::link[@rel='stylesheet']/@href", smart_strings=False
)
_INLINE_SCRIPTS = etree.XPath("/descendant::script[not(@src)]/text()", smart_strings=False)
_ATTRIBUTES = etree.XPath("//@*", smart_strings=False)
_GENERATOR = etree.XPath(
    "/descendant::meta[translate(@name,'GENRATO','genrato')='generator']/@content", smart_strings=False
)
#: Characters of inline scripts to search: the scripts that embed platforms are short.
_MAX_SCRIPT_LENGTH = 500_000
_QUOTED = re.compile(r"""(["'])(.*?)\1""")
_NAMED = re.compile(r"[#.]([\w-]+)")


@dataclass(frozen=True, slots=True)
class _Searched:
    """What is searched for the marks of platforms, and the names of those that its scripts name."""

    tree: _Element
    in_sources: frozenset[str]
    in_scripts: frozenset[str]
    generators: list[str]
    attributes: str


def page_platforms(page: Page) -> list[CommentPlatform]:
    """The platforms of a page, the most specific first: on WordPress with Disqus, Disqus comes first."""
    searched = _Searched(
        page.tree,
        _named_in_sources("\n".join(cast("list[str]", _SOURCES(page.tree)))),
        _named_in_scripts(inline_scripts(page)),
        [text.strip() for text in cast("list[str]", _GENERATOR(page.tree))],
        "\n".join(cast("list[str]", _ATTRIBUTES(page.tree))),
    )
    return [platform for platform in comment_platforms() if _is_used(platform, searched)]


def inline_scripts(page: Page) -> str:
    """The text of the page's inline scripts."""
    return "\n".join(cast("list[str]", _INLINE_SCRIPTS(page.tree)))[:_MAX_SCRIPT_LENGTH]


def _is_used(platform: CommentPlatform, page: _Searched) -> bool:
    marks = platform.marks
    if platform.name in page.in_sources or platform.name in page.in_scripts:
        return True
    if marks.generator and any(marks.generator.search(text) for text in page.generators):
        return True
    for css, xpath in zip(marks.css, marks.xpath, strict=True):
        # Searching for a word is much faster than evaluating a selector.
        if all(literal in page.attributes for literal in _literals(css)) and bool(_exists(xpath)(page.tree)):
            return True
    return False


# The pages of a blog load the same scripts, and most have the same inline scripts.
@lru_cache(maxsize=8)
def _named_in_sources(sources: str) -> frozenset[str]:
    """The names of the platforms that load scripts, frames or stylesheets from these addresses."""
    return _named_in(sources, lambda marks: marks.sources)


@lru_cache(maxsize=8)
def _named_in_scripts(scripts: str) -> frozenset[str]:
    """The names of the platforms whose inline scripts these are."""
    return _named_in(scripts, lambda marks: marks.scripts)


def _named_in(text: str, patterns: Callable[[Marks], Iterable[re.Pattern[str]]]) -> frozenset[str]:
    return frozenset(
        platform.name
        for platform in comment_platforms()
        if any(pattern.search(text) for pattern in patterns(platform.marks))
    )


@lru_cache(maxsize=512)
def _literals(css: str) -> tuple[str, ...]:
    """Names and values in a selector: if one of them is in no attribute, the selector finds nothing."""
    if "," in css or ":not" in css:
        return ()
    return (*(text for _, text in _QUOTED.findall(css)), *_NAMED.findall(_QUOTED.sub("", css)))


@lru_cache(maxsize=512)
def _exists(xpath: str) -> etree.XPath:
    return etree.XPath(f"boolean({xpath})")
