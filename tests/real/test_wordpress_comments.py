"""The comments of real WordPresses: three markups, several pages, a feed that has overflowed."""

from __future__ import annotations

import random
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from crawl_processes import records, start_crawl
from wordpress import THEMES, WordPress, WordPresses, some_posts

from blogcrawler.comments import EndpointAnswer
from blogcrawler.comments.learning.learn_rule import learn_comments
from blogcrawler.comments.learning.matching import sample_of
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.platforms.comment_feed import read_comment_feed
from blogcrawler.dom import parse_page

pytestmark = pytest.mark.real

#: Sites that have this option refuse feeds of comments and the REST API.
REFUSING = """<?php
if (get_option('refuses_comments')) {
    remove_action('wp_head', 'rest_output_link_wp_head', 10);
    add_filter('rest_authentication_errors', fn() => new WP_Error('no', 'no', ['status' => 403]));
    add_action('template_redirect', function () {
        if (is_comment_feed()) { status_header(403); exit; }
    });
}
"""
DEEPEST = 5
WORDS = "harbour lantern copper meadow winter violin ladder orchard granite pepper saddle thunder willow anchor".split()

Fact = tuple[str, str, str | None]


def a_discussion(post: int, number: int, seed: int = 1) -> list[dict[str, Any]]:
    """Comments on a post, up to five deep, as wp_insert_comment() wants them."""
    chance = random.Random(seed)
    depths: list[int] = []
    comments: list[dict[str, Any]] = []
    for n in range(number):
        possible = [index for index, depth in enumerate(depths) if depth < DEEPEST]
        parent = chance.choice(possible[-20:]) if possible and chance.random() < 0.6 else None
        depths.append(1 if parent is None else depths[parent] + 1)
        sentences = [" ".join(chance.choices(WORDS, k=chance.randint(3, 12))) for _ in range(chance.randint(1, 3))]
        comments.append(
            {
                "comment_post_ID": post,
                "comment_parent": 0 if parent is None else -1 - parent,
                "comment_author": f"{chance.choice(('Ann', 'Bo', 'Chloé', 'Dmitri', '惠'))} {chance.choice(WORDS)}",
                "comment_author_url": f"http://{chance.choice(WORDS)}.example/" if chance.random() < 0.5 else "",
                "comment_author_email": f"{n}@example.org",
                "comment_content": "\n\n".join(f"Number {n}: {sentence}." for sentence in sentences),
                "comment_date": f"2024-0{1 + n // 100}-{1 + n // 24 % 28:02} {n % 24:02}:{n % 60:02}:{7 * n % 60:02}",
            }
        )
    assert max(depths) == DEEPEST or number < 50
    return comments


def facts_written(comments: list[dict[str, Any]]) -> Counter[Fact]:
    def text(comment: dict[str, Any]) -> str:
        return str(comment["comment_content"]).replace("\n\n", "\n")

    parents = [comment["comment_parent"] for comment in comments]
    return Counter(
        (comment["comment_author"], text(comment), text(comments[-1 - parent]) if parent else None)
        for comment, parent in zip(comments, parents, strict=True)
    )


def facts_got(comments: list[dict[str, Any]]) -> Counter[Fact]:
    """Author, text, and the text of the parent."""
    texts = {comment["id"]: comment["text"] for comment in comments}
    return Counter(
        (comment["author"], comment["text"], texts[comment["parent"]] if comment["parent"] else None)
        for comment in comments
    )


def f1(got: Counter[Fact], written: Counter[Fact]) -> float:
    return 2 * (got & written).total() / (got.total() + written.total())


def a_blog(site: WordPress) -> tuple[str, list[dict[str, Any]], list[str]]:
    """Twelve posts: one with 300 comments over several pages, two with some, one with a pingback."""
    site.set_options(
        page_comments=1,
        comments_per_page=50,
        thread_comments=1,
        thread_comments_depth=DEEPEST,
        posts_per_rss=10,
    )
    posts = site.add_posts(some_posts(12))
    long = a_discussion(posts[0], 300)
    site.add_comments(long)
    for post in posts[1:3]:
        site.add_comments(a_discussion(post, 6, seed=post))
    pingback = {
        "comment_post_ID": posts[3],
        "comment_author": "Another blog",
        "comment_author_url": "http://else.example/post/",
        "comment_content": "[&#8230;] they write about harbours [&#8230;]",
        "comment_type": "pingback",
    }
    site.add_comments([pingback, *a_discussion(posts[3], 2)])
    return site.address(posts[0]), long, [site.address(post) for post in posts]


@pytest.mark.parametrize("theme", THEMES)
def test_every_comment_is_harvested(wordpresses: WordPresses, theme: str, tmp_path: Path) -> None:
    (wordpresses.program / "wp-content" / "mu-plugins" / "refusing.php").write_text(REFUSING)
    with wordpresses.site(theme) as site:
        address, written, addresses = a_blog(site)
        site.set_options(page_comments=0)
        check_learning(address, written)
        site.set_options(page_comments=1)
        check_crawl(site, tmp_path / "all", address, written, addresses)
        site.set_options(refuses_comments=1)
        check_crawl(site, tmp_path / "pages", address, written, addresses)


def check_learning(address: str, written: list[dict[str, Any]]) -> None:
    """Without any knowledge of WordPress: the rule is learned from the feed, and reads what the feed has lost."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    page = parse_page(opener.open(address, timeout=60).read().decode(), address)
    batch = read_comment_feed(EndpointAnswer(f"{address}feed/", 200, opener.open(f"{address}feed/", timeout=60).read()))
    assert batch is not None
    assert len(batch.comments) == 10
    rule = learn_comments([sample_of(page, batch.comments)])
    assert rule is not None
    got = [comment.record() for comment in read_page(page, rule)]
    assert f1(facts_got(got), facts_written(written)) >= 0.99
    assert {comment["published"][:10] for comment in got} == {c["comment_date"][:10] for c in written}


def check_crawl(site: WordPress, home: Path, address: str, written: list[dict[str, Any]], addresses: list[str]) -> None:
    site.forget_requests()
    program = start_crawl(home, site.url, DOWNLOAD_TIMEOUT=30)  # PHP is slow on a busy machine
    assert program.wait(200) == 0, program.log
    got = {record["url"]: record for record in records(home)}
    assert set(got) == set(addresses)
    comments = got[address]["comments"]
    assert got[address]["comments_expected"] == 300
    assert f1(facts_got(comments), facts_written(written)) >= 0.99
    assert all(comment["published"] for comment in comments)
    assert {comment["published"][:10] for comment in comments} == {c["comment_date"][:10] for c in written}
    assert [len(got[one]["comments"]) for one in addresses] == [300, 6, 6, 3] + [0] * 8
    types = sorted((comment["type"], comment["author"]) for comment in got[addresses[3]]["comments"])
    assert [kind for kind, _ in types] == ["comment", "comment", "pingback"]
    assert types[2][1] == "Another blog"
    said = [comment["text"] for record in got.values() for comment in record["comments"]]
    assert not [text for text in said for record in got.values() if text and text in record["text"]]
    assert "100 % of the 315" in program.log
    asked = [request for request in site.requests() if "comments" in request or "/feed/" in request]
    assert program.stats["comments/requests"] <= 12, asked
