"""An error in an optional step costs neither a post nor the crawl. It is counted and shown in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import Program, crawl, records, urls
from updated_blog import Updates, crawled, soon

from blogcrawler.store import open_store

POSTS = make_posts(16)
#: The steps of a crawl, and where an error is planted in each. Steps of one group fail in the same crawl.
PIPELINES = {
    "rendering": "pipelines.render:page_platforms",
    "parts": "pipelines.multipage:next_part",
    "comments": "pipelines.comments:gather",
    "media": "pipelines.media:article_media",
    "dating": "pipelines.extract:best_date",
    "canonical": "blog:KnownBlog.address_of",
}
FIELDS = {
    "title": "extraction.extractor:Extractor._title",
    "authors": "extraction.extractor:Extractor._authors",
    "dating": "extraction.extractor:Extractor._published",
    "tags": "extraction.extractor:Extractor._tags",
    "language": "extraction.extractor:text_language",
}
LEARNING = {
    "repair": "blog.site_knowledge:adapt_new",
    "learning": "blog.known_blog:learn",
    "classification": "blog.known_blog:learn_post_classifier",
}
STEPS: dict[str, dict[str, str]] = {
    "pipelines": PIPELINES,
    "fields": FIELDS,
    "article": {"article": "extraction.article_reader:ArticleReader.read"},
    "article without rules": {
        "article": "extraction.article_reader:ArticleReader.read pipelines.extract:generic_article"
    },
    "stated language": {"language": "extraction.extractor:stated_language"},
    "medium": {"media": "pipelines.media:media_type"},
    "learning": LEARNING,
    "learning articles": {"learning": "extraction.learning.learn:learn_verified_article"},
    "learning short fields": {
        "learning": " ".join(
            f"extraction.learning.learn:{learner}"
            for learner in ("learn_title", "learn_authorship", "learn_published", "learn_tags", "page_language")
        )
    },
    "comment platforms": {"comments": "crawl.learn_phase:page_platforms"},
    "knowledge": {"knowledge": "blog:SiteKnowledge.recognise"},
    "guide": {"knowledge": "blog.site_knowledge:document crawl.links.knowledge_guide:document"},
    "link repair": {"link_repair": "crawl.links.link_repair:LinkRepair.learn_from"},
    "classification": {"classification": "frontier:PostClassifier.rejection_by_traits"},
    "predicting": {"prediction": "frontier:KnnPredictor.predict"},
    "learning to predict": {"prediction": "frontier:KnnPredictor.learn"},
    "choosing the next page": {"prediction": "frontier:Explorer.next frontier:Explorer.is_over"},
    "reading a sitemap": {"sitemap": "crawl.links.sitemaps_and_feed_pages:parse_sitemap"},
    "following a sitemap": {"sitemap": "crawl.links.link_follower:LinkFollower.follow_sitemap"},
    "searching the feed": {"feed_search": "survey.feed_search:parse_feed"},
    "links": {"links": "crawl.links.link_follower:page_links"},
    "lists": {
        "feed_page": "crawl.links.sitemaps_and_feed_pages:parse_feed",
        "other_templates": "crawl.posts.other_templates:OtherTemplates.keep",
        "list_dates": "crawl.posts.list_dates:ListDates.read",
        "scripts": "crawl.links.app_scripts:app_files",
        "sources": "crawl.learn_phase:first_sources",
        "review": "crawl.posts.post_recognition:PostRecognition._review",
    },
    "dates of neighbours": {"dating": "crawl.close_phase:date_undated"},
}


def planted(places: str) -> dict[str, str]:
    return {"PLANTED_FAULTS": " ".join(f"blogcrawler.{place}" for place in places.split())}


@pytest.fixture(scope="module")
def site() -> Iterator[BlogSite]:
    """A WordPress blog in an unknown theme, with a sitemap, pages of the feed, pictures and comments."""
    with BlogSite() as site:
        fill(site, POSTS, in_feed=6, sitemap=True)
        link = "<link rel=alternate type='application/rss+xml' href=/feed.xml>"
        comment = "<div id=comments><p><b class=author>Ann</b> <i>May 4, 2023</i> Well said, and more so.</p></div>"
        for number, post in enumerate(POSTS):
            picture = f"{post.article()}<p><img src=/{number}.png alt=''></p>"
            site.pages[f"/{number}.png"] = Answer(b"\x89PNG\r\n\x1a\n" + bytes(100 + number), "image/png")
            site.pages[post.path] = Answer(post_page(post, link, article=picture, more=comment))
        for path, answer in list(site.pages.items()):
            if isinstance(answer, Answer) and "<head>" in str(answer.body):
                marked = str(answer.body).replace("<head>", '<head><meta name="generator" content="WordPress 6.4">')
                site.pages[path] = Answer(marked)
        feed = str(site.pages["/feed.xml"].body)  # type: ignore[union-attr]
        generator = "<generator>https://wordpress.org/?v=6.4</generator><item>"
        for path in ("/feed.xml", "/feed.xml?paged=2"):
            site.pages[path] = Answer(feed.replace("<item>", generator, 1), "application/rss+xml")
        yield site


def check_log(program: Program, steps: set[str], stats: dict[str, int]) -> None:
    """Each step is logged once as a warning, with an address; nothing else went wrong."""
    assert steps <= stats.keys(), program.log[-5000:]
    warned = re.findall(r"WARNING: An error in the step '(\w+)' at (?:http://\S+|the queue); .*planted", program.log)
    assert sorted(warned) == sorted(stats)
    assert "] ERROR" not in program.log
    for step, number in stats.items():
        assert f"{step.replace('_', ' ')} × {number}" in program.log


@pytest.mark.parametrize("name", STEPS)
def test_an_error_in_a_step_of_a_crawl_loses_no_post(name: str, site: BlogSite, tmp_path: Path) -> None:
    home, steps = tmp_path / "archive", STEPS[name]
    program = crawl(home, site.url, env=planted(" ".join(steps.values())), BLOGCRAWLER_MEDIA_ENABLED=1)
    assert program.poll() == 0
    assert program.stats["finish_reason"] in ("finished", "enough")
    assert urls(home) == sorted(site.url.rstrip("/") + post.path for post in POSTS)
    assert all(record["text"] for record in records(home))
    faults = {key.removeprefix("faults/"): n for key, n in program.stats.items() if key.startswith("faults/")}
    check_log(program, set(steps), faults)
    with closing(open_store(None, home)) as store:
        known = store.blog(site.url)
    assert known is not None
    assert known.faults == {step.replace("_", " "): number for step, number in faults.items()}


def test_an_error_in_the_search_for_more_training_pages_loses_no_post(tmp_path: Path) -> None:
    """With a feed of two posts, pages like theirs are looked for."""
    home, step = tmp_path / "archive", "survey.blog_survey:train_beside_feed"
    with BlogSite() as site:
        fill(site, POSTS, in_feed=2, sitemap=True)
        program = crawl(home, site.url, env=planted(step))
        assert urls(home) == sorted(site.url.rstrip("/") + post.path for post in POSTS)
    check_log(program, {"further_training"}, {"further_training": program.stats["faults/further_training"]})


UPDATE_STEPS: dict[str, dict[str, str]] = {
    "pipelines": PIPELINES,
    "fields": FIELDS,
    "article": {"article": "extraction.article_reader:ArticleReader.read"},
    "sitemap": {"sitemap": "updating.visit:read_sitemap"},
    "template": {"template_change": "updating.post_fetch:has_new_template"},
    "classification": {"classification": "frontier:PostClassifier.is_post"},
    "dates of neighbours": {"dating": "updating.executor:date_undated"},
}


@pytest.mark.parametrize("name", UPDATE_STEPS)
def test_an_error_in_a_step_of_an_update_loses_no_post(name: str, blog: Updates) -> None:
    posts = make_posts(9)
    crawled(blog, posts[2:], sitemap=True)
    blog.publish(posts, sitemap=True)
    steps = UPDATE_STEPS[name]
    found, program = blog.update(
        "-a", "all=1", "-a", soon(2), env=planted(" ".join(steps.values())), BLOGCRAWLER_MEDIA_ENABLED=1
    )
    assert {blog.url(post) for post in posts[:2]} <= {record["url"] for record in found}
    faults = {key.removeprefix("faults/"): n for key, n in program.stats.items() if key.startswith("faults/")}
    assert set(steps) <= faults.keys(), program.log[-5000:]
    assert "] ERROR" not in program.log


def test_an_error_in_the_pages_that_list_posts_loses_no_post_of_the_feed(blog: Updates) -> None:
    posts = make_posts(40)
    crawled(blog, posts[20:])
    blog.publish(posts)  # more new posts than the feed has entries
    found, program = blog.update(env=planted("updating.visit:read_hub_pages"))
    assert blog.url(posts[0]) in {record["url"] for record in found}
    assert program.stats["faults/hub_pages"] == 1
    assert "] ERROR" not in program.log


#: Steps that need another blog, and the tests that plant an error in them.
ELSEWHERE = {
    "feed_post": "crawl/posts/test_feed_only_posts.py",
    "queue": "frontier/queue/test_scheduler.py",
    "requisites": "crawls/test_requisites.py",
    "thread": "updating/threads/test_thread_fetch.py",
    "watches": "delivery/test_delivery.py",
}


def test_an_error_is_planted_in_every_step() -> None:
    tests = Path(__file__).parents[1]
    modules = (tests.parent / "blogcrawler").rglob("*.py")
    steps = {
        name for file in modules for name in re.findall(r'(?:optional_step|attempt)\(\s*"(\w+)"', file.read_text())
    }
    here = {step for group in (*STEPS.values(), *UPDATE_STEPS.values()) for step in group}
    assert steps - here - ELSEWHERE.keys() == {"further_training", "hub_pages"}
    for step, file in ELSEWHERE.items():
        assert re.search(rf'\["{step}"\]|"faults/{step}"', (tests / file).read_text()), step
