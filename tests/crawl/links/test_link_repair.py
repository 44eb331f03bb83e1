"""Learning where an unknown theme has the links to posts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blogcrawler.blog import KnownBlog, SiteKnowledge
from blogcrawler.crawl.links.link_repair import LinkRepair
from blogcrawler.dom import Page, parse_page
from blogcrawler.items import Blog
from blogcrawler.knowledge import Level, known_applications
from blogcrawler.store import Store, open_store
from tests.support.link_crawl import HOME, dated_blog, post_url


@pytest.fixture
def blog() -> KnownBlog:
    return dated_blog(knowledge=SiteKnowledge(known_applications().applications["blog/wordpress"]))


@pytest.fixture
def stores(tmp_path: Path) -> Callable[[], Store]:
    return lambda: open_store(None, tmp_path)


def listing(number: int, posts: int = 4) -> Page:
    """A list of a theme that nobody knows."""
    links = "".join(
        f'<section class="unheard"><b class="of"><a href="{post_url(10 * number + one)}">x</a></b></section>'
        for one in range(posts)
    )
    return parse_page(f'<body class="home blog">{links}</body>', f"{HOME}page/{number}/")


def list_level(blog: KnownBlog) -> Level:
    application = blog.knowledge.application
    assert application is not None
    return next(
        one for one in application.levels if not one.terminal and any(action.to == "post" for action in one.follow)
    )


def test_three_lists_without_a_found_post_are_enough_to_learn_from(blog: KnownBlog, stores: Callable[[], Store]):
    store = stores()
    store.save_blog(Blog(HOME))
    repair, level = LinkRepair(blog, stores), list_level(blog)
    assert [repair.learn_from(listing(number), level, []) for number in (1, 2, 3)] == [False, False, True]
    stored = store.blog(HOME)
    store.close()
    assert stored is not None
    assert stored.knowledge is not None
    [learned] = stored.knowledge["learned"]
    assert learned["to"] == "post"
    assert "unheard" in learned["path"] or "of" in learned["path"]


def test_pages_with_few_links_to_posts_are_not_lists(blog: KnownBlog, stores: Callable[[], Store]):
    repair, level = LinkRepair(blog, stores), list_level(blog)
    assert not any(repair.learn_from(listing(number, posts=2), level, []) for number in range(1, 8))


def test_it_gives_up_after_some_pages(blog: KnownBlog, stores: Callable[[], Store]):
    repair, level = LinkRepair(blog, stores), list_level(blog)
    for number in range(40):
        repair.learn_from(listing(number, posts=2), level, [])
    assert not any(repair.learn_from(listing(number), level, []) for number in (51, 52, 53))
