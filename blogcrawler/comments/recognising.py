"""Which comment platforms a page uses, by the marks that it bears."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from lxml import etree

from ..extraction import Page
from .platforms import Marks, Platform, known_platforms

__all__ = ["inline_scripts", "page_platforms"]

_SOURCES = etree.XPath("//script/@src | //iframe/@src | //link[@rel='stylesheet']/@href")
_INLINE = etree.XPath("//script[not(@src)]/text()")
_GENERATOR = etree.XPath("//meta[translate(@name,'GENRATO','genrato')='generator']/@content")
#: More of a page's scripts is not read: marks stand in short ones.
_LONGEST_SCRIPTS = 500_000


def page_platforms(page: Page) -> list[Platform]:
    """The platforms of a page, the most particular first: Disqus on WordPress is Disqus before it is WordPress."""
    sources = "\n".join(cast("list[str]", _SOURCES(page.tree)))
    generators = [text.strip() for text in cast("list[str]", _GENERATOR(page.tree))]
    scripts = inline_scripts(page)
    return [platform for platform in known_platforms() if _bears(page, platform.marks, sources, scripts, generators)]


def inline_scripts(page: Page) -> str:
    """The text of the page's inline scripts."""
    return "\n".join(cast("list[str]", _INLINE(page.tree)))[:_LONGEST_SCRIPTS]


def _bears(page: Page, marks: Marks, sources: str, scripts: str, generators: list[str]) -> bool:
    if marks.generator and any(marks.generator.search(text) for text in generators):
        return True
    if any(pattern.search(sources) for pattern in marks.sources):
        return True
    if any(bool(_there(xpath)(page.tree)) for xpath in marks.xpath):
        return True
    return any(pattern.search(scripts) for pattern in marks.scripts)


@lru_cache(maxsize=512)
def _there(xpath: str) -> etree.XPath:
    return etree.XPath(f"boolean({xpath})")
