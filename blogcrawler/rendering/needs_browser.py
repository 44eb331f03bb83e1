"""Whether a page needs a browser. Rendering costs a hundred times as much as parsing, so few should."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple, cast

from cssselect import HTMLTranslator
from lxml import etree
from lxml.etree import _Element

from ..comments import CommentPlatform, endpoint_of, inline_scripts, page_values
from ..dom import FRAME_TAG, Page, find
from ..extraction import Extractor

__all__ = ["Need", "browser_need", "has_lost"]

Need = Literal["template", "article", "comments"]
"""What scripts load: the whole page, the article, or the comments."""

#: A page with more text has content from the server.
_MAX_TEMPLATE_TEXT = 200
#: A "loading" notice is shorter.
_MAX_NOTICE_LENGTH = 40
_LOADING = re.compile(
    r"\W*(?:loading|please wait|wird geladen|chargement|cargando|carregando|読み込み中|加载中)\W*", re.I
)
_ASKS_FOR_SCRIPTS = re.compile(r"javascript", re.I)
_SCRIPTS = etree.XPath("boolean(/descendant::script[@src or string-length(text()) > 20])")
_SOURCES = etree.XPath("//script/@src | //iframe/@src")
_SCRIPT_BESIDE = etree.XPath("boolean(.//script | following-sibling::script[@src])")
_DRAWERS = frozenset({"script", "iframe"})
_NOSCRIPT = etree.XPath("string(//noscript)")
_CONTENT = etree.XPath("boolean(//body//img | //body//video | //body//audio | //body//iframe | //body//object)")
#: Where a JavaScript application renders itself: an empty element with a name.
_MOUNT = etree.XPath(
    "boolean(//body/descendant::*[self::div or self::main or self::section or contains(name(), '-')]"
    "[@id or contains(name(), '-')][not(.//text()[normalize-space()][not(parent::script)])]"
    "[not(./descendant::*[not(self::script)])])"
)
_UNSEEN = frozenset({"script", "style", "noscript", "template", FRAME_TAG})
_MEDIA = ("img", "picture", "video", "audio", "iframe", "object", "embed", "svg", "pre", "table")


def browser_need(
    page: Page, extractor: Extractor, platforms: Iterable[CommentPlatform] = (), comments_expected: int | None = None
) -> Need | None:
    """Why a post's page needs a browser; ``None`` if it does not.

    ``platforms`` are the comment platforms detected on the page. One of them needs a browser if it loads its comments
    by script and they cannot be fetched from an endpoint, unless there are known to be none.
    """
    if not _SCRIPTS(page.tree):
        return None
    if _is_template(page):
        return "template"
    if _article_is_empty(page, extractor):
        return "article"
    if comments_expected != 0 and any(_needs_rendering(platform, page) for platform in platforms):
        return "comments"
    return None


def has_lost(raw: Page, rendered: Page) -> bool:
    """Whether the rendered page has less than half the text of the original, which is then better."""
    before, after = (
        len(_text(body)) if (body := page.tree.find("body")) is not None else 0 for page in (raw, rendered)
    )
    return after < before / 2


def _needs_rendering(platform: CommentPlatform, page: Page) -> bool:
    """Whether a script on the page loads a platform's comments, and no endpoint has them."""
    if not platform.marks.needs_script or platform.browser is None or not _has_script(platform, page):
        return False
    return endpoint_of(platform, page_values(platform, page, page.url)) is None


def _has_script(platform: CommentPlatform, page: Page) -> bool:
    """Whether there is a script for the platform: many pages still have an empty container without it."""
    marks = platform.marks
    sources = "\n".join(cast("list[str]", _SOURCES(page.tree)))
    if platform.name in sources.lower() or any(mark.search(sources) for mark in marks.sources):
        return True
    if any(mark.search(inline_scripts(page)) for mark in marks.scripts):
        return True
    places = [place for xpath in marks.xpath for place in find(page.tree, xpath)]
    return any(place.tag in _DRAWERS or "-" in place.tag or bool(_SCRIPT_BESIDE(place)) for place in places)


def _article_is_empty(page: Page, extractor: Extractor) -> bool:
    """Whether the article's element is there but empty, and a script is to fill it."""
    rule = extractor.article_rule(page)
    if rule is None:
        return False
    for node in find(page.tree, rule.selector, first=True):
        text = _text(node, _MAX_NOTICE_LENGTH)
        if next(node.iter(*_MEDIA), None) is not None or (text and not _LOADING.fullmatch(text)):
            return False
        return bool(text) or len(node) > 0 or bool(_SCRIPT_BESIDE(node)) or _is_scripted(node, page)
    return False


def _is_scripted(node: _Element, page: Page) -> bool:
    """Whether a script on the page mentions an element. Others are just empty, like some posts."""
    scripts = inline_scripts(page)
    names = [name for name in (node.get("id"), *(node.get("class") or "").split()) if name]
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", scripts) for name in names)


def _is_template(page: Page) -> bool:
    """Whether the server has sent a page without content that scripts are to fill."""
    sources = "\n".join(cast("list[str]", _SOURCES(page.tree)))
    if any(mark(page, sources) for mark in _templates()):
        return True
    body = page.tree.find("body")
    if body is None or _CONTENT(page.tree) or len(_text(body)) > _MAX_TEMPLATE_TEXT:
        return False
    return bool(_MOUNT(page.tree)) or bool(_ASKS_FOR_SCRIPTS.search(cast(str, _NOSCRIPT(page.tree))))


class _Template(NamedTuple):
    title: str
    sources: tuple[re.Pattern[str], ...]
    elements: tuple[etree.XPath, ...]

    def __call__(self, page: Page, sources: str) -> bool:
        return any(pattern.search(sources) for pattern in self.sources) or any(map(bool, self._found(page)))

    def _found(self, page: Page) -> Iterable[object]:
        return (xpath(page.tree) for xpath in self.elements)


@lru_cache(maxsize=1)
def _templates() -> tuple[_Template, ...]:
    """``knowledge_base/rendering/templates.toml``."""
    data = tomllib.loads(files("knowledge_base").joinpath("rendering", "templates.toml").read_text("utf-8"))
    translate = HTMLTranslator().css_to_xpath
    return tuple(
        _Template(
            table["title"],
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in table.get("sources", ())),
            tuple(etree.XPath(translate(css, prefix="//")) for css in table.get("css", ())),
        )
        for table in data["template"]
    )


def _text(node: _Element, enough: int = 4 * _MAX_TEMPLATE_TEXT) -> str:
    """The visible text; if it is longer than ``enough``, only its beginning."""
    parts: list[str] = []
    size = 0
    walk = etree.iterwalk(node, events=("start", "end"))
    for event, element in walk:
        if event == "end":
            text = element.tail if element is not node else ""
        elif element.tag in _UNSEEN:
            walk.skip_subtree()
            continue
        else:
            text = element.text
        parts.append(text or "")
        size += len((text or "").strip())
        if size > enough:
            break
    return " ".join("".join(parts).split())
