"""``blogcrawler posts`` with filters."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.cli.archive.post_filter import PostFilter
from blogcrawler.errors import UsageError
from blogcrawler.items import Post
from blogcrawler.store import open_store

BLOG = "https://example.org/"
POSTS = [
    Post(f"{BLOG}3", BLOG, "Über Gärten", ["Ada Moss"], "2024-03-31T23:00:00+01:00", language="de", tags=["Rosen"]),
    Post(f"{BLOG}2", BLOG, "On gardens", ["Ben Reed"], "2023-05-01", language="en-GB", text="Roses and IVY"),
    Post(f"{BLOG}1", BLOG, "Undated"),
]


def found(**wanted: str) -> list[str]:
    return [post.url[-1] for post in PostFilter(**wanted).select(POSTS)]


@pytest.mark.parametrize(
    ("wanted", "urls"),
    [
        ({}, ["3", "2", "1"]),
        ({"search": "über"}, ["3"]),
        ({"search": "ivy gardens"}, ["2"]),
        ({"search": "ivy über"}, []),
        ({"tag": "rosen"}, ["3"]),
        ({"tag": "#Rosen"}, ["3"]),
        ({"tag": "rose"}, []),
        ({"author": "moss"}, ["3"]),
        ({"since": "2024"}, ["3"]),
        ({"since": "2023-05-01"}, ["3", "2"]),
        ({"until": "2023"}, ["2"]),
        ({"until": "2024-03-31"}, ["3", "2"]),
        ({"until": "2024-03-30"}, ["2"]),
        ({"since": "2023-05", "until": "2023-05"}, ["2"]),
        ({"language": "EN"}, ["2"]),
        ({"language": "en-gb"}, ["2"]),
        ({"language": "d"}, []),
    ],
)
def test_filters(wanted: dict[str, str], urls: list[str]) -> None:
    assert found(**wanted) == urls


@pytest.mark.parametrize("date", ["yesterday", "2024-13", "24"])
def test_what_is_not_a_date_is_refused(date: str) -> None:
    with pytest.raises(UsageError, match=f"--since {date} is not a date"):
        PostFilter(since=date)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_posts(POSTS)
    with pytest.raises(SystemExit):
        main(["posts", "--tag", "rosen", "--since", "2024", "--home", str(tmp_path)])
    assert capsys.readouterr().out == "2024-03-31\tÜber Gärten\tAda Moss\thttps://example.org/3\n"
    with pytest.raises(SystemExit) as end:
        main(["posts", "--search", "nothing", "--home", str(tmp_path)])
    assert (end.value.code, capsys.readouterr().err) == (1, "Error: no posts match\n")
