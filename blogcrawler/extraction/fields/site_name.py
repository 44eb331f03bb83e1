"""The names that pages give their blog, and its owner if the name contains one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ...dom import Page, read, words
from ...word_lists import word_pattern
from .titles import split_head_title

__all__ = ["blog_owner", "fold_name", "site_names", "squeeze_name"]

#: Share of the pages that must have a name for it to be the blog's.
_MIN_SHARE = 0.8
_STATED = ('/html/head/meta[@property="og:site_name"]', '/html/head/meta[@name="application-name"]')
#: "Ann Lee's tech blog", "小明的博客". Not "Blog de …", which may be followed by a subject.
_OWNED = re.compile(
    r"(?P<name>[^\W_][^'’:|,]{1,30})(?:['’]s\s+(?:[\w-]+\s+)?(?:we)?blog|的\s?(?:博客|部落格|部落閣|网志|網誌|blog))",
    re.IGNORECASE,
)
_NOT_PERSONS = word_pattern(__package__, "site_name.toml", "not_persons")
_MAX_NAME_WORDS = 3


def blog_owner(pages: Sequence[Page]) -> str | None:
    """The owner of a blog, if nearly all pages name it after a person: "Ann Lee's blog"."""
    counts: Counter[str] = Counter()
    for page in pages:
        head = " ".join(read(page, "/html/head/title", "text", 1))
        parts = split_head_title(head)
        named = [value for one in _STATED for value in read(page, one, "content", 1)]
        owned = (_OWNED.fullmatch(name.strip()) for name in (*named, *parts[:1], *parts[-1:], head))
        counts.update({one["name"].strip() for one in owned if one})
    name, count = max(counts.items(), key=lambda one: one[1], default=("", 0))
    is_sure = count >= max(2, _MIN_SHARE * len(pages)) and len(name.split()) <= _MAX_NAME_WORDS
    return name if is_sure and not _NOT_PERSONS.fullmatch(name) else None


def site_names(pages: Sequence[Page]) -> set[str]:
    """The folded names of a site: those that its pages state, else what their ``<title>`` begins or ends with.

    A ``<title>`` may also consist of the name alone.
    """
    stated = _common([{value for one in _STATED for value in read(page, one, "content", 1)} for page in pages])
    if stated:
        return stated
    heads = [" ".join(read(page, "/html/head/title", "text", 1)) for page in pages]
    return _common([{*parts[:1], *parts[-1:]} if (parts := split_head_title(head)) else {head} for head in heads])


def _common(named: Sequence[Iterable[str]]) -> set[str]:
    counts = Counter(name for names in named for name in {fold_name(name) for name in names})
    return {name for name, count in counts.items() if name and count > 1 and count >= _MIN_SHARE * len(named)}


def fold_name(name: str) -> str:
    """A name as it is compared with others: lower case, without punctuation."""
    return " ".join(words(name))


def squeeze_name(name: str) -> str:
    """The folded name without spaces, as in account names."""
    return "".join(words(name))
