from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from exported_posts import BLOG, HARBOUR, HOSTILE, PICTURE_PATH, archive_files

from blogcrawler.export import ArchiveFiles
from blogcrawler.items import Blog


def test_local_media_are_the_files_of_the_library_only(tmp_path: Path) -> None:
    files = archive_files(tmp_path)
    assert files.local_media(HARBOUR) == {"https://a.example/boat.png": tmp_path / "a.example" / PICTURE_PATH}
    assert files.local_media(HOSTILE) == {}
    assert files.local_media(replace(HARBOUR, blog="https://unknown.example/")) == {}
    (tmp_path / "a.example" / PICTURE_PATH).unlink()
    assert files.local_media(HARBOUR) == {}


def test_a_blog_without_a_title_is_called_by_its_host() -> None:
    files = ArchiveFiles({BLOG.url: BLOG, "https://www.b.example/x": Blog("https://www.b.example/x")})
    assert files.blog_title(BLOG.url) == "Müller & <Söhne>"
    assert files.blog_title("https://www.b.example/x") == files.blog_title("https://b.example/") == "b.example"
