"""UpdateCrawl over a made-up blog."""

from __future__ import annotations

from blogsite import Answer, BlogSite, MadePost, fill, make_posts, post_page
from crawl_processes import crawl, start
from updated_blog import Updates, crawled


def test_a_quiet_blog_costs_one_request(blog: Updates):
    crawled(blog, make_posts(20))
    records, program = blog.update()
    assert (records, blog.site.asked) == ([], ["/feed.xml"])
    assert program.stats["blogs/quiet"] == 1
    assert program.stats["downloader/response_status_count/304"] == 1


def test_new_posts_are_fetched_and_nothing_else(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[3:])
    blog.publish(posts)
    records, program = blog.update()
    assert {record["url"] for record in records} == {blog.url(post) for post in posts[:3]}
    assert {record["text"] for record in records} == {post.text for post in posts[:3]}
    assert [(record["dating"]["from"], record["dating"]["date"]) for record in records] == [
        ("feed", record["published"]) for record in records
    ]
    assert len(blog.site.asked) == 4
    assert program.stats["posts/new"] == 3
    with blog.store() as store:
        assert store.count() == 20
        assert store.schedule.visits(blog.site.url)[-1].new == 3


def test_posts_that_an_overflowed_feed_has_lost_are_found_by_the_sitemap(blog: Updates):
    posts = make_posts(40)
    crawled(blog, posts[20:], sitemap=True)
    blog.publish(posts, sitemap=True)
    records, _ = blog.update()
    assert {record["url"] for record in records} == {blog.url(post) for post in posts[:20]}
    assert len(blog.site.asked) == 22  # feed, sitemap


def test_without_a_sitemap_hub_pages_lead_back_to_known_posts(blog: Updates):
    posts = make_posts(40)
    crawled(blog, posts[20:])
    blog.publish(posts)
    records, _ = blog.update()
    assert {record["url"] for record in records} == {blog.url(post) for post in posts[:20]}
    assert len(blog.site.asked) <= 20 + 1 + 5


def test_a_blog_without_a_feed_is_watched_by_its_home_page(blog: Updates):
    posts = make_posts(30)
    crawled(blog, posts[2:], feed=False)
    assert blog.update()[0] == []
    blog.publish(posts, feed=False)
    records, _ = blog.update()
    assert {record["url"] for record in records} == {blog.url(post) for post in posts[:2]}
    assert blog.site.asked[0] == "/"
    assert len(blog.site.asked) == 3


def test_an_edited_post_is_exported_completely_and_its_earlier_record_is_kept(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    before = posts[4].text
    posts[4].paragraphs[1] = "This paragraph was written anew, in other words than before."
    blog.publish(posts)
    (record,), program = blog.update()
    assert record["url"] == blog.url(posts[4])
    assert record["text"] == posts[4].text
    assert len(blog.site.asked) == 2
    assert program.stats["posts/changed"] == 1
    with blog.store() as store:
        (version,) = store.post_states.versions(record["url"])
        assert version.record.text == before
        assert version.kinds == ("content",)
        assert store.post(record["url"]).text == posts[4].text  # type: ignore[union-attr]


def test_changes_outside_the_article_are_ignored(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    for post in posts:
        page = post_page(post, more="<aside class=widget>Most read today: <a href=/x.html>other things</a></aside>")
        blog.site.pages[post.path] = Answer(page)
    records, program = blog.update("-a", f"url={blog.site.url}", "-a", "since=2000-01-01")
    assert records == []
    assert program.stats["posts/unchanged"] == 20
    with blog.store() as store:
        assert store.post_states.counts(blog.site.url) == (0, 0)


def test_a_response_not_modified_is_archived_as_a_revisit(blog: Updates):
    from warcio.archiveiterator import ArchiveIterator

    crawled(blog, make_posts(12))
    blog.update()
    files = sorted((blog.home / blog.site.url[7:-1].replace(":", "_") / "warc").glob("*.warc.gz"))
    assert len(files) == 2
    with files[-1].open("rb") as stream:
        found = [(r.rec_type, r.rec_headers.get_header("WARC-Profile")) for r in ArchiveIterator(stream)]
    assert [kind for kind, _ in found] == ["warcinfo", "request", "revisit"]
    assert found[-1][1] == "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


def other(post: MadePost) -> Answer:
    """The page of a post in another template."""
    return Answer(
        f"<!DOCTYPE html><html lang=en><title>{post.title}</title><body><div class=wrap><h2 class=headline>"
        f"{post.title}</h2><section class=story>{post.article()}</section><div class=who>{post.author}, "
        f"{post.published:%d %B %Y}</div></div><div class=rail>Read also: nothing else today</div>"
    )


def test_a_changed_template_is_noticed_by_new_posts_alone(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[1:])
    blog.publish(posts)
    for post in posts:
        blog.site.pages[post.path] = other(post)
    (record,), program = blog.update()
    assert (record["url"], record["text"]) == (blog.url(posts[0]), posts[0].text)
    assert record["source"]["text"] == "rule"
    assert program.stats["blogs/relearned"] == 1


def test_a_single_post_that_looks_different_does_not_mean_a_new_template(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[1:])
    blog.publish(posts)
    blog.site.pages[posts[0].path] = other(posts[0])
    (record,), program = blog.update()
    assert record["url"] == blog.url(posts[0])
    assert "blogs/relearned" not in program.stats
    assert len(blog.site.asked) <= 4


def test_new_rules_are_learned_for_a_changed_template(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[2:])
    blog.publish(posts)
    posts[5].paragraphs.append("And one more paragraph at the end of this post.")
    blog.publish(posts)
    for post in posts:
        blog.site.pages[post.path] = other(post)
    records, program = blog.update()
    assert {record["url"]: record["text"] for record in records} == {
        blog.url(post): post.text for post in (posts[0], posts[1], posts[5])
    }
    assert {record["title"] for record in records} == {posts[0].title, posts[1].title, posts[5].title}
    assert program.stats["blogs/relearned"] == 1
    assert len(blog.site.asked) <= 3 + 3


def test_a_deleted_article_is_not_mistaken_for_a_changed_template(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    posts[4].paragraphs = ["This post was withdrawn by its author, who is sorry about it."]
    blog.publish(posts)
    (record,), program = blog.update()
    assert record["text"] == posts[4].text
    assert "blogs/relearned" not in program.stats


def test_an_unknown_blog_and_a_bad_date_are_refused(blog: Updates):
    crawled(blog, make_posts(12))
    for argument, message in (("url=http://example.org/", "no blog"), ("since=yesterday", "is not a date")):
        program = start(blog.home, "scrapy", "crawl", "updatecrawl", "-a", argument)
        assert program.wait() == 2
        assert message in program.log


def test_an_error_in_one_blog_does_not_stop_visits_to_others(blog: Updates):
    posts = make_posts(14)
    crawled(blog, posts[1:])
    with BlogSite() as other, blog.store() as store:
        fill(other, make_posts(12))
        assert crawl(blog.home, other.url).poll() == 0
        (broken,) = [known for known in store.blogs() if known.url == other.url]
        broken.pattern = {"root": 7}
        store.save_blog(broken)
        fill(other, make_posts(12, seed=2))
        blog.publish(posts)
        records, program = blog.update()
        assert [record["url"] for record in records] == [blog.url(posts[0])]
        assert program.stats["blogs/failed"] == 1
        assert "KeyError" in (store.schedule.visits(other.url)[-1].note or "")
