"""Deleted posts, and checks of those that still exist."""

from __future__ import annotations

from typing import Any

from blogsite import Answer, MadePost, make_posts, post_page
from crawl_processes import crawl
from updated_blog import Updates, crawled, soon


def test_deleted_posts_are_marked_reported_and_kept(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts, sitemap=True)
    del blog.site.pages[posts[12].path]
    kept = posts[:12] + posts[13:]
    gone = posts[12]
    blog.publish(kept, sitemap=True)
    assert blog.update()[0] == []
    later = "2027-01-01"
    records, program = blog.update("-a", f"now={later}")
    assert records == []
    assert f"Gone: {blog.url(gone)}" in program.notes
    with blog.store() as store:
        assert store.post_states.known([blog.url(gone)])[blog.url(gone)].gone
        assert store.post(blog.url(gone))
        assert store.post_states.counts(blog.site.url) == (1, 0)
    blog.publish(posts, sitemap=True)
    blog.site.pages[gone.path] = Answer(post_page(gone))
    blog.update("-a", "now=2027-02-01")
    with blog.store() as store:
        assert not store.post_states.known([blog.url(gone)])[blog.url(gone)].gone


def delete(blog: Updates, *posts: MadePost, **options: Any) -> None:
    for post in posts:
        del blog.site.pages[post.path]
    blog.publish([post for post in blog.posts if post not in posts], **options)


def test_if_a_post_is_missing_in_the_feed_it_is_checked_at_once_and_then_the_sitemap(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts, sitemap=True)
    recent, old = posts[2], posts[15]
    delete(blog, recent, old, sitemap=True)
    records, program = blog.update()
    assert records == []
    assert program.stats["posts/gone"] == 2
    assert {note for note in program.notes if note.startswith("Gone")} == {
        f"Gone: {blog.url(post)}" for post in (recent, old)
    }
    assert blog.site.asked == ["/feed.xml", recent.path, "/sitemap.xml", old.path]
    blog.update()
    assert blog.site.asked == ["/feed.xml"]


def test_a_deleted_post_is_noticed_if_feed_and_record_spell_its_address_differently(blog: Updates):
    posts = make_posts(20, path="/{slug}/")
    blog.publish(posts)
    for post in posts:
        head = f'<link rel=canonical href="{blog.url(post)}index.html">'
        blog.site.pages[f"{post.path}index.html"] = blog.site.pages[post.path] = Answer(post_page(post, head))
    assert crawl(blog.home, blog.site.url).poll() == 0
    gone = posts[2]
    delete(blog, gone)
    del blog.site.pages[f"{gone.path}index.html"]
    _, program = blog.update()
    assert f"Gone: {blog.url(gone)}index.html" in program.notes
    with blog.store() as store:
        assert store.post(blog.url(gone)) == store.post(f"{blog.url(gone)}index.html") is not None


def test_a_post_that_is_too_old_for_the_feed_is_not_checked(blog: Updates):
    posts = make_posts(30)
    crawled(blog, posts[2:])
    blog.publish(posts)
    _, program = blog.update()
    assert program.stats["posts/new"] == 2
    assert len(blog.site.asked) == 3


def test_a_post_that_is_missing_on_the_home_page_is_checked_at_once(blog: Updates):
    posts = make_posts(30)
    crawled(blog, posts, feed=False)
    blog.update()
    delete(blog, posts[3], feed=False)
    _, program = blog.update()
    assert program.stats["posts/gone"] == 1
    assert blog.site.asked == ["/", posts[3].path]


def test_known_posts_are_checked_again_when_they_are_due(blog: Updates):
    crawled(blog, make_posts(20))
    blog.update("-a", soon(10))
    assert [path for path in blog.site.asked if path.endswith(".html")] == []
    _, program = blog.update("-a", soon(200), BLOGCRAWLER_LOOKS=5)
    assert len([path for path in blog.site.asked if path.endswith(".html")]) == 5
    assert program.stats["posts/unchanged"] == 5
