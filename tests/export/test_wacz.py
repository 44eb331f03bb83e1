from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from exchanges import exchange
from exported_posts import BLOG, HARBOUR, POSTS, archive_files

from blogcrawler.archive import WarcWriter
from blogcrawler.errors import ArchiveError
from blogcrawler.export import ArchiveFiles
from blogcrawler.export.wacz import write_wacz


@pytest.fixture
def files(tmp_path: Path) -> ArchiveFiles:
    files = archive_files(tmp_path / "home")
    with closing(WarcWriter(tmp_path / "home" / "a.example" / "warc")) as writer:
        for number in range(1500):
            page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>%d" % number
            writer.write(exchange(f"https://a.example/{number}", page))
    return files


def test_a_container_has_archive_index_pages_and_right_digests(files: ArchiveFiles, tmp_path: Path) -> None:
    path = tmp_path / "a.wacz"
    assert write_wacz(POSTS, path, BLOG, files) == 4
    with zipfile.ZipFile(path) as container:
        package = json.loads(container.read("datapackage.json"))
        for one in package["resources"]:
            content = container.read(one["path"])
            assert (one["hash"], one["bytes"]) == (f"sha256:{hashlib.sha256(content).hexdigest()}", len(content))
        assert all(one.compress_type == zipfile.ZIP_STORED for one in container.infolist())
        for one in container.infolist():  # ReplayWeb.page reads small files only without an extra field
            assert path.read_bytes()[one.header_offset + 28 : one.header_offset + 30] == b"\0\0"
        index = container.read("indexes/index.cdx.gz")
        idx = container.read("indexes/index.idx").decode().splitlines()
        pages = [json.loads(line) for line in container.read("pages/pages.jsonl").decode().splitlines()]
        (archive,) = (name for name in container.namelist() if name.startswith("archive/"))
    folder = files.folders[BLOG.url] / "warc"
    assert gzip.decompress(index) == (folder / "index.cdxj").read_bytes()
    assert archive.removeprefix("archive/") == next(folder.glob("*.warc.gz")).name
    assert [page["url"] for page in pages[1:]] == [post.url for post in POSTS]
    blocks = [(line.split(" ", 2)[:2], json.loads(line.split(" ", 2)[2])) for line in idx[1:]]
    assert len(blocks) == 2
    for key, place in blocks:
        block = gzip.decompress(index[place["offset"] : place["offset"] + place["length"]])
        assert block.decode().startswith(" ".join(key))


def test_a_page_has_the_address_and_time_of_its_capture(files: ArchiveFiles, tmp_path: Path) -> None:
    path = tmp_path / "a.wacz"
    posts = [replace(HARBOUR, url="http://www.a.example/7/"), replace(HARBOUR, url="https://a.example/not-archived")]
    write_wacz(posts, path, BLOG, files)
    with zipfile.ZipFile(path) as container:
        lines = container.read("pages/pages.jsonl").decode().splitlines()[1:]
    assert [(page["url"], page["ts"]) for page in map(json.loads, lines)] == [
        ("https://a.example/7", "2026-11-16T03:30:05Z"),
        ("https://a.example/not-archived", "2026-11-16T10:55:32Z"),
    ]


def test_the_index_is_made_if_it_is_missing(files: ArchiveFiles, tmp_path: Path) -> None:
    folder = files.folders[BLOG.url] / "warc"
    (folder / "index.cdxj").unlink()
    (folder / "index.db").unlink()
    write_wacz(POSTS, tmp_path / "a.wacz", BLOG, files)
    with zipfile.ZipFile(tmp_path / "a.wacz") as container:
        assert gzip.decompress(container.read("indexes/index.cdx.gz")).count(b"\n") == 1500


def test_a_blog_without_a_web_archive_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="no web archive"):
        write_wacz(POSTS, tmp_path / "a.wacz", BLOG, archive_files(tmp_path / "home"))
