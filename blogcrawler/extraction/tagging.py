"""Tags as they stand in the record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from .similarity import squash, words

__all__ = ["own_tags", "tag_name"]

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


def own_tags(values: Iterable[str]) -> list[str]:
    """The tags among the values, each once, without the name of the drawer for posts that have none."""
    tags: dict[str, str] = {}
    for value in values:
        tag = tag_name(squash(value))
        if tag and words(tag) and tag.casefold() not in _NONE:
            tags.setdefault(tag.casefold(), tag)
    return list(tags.values())


@lru_cache(maxsize=4096)  # posts of a blog have their tags in common
def tag_name(text: str) -> str:
    """The name of a tag without the signs that templates put around it.

    >>> tag_name("🏷️ #ships,")
    'ships'
    """
    return _SIGNS.sub("", text).strip(" ,#;")
