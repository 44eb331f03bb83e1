"""Blogs without a feed: dates, authors and tags are learned from what pages share and where they differ."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from blogcrawler.dates import Moment
from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn, visible_date
from blogcrawler.items import FeedEntry

WORDS = (
    "river stone harbour winter garden letter window mountain silver market candle forest bridge summer paper".split()
)


def day(number: int) -> date:
    return date(2004, 2, 3) + timedelta(days=9 * number)


def page(number: int, *, shown: str, byline: str, head: str = "", foot: str = "") -> tuple[FeedEntry, str]:
    url = f"http://example.org/archives/{number:06}.html"
    said = " ".join(
        WORDS[(number * 7 + k * k) % len(WORDS)] + f" {WORDS[(number + k) % len(WORDS)]}" for k in range(60)
    )
    title = f"The {WORDS[number]} and the {WORDS[-number - 1]}"
    html = f"""<html><head><title>{title}</title>{head}</head><body>
    <div id="side"><p class="newest">Newest: 31 December 2009</p><p class="owner">Example Press</p></div>
    <div class="blog"><h2 class="when">{shown}</h2><div class="body"><h3 class="title">{title}</h3>
    <div class="text"><p>{said}</p><p>{said[::-1]}</p></div><span class="posted">{byline}</span></div></div>
    {foot}<div id="foot">Made in 1999</div></body></html>"""
    return FeedEntry(url=url, title=title), html


def learned(shown: str = "%B %d, %Y", byline: str = "Posted by {name}", number: int = 6) -> tuple[RuleSet, list[str]]:
    made = [
        page(n, shown=day(n).strftime(shown), byline=byline.format(name=("Sara", "Doug Lee")[n % 2]))
        for n in range(number)
    ]
    return learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]]), [html for _, html in made]


@pytest.mark.parametrize("shown", ["%B %d, %Y", "%Y-%m-%d", "%d/%m/%Y", "%a %d %b %Y %H:%M"])
def test_the_date_is_the_one_that_differs_between_posts(shown: str):
    rules, pages = learned(shown)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert got.published is not None
    assert got.published[:10] == day(5).isoformat()
    assert got.source["published"] == "fallback"


def test_the_author_is_read_from_a_posted_by_line():
    rules, pages = learned()
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert got.authors == ["Doug Lee"]
    assert got.source["authors"] == "fallback"


def test_the_date_of_the_last_edit_is_not_read_as_publication():
    rules, _ = learned(shown="Zuletzt geändert: %Y-%m-%d")
    assert rules.published == ()


@pytest.mark.parametrize(
    "shown",
    [
        "Last edited <b class='date'>%b %d %Y</b>",
        "<i>Updated:</i> <b>%Y-%m-%d</b>",
        "<time itemprop='dateModified' datetime='%Y-%m-%d'>%B %d</time>",
        "<b class='updated'>%Y-%m-%d</b>",
    ],
)
def test_words_and_names_around_a_date_mark_it_as_an_edit(shown: str):
    rules, _ = learned(shown=shown)
    assert rules.published == ()


def test_the_only_date_of_hatom_entries_may_be_called_updated():
    rules, pages = learned(shown="<span class='hentry'><b class='updated'>%Y-%m-%d</b></span>")
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert (got.published, got.updated) == (day(5).isoformat(), None)


@pytest.mark.parametrize(
    "said", ["<p>Last edited <b>May 3 2019</b></p>", "<i>Updated</i> <b class='date'>2019-05-03</b>"]
)
def test_an_edit_date_is_recognised_on_a_single_page(said: str):
    assert visible_date(parse_page(f"<body>{said}<p>10 April 2018</p></body>", "http://example.org/")) == Moment(
        date(2018, 4, 10)
    )


def test_of_two_dates_the_one_that_is_not_an_edit_is_read():
    both = "Posted <time>%d %B %Y</time>, updated <time>31 December 2009</time>"
    rules, pages = learned(shown=both)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert (got.published or "")[:10] == day(5).isoformat()


@pytest.mark.parametrize(
    "byline", ["Geschrieben von {name}", "Publicado por {name}", "投稿者: {name}", "نویسنده: {name}"]
)
def test_bylines_are_read_in_many_languages(byline: str):
    rules, pages = learned(byline=byline)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert got.authors == ["Doug Lee"]


def test_the_line_with_the_date_is_not_part_of_the_article():
    made = [page(n, shown="", byline=f"Posted by Sara at {day(n):%B %d, %Y} 07:02 PM") for n in range(6)]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    got = Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url))
    assert got.published is not None
    assert got.published[:10] == day(5).isoformat()
    assert "Posted" not in got.text
    assert got.text.count("\n") == 1


def test_dates_next_to_links_to_other_posts_are_ignored():
    def beside(n: int) -> str:
        other = f"<div>The post before that one</div><div class=date>{day(n - 1):%Y-%m-%d}</div>"
        return f"<nav><a href=/archives/{n - 1:06}.html>{other}</a></nav>"

    made = [
        page(
            n,
            shown=f"{day(n):%Y. %m. %d}. it was on this day, and only later on it went to print",
            byline="",
            foot=beside(n),
        )
        for n in range(6)
    ]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    got = Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url))
    assert got.published == day(5).isoformat()


def test_the_date_is_read_from_the_title_attribute_of_a_relative_date():
    made = [
        page(n, shown=f'<abbr title="{day(n):%d %B %Y, 10:15}">{9000 - 9 * n} days ago</abbr>', byline="")
        for n in range(6)
    ]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    got = Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url))
    assert got.published == f"{day(5).isoformat()}T10:15:00"


def test_a_byline_wins_over_the_owner_in_the_metadata():
    owner = "<meta name=author content='Example Press'>"
    made = [page(n, shown="", byline=f"by {('Sara', 'Doug Lee')[n % 2]}", head=owner) for n in range(6)]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    assert Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url)).authors == ["Doug Lee"]


def test_the_owner_in_the_metadata_is_the_author_if_no_byline_names_one():
    owner = "<meta name=author content='Ann Lee'>"
    made = [page(n, shown="", byline="by the river", head=owner) for n in range(6)]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    assert Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url)).authors == ["Ann Lee"]


def test_dates_of_comments_are_not_read_as_the_posts():
    def talk(n: int) -> str:
        said = (f"<li class=comment><time datetime=2009-0{1 + k}-1{n}>x</time> Yes</li>" for k in range(3))
        return f"<ol class=comments id=comments>{''.join(said)}</ol>"

    made = [page(n, shown=f"{day(n):%B %d, %Y}", byline="", foot=talk(n)) for n in range(6)]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    got = Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url))
    assert got.published == day(5).isoformat()


def test_a_text_that_is_not_a_date_is_not_read_as_one():
    rules, _ = learned(shown="Some day")
    assert rules.published == ()


def test_without_a_byline_there_is_no_author():
    rules, _ = learned(byline="Filed under Example")
    assert rules.authors == ()


def test_a_date_that_all_pages_show_is_not_the_posts():
    rules, pages = learned(shown="September 3, 2013")
    assert Extractor(rules).extract(parse_page(pages[0], "https://blog.example.org/x")).published is None


def test_two_pages_are_too_few_to_learn_a_date():
    rules, _ = learned(number=3)
    assert rules.published == ()


def test_learning_from_pages_full_of_dates_is_quick():
    cells = "".join(f"<td class=d{n % 7}>3 March {1990 + n % 30}</td>" for n in range(20_000))
    pairs = [
        (FeedEntry(url=f"http://example.org/{n}"), parse_page(f"<table>{cells}</table>", f"http://example.org/{n}"))
        for n in range(4)
    ]
    began = time.process_time()
    learn(pairs)
    assert time.process_time() - began < 60


@pytest.mark.parametrize(
    "byline",
    [
        "<span class='md-post__authors'><b>{name}</b><br>Captain</span>",
        "<span class='author'><i class='name'>{name}</i> <i class='title'>Captain</i></span>",
        "<a href='/blog/author/someone.html'>{name}</a>",
        "<ul><li id='item author ablog__author'><i></i> <a href='x'>{name}</a></li></ul>",
        "<span class='c-byline'>By <b>{name}</b></span>",
        "<i class='iconfont reco-account'><span>{name}</span></i>",
        "<i class='fa fa-user'></i> <b>{name}</b>",
        "<b><svg class='icon icon-user'></svg> {name}</b>",
    ],
)
def test_the_author_is_found_by_class_names_links_and_icons(byline: str):
    rules, pages = learned(byline=byline)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000005.html"))
    assert got.authors == ["Doug Lee"]


def test_some_posts_have_several_authors():
    rules, pages = learned(byline="<ul><li class='author'>{name}</li><!-- more --></ul>")
    assert not rules.authors[0].several
    made = [
        page.replace("<!-- more -->", "<li class='author'>Mo Ek</li>" if n % 3 == 0 else "")
        for n, page in enumerate(pages)
    ]
    addresses = [f"http://example.org/archives/{n:06}.html" for n in range(len(made))]
    rules = learn([(FeedEntry(url), parse_page(html, url)) for url, html in zip(addresses[1:], made[1:], strict=True)])
    assert Extractor(rules).extract(parse_page(made[0], addresses[0])).authors == ["Sara", "Mo Ek"]
    assert Extractor(rules).extract(parse_page(made[1], addresses[1])).authors == ["Doug Lee"]


def tagged(own: str, around: str = "") -> tuple[RuleSet, list[str]]:
    made = []
    for n in range(7):
        entry, html = page(n, shown="", byline=own.format(one=WORDS[n % 4], two=WORDS[4 + n % 3]))
        made.append((entry, html.replace('<div id="foot">', f'{around}<div id="foot">')))
    return learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]]), [html for _, html in made]


CLOUD = "<ul class='cloud'>" + "".join(f"<li><a href='/tag/{word}/'>{word}</a></li>" for word in WORDS[:9]) + "</ul>"


COUNTS = CLOUD.replace("</a>", "<sup>12</sup></a>")


@pytest.mark.parametrize("around", ["", CLOUD, COUNTS, "<p><a href='/tag/'>Tags</a></p>"])
@pytest.mark.parametrize(
    "own",
    [
        "<a href='/tag/{one}/'>{one}</a> <a href='/tag/{two}/'>🏷️ {two}</a>",
        "<i class='filed'><a href='../blog/tag/{one}.html'>{one}</a>, <a href='../blog/tag/{two}.html'>{two}</a></i>",
        "<span class='md-tag'>{one}</span> <span class='md-tag'>{two}</span>",
    ],
)
def test_tags_are_found_by_name_unless_they_are_on_all_pages(own: str, around: str):
    rules, pages = tagged(own, around)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000006.html"))
    assert got.tags == [WORDS[2], WORDS[4]]
    assert got.source["tags"] == "fallback"


def test_a_deeply_nested_tag_cloud_is_not_read_as_tags():
    own = "<p class='row'><a href='/tag/{one}/'>{one}</a> <a href='/tag/{two}/'>{two}</a></p>"
    deep = f"<div class='row'><div><div><div><div><div>{CLOUD}</div></div></div></div></div></div>"
    rules, pages = tagged(own.replace("p", "div", 1).replace("</p>", "</div>"), deep)
    got = Extractor(rules).extract(parse_page(pages[-1], "http://example.org/archives/000006.html"))
    assert got.tags in ([WORDS[2], WORDS[4]], [])


@pytest.mark.parametrize("beside", ["September 1{n}, 2023", "1{n}"])
def test_dates_and_numbers_are_not_tags(beside: str):
    made = []
    for n in range(7):
        own = f"<p class='label'><span class='label'>{beside.format(n=n)}</span></p>"
        far = f"<div class='end'><div><a href='/tag/{WORDS[n % 4]}/'>{WORDS[n % 4]}</a></div></div>"
        made.append(page(n, shown="", byline=own, foot=far))
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    assert Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url)).tags == [WORDS[2]]


def test_a_tag_cloud_is_not_read_as_tags():
    rules, _ = tagged("", CLOUD)
    assert rules.tags == ()


@pytest.mark.parametrize(
    "head",
    [
        "<header><h1>{title}</h1><span>Sara</span><time>{n}-05-03</time><time>2026-11-16</time></header>",
        "<div><p>{title}</p><b>Published in：{n}-05-03 | </b> <i>in <a href='/x'>Posts 2026</a></i></div>",
        "<div><span><a href='/'>Diary</a>/ <a href='/posts/'>posts</a>/</span> <span>{title}</span></div>",
    ],
    ids=["header", "date with punctuation", "breadcrumbs"],
)
def test_elements_around_the_title_are_not_part_of_the_article(head: str):
    made = []
    for n in range(6):
        entry, html = page(n, shown="", byline="")
        title = f'<h3 class="title">{entry.title}</h3>'
        shown = head.format(title=entry.title, n=2010 + n)
        entry = replace(entry, published=datetime(2010 + n, 5, 3, tzinfo=UTC))
        made.append((entry, html.replace(title, shown).replace("</div><span", "</div><p></p><span")))
    made = [(entry, html.replace('<div class="text">', "").replace("</p></div>", "</p>")) for entry, html in made]
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    entry, html = made[-1]
    got = Extractor(rules).extract(parse_page(html, entry.url))
    assert got.text.splitlines()[0].split()[0] in WORDS
    assert "2026" not in got.text
    assert "posts/" not in got.text


@pytest.mark.parametrize(
    ("head", "used"),
    [
        ("<meta property='article:tag' content='{one}'><meta property='article:tag' content='{two}'>", True),
        ("<meta name=keywords content='{one}, {two}'>", True),
        ("<meta name=keywords content='{one}, my blog'>", False),
        ("<meta name=keywords content='{two}'>", False),
    ],
)
def test_metadata_adds_the_tags_that_the_page_does_not_show(head: str, used: bool):
    made = []
    for n in range(7):
        one, two = WORDS[n % 4], WORDS[(n + 2) % 7]
        first = f"<p><a class='first' href='/tag/{one}/'>{one}</a></p>"
        made.append(page(n, shown="", byline=first, head=head.format(one=one, two=two)))
    rules = learn([(entry, parse_page(html, entry.url)) for entry, html in made[:-1]])
    got = Extractor(rules).extract(parse_page(made[-1][1], made[-1][0].url))
    assert got.tags == ([WORDS[2], WORDS[1]] if used else [WORDS[2]])
