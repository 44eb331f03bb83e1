"""Private addresses across the crawls of a blog."""

from __future__ import annotations

from blogsite import make_posts
from updated_blog import Updates, crawled


def test_a_blog_that_was_public_is_not_updated_from_a_private_address(blog: Updates) -> None:
    posts = make_posts(6)
    crawled(blog, posts[1:])
    with blog.store() as store:
        known = store.blog(blog.site.url)
        assert known is not None
        assert known.private_host == f"127.0.0.1:{blog.site.port}"
        store.change_blog(blog.site.url, private_host=None)  # as if its name had had a public address
    blog.publish(posts)
    blog.site.asked.clear()
    records, program = blog.update()
    assert (records, blog.site.asked) == ([], [])
    assert "is in a private network" in program.log
