"""Detects which comment platforms a page uses."""

from __future__ import annotations

import re
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
    """The parts of a page in which the marks of platforms are searched."""

    tree: _Element
    sources: str
    scripts: str
    generators: list[str]
    attributes: str


def page_platforms(page: Page) -> list[CommentPlatform]:
    """The platforms of a page, the most specific first: on WordPress with Disqus, Disqus comes first."""
    searched = _Searched(
        page.tree,
        "\n".join(cast("list[str]", _SOURCES(page.tree))),
        inline_scripts(page),
        [text.strip() for text in cast("list[str]", _GENERATOR(page.tree))],
        "\n".join(cast("list[str]", _ATTRIBUTES(page.tree))),
    )
    return [platform for platform in comment_platforms() if _has_mark(searched, platform.marks)]


def inline_scripts(page: Page) -> str:
    """The text of the page's inline scripts."""
    return "\n".join(cast("list[str]", _INLINE_SCRIPTS(page.tree)))[:_MAX_SCRIPT_LENGTH]


def _has_mark(page: _Searched, marks: Marks) -> bool:
    if marks.generator and any(marks.generator.search(text) for text in page.generators):
        return True
    if any(pattern.search(page.sources) for pattern in marks.sources):
        return True
    for css, xpath in zip(marks.css, marks.xpath, strict=True):
        # Searching for a word is much faster than evaluating a selector.
        if all(literal in page.attributes for literal in _literals(css)) and bool(_exists(xpath)(page.tree)):
            return True
    return any(pattern.search(page.scripts) for pattern in marks.scripts)


@lru_cache(maxsize=512)
def _literals(css: str) -> tuple[str, ...]:
    """Names and values in a selector: if one of them is in no attribute, the selector finds nothing."""
    if "," in css or ":not" in css:
        return ()
    return (*(text for _, text in _QUOTED.findall(css)), *_NAMED.findall(_QUOTED.sub("", css)))


@lru_cache(maxsize=512)
def _exists(xpath: str) -> etree.XPath:
    return etree.XPath(f"boolean({xpath})")
