"""Titles, authors and other short fields, with prefixes and suffixes removed; languages, metadata."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from invented_blogs import Habit, invented_posts, pages
from lxml import etree

from blogcrawler.comments import Discussion
from blogcrawler.dom import Page, find, node_text, parse_page, read
from blogcrawler.dom.metadata import json_ld
from blogcrawler.extraction import (
    Extractor,
    FieldRule,
    RuleSet,
    generic_article,
    guess_title,
    guess_titles,
    learn,
    metadata_date,
    signature,
    training_samples,
)
from blogcrawler.extraction.learning.affixes import Affixes, common_affixes
from blogcrawler.extraction.training.full_feed import label_pages
from blogcrawler.items import FeedEntry

URL = "https://blog.example.org/post"


def page_of(head: str = "", body: str = "", attributes: str = "") -> str:
    return f"<html {attributes}><head>{head}</head><body>{body}</body></html>"


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        ("<title>A post</title>", "<h1>My place</h1><h2>A post</h2>", "A post"),
        ("<title>Fish &amp; chips | Blog</title>", "<h1>Fish &amp;  <em>chips</em></h1>", "Fish & chips"),
        ("<title>A POST - Blog</title>", "<h1>A post</h1>", "A post"),
        ("<title>Blog</title><meta property='og:title' content='A post'>", "<h1>Other</h1>", "A post"),
        ("<title>A post – Blog</title>", "<p>No heading</p>", "A post – Blog"),
        (
            '<script type="application/ld+json">{"@type": "BlogPosting", "headline": "A post"}</script>',
            "",
            "A post",
        ),
        ("", "<p itemprop='headline'>A post</p>", "A post"),
        ("<title></title>", "<h1></h1>", None),
        ("", "", None),
    ],
)
def test_the_title_is_guessed_from_headings_and_metadata(head: str, body: str, title: str | None) -> None:
    assert guess_title(parse_page(page_of(head, body), URL)) == title


def test_the_title_is_spelled_as_on_the_page_not_as_in_the_feed() -> None:
    habit = Habit()
    posts = invented_posts(habit, 5)
    shouting = [replace(post.entry(), title=post.title.upper()) for post in posts[:4]]
    html = pages(habit, posts)
    rules = learn((entry, parse_page(page, entry.url)) for entry, page in zip(shouting, html, strict=False))
    assert Extractor(rules).extract(parse_page(html[4], posts[4].url)).title == posts[4].title


def test_a_constant_prefix_and_suffix_are_removed() -> None:
    rule = FieldRule("//p", 1.0, prefix="Written by ", suffix=" in Berlin")
    assert rule.strip_affixes("Written by Ann Lee in Berlin") == "Ann Lee"
    assert rule.strip_affixes("Ann") == "Ann"


def test_variable_prefixes_and_suffixes_are_removed_at_their_separators() -> None:
    rule = FieldRule("//p", 1.0, prefix=": ", suffix=" in ", marks=(1, 1))
    assert rule.strip_affixes("Monday: Ann in Love in Cats") == "Ann in Love"
    assert rule.strip_affixes("Ann") == "Ann"
    assert rule.strip_affixes(" in Cats") == "in Cats"
    rule = FieldRule("//p", 1.0, prefix=" | ", suffix=" | ", marks=(1, 2))
    assert rule.strip_affixes("3 March | A | B | Cats | Blog") == "A | B"


@pytest.mark.parametrize(
    ("around", "settled"),
    [
        ([("by ", ""), ("by ", ""), ("", "")], Affixes("by ", "")),
        ([("", ""), ("by ", ""), ("von ", "")], Affixes()),
        ([("", " | Cats – Blog"), ("", " | Dogs – Blog"), ("", " | Cows – Blog")], Affixes("", " | ", (0, 1))),
        ([("", " in Cats"), ("", " in Cars"), ("", " in Cows")], Affixes("", " in ", (0, 1))),
        ([("May 3, by ", " | a"), ("June 4, by ", " | b"), ("May 5, by ", "")], Affixes(", by ", " | ", (1, 1))),
        ([("May 3, 2014 by ", ""), ("June 4, 2014 by ", ""), ("May 5, 2014 by ", "")], Affixes(" by ", "", (1, 0))),
        ([("", " | a | b"), ("", " | c | d"), ("", " | e | f")], Affixes("", " | ", (0, 2))),
        ([("", " | a | b"), ("", " | c"), ("", " | e | f | g")], None),  # which of them ends the value?
        ([("", "lang"), ("", "ing home"), ("", " | x")], None),
    ],
)
def test_affixes_are_on_most_pages(around: list[tuple[str, str]], settled: Affixes | None) -> None:
    assert common_affixes(Counter(around)) == settled


def test_a_title_is_separated_from_a_variable_category() -> None:
    habit = Habit()
    posts = invented_posts(habit, 7)
    html = [
        page.replace(" – The blog</title>", f" | {post.tags[0]} – The blog</title>").replace(
            '<h1 class="headline">', f'<h1 class="headline">Today in {post.tags[0]}:<br>Have a look at this:<br>'
        )
        for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    for post, page in zip(posts[5:], html[5:], strict=True):
        assert Extractor(rules).extract(parse_page(page, post.url)).title == post.title


@pytest.mark.parametrize(
    "heading",
    [
        '<h1>{title}<a class="headerlink" href="#x">¶</a></h1>',
        '<h1><a class="anchor" href="#x">#</a>{title}</h1>',
        "<h1><a href='/'>The blog</a></h1><h2>{title}</h2>",
        "<h1>{first}<br>{rest}</h1>",
        "<h1>{first}\n{rest} <script>count()</script></h1>",
    ],
)
def test_link_symbols_are_removed_from_a_title_and_line_breaks_become_spaces(heading: str) -> None:
    habit = Habit()
    posts = invented_posts(habit, 8)
    html = []
    for post, page in zip(posts, pages(habit, posts), strict=True):
        first, rest = (escape(part) for part in post.title.split(" ", 1))
        start, end = page.index("<h1"), page.index("</h1>") + 5
        html.append(page[:start] + heading.format(title=escape(post.title), first=first, rest=rest) + page[end:])
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    for post, page in zip(posts[5:], html[5:], strict=True):
        assert Extractor(rules).extract(parse_page(page, post.url)).title == post.title


def test_authors_not_named_on_the_page_are_read_from_the_classes_of_their_comments() -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    posts = invented_posts(habit, 8)

    def page(number: int) -> str:
        post, html = posts[number], pages(habit, posts)[number]
        sign = (
            f'<li class="comment byuser comment-author-{post.authors[0][:2].lower()} bypostauthor odd">Thank you!</li>'
        )
        signed = html.replace("<ol>", f"<ol><li class='comment'><p>Hm.</p>{sign}</li>") if number != 7 else html
        return signed.replace(post.authors[0], "us")

    rules = learn((posts[n].entry(), parse_page(page(n), posts[n].url)) for n in range(5))
    rules = RuleSet.from_record(json.loads(json.dumps(rules.record())))
    found = [Extractor(rules).extract(parse_page(page(n), posts[n].url)) for n in range(5, 8)]
    assert [(got.authors, got.source.get("authors")) for got in found] == [
        (["Bo Ek"], "rule"),
        (["Ann Lee"], "rule"),
        ([], None),
    ]


def test_the_site_owner_in_the_metadata_is_not_the_author_if_the_feed_names_others() -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    posts = invented_posts(habit, 6)
    html = [
        page.replace(post.authors[0], "us").replace("<title>", '<meta name="author" content="Example Press"><title>')
        for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    assert Extractor(rules).extract(parse_page(html[5], posts[5].url)).authors == []


def test_the_comment_signature_is_kept_when_the_comments_are_removed() -> None:
    page = parse_page('<ol><li class="comment"><p class="comment-author-ann bypostauthor">Yes.</p></li></ol>', URL)
    Discussion(paths=("//li",)).blank_on(page)
    assert (signature(page), page.tree.xpath("string()")) == ("ann", "")


def test_an_author_is_learned_in_the_middle_of_a_line() -> None:
    habit = Habit(authors=("Ann Lee", "Bo Ek"))
    posts = invented_posts(habit, 6)
    html = [
        page.replace('<span class="writer">', "").replace(
            f"{post.authors[0]}</span> on", f"{post.authors[0]} from Oslo, on"
        )
        for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
    html = [page.replace('<span class="day">', "</p><p>") for page in html]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:4], html, strict=False))
    assert Extractor(rules).extract(parse_page(html[5], posts[5].url)).authors == list(posts[5].authors)


KOREAN = "map 과 reduce 라는 단어는 functional language 에서 왔다. "


def test_the_language_comes_from_the_posts_not_the_menus() -> None:
    menu = "<ul><li>" + "Home About Archive All the posts that we have and the tags of it " * 20 + "</li></ul>"

    def pair(number: int) -> tuple[FeedEntry, Page]:
        text = f"<p>{KOREAN.replace('map', f'map{number}') * 9}</p>"
        html = page_of(body=f"{menu}<h1>Post {number}</h1><article>{text}</article>", attributes='lang="en"')
        return FeedEntry(f"{URL}{number}", f"Post {number}", content_html=text), parse_page(html, f"{URL}{number}")

    assert learn(map(pair, range(1, 5))).language == "ko"


@pytest.mark.parametrize(
    ("data", "name", "values"),
    [
        ({"@type": "BlogPosting", "headline": "A  post"}, "headline", ["A post"]),
        ({"@type": ["Thing", "NewsArticle"], "headline": "A post"}, "headline", ["A post"]),
        (
            {"@graph": [{"@type": "Person", "name": "x"}, {"@type": "Article", "author": {"name": "Ann"}}]},
            "author",
            ["Ann"],
        ),
        ([{"@type": "Article", "author": [{"name": "Ann"}, {"name": "Bo"}, "Cy"]}], "author", ["Ann", "Bo", "Cy"]),
        ({"@type": "Article", "keywords": ["a", "b", "a"]}, "keywords", ["a", "b"]),
        ({"@type": "Organization", "author": "Ann"}, "author", []),
        ({"@type": "Article", "author": None}, "author", []),
        ({"@type": "Article", "author": 3}, "author", []),
        ({"@type": "Article", "author": {"name": {"name": ["Ann"]}}}, "author", ["Ann"]),
        ({"@type": None, "author": "Ann"}, "author", []),
        ("text", "author", []),
        (None, "author", []),
    ],
)
def test_values_of_a_posting_are_read_from_json_ld(data: object, name: str, values: list[str]) -> None:
    page = page_of(f'<script type="application/ld+json">{json.dumps(data)}</script>')
    assert json_ld(parse_page(page, URL), name) == values


@pytest.mark.parametrize(
    "data", ["", "{", "[" * 100_000, "{}" * 5, "1" * 10_000, "NaN", '{"@type": "Article"', "\ud800", "null"]
)
def test_broken_json_ld_is_ignored(data: str) -> None:
    assert json_ld(parse_page(page_of(f'<script type="application/ld+json">{data}</script>'), URL), "author") == []


def test_html_entities_in_json_ld_are_decoded() -> None:
    data = '{"@type": "BlogPosting", "headline": "Ships &amp; towns: what&#8217;s new"}'
    assert json_ld(parse_page(f'<script type="application/ld+json">{data}</script>', URL), "headline") == [
        "Ships & towns: what’s new"
    ]


def test_json_ld_with_raw_line_breaks_is_read() -> None:
    page = page_of('<script type="application/ld+json">{"@type": "Article", "headline": "A\n post"}</script>')
    assert json_ld(parse_page(page, URL), "headline") == ["A post"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('<meta property="article:published_time" content="2014-03-03T14:05:00+01:00">', "2014-03-03T14:05:00+01:00"),
        ('<script type="application/ld+json">{"@type":"Article","datePublished":"2014-03-03"}</script>', "2014-03-03"),
        ('<meta name="date" content="2014-03-03">', "2014-03-03"),
        ('<meta name="date" content="yesterday">', None),
        ('<meta name="sailthru.date" content="Mon, 02 Sep 2013 18:45:41 -0400">', "2013-09-02T18:45:41-04:00"),
        ('<meta name="parsely-pub-date" content="2014-03-03T14:05:00Z">', "2014-03-03T14:05:00+00:00"),
        ('<meta name="DC.date.issued" content="2014-03-03">', "2014-03-03"),
    ],
)
def test_the_date_is_read_from_the_metadata(head: str, expected: str | None) -> None:
    moment = metadata_date(parse_page(page_of(head), URL), "published")
    assert (moment and moment.iso()) == expected


def test_values_are_read_from_text_or_attributes_and_empty_ones_are_skipped() -> None:
    page = parse_page(
        '<p class="a">One <b>x</b><script>no()</script></p><p class="a b" title=" T "> </p><p id="i">Z</p>', URL
    )
    by_class = '//p[contains(concat(" ",normalize-space(@class)," ")," a ")]'
    assert read(page, by_class) == ["One x"]
    assert read(page, by_class, "title") == ["T"]
    assert read(page, "//p", limit=1) == ["One x"]
    assert read(page, '//*[@id="i"]') == ["Z"]
    assert read(page, '//*[@id="none"]') == []
    assert read(page, "json-ld:author") == []
    assert node_text(find(page.tree, "//p")[0]) == "One x"


def test_a_class_matches_whole_class_names_only() -> None:
    page = parse_page('<p class="postscript">1</p><p class="x\n post ">2</p>', URL)
    assert read(page, '//p[contains(concat(" ",normalize-space(@class)," ")," post ")]') == ["2"]


@pytest.mark.parametrize(("feed", "full"), [("full", True), ("teasers", False), ("titles", False)])
def test_full_and_partial_feeds_are_recognised(feed: str, full: bool) -> None:
    habit = Habit()
    posts = invented_posts(habit, 6)
    found = training_samples(
        (post.entry(feed), parse_page(page, post.url)) for post, page in zip(posts, pages(habit, posts), strict=True)
    )
    assert label_pages(found)[1] is full


def test_a_feed_that_ends_after_the_first_paragraph_is_not_full() -> None:
    """Hugo's default feed does that; short posts are complete in it."""
    habit = Habit(talk=False)
    posts = [
        replace(post, html="".join(f"<p>{line}</p>" for line in post.text.splitlines()[: 1 + post.number % 2]))
        for post in invented_posts(habit, 8)
    ]
    found = training_samples(
        (replace(post.entry(), content_html=post.html.partition("</p>")[0]), parse_page(page, post.url))
        for post, page in zip(posts, pages(habit, posts), strict=True)
    )
    assert not label_pages(found)[1]


