"""Which comment platforms a page uses, by the marks that it bears."""

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

_SOURCES = etree.XPath("//script/@src | //iframe/@src | //link[@rel='stylesheet']/@href", smart_strings=False)
_INLINE = etree.XPath("//script[not(@src)]/text()", smart_strings=False)
_ATTRIBUTES = etree.XPath("//@*", smart_strings=False)
_GENERATOR = etree.XPath("//meta[translate(@name,'GENRATO','genrato')='generator']/@content", smart_strings=False)
#: More of a page's scripts is not read: marks stand in short ones.
_LONGEST_SCRIPTS = 500_000
_QUOTED = re.compile(r"""(["'])(.*?)\1""")
_NAMED = re.compile(r"[#.]([\w-]+)")


@dataclass(frozen=True, slots=True)
class _Seen:
    """What marks are looked for in."""

    tree: _Element
    sources: str
    scripts: str
    generators: list[str]
    attributes: str


def page_platforms(page: Page) -> list[CommentPlatform]:
    """The platforms of a page, the most particular first: Disqus on WordPress is Disqus before it is WordPress."""
    seen = _Seen(
        page.tree,
        "\n".join(cast("list[str]", _SOURCES(page.tree))),
        inline_scripts(page),
        [text.strip() for text in cast("list[str]", _GENERATOR(page.tree))],
        "\n".join(cast("list[str]", _ATTRIBUTES(page.tree))),
    )
    return [platform for platform in comment_platforms() if _bears(seen, platform.marks)]


def inline_scripts(page: Page) -> str:
    """The text of the page's inline scripts."""
    return "\n".join(cast("list[str]", _INLINE(page.tree)))[:_LONGEST_SCRIPTS]


def _bears(seen: _Seen, marks: Marks) -> bool:
    if marks.generator and any(marks.generator.search(text) for text in seen.generators):
        return True
    if any(pattern.search(seen.sources) for pattern in marks.sources):
        return True
    for css, xpath in zip(marks.css, marks.xpath, strict=True):
        # Whether a word stands anywhere is known much faster than what a selector finds.
        if all(literal in seen.attributes for literal in _literals(css)) and bool(_there(xpath)(seen.tree)):
            return True
    return any(pattern.search(seen.scripts) for pattern in marks.scripts)


@lru_cache(maxsize=512)
def _literals(css: str) -> tuple[str, ...]:
    """Names and values in a selector, which must stand in some attribute if it is to find anything."""
    if "," in css or ":not" in css:
        return ()
    return (*(text for _, text in _QUOTED.findall(css)), *_NAMED.findall(_QUOTED.sub("", css)))


@lru_cache(maxsize=512)
def _there(xpath: str) -> etree.XPath:
    return etree.XPath(f"boolean({xpath})")
