"""The structure of books; tests/real/test_export.py asks epubcheck."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

from exported_posts import BLOG, HARBOUR, PICTURE, POSTS, archive_files
from lxml import etree

from blogcrawler.export.epub import write_epub

XHTML = "{http://www.w3.org/1999/xhtml}"


def test_a_book_has_a_chapter_per_post_oldest_first_and_contents_by_date(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    assert write_epub(POSTS, path, BLOG, archive_files(tmp_path / "home")) == 4
    with zipfile.ZipFile(path) as book:
        assert book.infolist()[0].filename == "mimetype"
        assert book.infolist()[0].compress_type == zipfile.ZIP_STORED
        contents = etree.fromstring(book.read("OEBPS/contents.xhtml"))
        pictures = [name for name in book.namelist() if name.startswith("OEBPS/media/")]
        assert [book.read(name) for name in pictures] == [PICTURE]
        chapter = book.read("OEBPS/post-000001.xhtml").decode()
    listed = ["".join(link.itertext()) for link in contents.iter(f"{XHTML}a")]
    titles = [post.title or "Untitled" for post in reversed(POSTS)]
    assert [title for title in listed if title in titles] == titles
    assert [title for title in listed if title not in titles] == [
        *("Undated", "2022", "2022-01", "2023", "2023-05", "2024", "2024-03")
    ]
    assert f'<img src="{pictures[0].removeprefix("OEBPS/")}" alt="A boat"/>' in chapter
    assert "[Image: Lost]" in chapter
    assert chapter.index("First") < chapter.index("Answer") < chapter.index("Thanks") < chapter.index("Second")


def test_a_picture_in_several_posts_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    posts = [replace(HARBOUR, url=f"https://a.example/{number}") for number in range(3)]
    write_epub(posts, path, BLOG, archive_files(tmp_path / "home"))
    with zipfile.ZipFile(path) as book:
        assert len([name for name in book.namelist() if "media/" in name]) == 1


def test_a_chapter_is_in_the_language_and_direction_of_its_post(tmp_path: Path) -> None:
    path = tmp_path / "a.epub"
    write_epub(POSTS, path, BLOG, archive_files(tmp_path / "home"))
    with zipfile.ZipFile(path) as book:
        page = etree.fromstring(book.read("OEBPS/post-000002.xhtml"))
    assert (page.get("lang"), page.get("dir")) == ("fa-IR", "rtl")