def test_the_default_category_is_not_a_tag() -> None:
    rules = RuleSet(tags=(FieldRule("//a", 1.0),))
    page = parse_page("<a>Uncategorized</a><a>#Maps</a><a>maps</a><a>未分类</a><a>permalink</a>", URL)
    assert Extractor(rules).extract(page).tags == ["Maps"]
    entry = FeedEntry(URL, tags=("Allgemein", "Bread"))
    assert Extractor(rules).extract(parse_page("<p>x</p>", URL), entry).tags == ["Bread"]


def test_repeated_tags_are_read_once() -> None:
    rules = RuleSet(tags=(FieldRule('//a[@rel="tag"]', 1.0),))
    body = '<a rel="tag">#Maps</a>, <a rel="tag">Bread,</a> <a rel="tag">Maps</a> <a rel="tag">,</a>'
    extract = Extractor(rules).extract(parse_page(page_of(body=body), URL))
    assert (extract.tags, extract.source["tags"]) == (["Maps", "Bread"], "rule")


def test_tags_are_recognised_by_the_folder_of_their_links() -> None:
    habit = Habit()
    posts = [replace(post, tags=(f"tag{n}", f"mark{n}")) for n, post in enumerate(invented_posts(habit, 6))]
    # As in themes of Pelican: neither the links nor their parents have a class.
    html = [page.replace(' rel="tag"', "").replace(' class="filed"', "") for page in pages(habit, posts)]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    assert tuple(Extractor(rules).extract(parse_page(html[5], posts[5].url)).tags) == posts[5].tags


