"""What a blog's pages call the blog, and whose it is by its name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ...dom import Page, read, words
from .titles import split_head_title

__all__ = ["blog_owner", "fold_name", "site_names", "squeeze_name"]

#: Such a share of the pages has the name.
_MOST = 0.8
_STATED = ('/html/head/meta[@property="og:site_name"]', '/html/head/meta[@name="application-name"]')


#: "Ann Lee's tech blog", "小明的博客": blogs of somebody. "Blog de …" may be one of something.
_OWNED = re.compile(
    r"(?P<name>[^\W_][^'’:|,]{1,30})(?:['’]s\s+(?:[\w-]+\s+)?(?:we)?blog|的\s?(?:博客|部落格|部落閣|网志|網誌|blog))",
    re.IGNORECASE,
)
#: Who is nobody by name.
_ANYBODY = re.compile(
    r"(?:my|our|your|his|her|their|it|let|what|who|here|there|that|the|a|an|today|world|every\w*|some\w*|no\w+)\b.*"
    r"|.*\b(?:men|women|children|kids|people|team|company)|.*[我你他她它们們家]",
    re.IGNORECASE,
)
_MOST_WORDS = 3


def blog_owner(pages: Sequence[Page]) -> str | None:
    """Whose blog it is, if nearly all pages call it somebody's: "Ann Lee's blog"."""
    counts: Counter[str] = Counter()
    for page in pages:
        head = " ".join(read(page, "/html/head/title", "text", 1))
        parts = split_head_title(head)
        named = [value for one in _STATED for value in read(page, one, "content", 1)]
        owned = (_OWNED.fullmatch(name.strip()) for name in (*named, *parts[:1], *parts[-1:], head))
        counts.update({one["name"].strip() for one in owned if one})
    name, count = max(counts.items(), key=lambda one: one[1], default=("", 0))
    sure = count >= max(2, _MOST * len(pages)) and len(name.split()) <= _MOST_WORDS
    return name if sure and not _ANYBODY.fullmatch(name) else None


def site_names(pages: Sequence[Page]) -> set[str]:
    """The names that pages state for their site, folded; if they state none, what begins or ends their ``<title>``.

    Pages without a title of their own may have nothing else there.
    """
    stated = _common([{value for one in _STATED for value in read(page, one, "content", 1)} for page in pages])
    if stated:
        return stated
    heads = [" ".join(read(page, "/html/head/title", "text", 1)) for page in pages]
    return _common([{*parts[:1], *parts[-1:]} if (parts := split_head_title(head)) else {head} for head in heads])


def _common(named: Sequence[Iterable[str]]) -> set[str]:
    counts = Counter(name for names in named for name in {fold_name(name) for name in names})
    return {name for name, count in counts.items() if name and count > 1 and count >= _MOST * len(named)}


def fold_name(name: str) -> str:
    """A name as it is compared with others."""
    return " ".join(words(name))


def squeeze_name(name: str) -> str:
    """The same without spaces, as accounts are called."""
    return "".join(words(name))
