"""The files of a blog are copied to object storage, here a folder that fsspec reads and writes."""

from __future__ import annotations

import fcntl
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from blogcrawler.archive import Exchange, PageLookup, WarcWriter, check_archive, warc_files
from blogcrawler.errors import StorageError
from blogcrawler.storage import local_output, remote_folder, upload_blog

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Title %d</h1>"


@pytest.fixture
def blog(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "some.blog"
    with WarcWriter(folder / "warc", max_bytes=1) as writer:  # a file for each exchange
        for number in range(3):
            writer.write(exchange(number))
    media = folder / "media" / "ab" / f"ab{'0' * 62}.png"
    media.parent.mkdir(parents=True)
    media.write_bytes(b"picture")
    return folder


def exchange(number: int) -> Exchange:
    return Exchange(
        url=f"http://some.blog/{number}",
        request=b"GET / HTTP/1.1\r\n\r\n",
        response=PAGE % number,
        began=datetime(2026, 1, 1, number, tzinfo=UTC),
        ip=None,
        truncated=None,
    )


def test_everything_is_copied_once(blog: Path, tmp_path: Path) -> None:
    storage = f"file://{tmp_path}/bucket/blogs"

    first, second = upload_blog(blog, storage, keep=True), upload_blog(blog, storage, keep=True)

    copies = tmp_path / "bucket" / "blogs" / "some.blog"
    for path in [*blog.glob("warc/*.warc.gz"), *blog.glob("media/*/*"), blog / "warc" / "index.cdxj"]:
        assert (copies / path.relative_to(blog)).read_bytes() == path.read_bytes()
    assert (first.files, second.files) == (5, 1), "only the index is copied again"
    assert len(list(blog.glob("warc/*.warc.gz"))) == 3


def test_pages_are_read_from_the_storage_when_their_files_have_left_the_disk(blog: Path, tmp_path: Path) -> None:
    assert upload_blog(blog, f"file://{tmp_path}/bucket", keep=False).removed == 3
    assert not list(blog.glob("warc/*.warc.gz"))

    with PageLookup(blog / "warc") as lookup:
        page = lookup.find(["http://some.blog/1"])
        assert page is not None
        assert page.body == b"<h1>Title 1</h1>"
        again = lookup.at(page.place)
        assert again is not None
        assert again.body == page.body
    assert check_archive(blog / "warc").problems == []


def test_a_lost_index_is_rebuilt_from_the_storage(blog: Path, tmp_path: Path) -> None:
    upload_blog(blog, f"file://{tmp_path}/bucket", keep=False)
    before = (blog / "warc" / "index.cdxj").read_text()
    for file in blog.glob("warc/index.*"):
        file.unlink()

    with WarcWriter(blog / "warc"):
        pass

    assert (blog / "warc" / "index.cdxj").read_text() == before


def test_a_crawl_continues_in_a_folder_whose_files_have_left_the_disk(blog: Path, tmp_path: Path) -> None:
    storage = f"file://{tmp_path}/bucket"
    upload_blog(blog, storage, keep=False)
    with WarcWriter(blog / "warc") as writer:
        writer.write(exchange(7))
        writer.write(exchange(0))
        assert writer.counts.revisits == 1, "the payload of the first crawl is known"
    assert upload_blog(blog, storage, keep=False).removed == 1
    assert len(warc_files(blog / "warc")) == 4


def test_a_file_that_is_being_written_waits(blog: Path, tmp_path: Path) -> None:
    busy = sorted(blog.glob("warc/*.warc.gz"))[0]
    with busy.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert upload_blog(blog, f"file://{tmp_path}/bucket", keep=False).removed == 2
    assert busy.exists()
    assert upload_blog(blog, f"file://{tmp_path}/bucket", keep=False).removed == 1


def test_an_upload_that_broke_off_is_repeated(blog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fsspec.implementations.local import LocalFileSystem

    put, calls = LocalFileSystem.put_file, []

    def break_off(self: Any, source: str, target: str, **options: Any) -> None:
        calls.append(target)
        if len(calls) == 2:
            Path(target).write_bytes(Path(source).read_bytes()[:10])
            raise ConnectionError("Connection reset by peer")
        put(self, source, target, **options)

    monkeypatch.setattr(LocalFileSystem, "put_file", break_off)
    with pytest.raises(StorageError, match="Connection reset by peer"):
        upload_blog(blog, f"file://{tmp_path}/bucket", keep=False)
    assert len(list(blog.glob("warc/*.warc.gz"))) == 3, "nothing is removed before all of it has arrived"

    upload_blog(blog, f"file://{tmp_path}/bucket", keep=False)

    assert check_archive(blog / "warc").problems == []
    assert len(warc_files(blog / "warc")) == 3


def test_a_short_copy_does_not_count(blog: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fsspec.implementations.local import LocalFileSystem

    monkeypatch.setattr(
        LocalFileSystem, "put_file", lambda self, source, target, **options: Path(target).write_bytes(b"short")
    )
    with pytest.raises(StorageError, match=r"5 of .* bytes arrived"):
        upload_blog(blog, f"file://{tmp_path}/bucket", keep=False)
    assert len(list(blog.glob("warc/*.warc.gz"))) == 3


def test_a_damaged_list_of_copies_is_named(blog: Path) -> None:
    (blog / "warc" / "remote.json").write_text("{")
    with pytest.raises(StorageError, match=r"remote\.json cannot be read"):
        remote_folder(blog / "warc")


def test_an_unknown_kind_of_storage_is_a_plain_error(blog: Path) -> None:
    with pytest.raises(StorageError, match="nowhere://x"):
        upload_blog(blog, "nowhere://x", keep=True)


def test_an_output_is_uploaded_when_it_is_complete(tmp_path: Path) -> None:
    with local_output(f"file://{tmp_path}/bucket/posts.json") as path:
        path.write_text(json.dumps([1]))
        assert not (tmp_path / "bucket").exists()
    assert (tmp_path / "bucket" / "posts.json").read_text() == "[1]"

    with local_output(f"file://{tmp_path}/bucket/site") as path:
        (path / "a").mkdir(parents=True)
        (path / "a" / "b.html").write_text("b")
    assert (tmp_path / "bucket" / "site" / "a" / "b.html").read_text() == "b"
