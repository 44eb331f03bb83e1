"""An article that looks wrong is read again, by the next rule or the next method, from the intact page."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from blogcrawler.comments import Discussion
from blogcrawler.dom import find, parse_page
from blogcrawler.extraction import ArticleRule, ExtractedPost, Extractor, RuleSet
from blogcrawler.items import Provenance

URL = "https://blog.example/post"
TEXT = "The kettle boils while the river runs past the old garden wall. " * 12
HOLDER = '//*[@id="holder"]'
SHARE = '<span class="share">Share</span>'
PARTS = (
    '<div id="holder">',
    '<section id="part-1">',
    '<section id="part-2">',
    "</div>",
    "</section>",
    "<article>",
    "</article>",
    "<blockquote>",
    f"<p>{TEXT}</p>",
    "<p>Short.</p>",
    SHARE,
    '<a href="https://twitter.com/share?u=1"><img src="t.png"></a>',
    "<h2>Comments</h2>",
    "<h2>The end</h2>",
    '<div class="comments"><p>First!</p></div>',
    "<br>words beside",
)


def extract(body: str, *rules: ArticleRule, shortest: int = 0, others: int = 0) -> ExtractedPost:
    page = parse_page(f"<title>A post</title><body>{body}</body>", URL)
    return Extractor(RuleSet(article=rules, shortest=shortest, others=others)).extract(page, consume=True)


def test_an_article_is_not_copied_out_of_a_page_that_may_be_consumed() -> None:
    page = parse_page(f'<body><div id="holder"><p onclick="x()">{TEXT}</p></div></body>', URL)
    got = Extractor(RuleSet(article=(ArticleRule(HOLDER, 0.9),))).extract(page, consume=True)
    assert got.text == TEXT.strip()
    assert not find(page.tree, "//p[@onclick]")


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=12))
@example(['<div id="holder">', SHARE, SHARE, '<div class="comments"><p>First!</p></div>'])
def test_a_page_that_may_be_consumed_gives_the_same_post_as_one_that_stays_intact(parts: list[str]) -> None:
    html = f"<title>A post</title><body>{''.join(parts)}</body>"
    extractor = Extractor(RuleSet(article=(ArticleRule(HOLDER, 0.9, ends=True), ArticleRule("//article", 0.8))))
    page = parse_page(html, URL)
    intact = extractor.extract(page)
    assert etree.tostring(page.tree) == etree.tostring(parse_page(html, URL).tree)
    assert extractor.extract(page, consume=True) == intact


def test_a_page_that_was_changed_after_parsing_is_not_parsed_again() -> None:
    page = parse_page(f'<body><div id="holder"></div><article><p>{TEXT}</p><p>{TEXT}</p></article></body>', URL)
    page.html = None
    for paragraph in page.tree.iter("p"):
        paragraph.text = "The second version of the page. " * 12
    got = Extractor(RuleSet(article=(ArticleRule(HOLDER, 0.9),), others=5)).extract(page, consume=True)
    assert "second version" in got.text
    assert "kettle" not in got.text


def test_comments_that_were_emptied_do_not_get_into_an_article_that_is_read_again() -> None:
    said = "I never liked tea and I shall not begin now, said the reader to everybody. " * 12
    shown = f'<div id="c"><p>{said}</p><p>{said}</p></div>'
    page = parse_page(f'<body><div id="holder"></div><article><p>{TEXT[:250]}</p>{shown}</article></body>', URL)
    Discussion(paths=('//*[@id="c"]',)).blank_on(page)
    got = Extractor(RuleSet(article=(ArticleRule(HOLDER, 0.9),), others=5)).extract(page, consume=True)
    assert "kettle" in got.text
    assert "never liked" not in got.text


def test_a_mark_behind_the_article_does_not_empty_it() -> None:
    rule = ArticleRule(HOLDER, 0.9, after='.//*[@id="toc"]')
    got = extract(f'<div id="holder"><p>{TEXT}</p><div id="toc"></div></div>', rule)
    assert got.text == TEXT.strip()
    assert got.source["text"] == Provenance.RULE


def test_the_second_rule_finds_an_article_that_the_first_one_emptied() -> None:
    first = ArticleRule(HOLDER, 0.9, drop=('.//*[@id="inner"]',))
    second = ArticleRule('//*[@id="inner"]', 0.8)
    got = extract(f'<div id="holder"><div id="inner"><p>{TEXT}</p></div></div>', first, second)
    assert got.text == TEXT.strip()
    assert got.confidence["text"] == 0.8


def test_a_page_with_text_elsewhere_is_read_by_heuristics() -> None:
    got = extract(
        f'<div id="holder"></div><article><p>{TEXT}</p><p>{TEXT}</p></article>', ArticleRule(HOLDER, 0.9), others=5
    )
    assert "kettle" in got.text
    assert got.source["text"] == Provenance.FALLBACK


def test_a_category_line_is_not_the_article() -> None:
    got = extract(
        f'<div id="holder">In: Tea</div><article><p>{TEXT}</p><p>{TEXT}</p></article>',
        ArticleRule(HOLDER, 0.9),
        shortest=400,
        others=10,
    )
    assert "kettle" in got.text
    assert got.source["text"] == Provenance.FALLBACK
    assert got.confidence["text"] < 0.9


def test_a_short_post_stays_short() -> None:
    others = "<p>Words of the template that all pages of this blog have in their margin.</p>" * 3
    got = extract(f'<div id="holder">A short note.</div>{others}', ArticleRule(HOLDER, 0.9), shortest=400, others=40)
    assert got.text == "A short note."
    assert got.source["text"] == Provenance.RULE
    assert got.confidence["text"] == 0.9


def test_a_post_of_pictures_has_no_text() -> None:
    others = "<p>Words of the template that all pages of this blog have in their margin.</p>" * 3
    got = extract(
        f'<div id="holder"><img src="/a.jpg"></div>{others}', ArticleRule(HOLDER, 0.9), shortest=400, others=40
    )
    assert got.text == ""
    assert "/a.jpg" in got.content_html


def test_an_empty_post_does_not_get_the_text_of_the_template() -> None:
    others = "<p>Words of the template that all pages of this blog have in their margin.</p>" * 3
    got = extract(f'<div id="holder"></div>{others}', ArticleRule(HOLDER, 0.9), shortest=400, others=60)
    assert got.text == ""


@given(st.sampled_from(["holder", "inner", "toc"]), st.sampled_from(["after", "until", "drop"]), st.booleans())
@settings(max_examples=30, deadline=None)
def test_no_rule_empties_a_page_with_text(name: str, part: str, swapped: bool) -> None:
    mark = f'.//*[@id="{name}"]'
    rule = ArticleRule(HOLDER, 0.9, **{part: (mark,) if part == "drop" else mark})  # type: ignore[arg-type]
    parts = [f'<div id="inner"><p>{TEXT}</p></div>', '<div id="toc">Contents</div>']
    assert extract(f'<div id="holder">{"".join(parts[::-1] if swapped else parts)}</div>', rule).text
