"""Pages that are reconstructed without their own captures are what real WordPress sites really sent."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from crawl_processes import crawl
from rebuilt_pages import compare
from wordpress import THEMES, WordPresses, some_posts

from blogcrawler.store import open_store

pytestmark = pytest.mark.real

POSTS = 12


def some_comments(posts: list[int]) -> list[dict[str, Any]]:
    """Two comments on the first post, three on the next …, the second of each being an answer to the first."""
    found: list[dict[str, Any]] = []
    for number, post in enumerate(posts):
        for at in range(number + 2):
            written = datetime.now() - timedelta(days=4 - at, minutes=number)
            found.append(
                {
                    "comment_post_ID": post,
                    "comment_author": f"Reader {at} of {number}",
                    "comment_content": f"Remark {at} about number {number}: I had seen {10 * number + at} of them.",
                    "comment_date": written.strftime("%Y-%m-%d %H:%M:%S"),
                    "comment_parent": -len(found) if at == 1 else 0,
                }
            )
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_every_page_can_be_put_together_from_the_others(theme: str, wordpresses: WordPresses, tmp_path: Path) -> None:
    with wordpresses.site(theme) as site:
        posts = site.add_posts(some_posts(POSTS))
        site.add_comments(some_comments(posts[2:5]))
        crawl(tmp_path, site.url)
    with closing(open_store(None, tmp_path)) as store:
        [blog] = store.blogs()
        found = [compare(store, tmp_path, blog, post) for post in store.posts()]
    assert len(found) == POSTS
    # The first and the last post have one neighbour: no other page has the template of that.
    for one in found[1:-1]:
        assert one is not None
        assert one.words[0] == one.words[1]
        assert one.links[0] == one.links[1]
    for one in (found[0], found[-1]):
        assert one is not None
        assert min(one.text, one.linked) > 0.85, one.url
