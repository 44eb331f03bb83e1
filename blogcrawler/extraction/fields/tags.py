"""Tags as they stand in the record, read off a page by a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from urllib.parse import urlsplit

from lxml.etree import _Element

from ...dom import Page, node_text, read, read_elements, squash, words
from ...urls import related_hosts, resolve
from ..rules import FieldRule

__all__ = ["clean_tags", "read_tags", "strip_tag_symbols"]

#: Paths of home pages, and links that may lead to one.
_HOME = re.compile(r"/?(?:(?:index|default)\.\w{3,5})?")
_MAY_BE_HOME = re.compile(r"\s*(?:(?:https?:)?//[^/]*)?(?:\.{0,2}/|\.{1,2})*(?:(?:index|default)\.\w{3,5})?\s*")

#: What is longer is no tag.
_LONGEST = 1000
#: Signs before a tag, but for those with which some begin: ".NET", "@home".
_SIGNS = re.compile(r"^[^\w.@+$&(\[«\"'“„-]+")

#: What programs file posts under that nobody has filed, in many languages, and what links beside tags say.
_NONE = frozenset(
    name.strip()
    for name in """
    uncategorized|uncategorised|unfiled|untagged|permalink|allgemein|unkategorisiert|nicht kategorisiert|non classé|
    non catégorisé|sin categoría|sin categorizar|sem categoria|senza categoria|geen categorie|niet gecategoriseerd|
    bez kategorii|nezařazené|nezaradené|okategoriserade|okategoriserad|ikke kategoriseret|ukategorisert|ukategoriseret|
    luokittelematon|kategorizálatlan|egyéb kategória|fără categorie|kategorisiz|genel|без рубрики|без категории|
    без категорії|некатегоризирано|χωρίς κατηγορία|未分类|未分類|미분류|분류되지 않음|دسته‌بندی نشده|
    دسته بندی نشده|غير مصنف|ללא קטגוריה|tidak berkategori|tak berkategori|chưa được phân loại|chưa phân loại|
    ไม่มีหมวดหมู่
    """.split("|")
)


def read_tags(page: Page, rule: FieldRule) -> list[str]:
    """What a rule finds that may be tags: no links to the home page.

    If no feed has confirmed the rule, links to other sites have to say that they are tags.
    """
    if rule.take != "text" or not rule.in_body:
        return [part for value in read(page, rule.selector, rule.take) for part in value.split(",")]
    elements = read_elements(page, rule.selector)
    return [node_text(element) for element in elements if _may_be_tag(page, element, guessed=bool(rule.by))]


def _may_be_tag(page: Page, element: _Element, *, guessed: bool) -> bool:
    for link in islice(element.iter("a"), 1):
        href = link.get("href") or ""
        if not _MAY_BE_HOME.fullmatch(href) and not (guessed and "//" in href):
            return True
        target = resolve(page.base, href)
        if not target:
            return True
        there, here = urlsplit(target), urlsplit(page.url)
        is_own = related_hosts(there.hostname or "", here.hostname or "")
        if is_own and _HOME.fullmatch(there.path) and not (there.query or there.fragment):
            return False
        if guessed and not is_own and "tag" not in (link.get("rel") or "").split():
            return False
    return True


def clean_tags(values: Iterable[str]) -> list[str]:
    """The tags among the values, each once, without the name of the drawer for posts that have none."""
    tags: dict[str, str] = {}
    for value in values:
        tag = strip_tag_symbols(squash(value)) if len(value) <= _LONGEST else ""
        if tag and words(tag) and tag.casefold() not in _NONE:
            tags.setdefault(tag.casefold(), tag)
    return list(tags.values())


@lru_cache(maxsize=4096)  # posts of a blog have their tags in common
def strip_tag_symbols(text: str) -> str:
    """The name of a tag without the signs that templates put around it.

    >>> strip_tag_symbols("🏷️ #ships,")
    'ships'
    """
    return _SIGNS.sub("", text).strip(" ,#;")
