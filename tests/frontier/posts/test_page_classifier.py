from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from blogsite import make_posts, page, post_page, rss

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, FieldRule, learn
from blogcrawler.feeds import parse_feed
from blogcrawler.frontier import PostClassifier, Rejection, Verdict, learn_post_classifier

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
def test_the_page_decides_if_its_url_does_not(
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


def test_a_type_that_one_training_page_does_not_state_is_not_a_condition(extractor: Extractor):
    def stating(number: int, kind: str) -> Page:
        meta = f'<meta property="og:type" content="{kind}">'
        return a_page(post_page(POSTS[number]).replace("<head>", f"<head>{meta}"))

    pages = [stating(n, "article") for n in range(5)]
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert not classifier.is_post(stating(8, "website"), extractor, Verdict.MAYBE)
    classifier = learn_post_classifier([*pages, stating(5, "website")], [a_page(LIST)], extractor)
    assert classifier.is_post(stating(8, "website"), extractor, Verdict.MAYBE)
    assert not classifier.is_post(a_page(LIST), extractor, Verdict.MAYBE)


def test_a_post_whose_article_is_elsewhere_is_not_a_list(extractor: Extractor, classifier: PostClassifier):
    odd = post_page(POSTS[8]).replace("class=entry-content", "class=other").replace("<article", "<section")
    assert classifier.is_post(a_page(odd), extractor, Verdict.YES)
    assert not classifier.is_post(a_page(odd), extractor, Verdict.MAYBE)
    many = "<ul>" + "".join(f"<li><a href=/{n}.html>Another page that may be read, number {n}</a>" for n in range(90))
    dated = (
        odd.replace("<time class=published", "<span").replace("</time>", "</span>").replace("</body>", f"{many}</ul>")
    )
    assert classifier.is_post(a_page(dated), extractor, Verdict.YES)
    undated = re.sub(r"<span datetime.*?</span>", "", dated)
    assert not classifier.is_post(a_page(undated), extractor, Verdict.YES)
    nameless = odd.replace(f"<title>{POSTS[8].title}", "<title>Tagged")
    assert not classifier.is_post(a_page(nameless), extractor, Verdict.YES)


def test_a_page_in_the_template_of_posts_may_have_another_name_in_its_head(
    extractor: Extractor, classifier: PostClassifier
):
    post = POSTS[8]
    renamed = post_page(post).replace(f"<title>{post.title}", "<title>Something that is found by search engines")
    assert classifier.is_post(a_page(renamed), extractor, Verdict.MAYBE)
    list_of_one = renamed.replace(f">{post.title}</h1>", f"><a href='{post.path}'>{post.title}</a></h1>")
    assert classifier.rejection(a_page(list_of_one), extractor, Verdict.MAYBE) is Rejection.NO_TITLE
    named = list_of_one.replace("</head>", f'<meta property="og:title" content="{post.title}"></head>')
    assert classifier.is_post(a_page(named), extractor, Verdict.MAYBE)
    other_template = renamed.replace("class=post", "class=other")
    assert classifier.rejection(a_page(other_template), extractor, Verdict.MAYBE) is Rejection.NO_TITLE


def in_section(number: int, body: str, article: str = "") -> Page:
    html = post_page(POSTS[number]).replace("<body>", f"<body class='{body}'>")
    return a_page(html.replace("class=post", f"class='post {article}'"))


@pytest.mark.parametrize(
    ("body", "article"),
    [("politics", ""), ("", "category-cats"), ("", "tag-cats author-ann"), ("post-12", ""), ("design-a", "")],
    ids=["section", "category", "tag and author", "number", "variant"],
)
def test_a_class_name_that_all_training_pages_share_by_chance_is_not_a_condition(
    extractor: Extractor, body: str, article: str
):
    """www.huffingtonpost.com: the whole feed was from one section, and posts of other sections were rejected."""
    classifier = learn_post_classifier([in_section(n, body, article) for n in range(6)], [a_page(LIST)], extractor)
    assert classifier.is_post(in_section(8, "books", "category-dogs"), extractor, Verdict.MAYBE)


def test_a_page_that_lacks_most_class_names_of_posts_is_not_a_post(extractor: Extractor):
    """WordPress gives its pages other classes, but the same title and date."""
    pages = [in_section(n, "single single-post", "type-post") for n in range(6)]
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert classifier.is_post(in_section(8, "single", "type-post"), extractor, Verdict.MAYBE)
    page = a_page(post_page(POSTS[8]).replace("class=post", "class=other"))
    assert classifier.rejection(page, extractor, Verdict.MAYBE) is Rejection.TEMPLATE


def test_a_page_that_states_another_kind_of_content_is_not_a_post(extractor: Extractor):
    """Drupal shows forum topics in the template of posts."""
    pages = [in_section(n, "node-type-story not-front wide narrow") for n in range(6)]
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert classifier.is_post(in_section(8, "not-front wide narrow"), extractor, Verdict.MAYBE)
    topic = in_section(8, "node-type-forum not-front wide narrow")
    assert classifier.rejection(topic, extractor, Verdict.MAYBE) is Rejection.TYPE
    about = a_page(post_page(POSTS[8]).replace("class=post", "class=page"))
    assert classifier.rejection(about, extractor, Verdict.MAYBE) is Rejection.TYPE


def test_an_undated_page_that_its_head_names_otherwise_is_not_a_post(extractor: Extractor):
    pages = [a_page(re.sub("<time.*?</time>", "", post_page(post))) for post in POSTS[:6]]
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    other = post_page(POSTS[8]).replace("<title>", "<title>About ").replace(f"About {POSTS[8].title}", "About")
    assert classifier.rejection(a_page(re.sub("<time.*?</time>", "", other)), extractor, Verdict.MAYBE)


def test_a_class_name_that_one_training_page_lacks_is_not_a_condition(extractor: Extractor):
    pages = [in_section(n, "wide" if n else "", "type-post") for n in range(6)]
    classifier = learn_post_classifier(pages, [a_page(LIST)], extractor)
    assert "body.wide" in classifier.common
    assert "body.wide" not in classifier.telling
    assert "article.type-post" in classifier.telling


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("class=entry-content", "class=other"), Rejection.NO_ARTICLE),
        (("<time", "<i"), Rejection.NO_DATE),
        (("<title>", "<title>Tagged as "), None),
    ],
)
def test_a_rejection_says_what_is_missing(
    extractor: Extractor, classifier: PostClassifier, change: tuple[str, str], why: Rejection | None
):
    html = post_page(POSTS[8]).replace(*change).replace("<article", "<section")
    assert classifier.rejection(a_page(html), extractor, Verdict.NO) is Rejection.ADDRESS
    assert classifier.rejection(a_page(html), extractor, Verdict.MAYBE) is why