def test_a_tag_cloud_in_the_sidebar_is_not_read_as_the_posts_tags() -> None:
    habit = Habit()
    posts = [replace(post, tags=(f"tag{n}", f"mark{n}")) for n, post in enumerate(invented_posts(habit, 6))]
    cloud = "".join(f'<p><a href="/tag/{tag}/">{tag}</a></p>' for post in posts for tag in post.tags)
    html = [
        page.replace(' rel="tag"', "").replace("</body>", f"<div>{cloud}</div></body>") for page in pages(habit, posts)
    ]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    assert tuple(Extractor(rules).extract(parse_page(html[5], posts[5].url)).tags) == posts[5].tags


def test_a_rule_that_finds_all_authors_is_better_than_one_that_finds_the_first() -> None:
    names = ["Ann Lee", "Bo Ek", "Cleo Day"]

    def page(authors: list[str]) -> str:
        head = "".join(f'<meta name="author" content="{name}">' for name in authors)
        byline = "".join(f"<p>{name}</p>" for name in authors)
        dated = '<div class="meta"><p>May 3, 2014</p></div>'
        return page_of(head, f'<div class="meta">{byline}</div>{dated}<article>Some text.</article>')

    authors = [names, names[:1], names[1:], names]
    entries = [FeedEntry(f"{URL}{n}", str(n), tuple(one)) for n, one in enumerate(authors)]
    rules = learn((entry, parse_page(page(list(entry.authors)), entry.url)) for entry in entries)
    assert Extractor(rules).extract(parse_page(page(names), URL)).authors == names


