from __future__ import annotations

from pathlib import Path

import pytest

from blogcrawler.cli import main


@pytest.mark.parametrize("blog", ["nosuch", "nosuch.example", "http://nosuch.example/"])
def test_a_blog_that_is_not_known_is_named(tmp_path: Path, blog: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["reextract", blog, "--home", str(tmp_path)])
    assert ending.value.code == 1
    assert capsys.readouterr().err == f"Error: no blog {blog}; list all blogs: blogcrawler blogs\n"
