"""The extractor reads pages and leaves them as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from lxml import etree

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import ArticleRule, Extractor, FieldRule, RuleSet, generic_article
from blogcrawler.items import Provenance

URL = "https://blog.example/post"
TEXT = "The kettle boils while the river runs past the old garden wall. " * 6
HTML = f"""<html lang="en"><head><title>The post | Notes</title><meta property="og:image" content="/lead.jpg"></head>
<body><div id="empty"><script>counted()</script></div><img src="/lead.jpg" alt="The post">
<div id="part-1" class="entry"><h1>The post</h1><p onclick="go()">{TEXT}</p>
<aside class="share">Share this</aside></div>
<div id="part-2" class="entry"><p><img data-src="/lazy.jpg" src="data:,"><a href="/next">{TEXT}</a></p></div>
<noscript>Scripts are needed.</noscript><div id="comments"><p>A comment.</p></div></body></html>"""
BY_RULE = RuleSet(article=(ArticleRule('//*[@id="part-1"]', 1.0),), leads=True)
EMPTY_FIRST = RuleSet(article=(ArticleRule('//*[@id="empty"]', 1.0), ArticleRule("//body", 1.0)))


def serialised(page: Page) -> bytes:
    return etree.tostring(page.tree)


@pytest.mark.parametrize("rules", [BY_RULE, EMPTY_FIRST, RuleSet()], ids=["rule", "second rule", "fallback"])
def test_extracting_does_not_change_the_page(rules: RuleSet) -> None:
    extractor, page = Extractor(rules), parse_page(HTML, URL)
    before = serialised(page)
    first, second = extractor.extract(page), extractor.extract(page)
    assert serialised(page) == before
    assert first == second
    assert "kettle" in first.text
    assert "onclick" not in first.content_html


@pytest.mark.parametrize("rules", [BY_RULE, EMPTY_FIRST, RuleSet()], ids=["rule", "second rule", "fallback"])
def test_consuming_a_page_gives_the_same_post(rules: RuleSet) -> None:
    extractor = Extractor(rules)
    assert extractor.extract(parse_page(HTML, URL), consume=True) == extractor.extract(parse_page(HTML, URL))


def test_the_generic_article_does_not_change_the_page() -> None:
    page = parse_page(HTML, URL)
    before = serialised(page)
    first, second = generic_article(page), generic_article(page)
    assert serialised(page) == before
    assert first == second is not None


@pytest.mark.parametrize(
    ("date", "published"),
    [("12/06/2006 20:58", "2006-06-12T20:58:00-08:00"), ("06/12/2006", "2006-12-06"), ("no date", None)],
)
def test_pages_of_another_template_are_dated_by_what_they_show_as_the_blogs_pages_do(date: str, published: str | None):
    known = FieldRule("//time", 1.0, form="dmy", zone=((100, -480),))
    rules = RuleSet(article=(ArticleRule("//article", 1.0),), published=(known,), dated=5, pages=5)
    text = "<p>It rained all night, and the river rose until morning.</p>" * 5
    html = f"<html><body><h2>Rain</h2><div class=date>{date}</div><div class=old>{text}</div></body></html>"
    got = Extractor(rules).extract(parse_page(html, "http://example.org/rain"))
    assert got.published == published
    in_template = html.replace("div class=old", "article")
    assert Extractor(rules).extract(parse_page(in_template, "http://example.org/rain")).published is None
    other_place = replace(rules, published=(replace(known, selector="//h2"),))
    assert Extractor(other_place).extract(parse_page(in_template, "http://example.org/rain")).published == published


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("Ann's notes » Rain", "<h1><a href=/>Ann's notes</a></h1><h2>Rain</h2>", "Rain"),
        ("Ann's notes » Rain", "<div>Ann's notes</div><h2>Rain</h2>", "Rain"),
        ("Old name » Rain", "<h1><a href=/>Old name</a></h1><h2>Rain</h2>", "Rain"),
        ("Rain | Ann's notes", "<h1>Rain</h1><h2>Snow</h2>", "Rain"),
        ("Rain on the river", "<h2>Snow</h2>", "Rain on the river"),
        ("Ann's notes", "<h1>Ann's notes</h1><h2>Snow</h2>", "Ann's notes"),
    ],
    ids=["heading", "head", "earlier name", "in template", "without name", "post about the blog"],
)
@pytest.mark.parametrize("by", ["", Provenance.GUESS], ids=["feed", "no feed"])
def test_the_name_of_the_blog_is_not_the_title_of_posts_in_another_template(
    head: str, body: str, title: str, by: Provenance | Literal[""]
):
    rules = (FieldRule("//h1", 1.0, by=by), FieldRule("/html/head/title", 0.95, suffix=" | Ann's notes", by=by))
    html = f"<html><head><title>{head}</title></head><body>{body}<p>It rained.</p></body></html>"
    extractor = Extractor(RuleSet(title=rules, names=("ann s notes",), pages=5))
    assert extractor.extract(parse_page(html, "http://example.org/rain")).title == title


@pytest.mark.parametrize(
    ("below", "kept"),
    [
        ("<p>Posted by ann at June 12, 2006</p><h2>Comments</h2>", False),
        ("<p>Posted by ann at June 12, 2006</p><p><a href=/c>Add a comment here</a></p>", False),
        ("<p>Posted by ann at June 12, 2006</p><p>But that is another story, which I shall tell.</p>", True),
    ],
)
def test_the_byline_below_an_unconfirmed_article_goes_with_the_captions_below_it(below: str, kept: bool):
    rules = RuleSet(article=(ArticleRule("//div", 0.5, source=Provenance.GUESS),))
    text = "<p>It rained all night, and the river rose until morning.</p>" * 5
    html = f"<html><body><h1>Rain</h1><i class=date>12 June 2006</i><div>{text}{below}</div></body></html>"
    got = Extractor(rules).extract(parse_page(html, "http://example.org/rain"))
    assert ("Posted by ann" in got.text) is kept
    assert ("comment" in got.text.lower()) is False
    assert got.text.startswith("It rained")


@pytest.mark.parametrize(("heading", "day"), [("h1", None), ("h2", "2019-05-03")])
def test_a_date_that_no_rule_finds_is_read_if_no_rule_finds_the_title_either(heading: str, day: str | None) -> None:
    """Then the page has another template than those from which the rules were learned."""
    rules = RuleSet(
        article=(ArticleRule("//div[@class='text']", 1.0),),
        title=(FieldRule("//h1", 1.0), FieldRule("/html/head/title", 1.0)),
        published=(FieldRule("//time", 1.0, "datetime"),),
        pages=5,
        dated=5,
    )
    shown = f"<{heading}>The post</{heading}><p>3 May 2019</p><div class='text'>{TEXT}</div>"
    html = f"<html lang=en><head><title>The post</title></head><body>{shown}</body></html>"
    assert Extractor(rules).extract(parse_page(html, URL)).published == day