@pytest.mark.parametrize("take", ["json", "list", "meta"])
def test_all_authors_of_a_post_are_read(take: str) -> None:
    names = ["Ann Lee", "Bo Ek"]

    def page(names: list[str]) -> str:
        said = {
            "json": '<script type="application/ld+json">'
            + json.dumps({"@type": "BlogPosting", "author": [{"name": name} for name in names]})
            + "</script>",
            "list": "".join(f'<p class="by">{name}, Captain</p>' for name in names),
            "meta": "".join(f'<meta name="author" content="{name}">' for name in names),
        }[take]
        return f"<html><head></head><body><h1>Of ships</h1><div>{said}</div></body></html>".replace(
            "<head></head><body>", f"<head>{said if take == 'meta' else ''}</head><body>"
        )

    authors = [names, names[:1], names[1:], names]
    entries = [FeedEntry(f"{URL}{n}", str(n), tuple(one)) for n, one in enumerate(authors)]
    rules = learn((entry, parse_page(page(list(entry.authors)), entry.url)) for entry in entries)
    for one in (names, ["Mo Li"], ["Mo Li", "Ann Lee"]):
        assert Extractor(rules).extract(parse_page(page(one), URL)).authors == one


def test_a_noscript_message_is_not_the_article() -> None:
    article = generic_article(parse_page(page_of(body="<noscript>Please enable it to go on.</noscript>"), URL))
    assert article is None or "enable" not in article.text


