"""UpdateCrawl over a made-up blog."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from blogsite import FEED_KIND, Answer, BlogSite, MadePost, fill, make_posts, post_page
from programs import FAST, Program, crawl, start

from blogcrawler.store import Store, open_store


@dataclass
class Updates:
    """A blog that was crawled once, and what each update brings."""

    site: BlogSite
    home: Path
    posts: list[MadePost]
    number: int = field(default=0)

    def publish(self, posts: list[MadePost], **options: Any) -> None:
        self.posts = posts
        fill(self.site, posts, **options)
        self.number += 1
        if "/feed.xml" in self.site.pages:
            self.site.pages["/feed.xml"].headers["ETag"] = f'"{self.number}"'  # type: ignore[union-attr]

    def update(self, *arguments: str, **settings: Any) -> tuple[list[dict[str, Any]], Program]:
        """Run an update of all blogs; the records that come out. ``site.asked`` has what it cost."""
        self.site.asked.clear()
        out = self.home.parent / f"update{self.number}.{len(list(self.home.parent.iterdir()))}.jsonl"
        given = [part for name, value in (FAST | settings).items() for part in ("-s", f"{name}={value}")]
        arguments = arguments or ("-a", "all=1")
        program = start(self.home, "scrapy", "crawl", "updatecrawl", "-O", f"{out}:jsonlines", *given, *arguments)
        assert program.wait() == 0, program.log[-3000:]
        return [json.loads(line) for line in out.read_text().splitlines()], program

    def store(self) -> closing[Store]:
        return closing(open_store(None, self.home))

    def url(self, post: MadePost) -> str:
        return self.site.url.rstrip("/") + post.path


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Updates]:
    with BlogSite() as site:
        yield Updates(site, tmp_path / "home", [])


def crawled(blog: Updates, posts: list[MadePost], **options: Any) -> None:
    blog.publish(posts, **options)
    assert crawl(blog.home, blog.site.url).poll() == 0


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
        assert store.watches.visits(blog.site.url)[-1].new == 3


def test_a_feed_that_has_overflowed_is_made_good_by_the_sitemap(blog: Updates):
    posts = make_posts(40)
    crawled(blog, posts[20:], sitemap=True)
    blog.publish(posts, sitemap=True)
    records, _ = blog.update()
    assert {record["url"] for record in records} == {blog.url(post) for post in posts[:20]}
    assert len(blog.site.asked) == 22  # feed, sitemap


def test_without_a_sitemap_hub_pages_lead_back_to_known_ground(blog: Updates):
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


def test_an_edited_post_is_emitted_whole_and_its_earlier_record_kept(blog: Updates):
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
        (version,) = store.looks.versions(record["url"])
        assert version.record.text == before
        assert version.kinds == ("content",)
        assert store.post(record["url"]).text == posts[4].text  # type: ignore[union-attr]


def test_what_stands_around_the_article_is_no_change(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    for post in posts:
        page = post_page(post, more="<aside class=widget>Most read today: <a href=/x.html>other things</a></aside>")
        blog.site.pages[post.path] = Answer(page)
    records, program = blog.update("-a", f"url={blog.site.url}", "-a", "since=2000-01-01")
    assert records == []
    assert program.stats["posts/unchanged"] == 20
    with blog.store() as store:
        assert store.looks.counts(blog.site.url) == (0, 0)


def test_posts_that_are_gone_are_marked_named_and_kept(blog: Updates):
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
        assert store.looks.known([blog.url(gone)])[blog.url(gone)].gone
        assert store.post(blog.url(gone))
        assert store.looks.counts(blog.site.url) == (1, 0)
    blog.publish(posts, sitemap=True)
    blog.site.pages[gone.path] = Answer(post_page(gone))
    blog.update("-a", "now=2027-02-01")
    with blog.store() as store:
        assert not store.looks.known([blog.url(gone)])[blog.url(gone)].gone


def delete(blog: Updates, *posts: MadePost, **options: Any) -> None:
    for post in posts:
        del blog.site.pages[post.path]
    blog.publish([post for post in blog.posts if post not in posts], **options)


def test_a_post_that_is_missing_in_the_feed_is_looked_at_at_once_and_then_the_roll_is_called(blog: Updates):
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


def test_a_post_that_only_fell_out_of_the_feed_is_not_looked_at(blog: Updates):
    posts = make_posts(30)
    crawled(blog, posts[2:])
    blog.publish(posts)
    _, program = blog.update()
    assert program.stats["posts/new"] == 2
    assert len(blog.site.asked) == 3


def test_a_post_that_is_missing_on_the_home_page_is_looked_at_at_once(blog: Updates):
    posts = make_posts(30)
    crawled(blog, posts, feed=False)
    blog.update()
    delete(blog, posts[3], feed=False)
    _, program = blog.update()
    assert program.stats["posts/gone"] == 1
    assert blog.site.asked == ["/", posts[3].path]


def test_known_posts_are_looked_at_again_when_their_time_has_come(blog: Updates):
    crawled(blog, make_posts(20))
    blog.update("-a", soon(10))
    assert [path for path in blog.site.asked if path.endswith(".html")] == []
    _, program = blog.update("-a", soon(200), BLOGCRAWLER_LOOKS=5)
    assert len([path for path in blog.site.asked if path.endswith(".html")]) == 5
    assert program.stats["posts/unchanged"] == 5


def soon(days: int) -> str:
    return f"now={(datetime.now(UTC) + timedelta(days=days)).isoformat()}"


def test_the_feed_of_comments_leads_to_the_posts_that_are_discussed(blog: Updates):
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


def test_validators_that_hide_what_is_new_are_not_trusted_again(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[1:])
    blog.publish(posts)
    blog.site.pages["/feed.xml"].headers["ETag"] = '"1"'  # type: ignore[union-attr]
    assert blog.update()[0] == []  # what the server says is believed …
    with blog.store() as store:
        (feed,) = [source for source in store.watches.sources(blog.site.url) if source.kind == "feed"]
        feed.trusted = 100  # … for a while
        store.watches.save_source(feed)
    assert len(blog.update()[0]) == 1
    with blog.store() as store:
        (feed,) = [source for source in store.watches.sources(blog.site.url) if source.kind == "feed"]
        assert feed.wrong == 1
    blog.update()
    assert blog.site.asked == ["/feed.xml"]


def test_the_web_archive_goes_on_with_a_revisit_for_what_is_not_modified(blog: Updates):
    from warcio.archiveiterator import ArchiveIterator

    crawled(blog, make_posts(12))
    blog.update()
    files = sorted((blog.home / blog.site.url[7:-1].replace(":", "_") / "warc").glob("*.warc.gz"))
    assert len(files) == 2
    with files[-1].open("rb") as stream:
        found = [(r.rec_type, r.rec_headers.get_header("WARC-Profile")) for r in ArchiveIterator(stream)]
    assert [kind for kind, _ in found] == ["warcinfo", "request", "revisit"]
    assert found[-1][1] == "http://netpreserve.org/warc/1.1/revisit/server-not-modified"


def test_a_blog_that_does_not_answer_is_left_alone_for_longer_and_longer(blog: Updates):
    crawled(blog, make_posts(12))
    blog.site.pages["/feed.xml"] = Answer("gone for lunch", status=503)
    _, program = blog.update()
    assert program.stats["blogs/failed"] == 1
    blog.update()
    with blog.store() as store:
        first, second = store.watches.visits(blog.site.url)
        assert first.outcome == second.outcome == "failed"
        assert "503" in (first.note or "")
    assert blog.update("-s", "LOG_LEVEL=INFO")[1].stats["blogs/visited"] == 0  # none is due


def move_feed(blog: Updates, to: str, instead: Answer | None = None) -> None:
    """Put the feed at another address, to which the home page leads."""
    site = blog.site
    site.pages[to] = site.pages.pop("/feed.xml")
    home = site.pages["/"].data().decode()  # type: ignore[union-attr]
    assert "/feed.xml" in home
    site.pages["/"] = Answer(home.replace("/feed.xml", to))
    if instead is not None:
        site.pages["/feed.xml"] = instead


@pytest.mark.parametrize(
    "instead",
    [None, Answer("gone", status=410), Answer("<!DOCTYPE html><title>Welcome</title><p>This is no feed.")],
    ids=["404", "410", "a page"],
)
def test_a_feed_that_is_not_where_it_was_is_found_again_from_the_home_page(blog: Updates, instead: Answer | None):
    posts = make_posts(14)
    crawled(blog, posts[1:])
    blog.publish(posts)
    move_feed(blog, "/atom.xml", instead)
    records, program = blog.update()
    assert [record["url"] for record in records] == [blog.url(posts[0])]
    assert blog.site.asked == ["/feed.xml", "/", "/atom.xml", posts[0].path]
    assert any("has moved to" in note and "/atom.xml" in note for note in program.notes)
    with blog.store() as store:
        assert store.blog(blog.site.url).feed == f"{blog.site.url}atom.xml"  # type: ignore[union-attr]
        kinds = [source.url for source in store.watches.sources(blog.site.url) if source.kind == "feed"]
        assert kinds == [f"{blog.site.url}atom.xml"]
    blog.update()
    assert blog.site.asked == ["/atom.xml"]


def test_where_a_feed_leads_for_good_it_is_asked_for_next_time(blog: Updates):
    crawled(blog, make_posts(14))
    move_feed(blog, "/atom.xml", Answer("", status=301, headers={"Location": "/atom.xml"}))
    assert blog.update()[0] == []
    assert blog.site.asked == ["/feed.xml", "/atom.xml"]
    blog.update()
    assert blog.site.asked == ["/atom.xml"]
    move_feed_back = blog.site.pages["/atom.xml"]
    blog.site.pages["/atom.xml"] = Answer("", status=302, headers={"Location": "/elsewhere.xml"})
    blog.site.pages["/elsewhere.xml"] = move_feed_back
    for _ in range(2):  # for the time being only
        blog.update()
        assert blog.site.asked == ["/atom.xml", "/elsewhere.xml"]


def test_a_feed_that_says_that_it_has_moved_is_believed_if_it_is_there(blog: Updates):
    posts = make_posts(14)
    crawled(blog, posts)
    feed = blog.site.pages["/feed.xml"].data().decode()  # type: ignore[union-attr]
    for number, place in enumerate(("nowhere.xml", "podcast.xml")):
        said = f"<channel><itunes:new-feed-url>{blog.site.url}{place}</itunes:new-feed-url>"
        moved = feed.replace("<rss ", '<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ')
        moved = moved.replace("<channel>", said)
        blog.site.pages["/feed.xml"] = Answer(moved, FEED_KIND, headers={"ETag": f'"moved {number}"'})
        blog.site.pages["/podcast.xml"] = Answer(feed, FEED_KIND, headers={"ETag": '"podcast"'})
        blog.update()
        assert blog.site.asked == ["/feed.xml", f"/{place}"]
    blog.update()
    assert blog.site.asked == ["/podcast.xml"]


def test_a_feed_that_is_nowhere_is_not_looked_for_at_each_visit(blog: Updates):
    crawled(blog, make_posts(14))
    del blog.site.pages["/feed.xml"]
    blog.site.pages["/"] = Answer("<title>Closed</title><p>Nothing to see here.")
    _, program = blog.update()
    assert program.stats["blogs/failed"] == 1
    assert len(blog.site.asked) > 2
    blog.update()
    assert blog.site.asked == ["/feed.xml"]


def test_a_changed_template_is_learned_anew(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts[2:])

    def other(post: MadePost) -> Answer:
        return Answer(
            f"<!DOCTYPE html><html lang=en><title>{post.title}</title><body><div class=wrap><h2 class=headline>"
            f"{post.title}</h2><section class=story>{post.article()}</section><div class=who>{post.author}, "
            f"{post.published:%d %B %Y}</div></div><div class=rail>Read also: nothing else today</div>"
        )

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


def test_a_deleted_article_is_not_taken_for_a_changed_template(blog: Updates):
    posts = make_posts(20)
    crawled(blog, posts)
    posts[4].paragraphs = ["This post was withdrawn by its author, who is sorry about it."]
    blog.publish(posts)
    (record,), program = blog.update()
    assert record["text"] == posts[4].text
    assert "blogs/relearned" not in program.stats


def test_an_unknown_blog_and_a_bad_date_are_refused(blog: Updates):
    crawled(blog, make_posts(12))
    for argument, message in (("url=http://example.org/", "no blog"), ("since=yesterday", "no date")):
        program = start(blog.home, "scrapy", "crawl", "updatecrawl", "-a", argument)
        assert program.wait() == 2
        assert message in program.log


def test_a_blog_that_goes_wrong_does_not_keep_the_others_from_being_visited(blog: Updates):
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
        assert "KeyError" in (store.watches.visits(other.url)[-1].note or "")
