"""The files; tests/real/test_export.py builds a site from them with Hugo."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from exported_posts import HARBOUR, HOSTILE, PICTURE, POSTS, archive_files
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.export.markdown import _front_matter, to_markdown, write_markdown
from blogcrawler.unicode_repair import clean_text


def read(file: Path) -> tuple[dict[str, object], str]:
    _, front, body = file.read_text().split("---\n", 2)
    return yaml.safe_load(front), body.strip()


def test_a_post_is_a_folder_with_text_media_and_comments(tmp_path: Path) -> None:
    assert write_markdown(POSTS, tmp_path / "out", archive_files(tmp_path)) == 4
    (file,) = tmp_path.glob("out/content/posts/2024/03/*/index.md")
    front, body = read(file)
    assert front == {
        "title": HARBOUR.title,
        "date": HARBOUR.published,
        "lastmod": HARBOUR.updated,
        "authors": HARBOUR.authors,
        "tags": HARBOUR.tags,
        "lang": "en",
        "slug": "notes-on-harbours-c-more",
        "aliases": ["/2024/03/harbours/"],
        "original_url": HARBOUR.url,
        "blog": HARBOUR.blog,
    }
    (picture,) = file.parent.glob("*.png")
    assert picture.read_bytes() == PICTURE
    assert f"![A boat]({picture.name})" in body
    assert "- one\n- two" in body
    assert [(one["text"], one["depth"]) for one in json.loads((file.parent / "comments.json").read_text())] == [
        *(("First", 0), ("Answer", 1), ("Thanks", 2), ("Second", 0))
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>a &lt;script&gt;x()&lt;/script&gt;</p>", r"a \<script\>x()\</script\>"),
        ("<p>1 * 2 _ 3</p>", r"1 \* 2 \_ 3"),
        ("<pre>{{&lt; x &gt;}}</pre>", "```\n{{\u200b< x >}}\n```"),
        ("<p>{{% x %}}</p>", "{{\u200b% x %}}"),
    ],
)
def test_text_is_neither_html_nor_markup_nor_a_shortcode(html: str, expected: str) -> None:
    assert to_markdown(replace(HARBOUR, content_html=html), {}) == expected


def test_deep_nesting_becomes_text() -> None:
    assert to_markdown(replace(HARBOUR, content_html="<div><b>" * 1500 + "x", text="a *b*"), {}) in ("x", r"a \*b\*")


@given(st.text(st.characters(), max_size=30))
def test_any_text_survives_in_the_front_matter(text: str) -> None:
    front = yaml.safe_load(_front_matter(replace(HARBOUR, title=text, tags=[text])))
    assert front["tags"] == [front["title"]] == [clean_text(text)] or "\0" in text


@pytest.mark.parametrize("url", ["https://a.example/", "https://a.example/?p=1", "https://a.example/../x", HOSTILE.url])
def test_odd_addresses_are_no_aliases(url: str) -> None:
    assert "aliases" not in yaml.safe_load(_front_matter(replace(HARBOUR, url=url)))