def test_if_posts_have_their_date_in_the_address_other_pages_must_show_one(extractor: Extractor):
    dated = Extractor(replace(extractor.rules, published=(FieldRule("url", 1.0),)))

    def undated(number: int, path: str, more: str = "") -> Page:
        html = re.sub("<time.*?</time>", more, post_page(POSTS[number]))
        return parse_page(html, f"{HOME}{path}")

    pages = [undated(n, f"2014/03/0{n + 1}/name") for n in range(6)]
    classifier = learn_post_classifier(pages, [a_page(LIST)], dated)
    assert classifier.rejection(undated(8, "research"), dated, Verdict.MAYBE) is Rejection.NO_DATE
    shown = undated(8, "old-post", "<span class=date>3 March 2011</span>")
    assert classifier.is_post(shown, dated, Verdict.MAYBE)


def test_a_post_of_another_template_needs_no_title_in_the_head_if_no_post_has_one(extractor: Extractor):
    def unnamed(html: str) -> Page:
        return a_page(re.sub("<title>.*?</title>", "<title>Notes</title>", html))

    posts = [unnamed(post_page(post)) for post in POSTS[:6]]
    classifier = learn_post_classifier(posts, [unnamed(LIST)], extractor)
    odd = post_page(POSTS[8]).replace("class=entry-content", "class=other").replace("<article", "<section")
    assert classifier.is_post(unnamed(odd), extractor, Verdict.YES)
    assert not classifier.is_post(unnamed(odd), extractor, Verdict.MAYBE)


@pytest.mark.parametrize(
    ("title", "heading", "folder", "is_post"),
    [
        ("Rain over the river", "Rain over the river", "2014/03/03", True),
        ("Rain over the river", "A Made-up Blog since 2004", "2014/03/03", True),
        ("Page not found", "Page not found", "2014/03/03", False),
        ("Rain over the river", "Rain over the river", "posts", False),
    ],
    ids=["post", "name of the blog", "error", "category"],
)
def test_a_post_of_another_template_needs_no_date_if_its_address_has_date_and_title(
    extractor: Extractor, classifier: PostClassifier, title: str, heading: str, folder: str, is_post: bool
):
    """It has more links than text."""
    menu = "".join(f"<li><a href='{p.path}'>{p.title}</a></li>" for p in POSTS)
    html = page(title, f"<h1>{heading}</h1><p>It rained.</p><ul>{menu}</ul>")
    odd = parse_page(html, f"{HOME}{folder}/rain-over-the-river/")
    assert classifier.is_post(odd, extractor, Verdict.YES) is is_post


@pytest.mark.parametrize(("body", "is_post"), [("node-type-story", True), ("archive", False)])
def test_a_page_with_the_class_names_of_posts_may_have_their_articles_element_twice(
    extractor: Extractor, body: str, is_post: bool
):
    """The element is known by a class that every other element of a list has (``even``)."""
    classifier = learn_post_classifier([in_section(n, "node-type-story") for n in range(6)], [a_page(LIST)], extractor)
    html = post_page(POSTS[8]).replace("<body>", f"<body class='{body}'>")
    twice = a_page(html.replace("</body>", "<div class=entry-content>Ann lives on a hill.</div></body>"))
    assert classifier.is_post(twice, extractor, Verdict.MAYBE) is is_post
