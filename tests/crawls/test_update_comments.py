"""New comments on known posts."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from blogsite import FEED_KIND, Answer, MadePost, make_posts
from crawl_processes import crawl
from updated_blog import Updates, crawled, soon


def test_the_comment_feed_leads_to_posts_with_new_comments(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    blog.home = blog.home.with_name("blogger")
    base = blog.site.url.rstrip("/")

    def entries(*said: str) -> str:
        items = "".join(f"<item><title>on it</title><link>{base}{link}</link></item>" for link in said)
        about = f"<title>T</title><link>{base}/</link><generator>Blogger</generator>"
        return f"<rss version='2.0'><channel>{about}{items}</channel></rss>"

    made = blog.site.pages["/feed.xml"].data().decode()  # type: ignore[union-attr]
    feed = made.replace("<channel>", "<channel><generator>Blogger</generator>")
    blog.site.pages["/feeds/posts/default"] = Answer(feed, FEED_KIND, headers={"ETag": '"p"'})
    comments = "/feeds/comments/default"
    blog.site.pages[comments] = Answer(entries(f"{posts[3].path}#c1"), FEED_KIND)
    assert crawl(blog.home, blog.site.url, "-a", f"feed={base}/feeds/posts/default").poll() == 0
    blog.site.pages[comments] = Answer(entries(f"{posts[15].path}#c2", f"{posts[3].path}#c1"), FEED_KIND)
    blog.update()
    assert blog.site.asked == ["/feeds/posts/default"]
    blog.update("-a", "all=1", "-a", soon(2))
    assert set(blog.site.asked) == {"/feeds/posts/default", comments, "/robots.txt", posts[15].path}


def wordpress(blog: Updates, comments: list[tuple[MadePost, int]]) -> None:
    """Let the blog be one of WordPress, with these comments, the newest first; its feed shows ten of them."""
    base = blog.site.url.rstrip("/")
    feed = blog.site.pages["/feed.xml"].data().decode()  # type: ignore[union-attr]
    generator = "<generator>https://wordpress.org/?v=6.1</generator>"
    feed = feed.replace("<channel>", f"<channel>{generator}")
    blog.site.pages["/feed/"] = Answer(feed, FEED_KIND, headers={"ETag": f'"{len(comments)}"'})
    blog.site.pages["/feed/atom/?orderby=modified"] = blog.site.pages["/feed/"]
    items = "".join(
        f"<item><title>on it</title><link>{base}{post.path}#comment-{number}</link></item>"
        for post, number in comments[:10]
    )
    about = f"<title>T</title><link>{base}/</link>{generator}"
    body = f"<rss version='2.0'><channel>{about}{items}</channel></rss>"
    answer = Answer(body, FEED_KIND, headers={"ETag": f'"{len(comments)}"'})
    blog.site.pages["/comments/feed/"] = blog.site.pages["/comments/feed/?paged=2"] = answer


def test_if_the_comment_feed_has_overflowed_the_platform_is_queried_for_the_rest(blog: Updates):
    posts = make_posts(30)
    blog.publish(posts)
    wordpress(blog, [(posts[5], 1)])
    assert crawl(blog.home, blog.site.url, "-a", f"feed={blog.site.url}feed/").poll() == 0
    wordpress(blog, [*((posts[2], number) for number in range(20, 9, -1)), (posts[25], 2), (posts[5], 1)])
    later = (datetime.now(UTC) + timedelta(hours=1)).replace(tzinfo=None).isoformat(timespec="seconds")
    told = [{"link": f"{blog.url(posts[25])}#comment-2", "date_gmt": later}]
    told.append({"link": f"{blog.url(posts[9])}#comment-0", "date_gmt": "2020-01-01T00:00:00"})  # known long since
    prefix = "/wp-json/wp/v2/comments?"
    answer = Answer(json.dumps(told), "application/json")
    blog.site.fallback = lambda path: answer if path.startswith(prefix) else None
    blog.update()
    looked_at = {path for path in blog.site.asked if path.endswith(".html")}
    assert looked_at == {posts[2].path, posts[25].path}
    assert sum(path.startswith(prefix) for path in blog.site.asked) == 1
    assert len(blog.site.asked) == 5  # two feeds, the platform, two posts


def test_if_the_other_comments_cannot_be_found_recent_posts_are_checked(blog: Updates):
    posts = make_posts(30)
    blog.publish(posts)
    wordpress(blog, [(posts[5], 1)])
    assert crawl(blog.home, blog.site.url, "-a", f"feed={blog.site.url}feed/").poll() == 0
    wordpress(blog, [*((posts[2], number) for number in range(20, 9, -1)), (posts[25], 2), (posts[5], 1)])
    blog.update(BLOGCRAWLER_LOOKS=4)
    looked_at = {path for path in blog.site.asked if path.endswith(".html")}
    assert looked_at == {post.path for post in posts[:4]}