def test_a_title_is_not_read_from_hidden_elements() -> None:
    habit = Habit()
    posts = invented_posts(habit, 6)
    search = '<div style="display: none"><h1 class="headline">Search</h1></div>'
    html = [page.replace("<body>", f"<body>{search}") for page in pages(habit, posts)]
    rules = learn((post.entry(), parse_page(page, post.url)) for post, page in zip(posts[:5], html, strict=False))
    assert Extractor(rules).extract(parse_page(html[5], posts[5].url)).title == posts[5].title


@pytest.mark.parametrize("form", ["{} | The Blog", "The Blog – {}"])
def test_the_blog_name_is_removed_from_titles(form: str) -> None:
    named = ["Of ships", "Of towns", "Of weather"]
    pages = [parse_page(f"<title>{form.format(title)}</title><span>{title}</span>", URL) for title in named]
    assert guess_titles(pages) == named


@pytest.mark.parametrize("sign", ["¶", "#", " §", "\u200b", " 🔗"])
def test_permalink_symbols_are_removed_from_titles(sign: str) -> None:
    named = ["Of ships", "Of C#", "Of weather?"]
    link = f'<a href="#top">{sign}</a>'
    pages = [parse_page(f"<title>{title} – The Blog</title><h1>{title}{link}</h1>", URL) for title in named]
    assert guess_titles(pages) == named


def test_headings_are_the_titles_if_all_pages_have_the_same_title_tag() -> None:
    named = ["Of ships", "Of towns", "Of weather"]
    pages = [parse_page(f"<title>The Blog</title><b>The Blog</b><h1>{title}</h1>", URL) for title in named]
    assert guess_titles(pages) == named


def test_a_title_in_the_metadata_wins_over_a_longer_subtitle() -> None:
    head = '<title>Errors - when to use them, and when not</title><meta property="og:title" content="Errors">'
    page = parse_page(f"<head>{head}</head><h1>Errors</h1><h2>When to use them, and when not</h2>", URL)
    assert guess_title(page) == "Errors"


def test_titles_with_colons_stay_whole_if_no_end_is_shared() -> None:
    named = ["Ships: the first", "Ships and towns: the second", "Weather: a third", "Of towns: the fourth", "Rain"]
    pages = [parse_page(f"<title>{title}</title><p>{title}</p>", URL) for title in named]
    assert guess_titles(pages) == named
    more = [*named[:-1], "Ships: the fifth"]
    assert guess_titles([parse_page(f"<title>{title}</title><p>{title}</p>", URL) for title in more]) == more


def test_a_heading_that_is_not_a_date_is_the_title_if_all_title_tags_are_the_same() -> None:
    named = ["Of ships", "Of towns", "Of weather"]
    pages = [
        parse_page(f"<title>The Blog</title><h4>Archives</h4><h2>04.0{n}.05</h2><h3>{title}</h3>", URL)
        for n, title in enumerate(named, 1)
    ]
    assert guess_titles(pages) == named


