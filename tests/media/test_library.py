from __future__ import annotations

import hashlib
import os
from contextlib import closing
from pathlib import Path

import pytest

from blogcrawler.errors import ArchiveError
from blogcrawler.media import MediaLibrary, MediaType

PNG = MediaType("image/png", "png")


def files(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("index.db"))
    return sorted(str(path.relative_to(folder)) for path in found)


def test_the_same_content_at_several_urls_is_stored_once(tmp_path: Path) -> None:
    with closing(MediaLibrary(tmp_path)) as library:
        one = library.add("http://a.example/1.png", b"picture", PNG)
        other = library.add("http://b.example/../../etc/x.png", b"picture", PNG)
    digest = hashlib.sha256(b"picture").hexdigest()
    assert one.path == other.path == f"media/{digest[:2]}/{digest}.png"
    assert files(tmp_path) == [one.path]
    assert other.record() == {
        "url": "http://b.example/../../etc/x.png",
        "path": one.path,
        "mime": "image/png",
        "bytes": 7,
        "sha256": digest,
    }


def test_the_next_crawl_knows_the_stored_files(tmp_path: Path) -> None:
    with closing(MediaLibrary(tmp_path)) as library:
        assert library.stored("http://a.example/1.png") is None
        added = library.add("http://a.example/1.png", b"picture", PNG)
    with closing(MediaLibrary(tmp_path)) as library:
        assert library.stored("http://a.example/1.png") == added
        assert library.stored("http://a.example/2.png") is None
        (tmp_path / added.path).unlink()
        assert library.stored("http://a.example/1.png") is None


def test_a_lookup_in_an_empty_library_creates_no_files(tmp_path: Path) -> None:
    with closing(MediaLibrary(tmp_path)) as library:
        library.stored("http://a.example/1.png")
    assert list(tmp_path.iterdir()) == []


def test_an_incomplete_file_is_written_again(tmp_path: Path) -> None:
    with closing(MediaLibrary(tmp_path)) as library:
        added = library.add("http://a.example/1.png", b"picture", PNG)
        (tmp_path / added.path).write_bytes(b"pic")
        assert library.stored("http://a.example/1.png") is None
        library.add("http://a.example/1.png", b"picture", PNG)
        assert (tmp_path / added.path).read_bytes() == b"picture"


def test_a_damaged_index_is_replaced(tmp_path: Path) -> None:
    with closing(MediaLibrary(tmp_path)) as library:
        added = library.add("http://a.example/1.png", b"picture", PNG)
    (tmp_path / "media" / "index.db").write_bytes(b"this is no database, " * 100)
    with closing(MediaLibrary(tmp_path)) as library:
        assert library.stored("http://a.example/1.png") is None
        assert library.add("http://a.example/1.png", b"picture", PNG).path == added.path


def test_an_error_names_the_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "media").write_text("a file where the folder should be")
    with (
        closing(MediaLibrary(tmp_path)) as library,
        pytest.raises(ArchiveError, match=r"Cannot store media in .*media"),
    ):
        library.add("http://a.example/1.png", b"picture", PNG)
    assert os.listdir(tmp_path) == ["media"]  # noqa: PTH208
