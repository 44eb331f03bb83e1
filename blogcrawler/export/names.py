"""Names of files and pages. They consist of dates, plain letters and digests only, whatever the blog calls things."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

from ..items import Post
from ..text_folding import folded
from .moments import post_date

__all__ = ["lossless_slug", "month_folder", "post_name", "short_digest", "slug"]

_MAX_SLUG = 60
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """The plain letters and digits of a text, joined by hyphens; empty if it has none."""
    plain = unicodedata.normalize("NFKD", folded(text)).encode("ascii", "ignore").decode()
    return _NOT_PLAIN.sub("-", plain).strip("-")[:_MAX_SLUG].rstrip("-")


def lossless_slug(text: str) -> str:
    """A slug that differs for different texts: with a digest, unless the text reads the same as its slug."""
    short = slug(text)
    if short and short == re.sub(r"\s+", "-", text.strip().lower()):
        return short
    return f"{short}-{short_digest(text)}".lstrip("-")


def short_digest(text: str) -> str:
    """Twelve hexadecimal digits that identify a text."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def post_name(post: Post) -> str:
    """The name of a post's file: ``2024-03-31-a-title-1a2b3c4d5e6f``, from its date, title and address."""
    parts = (post_date(post), slug(post.title or ""), short_digest(post.url))
    return "-".join(part for part in parts if part)


def month_folder(post: Post) -> str:
    """The folder of a post by its month: ``2024/03``; ``undated`` if it has no date."""
    date = post_date(post)
    return date[:7].replace("-", "/") if date else "undated"