def test_metadata_that_all_pages_share_is_not_the_posts() -> None:
    """If the feed has no authors and tags, values that are the same on all pages belong to the site."""
    habit = Habit(talk=False)
    posts = invented_posts(habit, 6)
    html = [
        page.replace(
            "</head>",
            "<meta name=author content='The Team'><meta name=keywords content='hexo theme'>"
            f"<meta property=article:author content='{'Ann Lee' if post.number % 2 else 'Bo Ek'}'></head>",
        ).replace(' rel="tag"', "")
        for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
    known = [FeedEntry(post.url, post.title) for post in posts]
    rules = learn((entry, parse_page(page, entry.url)) for entry, page in zip(known[:5], html, strict=False))
    got = Extractor(rules).extract(parse_page(html[5], posts[5].url))
    assert (got.authors, tuple(got.tags)) == (["Ann Lee"], posts[5].tags)


def test_a_line_with_an_iso_date_is_not_part_of_the_article() -> None:
    habit = Habit(talk=False)
    posts = invented_posts(habit, 6)
    html = [
        page.replace('<div id="article">', f'<div id="article"><div>{post.published:%Y-%m-%d}</div>')
        for post, page in zip(posts, pages(habit, posts), strict=True)
    ]
    pairs = zip(posts[:5], html, strict=False)
    rules = learn((post.entry("titles"), parse_page(page, post.url)) for post, page in pairs)
    assert not Extractor(rules).extract(parse_page(html[5], posts[5].url)).text.startswith("2014")


def test_the_feed_title_is_used_if_the_page_has_none() -> None:
    extract = Extractor(RuleSet()).extract(
        parse_page(page_of(body="<p>x</p>"), URL), FeedEntry(URL, title="From  the feed")
    )
    assert (extract.title, extract.source["title"]) == ("From the feed", "feed")


@pytest.mark.parametrize(
    "html", ["", "\x00", "<", "<!DOCTYPE html>", "\ud800", "<html><head></html>", "<?xml version='1.0'?>", "\ufeff<p>x"]
)
def test_every_page_has_a_tree(html: str) -> None:
    page = parse_page(html, URL)
    assert page.tree.tag == "html"
    assert page.base == URL
    Extractor(RuleSet()).extract(page)


@given(st.text(max_size=200))
def test_the_parser_accepts_any_text(html: str) -> None:
    assert parse_page(html, URL).tree.tag == "html"


def test_content_after_the_closing_html_tag_is_part_of_the_page() -> None:
    html = "<html><head><title>x</title></head></html></html><body class=a><p>one</p></body></html></html><p>two"
    tree = parse_page(html, URL).tree
    assert etree.tostring(tree) == (
        b'<html><head><title>x</title></head><body class="a"><p>one</p><p>two</p></body></html>'
    )


def test_a_declared_encoding_is_ignored_in_decoded_text() -> None:
    page = parse_page('<meta charset="iso-8859-1"><h1>Zoë – 你好</h1>', URL)
    assert read(page, "//h1") == ["Zoë – 你好"]


@pytest.mark.parametrize(
    ("base", "expected"),
    [("/else/", "https://blog.example.org/else/"), ("https://cdn.org/", "https://cdn.org/"), ("", URL), ("//[", URL)],
)
def test_a_page_uses_a_valid_base_element(base: str, expected: str) -> None:
    assert parse_page(f'<head><base href="{base}"></head>', URL).base == expected


@pytest.mark.parametrize("form", ["{author}: {title}", "{title} | {author}"])
def test_the_title_is_learned_without_the_author_that_the_feed_adds_to_it(form: str) -> None:
    posts = [("Ann Lee", "A walk"), ("Bo Ek", "Old maps of the town"), ("Cy Dunn", "Two clocks")]
    text, pairs = "The kettle boils while the river runs past the old garden wall. " * 5, []
    for number, (author, title) in enumerate(posts):
        url = f"https://b.org/{number}"
        html = f"<title>{title} | {author}</title><body><h1>{title}</h1><p>{text} {number}</p></body>"
        entry = FeedEntry(url, title=form.format(author=author, title=title), authors=(author,), content_html=text)
        pairs.append((entry, parse_page(html, url)))
    page = parse_page(f"<title>Tea | Ann Lee</title><body><h1>Tea</h1><p>{text}</p></body>", "https://b.org/9")
    assert Extractor(learn(pairs)).extract(page).title == "Tea"
