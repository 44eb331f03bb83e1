from __future__ import annotations

import io
import json

from exported_posts import POSTS, THREAD

from blogcrawler.export.json_lines import write_json_lines
from blogcrawler.items import Post


def test_a_line_is_the_unchanged_record() -> None:
    file = io.BytesIO()
    assert write_json_lines([*POSTS, THREAD], file) == 5
    lines = file.getvalue().decode().splitlines()
    assert [json.loads(line) for line in lines] == [post.record() for post in (*POSTS, THREAD)]
    assert [Post.from_record(json.loads(line)) for line in lines] == [*POSTS, THREAD]
