"""Compare two records of a post: whether they are the same, and if not, how they differ."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from hashlib import blake2b
from typing import Any

from ..dates import dates_agree
from ..items import Comment, Post, Provenance
from ..urls import other_pages

__all__ = [
    "ChangeKind",
    "comment_key",
    "compare",
    "fill_gaps",
    "is_better_dated",
    "is_new_version",
    "markup_digest",
]

_PICTURE = re.compile(r"""<(?:img|video|audio|source|iframe|embed)\b[^>]*?\ssrc\s*=\s*["']([^"'?#]*)""", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
#: Fields from these sources may be wrong, and are replaced by those from any other.
_GUESSES = frozenset({Provenance.FALLBACK, Provenance.GUESS, Provenance.ESTIMATE})


class ChangeKind(StrEnum):
    """What has changed. ``STRUCTURE`` is markup only, which readers do not see."""

    #: The text of the article.
    CONTENT = "content"
    #: Its pictures and recordings.
    MEDIA = "media"
    #: The targets of its links, and other attributes of unchanged text.
    ATTRIBUTE = "attribute"
    #: Title, authors, tags, date.
    METADATA = "metadata"
    COMMENTS = "comments"
    STRUCTURE = "structure"
    #: Nothing changed on the blog: a later version of the program reads the same page differently.
    READING = "reading"


def compare(old: Post, new: Post) -> frozenset[ChangeKind]:
    """The kinds of change from one record of a post to a later one. Call ``fill_gaps`` on the later one first."""
    kinds = set()
    links_differ = _links(old) != _links(new)
    is_thread = new.type == "thread"  # its links are those of all messages
    if _plain(old.text) != _plain(new.text):
        kinds.add(ChangeKind.CONTENT)
    elif links_differ and not is_thread:
        kinds.add(ChangeKind.ATTRIBUTE)
    if _pictures(old) != _pictures(new):
        kinds.add(ChangeKind.MEDIA)
    if not kinds and markup_digest(old) != markup_digest(new):
        kinds.add(ChangeKind.STRUCTURE)
    if (
        _plain(old.title or "") != _plain(new.title or "")
        or _names(old.authors) != _names(new.authors)
        or _names(old.tags) != _names(new.tags)
        or not (dates_agree(old.published, new.published) or is_better_dated(old, new))
    ):
        kinds.add(ChangeKind.METADATA)
    discussion_differs = _replies(old) != _replies(new) or (links_differ and is_thread)
    if discussion_differs or (not new.comments and _stated_count_differs(old, new)):
        kinds.add(ChangeKind.COMMENTS)
    return frozenset(kinds)


def is_new_version(kinds: Iterable[ChangeKind]) -> bool:
    """Whether readers see the change, so that the earlier record is kept as a version."""
    return any(kind != ChangeKind.STRUCTURE for kind in kinds)


def fill_gaps(old: Post, new: Post, template_changed: bool = False, rules_relearned: bool = False) -> Post:
    """Return the later record, with what it lacks taken from the earlier one.

    Once a post has left the feed, its date comes from the page, perhaps without the hour; another theme may not show
    the tags. Neither means that the post has changed. So a field from another source than before counts only if the
    earlier record did not have it, and comments that could not be fetched do not count as deleted.
    With ``rules_relearned``, what a rule or the feed says also replaces what was only a guess.
    """
    kept: dict[str, Any] = {}
    source = dict(new.source)
    for name in ("title", "authors", "tags", "published"):
        before, now = getattr(old, name), getattr(new, name)
        if not before or before == now:
            continue
        # A title is the same everywhere; the other fields differ between feed and page.
        from_elsewhere = name != "title" and old.source.get(name) != new.source.get(name)
        if rules_relearned and now and _was_guessed(name, old, new):
            continue
        if name == "published" and is_better_dated(old, new):
            continue
        vague = name == "published" and dates_agree(before, now)
        if not now or from_elsewhere or vague or (template_changed and name == "tags"):
            kept[name] = before
            if name in old.source:
                source[name] = old.source[name]
            if name == "published":
                kept["dating"] = old.dating
    if old.comments and len(new.comments) < len(old.comments) and _lacks_comments(new):
        known = {comment_key(comment) for comment in new.comments}
        kept["comments"] = new.comments + [c for c in old.comments if comment_key(c) not in known]
    for name in ("comments_feed", "comments_expected", "updated", "language", "media"):
        if getattr(new, name) in (None, []) and getattr(old, name):
            kept[name] = getattr(old, name)
    return replace(new, **kept, source=source) if kept else new


def is_better_dated(old: Post, new: Post) -> bool:
    """Whether the earlier date was an estimate and the later one is stated: then the post has not changed."""
    was_estimated = old.source.get("published") == Provenance.ESTIMATE
    is_stated = new.source.get("published", Provenance.ESTIMATE) != Provenance.ESTIMATE
    return bool(old.published and new.published) and was_estimated and is_stated


def markup_digest(post: Post) -> str:
    """A digest of an article with its markup, ignoring white space."""
    return blake2b(_SPACE.sub("", post.content_html).encode("utf-8", "replace"), digest_size=16).hexdigest()


def comment_key(comment: Comment) -> str:
    """What identifies a comment within its post: its id, or else its author and text."""
    return str(comment.id) if comment.id else f"{comment.author}\n{_plain(comment.text)}"


def _was_guessed(name: str, old: Post, new: Post) -> bool:
    return old.source.get(name) in _GUESSES and new.source.get(name, Provenance.FALLBACK) not in _GUESSES


def _stated_count_differs(old: Post, new: Post) -> bool:
    stated = (old.comments_expected, new.comments_expected)
    return None not in stated and stated[0] != stated[1]


def _lacks_comments(post: Post) -> bool:
    """Whether comments may be missing: the post states more of them, or states no number."""
    return post.comments_expected is None or len(post.comments) < post.comments_expected


def _replies(post: Post) -> dict[str, tuple[str, str]]:
    """The comments, or the messages of a thread."""
    return {comment_key(one): (one.author or "", _plain(one.text)) for one in (*post.comments, *post.posts)}


def _links(post: Post) -> frozenset[str]:
    """An article's links to other pages. Queries are left out, because they contain nonces and sizes."""
    return frozenset(link.partition("#")[0].partition("?")[0] for link in other_pages(post.links, post.url))


def _pictures(post: Post) -> frozenset[str]:
    return frozenset(_PICTURE.findall(post.content_html))


def _names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_plain(name).casefold() for name in names)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()
