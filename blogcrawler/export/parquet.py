"""Parquet: the records as typed columns, for data frames and databases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..extras import needs_extra
from ..items import Post
from ..terminal import json_text
from ..unicode_repair import clean_text

__all__ = ["write_parquet"]

#: A row group ends after this many posts or characters: few enough for memory, enough to compress well.
_MAX_ROWS = 10_000
_MAX_CHARACTERS = 16_000_000
_STRINGS = "url blog title published updated language content_html text comments_feed fetched type".split()
_LISTS = "authors tags links".split()
_MEDIUM = "url path mime sha256".split()
_TOO_LARGE = 2**63
_REPLY = "id parent author author_url published content_html text type".split()


def write_parquet(posts: Iterable[Post], path: Path) -> int:
    """Write posts with the columns of their records; returns their number. ``dating`` is JSON in a column of text."""
    with needs_extra("parquet"):
        import pyarrow
        import pyarrow.parquet

    schema = _schema(pyarrow)
    number = 0
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in _batches(posts):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
            number += len(rows)
    return number


def _batches(posts: Iterable[Post]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    characters = 0
    for post in posts:
        rows.append(_row(post))
        characters += len(post.text) + len(post.content_html)
        characters += sum(len(one.text) + len(one.content_html) for one in (*post.comments, *post.posts))
        if len(rows) >= _MAX_ROWS or characters >= _MAX_CHARACTERS:
            yield rows
            rows, characters = [], 0
    if rows:
        yield rows


def _row(post: Post) -> dict[str, Any]:
    record = post.record()
    record["dating"] = json_text(post.dating) if post.dating else None
    record["media"] = [_medium(medium) for medium in post.media]
    row: dict[str, Any] = _encodable(record)
    return row | {name: list(row[name].items()) for name in ("source", "confidence")}


def _medium(medium: dict[str, Any]) -> dict[str, Any]:
    size = medium.get("bytes")
    texts = {name: str(medium[name]) if medium.get(name) is not None else None for name in _MEDIUM}
    return texts | {"bytes": size if isinstance(size, int) else None}


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_encodable(one) for one in value]
    if isinstance(value, dict):
        return {clean_text(str(name)): _encodable(one) for name, one in value.items()}
    if isinstance(value, int) and not -_TOO_LARGE <= value < _TOO_LARGE:
        return None
    return value


def _schema(arrow: Any) -> Any:
    text = arrow.string()
    replies = arrow.list_(arrow.struct([(name, text) for name in _REPLY]))
    medium = [("url", text), ("path", text), ("mime", text), ("bytes", arrow.int64()), ("sha256", text)]
    types = {
        **dict.fromkeys(_STRINGS, text),
        **dict.fromkeys(_LISTS, arrow.list_(text)),
        "media": arrow.list_(arrow.struct(medium)),
        "comments": replies,
        "posts": replies,
        "comments_expected": arrow.int64(),
        "source": arrow.map_(text, text),
        "rendered": arrow.bool_(),
        "warc": arrow.struct([("file", text), ("offset", arrow.int64()), ("record_id", text)]),
        "dating": text,
        "confidence": arrow.map_(text, arrow.float64()),
    }
    return arrow.schema([(name, types[name]) for name in Post.__dataclass_fields__])
