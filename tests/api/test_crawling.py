from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page

import blogcrawler
from blogcrawler.errors import CrawlError, UsageError

ROOT = Path(__file__).resolve().parents[2]


def test_a_crawl_returns_the_posts_of_the_blog_and_can_be_repeated(site: BlogSite, tmp_path: Path) -> None:
    urls = fill(site, make_posts(12))
    home = tmp_path / "home"
    blog = blogcrawler.crawl_blog(site.url, home=home, media_enabled=False, warc_enabled=False)
    assert (blog.url, len(blog)) == (site.url, 12)
    assert sorted(post.url for post in blog) == sorted(urls)
    assert blog.finish_reason in ("finished", "enough")
    assert not list(home.glob("*/warc"))
    again = blogcrawler.crawl_blog(site.url, home=home, CLOSESPIDER_PAGECOUNT=1000)
    assert {post.url for post in again} == set(urls)
    with again.open_archive() as archive:
        rules = archive.rules(again.url)
        assert rules is not None
        assert rules.record()["article"]


def test_a_site_without_posts_and_wrong_calls_raise_errors(site: BlogSite, tmp_path: Path) -> None:
    site.pages["/"] = Answer(page("Nothing", "<p>Nothing yet.</p>"))
    with pytest.raises(CrawlError, match="no posts found at"):
        blogcrawler.crawl_blog(site.url, home=tmp_path / "home")
    with pytest.raises(UsageError, match="nonsense"):
        blogcrawler.crawl_blog("nonsense", home=tmp_path / "home")
    with pytest.raises(UsageError, match="there is no setting 'medias'"):
        blogcrawler.crawl_blog(site.url, medias=True)
    with pytest.raises(UsageError, match="BLOGCRAWLER_PATIENCE=much is not a whole number"):
        blogcrawler.crawl_blog(site.url, home=tmp_path / "home", patience="much")


def test_importing_blogcrawler_imports_nothing_heavy() -> None:
    program = (
        "import sys, blogcrawler\n"
        "print(*{name.partition('.')[0] for name in sys.modules} & {'scrapy', 'lxml', 'sqlalchemy', 'twisted'})\n"
        "print(callable(blogcrawler.learn_rules), 'lxml' in sys.modules)\n"
    )
    output = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True)
    assert output.splitlines() == ["", "True True"]


def test_every_public_name_exists() -> None:
    for name in blogcrawler.__all__:
        assert getattr(blogcrawler, name) is not None
    assert not hasattr(blogcrawler, "harvest")
