"""Every writer takes any post, and keeps few of them in memory."""

from __future__ import annotations

import tempfile
import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exported_posts import BLOG, HARBOUR, HOSTILE, THREAD, archive_files
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from post_strategies import posts as any_posts

from blogcrawler.export import EXPORT_FORMATS, ArchiveFiles, ExportShape
from blogcrawler.items import Post

#: WACZ copies WARC files, so it has tests of its own.
NAMES = [name for name in EXPORT_FORMATS if name != "wacz"]


def export(name: str, posts: Iterable[Post], path: Path, files: ArchiveFiles) -> int:
    chosen = EXPORT_FORMATS[name]
    if chosen.shape is ExportShape.FOLDER:
        path.mkdir()
        return chosen.write(posts, path, files)
    if chosen.shape is ExportShape.STREAM:
        with path.open("wb") as file:
            return chosen.write(posts, file)
    more: tuple[Any, ...] = (BLOG, files) if chosen.shape is ExportShape.FILE_PER_BLOG else ()
    return chosen.write(posts, path, *more)


@pytest.mark.parametrize("name", NAMES)
def test_any_post_can_be_exported(name: str) -> None:
    @settings(max_examples=15, phases=(Phase.reuse, Phase.generate))  # making examples smaller would take minutes
    @given(st.lists(any_posts, max_size=3))
    def check(posts: list[Post]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            assert export(name, posts, Path(folder) / "out", ArchiveFiles({BLOG.url: BLOG})) == len(posts)

    check()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_written_outside_the_destination(name: str, tmp_path: Path) -> None:
    files = archive_files(tmp_path / "home")
    before = set(tmp_path.rglob("*"))
    assert export(name, [HOSTILE, HARBOUR, THREAD], tmp_path / "out", files) == 3
    assert {path.relative_to(tmp_path).parts[0] for path in set(tmp_path.rglob("*")) - before} == {"out"}


@pytest.mark.parametrize("name", [name for name in NAMES if name != "parquet"])  # which has row groups
def test_memory_does_not_grow_with_the_number_of_posts(name: str, tmp_path: Path) -> None:
    text = "word " * 2000

    def many(number: int) -> Iterator[Post]:
        for n in range(number):
            yield replace(HARBOUR, url=f"https://a.example/{n}", content_html=f"<p>{text}</p>", text=text, media=[])

    def peak(number: int) -> int:
        tracemalloc.reset_peak()
        start = tracemalloc.get_traced_memory()[0]
        export(name, many(number), tmp_path / f"out-{number}", ArchiveFiles({BLOG.url: BLOG}))
        return tracemalloc.get_traced_memory()[1] - start

    export(name, many(1), tmp_path / "first", ArchiveFiles({BLOG.url: BLOG}))
    tracemalloc.start()
    try:
        few, more = peak(30), peak(90)
    finally:
        tracemalloc.stop()
    assert more < few + 60 * 2000, f"{(more - few) // 60} bytes for each further post of {2 * len(text)} characters"
