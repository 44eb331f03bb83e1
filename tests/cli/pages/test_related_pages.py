"""``blogcrawler extract`` of addresses: the feed that the page names, and pages like it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, MadePost, fill, make_posts, post_page
from typer.testing import CliRunner

from blogcrawler.cli import app
from blogcrawler.cli.pages.extract_pages import extract_pages
from blogcrawler.cli.pages.page_loading import load_page
from blogcrawler.cli.pages.related_pages import RelatedPages, SiteRequests, find_related
from blogcrawler.errors import BlogCrawlerError

POSTS = make_posts(12)


@pytest.fixture
def site() -> Iterator[BlogSite]:
    with BlogSite() as served:
        yield served


def url(site: BlogSite, post: MadePost) -> str:
    return site.url.rstrip("/") + post.path


def related(site: BlogSite, post: MadePost) -> RelatedPages:
    page = load_page(url(site, post))
    site.asked.clear()
    return find_related([page], SiteRequests(page.url, delay=0))


def test_rules_are_learned_from_a_few_posts_of_the_feed(site: BlogSite):
    fill(site, POSTS)
    found = related(site, POSTS[-1])
    assert found.note == f"Learned from 6 posts of the feed {site.url}feed.xml (8 more requests)"
    assert site.asked == ["/robots.txt", "/feed.xml", *(post.path for post in POSTS[:6])]
    (got,) = extract_pages([load_page(url(site, POSTS[-1]))], "auto", related=found)
    assert (got.title, got.authors, got.text) == (POSTS[-1].title, [POSTS[-1].author], POSTS[-1].text)
    assert got.source["text"] == "rule"


def test_a_page_in_the_feed_is_not_fetched_again(site: BlogSite):
    fill(site, POSTS)
    related(site, POSTS[1])
    assert POSTS[1].path not in site.asked
    assert len(site.asked) == 7


def test_without_a_feed_pages_like_it_are_compared(site: BlogSite):
    fill(site, POSTS, feed=False)
    others = "".join(f"<a href={post.path}>{post.title}</a> " for post in POSTS[1:9])
    site.pages[POSTS[0].path] = Answer(post_page(POSTS[0], more=f"<p>{others}</p>"))
    found = related(site, POSTS[0])
    assert [page.url for page in found.siblings] == [url(site, post) for post in POSTS[1:5]]
    assert found.note.startswith(f"Compared with {url(site, POSTS[1])}, ")
    assert found.note.endswith(", as no feed was found through it (5 more requests)")
    (got,) = extract_pages([load_page(url(site, POSTS[0]))], "auto", related=found)
    assert got.source["text"] == "forest"


def test_a_page_without_related_pages_gets_a_note(site: BlogSite):
    site.pages["/a.html"] = Answer(post_page(POSTS[0], "<link rel=alternate type=application/rss+xml href=/feed.xml>"))
    page = load_page(f"{site.url}a.html")
    found = find_related([page], SiteRequests(page.url, delay=0))
    assert found.note == (
        "Only the page itself was used: no feed was found through it, and no page like it is available"
    )


def test_robots_txt_is_obeyed(site: BlogSite):
    fill(site, POSTS)
    site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /", "text/plain")
    found = related(site, POSTS[0])
    assert (found.feed, found.training, found.siblings) == (None, (), ())
    assert site.asked == ["/robots.txt"]


def test_a_failing_robots_txt_forbids_everything_and_a_missing_one_nothing(site: BlogSite):
    fill(site, POSTS)
    site.pages["/robots.txt"] = Answer("", status=503)
    assert related(site, POSTS[0]).feed is None
    assert site.asked == ["/robots.txt"]
    site.pages["/robots.txt"] = Answer("", status=404)
    assert related(site, POSTS[0]).feed is not None


def test_other_sites_are_not_asked_even_by_a_redirect(site: BlogSite):
    with BlogSite(host="127.0.0.2") as private:
        private.pages["/feed.xml"] = Answer("secret")
        site.pages["/feed.xml"] = Answer("", status=302, headers={"Location": f"{private.url}feed.xml"})
        site.pages["/"] = Answer("<p>Hello</p>")
        load_page(site.url)
        requests = SiteRequests(site.url, delay=0)
        for address in (f"{private.url}feed.xml", f"{site.url}feed.xml"):
            with pytest.raises(BlogCrawlerError):
                requests.feed(address)
        assert private.asked == []
        assert "/feed.xml" in site.asked


def test_requests_are_bounded(site: BlogSite):
    site.fallback = lambda path: Answer("<p>Hello</p>")
    load_page(site.url)
    site.asked.clear()
    requests = SiteRequests(site.url, delay=0)
    for number in range(11):  # the first one also asks for robots.txt
        requests.page(f"{site.url}{number}")
    with pytest.raises(BlogCrawlerError, match="enough"):
        requests.page(f"{site.url}11")
    assert len(site.asked) == 12


def test_the_program_says_what_it_used_and_nothing_is_fetched_for_files(site: BlogSite, tmp_path: Path):
    fill(site, POSTS)
    address = url(site, POSTS[-1])
    shown = CliRunner().invoke(app, ["extract", address, "--home", str(tmp_path)])
    assert shown.exit_code == 0
    assert shown.stderr == f"Learned from 6 posts of the feed {site.url}feed.xml (8 more requests)\n"
    site.asked.clear()
    alone = CliRunner().invoke(app, ["extract", address, "--alone", "--home", str(tmp_path)])
    assert (alone.exit_code, alone.stderr, site.asked) == (0, "", [POSTS[-1].path])
    head = f'<base href="{site.url}"><link rel=canonical href="{address}">'
    (tmp_path / "page.html").write_text(post_page(POSTS[-1], head))
    (tmp_path / "feed.xml").write_text(site.pages["/feed.xml"].body)  # type: ignore[union-attr]
    site.asked.clear()
    for feed in ([], ["--feed", str(tmp_path / "feed.xml")]):
        saved = CliRunner().invoke(app, ["extract", str(tmp_path / "page.html"), *feed, "--home", str(tmp_path)])
        assert (saved.exit_code, saved.stderr) == (0, "")
    assert site.asked == []
