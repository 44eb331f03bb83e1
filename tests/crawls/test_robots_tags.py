"""Pages that ask robots not to keep, list or follow them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import FAST, start, urls

POSTS = make_posts(16)
NO_COPY, NO_LISTING = POSTS[3], POSTS[4]
HIDDEN = "/2031/01/hidden.html"


@pytest.fixture
def site() -> Iterator[BlogSite]:
    """A blog with one post that says ``noarchive``, one that says ``noindex``, and one behind ``nofollow`` only."""
    with BlogSite() as site:
        fill(site, POSTS)
        page = post_page(NO_COPY).replace("<head>", '<head><meta name="robots" content="noarchive">')
        site.pages[NO_COPY.path] = Answer(page)
        site.pages[NO_LISTING.path] = Answer(
            post_page(NO_LISTING, more=f'<a href="{HIDDEN}">more</a>'), headers={"X-Robots-Tag": "noindex, nofollow"}
        )
        site.pages[HIDDEN] = Answer(
            post_page(POSTS[5], article="<p>Nobody links to this one but one page, and it is long.</p>" * 9)
        )
        yield site


@pytest.mark.parametrize(
    ("respected", "not_saved", "hidden_found"),
    [
        (None, {NO_COPY.path}, True),
        ("", set(), True),
        ("noarchive,noindex,nofollow", {NO_COPY.path, NO_LISTING.path}, False),
    ],
)
def test_what_pages_ask_for(
    tmp_path: Path, site: BlogSite, respected: str | None, not_saved: set[str], hidden_found: bool
) -> None:
    settings = FAST if respected is None else FAST | {"BLOGCRAWLER_ROBOTS_TAGS": respected}
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    program = start(tmp_path, "blogcrawler", "crawl", site.url, *options)
    assert program.wait() == 0, program.log
    saved = {url.removeprefix(site.url.rstrip("/")) for url in urls(tmp_path)}
    assert {post.path for post in POSTS} - saved == not_saved
    assert (HIDDEN in site.asked) == hidden_found
    assert ("robots_tag" in program.out or "robots tag" in program.out) == bool(not_saved), program.out
