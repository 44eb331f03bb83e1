"""How a page is explained, without an archive."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from blogsite import MadePost, make_posts, page, post_page
from scrapy.http import HtmlResponse

from blogcrawler.blog import KnownBlog, SiteKnowledge, Survey, Training
from blogcrawler.dom import parse_page
from blogcrawler.explanation import CapturedPage, Explanation, FieldExplanation, Fit, explain_page
from blogcrawler.explanation.field_choices import PageFields
from blogcrawler.extraction import Extractor
from blogcrawler.items import Comment, Feed, FeedEntry, Post
from blogcrawler.knowledge import document

HOME = "http://example.org/"
POSTS = make_posts(7)
WHEN = datetime(2024, 7, 1, tzinfo=UTC)


def entry(post: MadePost) -> FeedEntry:
    return FeedEntry(
        HOME.rstrip("/") + post.path,
        post.title,
        (post.author,),
        post.published,
        content_html=post.article(),
        tags=tuple(post.tags),
    )


@pytest.fixture(scope="module")
def blog() -> KnownBlog:
    training = []
    for post in POSTS[:6]:
        one = parse_page(post_page(post), HOME.rstrip("/") + post.path)
        training.append(Training(entry(post), HtmlResponse(one.url), one))
    home = parse_page(page("Home", "<h2>Posts</h2><p>Some posts</p>"), HOME)
    feed = Feed(f"{HOME}feed", entries=tuple(one.entry for one in training))
    return KnownBlog.learn(Survey(HOME, HOME, home, feed, training), SiteKnowledge())


def explained(blog: KnownBlog, html: str, path: str = POSTS[6].path, **known) -> Explanation:
    one = parse_page(html, HOME.rstrip("/") + path)
    return explain_page(blog, one.url, CapturedPage(one, document(one), WHEN, **known))


def field(found: Explanation, name: str) -> FieldExplanation:
    (one,) = [one for one in found.fields if one.name == name]
    return one


def test_each_field_has_one_used_choice_and_says_what_the_others_give(blog: KnownBlog):
    head = '<meta property="og:title" content="Another title">'
    found = explained(blog, post_page(POSTS[6], head))
    title = field(found, "title")
    assert (title.value, title.source) == (POSTS[6].title, "rule")
    assert title.confidence == title.choices[0].confidence
    assert [choice.value for choice in title.choices if choice.used] == [POSTS[6].title]
    assert "Another title" in [choice.value for choice in title.choices if choice.source == "metadata"]
    for name in ("authors", "published", "tags", "text"):
        assert sum(choice.used for choice in field(found, name).choices) == 1, name


def test_a_record_that_differs_from_the_page_is_shown(blog: KnownBlog):
    saved = Post(HOME.rstrip("/") + POSTS[6].path, HOME, "Old title", source={"title": "metadata"})
    title = field(explained(blog, post_page(POSTS[6]), saved=saved), "title")
    assert title.differs
    assert (title.saved, title.saved_source) == ("Old title", "metadata")
    assert not field(explained(blog, post_page(POSTS[6])), "title").differs


def test_dates_from_everywhere_are_listed_the_most_certain_first(blog: KnownBlog):
    comments = [Comment(id="1", published="2024-05-01T10:00:00+00:00"), Comment(id="2", published="2024-04-20")]
    saved = Post(HOME, HOME, comments=comments, published="2024-04-08")
    head = '<meta property="article:published_time" content="2001-01-01T00:00:00Z">'
    found = explained(
        blog, post_page(POSTS[6], head), saved=saved, modified="2024-06-30T00:00:00+00:00", entry=entry(POSTS[6])
    )
    origins = {date.origin: date.date[:10] for date in found.dates}
    assert origins["feed"] == f"{POSTS[6].published:%Y-%m-%d}"
    assert origins["meta"] == "2001-01-01"
    assert origins["comments"] == "2024-04-20"
    assert origins["http"] == "2024-06-30"
    assert [date.confidence for date in found.dates] == sorted((date.confidence for date in found.dates), reverse=True)
    assert found.dates[0].origin == "feed"


def test_the_decision_equals_the_crawls_and_has_its_reasons(blog: KnownBlog):
    found = explained(blog, post_page(POSTS[6]))
    assert found.post.is_post
    assert found.post.reasons[0].fit is Fit.FOR
    assert "/Y/N/S.html" in found.post.reasons[0].detail
    about = explained(blog, page("About", "<h1>About</h1><p>Nobody wrote it.</p>"), "/about.html")
    assert not about.post.is_post
    assert any(reason.fit is Fit.AGAINST for reason in about.post.reasons)
    home = explained(blog, page("Home", "<p>Some posts</p>"), "/")
    assert (home.post.is_post, home.post.because) == (False, "it is the home page")


def test_the_program_is_named_with_the_patterns_that_matched(blog: KnownBlog):
    assert explained(blog, post_page(POSTS[6])).program is None
    head = '<meta name="generator" content="WordPress 6.5">'
    program = explained(blog, post_page(POSTS[6], head)).program
    assert program is not None
    assert program.name.startswith("blog/wordpress")
    assert 0 < program.confidence <= 1
    assert program.of_blog is None


def test_a_rendered_post_has_a_note(blog: KnownBlog):
    saved = replace(Post(HOME, HOME), rendered=True)
    assert "browser" in explained(blog, post_page(POSTS[6]), saved=saved).notes[0]


def test_a_page_without_anything_is_explained(blog: KnownBlog):
    found = explained(blog, "", "/nothing")
    assert (found.post.is_post, found.blocks, field(found, "text").value) == (False, (), "")


def test_the_rule_that_gave_the_text_is_the_one_that_is_used(blog: KnownBlog):
    first, *others = blog.extractor.rules.article
    vain = replace(first, selector="//footer")
    rules = replace(blog.extractor.rules, article=(vain, first, *others))
    one = parse_page(post_page(POSTS[6]), HOME.rstrip("/") + POSTS[6].path)
    got = blog.extractor.extract(one)
    assert PageFields(one, Extractor(rules)).article_rule(got) == first


def test_a_post_on_several_pages_has_a_note(blog: KnownBlog):
    text = field(explained(blog, post_page(POSTS[6])), "text").value
    saved = Post(HOME, HOME, text=f"{text}\nThe second page.")
    assert "further pages" in explained(blog, post_page(POSTS[6]), saved=saved).notes[0]
