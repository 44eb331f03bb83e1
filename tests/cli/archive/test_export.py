from __future__ import annotations

import csv
import json
import zipfile
from contextlib import closing
from pathlib import Path

import pyarrow.parquet
import pytest
from exchanges import exchange
from exported_posts import BLOG, HARBOUR, POSTS, THREAD
from typer.testing import CliRunner, Result

from blogcrawler.archive import WarcWriter
from blogcrawler.cli import app
from blogcrawler.cli.archive.export import _NAMES, _formats
from blogcrawler.errors import ArchiveError, StoreError, UsageError
from blogcrawler.items import Blog
from blogcrawler.store import open_store
from blogcrawler.terminal import counted


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    with closing(open_store(None, home)) as store:
        store.save_blog(BLOG)
        store.save_blog(Blog(THREAD.blog))
        store.save_posts([*POSTS, THREAD])
    return home


def export(home: Path, *arguments: object) -> Result:
    return CliRunner().invoke(app, ["export", "--home", str(home), *map(str, arguments)])


def urls(home: Path, *arguments: object) -> list[str]:
    return [json.loads(line)["url"] for line in export(home, "-f", "jsonl", *arguments).output.splitlines()]


def test_filters_choose_the_posts(home: Path) -> None:
    assert urls(home) == [post.url for post in (*POSTS[:3], THREAD, POSTS[3])]
    assert urls(home, "--blog", "f.example") == [THREAD.url]
    assert urls(home, "--blog", "f.example", "--blog", "a.example") == urls(home)
    assert urls(home, "--tag", "c") == [POSTS[0].url, POSTS[2].url]
    assert urls(home, "--since", "2023", "--until", "2023-12") == [POSTS[1].url]
    assert urls(home, "--author", "ann", "--search", "boat", "--language", "en") == [HARBOUR.url]


FILTERS = {
    "--blog a.example": POSTS,
    "--since 2023 --until 2023-12": POSTS[1:2],
    "--tag towns": POSTS[:1],
    "--search boat": POSTS[:1],
    "--blog a.example --since 2022 --tag c --search 체스": POSTS[2:3],
}


def contents(path: Path) -> str:
    """All that an export says, in whatever files."""
    if path.is_dir():
        return "\n".join(contents(file) for file in path.rglob("*") if file.is_file())
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as file:  # a WACZ has the whole WARC files, and a list of the pages
            names = [name for name in file.namelist() if name.endswith((".xhtml", "pages.jsonl"))]
            return "\n".join(file.read(name).decode() for name in names)
    data = path.read_bytes()
    return str(pyarrow.parquet.read_table(path).to_pylist()) if data[:4] == b"PAR1" else data.decode("utf-8", "replace")


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("form", _NAMES.split(", "))
def test_filters_work_for_every_format(form: str, filters: str, home: Path, tmp_path: Path) -> None:
    with WarcWriter(home / "a.example" / "warc") as writer:
        for post in POSTS:
            page = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{post.url}"
            writer.write(exchange(post.url, page.encode()))
    run = export(home, "-f", form, "-o", tmp_path / "out", *filters.split())
    assert f"Wrote {counted(len(FILTERS[filters]), 'post')} to" in run.output, run.exception
    found = contents(tmp_path / "out")
    assert [post.url for post in (*POSTS, THREAD) if post.url in found] == [post.url for post in FILTERS[filters]]


def test_comments_can_be_left_out(home: Path) -> None:
    lines = export(home, "-f", "jsonl", "--no-comments").output.splitlines()
    assert [json.loads(line)["comments"] for line in lines] == [[]] * 5


def test_the_name_of_the_file_tells_the_format(home: Path, tmp_path: Path) -> None:
    run = export(home, "-o", tmp_path / "posts.csv")
    assert run.output == f"Wrote 5 posts to {tmp_path / 'posts.csv'}\n"
    with (tmp_path / "posts.csv").open(newline="") as file:
        assert [row["url"] for row in csv.DictReader(file)] == urls(home)
    assert isinstance(export(home, "-o", tmp_path / "posts").exception, UsageError)
    assert "choose one of jsonl" in str(export(home, "-f", "docx").exception)


def test_a_file_for_one_blog_or_a_folder_for_several(home: Path, tmp_path: Path) -> None:
    assert export(home, "-o", tmp_path / "one.xml", "--blog", "a.example").exit_code == 0
    assert (tmp_path / "one.xml").is_file()
    assert export(home, "-f", "wxr", "-o", tmp_path / "all").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "all").glob("*.xml"))
    assert names == ["a.example.xml", "f.example.xml"]


def test_a_folder_is_replaced_only_with_force(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    assert export(home, "-f", "html", "-o", folder).exit_code == 0
    assert "not empty" in str(export(home, "-f", "html", "-o", folder).exception)
    assert export(home, "-f", "atom", "-o", folder, "--force").exit_code == 0
    assert (folder / "feed.atom").is_file()
    assert not (folder / "index.html").exists()


def test_nothing_is_written_if_no_post_matches(home: Path, tmp_path: Path) -> None:
    for form in ("csv", "html", "epub", "parquet"):
        run = export(home, "-f", form, "-o", tmp_path / "out", "--tag", "nothing")
        assert isinstance(run.exception, StoreError)
    assert not (tmp_path / "out").exists()
    assert isinstance(export(home, "-f", "csv", "--blog", "unknown.example").exception, StoreError)


def test_blogs_without_a_web_archive_are_left_out(home: Path, tmp_path: Path) -> None:
    one = export(home, "-o", tmp_path / "one.wacz", "--blog", "a.example")
    assert isinstance(one.exception, ArchiveError)
    assert isinstance(export(home, "-f", "wacz", "-o", tmp_path / "all").exception, StoreError)


def test_binary_formats_need_a_file(home: Path) -> None:
    assert "-o" in str(export(home, "-f", "epub").exception)


def test_the_help_names_every_format() -> None:
    assert ", ".join(_formats()) == _NAMES
