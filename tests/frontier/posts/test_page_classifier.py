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
def judge(extractor: Extractor) -> PostClassifier:
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
def test_the_page_decides(extractor: Extractor, judge: PostClassifier, html: str, verdict: Verdict, is_post: bool):
    assert judge.is_post(a_page(html), extractor, verdict) is is_post


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
def test_what_has_the_template_of_a_post_and_lists_others_is_none(
    extractor: Extractor, judge: PostClassifier, headings: str, is_post: bool
):
    post = POSTS[8]
    first = f"<p>{post.paragraphs[0]}"
    html = post_page(post).replace(first, headings + first, 1)
    assert headings in html
    assert judge.is_post(a_page(html), extractor, Verdict.MAYBE) is is_post
    assert judge.is_post(a_page(html), extractor, Verdict.YES)


def test_a_judge_survives_as_a_record(judge: PostClassifier):
    assert PostClassifier.from_record(json.loads(json.dumps(judge.record()))) == judge
    assert judge.telling <= judge.common


def test_without_training_only_the_address_counts(extractor: Extractor):
    assert not PostClassifier().is_post(a_page(post_page(POSTS[0])), extractor, Verdict.MAYBE)
    assert PostClassifier().is_post(a_page(post_page(POSTS[0])), extractor, Verdict.YES)


def test_a_blog_that_lists_an_undated_page_in_its_feed_has_undated_posts(extractor: Extractor):
    pages = [a_page(post_page(post)) for post in POSTS[:6]]
    undated = a_page(re.sub("<time.*?</time>", "", post_page(POSTS[8])))
    judge = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert not judge.is_post(undated, extractor, Verdict.MAYBE)
    listed = a_page(re.sub("<time.*?</time>", "", post_page(POSTS[7])))
    judge = learn_post_classifier([*pages, listed], [a_page(LIST)], extractor)
    assert judge.is_post(undated, extractor, Verdict.MAYBE)
    assert not judge.is_post(a_page(LIST), extractor, Verdict.MAYBE)


def test_a_post_whose_article_is_elsewhere_is_no_list(extractor: Extractor, judge: PostClassifier):
    odd = post_page(POSTS[8]).replace("class=entry-content", "class=other").replace("<article", "<section")
    assert judge.is_post(a_page(odd), extractor, Verdict.YES)
    assert not judge.is_post(a_page(odd), extractor, Verdict.MAYBE)
    nameless = odd.replace(f"<title>{POSTS[8].title}", "<title>Tagged")
    assert not judge.is_post(a_page(nameless), extractor, Verdict.YES)


def test_a_page_may_be_called_differently_in_the_browser(extractor: Extractor, judge: PostClassifier):
    post = POSTS[8]
    renamed = post_page(post).replace(f"<title>{post.title}", "<title>Something that is found by search engines")
    assert not judge.is_post(a_page(renamed), extractor, Verdict.MAYBE)
    named = renamed.replace("</head>", f'<meta property="og:title" content="{post.title}"></head>')
    assert judge.is_post(a_page(named), extractor, Verdict.MAYBE)
