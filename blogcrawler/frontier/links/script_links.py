"""Links that only scripts and forms follow: buttons that load more, archives that a script renders from data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import cast
from urllib.parse import urlencode

from lxml import etree
from lxml.etree import _Element

from ...dom import Page
from ...urls import resolve
from ..posts.url_pattern import Verdict
from .links import Link
from .pagination import is_pagination_text, is_pagination_url
from .scope import Scope

__all__ = ["quoted_addresses", "scripted_links"]

_CLICKED = etree.XPath("/descendant::*[@onclick]")
_BUTTONS = etree.XPath(
    "//button | /descendant::*[@class][not(self::a)]"  # asking for the class first is faster
    "[contains(@class, 'more') or contains(@class, 'next') or contains(@class, 'older')"
    " or contains(@class, 'scroll') or contains(@class, 'pag')]"
)
_FORMS = etree.XPath("/descendant::form[./descendant::input[@type='hidden']]")
_OPTIONS = etree.XPath("//select/option[@value] | //select/optgroup/option[@value]")
_SCRIPTS = etree.XPath("/descendant::script[not(@src)]")
_GOES_TO = re.compile(r"""location(?:\.href)?\s*=\s*['"]([^'"]+)|(?:assign|replace|open)\(\s*['"]([^'"]+)""")
_ADDRESS = re.compile(r"(?:https?://|/|\?)[^\s\"'<>\\]{1,300}")
#: Also strings within strings, as in JSON inside scripts.
_QUOTED = re.compile(r"""["'`]((?:https?:/)?/[^\s"'`<>\\]{2,300})\\{0,3}["'`]""")
_SLASH = re.compile(r"\\/|\\{1,2}u002F", re.IGNORECASE)
#: Inputs into which a person types, such as a search.
_TYPED = frozenset({"text", "search", "email", "url", "password"})
#: No page renders more than this from data.
_MAX_SCRIPT_LENGTH, _MAX_URLS = 1_000_000, 5_000


def scripted_links(page: Page, scope: Scope) -> Iterator[Link]:
    """Links into the blog that only a script or form would follow: to posts, by their URLs, and to further pages."""
    seen: set[str] = set()
    for href, element, certain in islice(_addresses(page), _MAX_URLS):
        url = resolve(page.base, href)
        admitted = scope.admit(url) if url is not None else None
        if admitted is None or admitted[0] in seen:
            continue
        seen.add(admitted[0])
        if certain or admitted[1] is Verdict.YES or is_pagination_url(admitted[0]):
            yield Link(*admitted, element)


def _addresses(page: Page) -> Iterator[tuple[str, _Element, bool]]:
    """URLs, their elements, and whether a visitor could follow them whatever they look like."""
    for element in _elements(_CLICKED, page):
        for match in _GOES_TO.finditer(element.get("onclick") or ""):
            yield match[1] or match[2], element, True
    for element in _elements(_BUTTONS, page):
        for name, value in element.attrib.items():
            if str(name).startswith("data-") and _ADDRESS.fullmatch(str(value)):
                yield str(value), element, is_pagination_text(_text(element))
    for option in _elements(_OPTIONS, page):
        if _ADDRESS.fullmatch(value := option.get("value") or ""):
            yield value, option, True
    for form in _elements(_FORMS, page):
        if address := _form_address(form):
            yield address, form, is_pagination_text(_text(form))
    for script in _elements(_SCRIPTS, page):
        for address in quoted_addresses((script.text or "")[:_MAX_SCRIPT_LENGTH]):
            yield address, script, False


def quoted_addresses(text: str) -> Iterator[str]:
    """The strings of a script that are URLs."""
    for match in _QUOTED.finditer(_SLASH.sub("/", text)):
        yield match[1]


def _form_address(form: _Element) -> str | None:
    """The URL that a form requests when its button is pressed, if the form has no other input."""
    inputs = cast("list[_Element]", form.xpath(".//input | .//select | .//textarea"))
    kinds = {(one.get("type") or "text").lower() if one.tag == "input" else "text" for one in inputs}
    if (form.get("method") or "get").lower() != "get" or kinds & _TYPED:
        return None
    values = [(one.get("name") or "", one.get("value") or "") for one in inputs if one.get("name")]
    return f"{(form.get('action') or '').partition('?')[0]}?{urlencode(values)}" if values else None


def _elements(found: etree.XPath, page: Page) -> Iterable[_Element]:
    return cast("list[_Element]", found(page.tree))


def _text(element: _Element) -> str:
    return " ".join("".join(map(str, islice(element.itertext(), 20))).split())
