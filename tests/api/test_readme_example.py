"""The Python example in README.md runs as it is printed there, on a local blog."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts

README = Path(__file__).resolve().parents[2] / "README.md"
EXAMPLE = "https://some.blog/"


def test_the_example_in_the_readme_runs(
    site: BlogSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (code,) = re.findall(r"```python\n(import blogcrawler\n.*?)```", README.read_text(), re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    post_path, other_path = (f"/{path}" for path in re.findall(rf'"{EXAMPLE}([^"]+)"', code))
    posts = make_posts(11, path="/{date:%Y/%m}/{slug}/")
    posts[3], posts[10] = replace(posts[3], path=post_path), replace(posts[10], path=other_path)
    fill(site, posts)
    base = site.url.rstrip("/")
    pages = {base + post.path: str(site.pages[post.path].body) for post in posts[:10]}
    given = {"feed": site.pages["/feed.xml"].body, "pages": pages, "html": site.pages[other_path].body}
    monkeypatch.chdir(tmp_path)
    exec(compile(code.replace(EXAMPLE, site.url), str(README), "exec"), given)
    printed = capsys.readouterr().out
    assert all(post.title in printed for post in posts)
    assert posts[3].text in printed
    assert f"{posts[10].title} ['{posts[10].author}'] {posts[10].published:%Y-%m-%d}" in printed
