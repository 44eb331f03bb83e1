"""Updates of a real WordPress: what happens between two runs is found, exactly, and at what it may cost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from crawl_processes import FAST, Program, start, start_crawl
from wordpress import WordPress, WordPresses, some_posts

from blogcrawler.items import Post
from blogcrawler.store import open_store

pytestmark = pytest.mark.real

POSTS, COMMENTS = 60, 200


@dataclass
class Run:
    """The results and the cost of an update."""

    records: dict[str, dict[str, Any]]
    requests: list[str]
    program: Program

    @property
    def gone(self) -> set[str]:
        return {note.removeprefix("Gone: ") for note in self.program.notes if note.startswith("Gone: ")}


class Updates:
    def __init__(self, site: WordPress, home: Path) -> None:
        self.site = site
        self.home = home
        self._number = 0

    def __call__(self, *arguments: str) -> Run:
        """Update this blog; at most five minutes of the clock lie between it and what was done before."""
        time.sleep(1)  # WordPress tells changes apart by the second: a visit in the same one costs the next visit more
        return self.at_once(*arguments)

    def at_once(self, *arguments: str) -> Run:
        """Update this blog without waiting until the last change is a second old."""
        self.site.forget_requests()
        self._number += 1
        out = self.home.parent / f"update{self._number}.jsonl"
        # PHP may be slow on a busy machine, and a retry would count as a request.
        patient = FAST | {"DOWNLOAD_TIMEOUT": "30"}
        given = [part for name, value in patient.items() for part in ("-s", f"{name}={value}")]
        arguments = ("-a", f"url={self.site.url}", *arguments)
        program = start(self.home, "scrapy", "crawl", "updatecrawl", "-O", f"{out}:jsonlines", *given, *arguments)
        assert program.wait(120) == 0, program.log[-3000:]
        records = [json.loads(line) for line in out.read_text().splitlines()]
        return Run({record["url"]: record for record in records}, self.site.requests(), program)

    def stored(self) -> dict[str, Post]:
        with closing(open_store(None, self.home)) as store:
            return {post.url: post for post in store.posts()}

    def versions(self) -> int:
        with closing(open_store(None, self.home)) as store:
            return store.post_states.counts(self.site.url)[1]


@pytest.fixture(scope="module")
def blog(wordpresses: WordPresses, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Updates, list[int]]]:
    """60 posts, 200 comments, crawled once."""
    with wordpresses.site("twentytwentyone") as site:
        site.set_options(posts_per_rss=10, thread_comments=1, thread_comments_depth=5)
        ids = site.add_posts(some_posts(POSTS))
        start = datetime.now() - timedelta(days=1)
        site.add_comments(
            [
                {
                    "comment_post_ID": ids[n * 7 % POSTS],
                    "comment_author": f"Reader {n % 17}",
                    "comment_content": f"Remark number {n}: I counted {n * 3} of them myself.",
                    "comment_date": (start - timedelta(minutes=COMMENTS - n)).strftime("%Y-%m-%d %H:%M:%S"),
                }
                for n in range(COMMENTS)
            ]
        )
        home = tmp_path_factory.mktemp("update") / "home"
        assert start_crawl(home, site.url, DOWNLOAD_TIMEOUT=30).wait(200) == 0
        updates = Updates(site, home)
        assert len(updates.stored()) == POSTS
        yield updates, ids


def test_a_years_changes_of_a_blog_are_found_with_few_requests(blog: tuple[Updates, list[int]]):
    update, ids = blog
    site = update.site

    run = update()
    assert (run.records, len(run.requests)) == ({}, 1), "nothing has happened"

    # New posts.
    written = [post | {"post_date": None} for post in some_posts(POSTS + 3)[POSTS:]]
    new = site.add_posts(written)
    addresses = {site.address(post) for post in new}
    run = update()
    assert set(run.records) == addresses
    assert len(run.requests) <= 3 + 3
    for record in run.records.values():
        assert record["title"] in {post["post_title"] for post in written}
        assert "were counted for the 1. time" in record["text"]
    assert len(update().requests) == 1

    # Edited posts: one in the feed, two that have long left it; of one only the title, of one the tags.
    edited = {
        ids[0]: {"post_content": "<p>All of this was wrong, and is said here anew in a few words.</p>"},
        ids[30]: {"post_title": "Notes on trams, revised"},
        ids[50]: {"tags_input": ["brass"]},
    }
    changes = [{"ID": post} | change for post, change in edited.items()]
    site.php("foreach ($given as $post) wp_update_post(wp_slash($post));", changes)
    run = update()
    assert set(run.records) == {site.address(post) for post in edited}
    assert len(run.requests) <= 3 + 3
    assert "All of this was wrong" in run.records[site.address(ids[0])]["text"]
    assert run.records[site.address(ids[30])]["title"] == "Notes on trams, revised"
    assert "brass" in run.records[site.address(ids[50])]["tags"]
    assert update.versions() == 3
    assert len(update().requests) == 1

    # The sidebar and the name of the blog: no version of any post, though every page is another.
    before = update.stored()
    site.set_options(blogname="A Blog Renamed", blogdescription="with another motto")
    site.php(
        "wp_set_sidebars_widgets(['sidebar-1' => ['text-2']]);"
        "update_option('widget_text', [2 => ['title' => 'News', 'text' => 'Come to the fair!'], '_multiwidget' => 1]);"
    )
    run = update("-a", "since=2000-01-01")
    assert run.records == {}
    assert run.program.stats["posts/unchanged"] == POSTS + 3
    assert update.versions() == 3

    # Another theme: it does not change the posts, so an update does not notice it. Checking every post does.
    site.switch_theme("twentytwentytwo")
    assert len(update().requests) == 1
    run = update("-a", "since=2000-01-01")
    after = update.stored()
    same = sum(after[url] == before[url] for url in before)
    assert same >= 0.99 * len(before), (same, len(before), run.program.notes)
    assert run.records == {}

    # Deleted posts leave no trace in a feed: the next roll call by the sitemap, tomorrow, finds them.
    lost = [ids[5], ids[41]]
    addresses = {site.address(post) for post in lost}
    site.php("foreach ($given as $post) wp_delete_post($post, true);", lost)
    tomorrow = (datetime.now().astimezone() + timedelta(days=1, hours=1)).isoformat()
    run = update("-a", f"now={tomorrow}", "-s", "BLOGCRAWLER_LOOKS=0")
    assert run.gone == addresses
    assert run.records == {}
    assert len(run.requests) <= 2 + 3
    assert addresses <= set(update.stored())


def test_new_comments_on_old_posts_are_found(blog: tuple[Updates, list[int]]):
    update, ids = blog
    site = update.site
    update()
    old = [ids[20], ids[33], ids[55]]
    added = site.add_comments(
        [
            {"comment_post_ID": post, "comment_author": "Latecomer", "comment_content": "Only now I see this."}
            for post in old
        ]
    )
    site.add_comments(
        [
            {
                "comment_post_ID": post,
                "comment_author": "Host",
                "comment_content": "Better late than never.",
                "comment_parent": comment,
            }
            for post, comment in zip(old, added, strict=True)
        ]
    )
    run = update()
    assert set(run.records) == {site.address(post) for post in old}
    for record in run.records.values():
        late, answer = record["comments"][-2:]
        assert (late["author"], late["text"]) == ("Latecomer", "Only now I see this.")
        assert (answer["author"], answer["parent"]) == ("Host", late["id"])
    with closing(open_store(None, update.home)) as store:
        kinds = {store.post_states.versions(url)[-1].kinds for url in run.records}
    assert kinds == {("comments",)}
    assert len(run.requests) <= 3 + 3
    assert {path.split()[1] for path in run.requests if "feed" not in path} == {
        site.address(post).removeprefix(site.url) for post in old
    }


def test_comments_that_have_left_the_feed_between_visits_are_found(blog: tuple[Updates, list[int]]):
    update, ids = blog
    site = update.site
    update()
    talked_about = [ids[n] for n in (8, 10, 12, 14, 16, 18, 22, 24, 26, 28, 34, 36, 38)]  # the feed shows ten
    crowd = [
        {"comment_post_ID": post, "comment_author": "Crowd", "comment_content": f"We are {n} in number."}
        for n, post in enumerate(talked_about)
    ]
    site.add_comments(crowd[:-10])
    time.sleep(1)  # which of several comments of the same second are in the feed, WordPress leaves to the database
    site.add_comments(crowd[-10:])
    run = update()
    assert set(run.records) == {site.address(post) for post in talked_about}
    assert {record["comments"][-1]["author"] for record in run.records.values()} == {"Crowd"}
    assert len(run.requests) <= len(talked_about) + 3
    assert len(update().requests) == 1


def test_what_changes_in_the_second_of_a_visit_is_found_by_the_next(blog: tuple[Updates, list[int]]):
    update, ids = blog
    site = update.site
    update()
    for number in (2, 3, 4):  # each right after the visit that found the one before
        site.php(
            "foreach ($given as $post) wp_update_post($post);", [{"ID": ids[number], "post_title": f"At once {number}"}]
        )
        run = update.at_once()
        assert set(run.records) == {site.address(ids[number])}, number
    assert update().records == {}
    assert len(update().requests) == 1


def test_a_deleted_post_is_noticed_at_once_if_its_neighbours_are_listed(blog: tuple[Updates, list[int]]):
    update, _ = blog
    site = update.site
    made = [post | {"post_date": None} for post in some_posts(POSTS + 6)[POSTS + 3 :]]
    kept, lost = site.add_posts(made[:2])
    update()
    address = site.address(lost)
    site.php("foreach ($given as $post) wp_delete_post($post, true);", [lost])
    (new,) = site.add_posts(made[2:])
    run = update()
    assert set(run.records) == {site.address(new)}
    assert run.gone == {address}
    assert len(run.requests) <= 1 + 1 + 3, " ".join(run.requests)
    assert site.address(kept) in update.stored()
