"""CSV for spreadsheets and statistics: one row per post, lists joined in one cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import IO

from ..items import Post
from ..unicode_repair import clean_text
from .discussion import article_text

__all__ = ["write_csv"]

_COLUMNS = (
    "url blog type title authors published updated language tags text links media comments comments_expected fetched"
).split()
_SEPARATOR = "; "
#: Spreadsheets take a cell that begins with one of these for a formula: https://owasp.org/www-community/attacks/CSV_Injection
_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write_csv(posts: Iterable[Post], file: IO[bytes]) -> int:
    """Write a header and a row per post; returns the number of posts.

    A cell that a spreadsheet would run as a formula begins with an apostrophe. Comments are counted.
    """
    number = 0
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    try:
        rows = csv.writer(text)
        rows.writerow(_COLUMNS)
        for post in posts:
            number += 1
            rows.writerow(_cell(value) for value in _row(post))
    finally:
        text.detach()
    return number


def _row(post: Post) -> tuple[object, ...]:
    return (
        post.url,
        post.blog,
        post.type,
        post.title,
        post.authors,
        post.published,
        post.updated,
        post.language,
        post.tags,
        article_text(post),
        post.links,
        [str(medium.get("url")) for medium in post.media],
        len(post.comments) + len(post.posts),
        post.comments_expected,
        post.fetched,
    )


def _cell(value: object) -> str | int:
    if value is None:
        return ""
    if isinstance(value, int):
        return value
    text = clean_text(_SEPARATOR.join(value) if isinstance(value, list) else str(value))
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text
