from __future__ import annotations

import json
import re

import pytest
from blogsite import make_posts, page, post_page, rss

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, learn
from blogcrawler.feeds import parse_feed
from blogcrawler.frontier import PostClassifier, Verdict, learn_post_classifier

HOME = "http://example.org/"
POSTS = make_posts(9)
LIST = page("Home", "".join(f"<div class=teaser><h2>{p.title}</h2><p>{p.paragraphs[0]}</p></div>" for p in POSTS))


#: The template of a post around links to others: as Astro's Starlight and Sphinx's ABlog make them.
LISTED = "".join(f"<h2><a href='{p.path}'>{p.title}</a></h2><p>{p.paragraphs[0]}</p>" for p in POSTS[1:5])


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    links = [HOME.rstrip("/") + post.path for post in POSTS[:6]]
    feed = parse_feed(rss(HOME, list(zip(links, links, POSTS, strict=False))).encode(), f"{HOME}feed")
    return Extractor(learn([(e, parse_page(post_page(p), e.url)) for e, p in zip(feed.entries, POSTS, strict=False)]))


@pytest.fixture(scope="module")
def classifier(extractor: Extractor) -> PostClassifier:
    return learn_post_classifier([a_page(post_page(post)) for post in POSTS[:6]], [a_page(LIST)], extractor)


def a_page(html: str) -> Page:
    return parse_page(html, HOME)


@pytest.mark.parametrize(
    ("html", "verdict", "is_post"),
    [
        (post_page(POSTS[8]), Verdict.MAYBE, True),
        (post_page(POSTS[8]), Verdict.YES, True),
        (post_page(POSTS[8]), Verdict.NO, False),
        (page("About", "<h1>About</h1><p>Nobody wrote this.</p>"), Verdict.MAYBE, False),
        (LIST, Verdict.MAYBE, False),
        ("", Verdict.MAYBE, False),
    ],
    ids=["post", "post by its address", "list by its address", "page", "list", "empty"],
)
def test_the_page_decides_where_its_url_does_not(
    extractor: Extractor, classifier: PostClassifier, html: str, verdict: Verdict, is_post: bool
):
    assert classifier.is_post(a_page(html), extractor, verdict) is is_post


@pytest.mark.parametrize(
    ("headings", "is_post"),
    [
        (LISTED, False),
        (LISTED.replace("href='", "href='https://elsewhere.example"), True),
        (LISTED.replace("href='", "href='#"), True),
        (LISTED.replace("<a", "By <a"), True),
    ],
    ids=["other posts", "other sites", "chapters", "more than a link"],
)
def test_a_page_with_the_template_of_a_post_that_lists_other_posts_is_not_a_post(
    extractor: Extractor, classifier: PostClassifier, headings: str, is_post: bool
):
    post = POSTS[8]
    first = f"<p>{post.paragraphs[0]}"
    html = post_page(post).replace(first, headings + first, 1)
    assert headings in html
    assert classifier.is_post(a_page(html), extractor, Verdict.MAYBE) is is_post
    assert classifier.is_post(a_page(html), extractor, Verdict.YES)


@pytest.mark.parametrize(("dates", "is_post"), [(3, False), (2, True)])
def test_a_list_of_whole_posts_is_recognised_by_their_dates(
    extractor: Extractor, classifier: PostClassifier, dates: int, is_post: bool
):
    """The sections of the posts have headings, too, so that less than three quarters of the headings are links."""
    post = POSTS[8]
    time = re.search("<time.*?</time>", post_page(post))
    assert time is not None
    whole = "".join(
        f"<h2><a href='{p.path}'>{p.title}</a></h2><h3>One</h3><h3>Two</h3><p>{p.paragraphs[0]}</p>" for p in POSTS[1:5]
    )
    first = f"<p>{post.paragraphs[0]}"
    html = post_page(post).replace(first, whole + time[0] * (dates - 1) + first, 1)
    assert html.count("<time") == dates
    assert classifier.is_post(a_page(html), extractor, Verdict.MAYBE) is is_post


def test_a_classifier_survives_as_a_record(classifier: PostClassifier):
    assert PostClassifier.from_record(json.loads(json.dumps(classifier.record()))) == classifier
    assert classifier.telling <= classifier.common


def test_without_training_only_the_url_counts(extractor: Extractor):
    assert not PostClassifier().is_post(a_page(post_page(POSTS[0])), extractor, Verdict.MAYBE)
    assert PostClassifier().is_post(a_page(post_page(POSTS[0])), extractor, Verdict.YES)


def test_a_blog_that_lists_an_undated_page_in_its_feed_has_undated_posts(extractor: Extractor):
    pages = [a_page(post_page(post)) for post in POSTS[:6]]
    undated = a_page(re.sub("<time.*?</time>", "", post_page(POSTS[8])))
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert not classifier.is_post(undated, extractor, Verdict.MAYBE)
    listed = a_page(re.sub("<time.*?</time>", "", post_page(POSTS[7])))
    classifier = learn_post_classifier([*pages, listed], [a_page(LIST)], extractor)
    assert classifier.is_post(undated, extractor, Verdict.MAYBE)
    assert not classifier.is_post(a_page(LIST), extractor, Verdict.MAYBE)


def test_a_post_whose_article_is_elsewhere_is_not_a_list(extractor: Extractor, classifier: PostClassifier):
    odd = post_page(POSTS[8]).replace("class=entry-content", "class=other").replace("<article", "<section")
    assert classifier.is_post(a_page(odd), extractor, Verdict.YES)
    assert not classifier.is_post(a_page(odd), extractor, Verdict.MAYBE)
    nameless = odd.replace(f"<title>{POSTS[8].title}", "<title>Tagged")
    assert not classifier.is_post(a_page(nameless), extractor, Verdict.YES)


def test_the_title_may_be_in_the_metadata_instead_of_the_browser_title(
    extractor: Extractor, classifier: PostClassifier
):
    post = POSTS[8]
    renamed = post_page(post).replace(f"<title>{post.title}", "<title>Something that is found by search engines")
    assert not classifier.is_post(a_page(renamed), extractor, Verdict.MAYBE)
    named = renamed.replace("</head>", f'<meta property="og:title" content="{post.title}"></head>')
    assert classifier.is_post(a_page(named), extractor, Verdict.MAYBE)
