"""Posts that are only available in the feed."""

from __future__ import annotations

from pathlib import Path

import pytest
from blogsite import FEED_KIND, Answer, BlogSite, MadePost, fill, make_posts, page, rss
from crawl_processes import crawl, records, urls

GONE = Answer("<h1>Gone</h1>", status=410)


def copies(home: Path) -> dict[str, dict[str, object]]:
    """The records whose article is the feed's, by address."""
    return {record["url"]: record for record in records(home) if record["source"].get("text") == "feed"}


def is_whole(record: dict[str, object], post: MadePost) -> bool:
    """Whether a record has everything that the feed has about a post, and names the feed as its source."""
    assert record["title"] == post.title
    assert record["authors"] == [post.author]
    assert str(record["published"]).startswith(str(post.published.date()))
    assert record["tags"] == post.tags
    assert record["source"] == dict.fromkeys(
        ("title", "authors", "published", "tags", "content_html", "text", "language"), "feed"
    )
    return record["text"] == post.text and record["language"] == "en"


def test_a_deleted_post_is_saved_from_the_feed(tmp_path: Path):
    posts = make_posts(25)
    with BlogSite() as site:
        found = fill(site, posts, in_feed=20)
        for post in (posts[2], posts[18]):  # one is requested by the survey, one by the crawl
            site.pages[post.path] = GONE
        program = crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(found)
        assert sorted(copies(tmp_path)) == sorted([found[2], found[18]])
        assert is_whole(copies(tmp_path)[found[2]], posts[2])
        assert site.times(posts[2].path) == site.times(posts[18].path) == 1
        assert "2 posts could only be saved from the feed: no page is available." in program.notes


def test_a_deleted_post_is_saved_from_the_feed_whatever_middlewares_a_project_has(tmp_path: Path):
    posts = make_posts(12)
    with BlogSite() as site:
        found = fill(site, posts)
        site.pages[posts[2].path] = GONE
        crawl(tmp_path, site.url, SPIDER_MIDDLEWARES='{"scrapy.spidermiddlewares.depth.DepthMiddleware": 900}')
        assert urls(tmp_path) == sorted(found)


def test_a_post_that_is_not_a_page_is_saved_from_the_feed(tmp_path: Path):
    posts = make_posts(25)
    with BlogSite() as site:
        found = fill(site, posts, in_feed=20)
        for post in (posts[2], posts[18]):
            site.pages[post.path] = Answer(f"<?xml version='1.0'?><oembed><title>{post.title}</title></oembed>")
        crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(found)
        assert sorted(copies(tmp_path)) == sorted([found[2], found[18]])


def test_a_post_that_robots_txt_forbids_is_saved_from_the_feed(tmp_path: Path):
    posts = make_posts(25)
    with BlogSite() as site:
        found = fill(site, posts, in_feed=20)
        forbidden = (posts[2], posts[18])
        lines = "".join(f"Disallow: {post.path}\n" for post in forbidden)
        site.pages["/robots.txt"] = Answer(f"User-agent: *\n{lines}", "text/plain")
        crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(found)
        assert sorted(copies(tmp_path)) == sorted([found[2], found[18]])
        assert not any(site.times(post.path) for post in forbidden)


def test_posts_of_a_long_feed_keep_their_entries_if_the_home_page_links_to_them(tmp_path: Path):
    posts = make_posts(1500)
    with BlogSite() as site:
        found = fill(site, posts, in_feed=len(posts), per_list=len(posts))
        last = posts[-300:]
        links = " ".join(f'<a href="{post.path}">{post.title}</a>' for post in last)
        site.pages["/"] = Answer(
            page("Home", links, '<link rel=alternate type="application/rss+xml" href="/feed.xml">')
        )
        old = {post.path[:5] for post in posts} - {post.path[:5] for post in posts[:30]}
        lines = "".join(f"Disallow: {year}\n" for year in sorted(old))
        site.pages["/robots.txt"] = Answer(f"User-agent: *\n{lines}", "text/plain")
        crawl(tmp_path, site.url, DOWNLOAD_DELAY=0)
        assert set(found) - set(urls(tmp_path)) == set()


