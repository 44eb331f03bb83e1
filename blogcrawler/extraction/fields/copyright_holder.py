"""Whom the copyright notices of a blog name: its owner, if nobody else is named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import Page, node_text, squash, words
from .author_names import may_be_names

__all__ = ["copyright_holder"]

#: Share of the pages whose notice must name the same holder.
_MIN_SHARE = 0.8
_MIN_PAGES = 3
#: Words of a name, and characters of a notice.
_MAX_NAME_WORDS, _MAX_NOTICE_LENGTH = 4, 200
_NOTICES = etree.XPath(
    "/html/body//text()[contains(., '©') or contains(., '(c)') or contains(., 'opyright')]"
    "[not(parent::script or parent::style)]/.."
)
_MAX_NOTICES = 10
#: Years, then the name, then something that ends it: "© 2010–2014 Ann Lee. All rights reserved".
_HOLDER = re.compile(
    r"(?:©|\(c\)|copyright)(?:\s*(?:©|\(c\)|copyright|by|[-–—:,|]|(?:19|20)\d\d|present|now))*\s*"
    r"(?P<name>[^\W\d_][^.,;:|©()<>\d–—•·/]{1,40}?)\s*"
    r"(?:$|[.,;:|©()<>\d–—•·/]|\s-\s|\ball rights\b|\bpowered\b|\bunder\b)",
    re.IGNORECASE,
)


def copyright_holder(pages: Sequence[Page]) -> str | None:
    """The person that the copyright notices of nearly all pages name; ``None`` if they name nobody."""
    counts = Counter(name for page in pages for name in _holders(page))
    name, count = max(counts.items(), key=lambda one: one[1], default=("", 0))
    return name if count >= max(_MIN_PAGES, _MIN_SHARE * len(pages)) else None


def _holders(page: Page) -> set[str]:
    notices = (node_text(element) for element in cast("list[_Element]", _NOTICES(page.tree))[:_MAX_NOTICES])
    found = (_HOLDER.search(squash(notice)[:_MAX_NOTICE_LENGTH]) for notice in notices)
    names = {match["name"].strip() for match in found if match}
    return {name for name in names if len(words(name)) <= _MAX_NAME_WORDS and may_be_names(name, is_called=True)}
