from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet
from exported_posts import HARBOUR, POSTS, THREAD

from blogcrawler.export.parquet import write_parquet
from blogcrawler.items import Post


def test_the_records_are_read_back(tmp_path: Path) -> None:
    posts = [replace(HARBOUR, source={"title": "rule"}, confidence={"title": 0.5}, dating={"date": "2024"})]
    posts += [*POSTS[1:], THREAD]
    path = tmp_path / "posts.parquet"
    assert write_parquet(posts, path) == 5
    read = [as_record(row) for row in pyarrow.parquet.read_table(path).to_pylist()]
    assert [Post.from_record(row) for row in read] == posts


def as_record(row: dict[str, Any]) -> dict[str, Any]:
    dating = json.loads(row["dating"]) if row["dating"] else None
    return row | {"source": dict(row["source"]), "confidence": dict(row["confidence"]), "dating": dating}


def test_long_posts_make_several_row_groups(tmp_path: Path) -> None:
    def posts() -> Iterator[Post]:
        for number in range(10):
            yield replace(HARBOUR, url=f"https://a.example/{number}", text="long " * 1_000_000)

    path = tmp_path / "posts.parquet"
    assert write_parquet(posts(), path) == 10
    assert pyarrow.parquet.ParquetFile(path).num_row_groups == 3