def test_a_feed_without_texts_has_no_copies(tmp_path: Path):
    posts = make_posts(12)
    with BlogSite() as site:
        found = fill(site, posts)
        base = site.url.rstrip("/")
        entries = [(base + post.path, base + post.path, post) for post in posts]
        for post in posts:
            post.paragraphs = []
        site.pages["/feed.xml"] = Answer(rss(site.url, entries), FEED_KIND)
        site.pages[posts[2].path] = GONE
        crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(set(found) - {found[2]})


def test_a_blog_with_only_a_feed_left_is_saved_from_the_feed(tmp_path: Path):
    posts = make_posts(12)
    with BlogSite() as site:
        fill(site, posts)
        feed, base = site.pages["/feed.xml"], site.url.rstrip("/")
        home = page(
            "Closed", "<p>This blog is closed.</p>", "<link rel=alternate type=application/rss+xml href=/feed.xml>"
        )
        site.pages.clear()
        site.pages |= {"/feed.xml": feed, "/": Answer(home)}
        program = crawl(tmp_path, site.url)
        assert program.poll() == 0
        assert sorted(copies(tmp_path)) == urls(tmp_path) == sorted(base + post.path for post in posts[:10])
        assert is_whole(copies(tmp_path)[base + posts[0].path], posts[0])


def test_a_feed_with_wrong_links_creates_no_duplicates(tmp_path: Path):
    posts = make_posts(12)
    with BlogSite() as site:
        found = fill(site, posts)
        base = site.url.rstrip("/")
        entries = [(f"{base}/old{post.path}", f"{base}/old{post.path}", post) for post in posts[:10]]
        site.pages["/feed.xml"] = Answer(rss(site.url, entries), FEED_KIND)
        crawl(tmp_path, site.url)
        assert urls(tmp_path) == sorted(found)


@pytest.mark.parametrize(("entries", "dead"), [(20, 20), (20, 6), (10, 10)])
def test_the_home_page_is_no_post_at_the_addresses_of_missing_posts(tmp_path: Path, entries: int, dead: int):
    """Their links are dead, and of /?p=12 a server of files reads the path only."""
    posts = make_posts(25)
    with BlogSite() as site:
        found = fill(site, posts)
        base = site.url.rstrip("/")
        links = [f"{base}/old{post.path}" for post in posts[:dead]] + found[dead:entries]
        guids = [f"{base}/?p={number}" for number in range(entries)]
        site.pages["/feed.xml"] = Answer(rss(site.url, list(zip(links, guids, posts, strict=False))), FEED_KIND)
        site.pages |= {f"/?p={number}": site.pages["/"] for number in range(entries)}
        crawl(tmp_path, site.url)
        assert not [url for url in urls(tmp_path) if "?p=" in url]
        assert set(found) <= set(urls(tmp_path))


@pytest.mark.parametrize("where", ["/", "/diary.html"])
def test_posts_on_one_page_are_distinguished_by_their_anchors(tmp_path: Path, where: str):
    posts = make_posts(8)
    with BlogSite() as site:
        base = site.url.rstrip("/")
        named = [(f"{base}{where}#d{post.published:%Y%m%d}", post) for post in posts]
        diary = "".join(f'<h3><a name="{u.partition("#")[2]}">{p.title}</a></h3>{p.article()}' for u, p in named)
        head = "<link rel=alternate type=application/rss+xml href=/feed.xml>"
        site.pages["/"] = Answer(page("Welcome", "<a href=/diary.html>Diary</a>", head))
        site.pages["/about.html"] = Answer(page("About", "<h1>About</h1><p>Nobody wrote it.</p>"))
        site.pages["/archive.html"] = Answer(page("Archive", "<h1>Archive</h1><p>There is none.</p>"))
        site.pages[where] = Answer(page("Diary", f"<h1>Diary</h1>{diary}", head))
        site.pages["/feed.xml"] = Answer(rss(site.url, [(url, url, post) for url, post in named]), FEED_KIND)
        assert crawl(tmp_path, site.url).poll() == 0
        assert urls(tmp_path) == sorted(url for url, _ in named)
        assert all(is_whole(copies(tmp_path)[url], post) for url, post in named)
