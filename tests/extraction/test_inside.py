"""What is learned of the inside of an article's node: what the template put there goes, what the author wrote stays."""

from __future__ import annotations

import random

import pytest
from invented_blogs import HOME, invented_words

from blogcrawler.extraction import Extract, Extractor, RuleSet, learn, parse_page
from blogcrawler.items import FeedEntry

TITLES = ("Bread", "Maps of old towns", "Why gardens", "A walk", "Music", "Letters")


def paragraph(seed: int) -> str:
    dice = random.Random(seed)
    return "".join(f"<p>{' '.join(invented_words(dice, 40)).capitalize()}.</p>" for _ in range(4))


def crawl(article: str, page: str, *, full: bool = True) -> Extract:
    """The last of six posts, by rules that were learned from the others.

    ``{text}``, ``{title}`` and ``{n}`` of the article and ``{article}`` of the page are filled in.
    """
    pairs: list[tuple[FeedEntry, str]] = []
    for number, title in enumerate(TITLES):
        html = article.replace("{text}", paragraph(number)).replace("{title}", title).replace("{n}", str(number))
        shown = page.replace("{article}", html).replace("{title}", title).replace("{n}", str(number))
        feed = html if full else " ".join(paragraph(number).split()[:30])
        pairs.append((FeedEntry(f"{HOME}/{number}", title, content_html=feed), shown))
    rules = learn((entry, parse_page(html, entry.url)) for entry, html in pairs[:-1])
    rules = RuleSet.from_record(rules.record())
    last, html = pairs[-1]
    return Extractor(rules).extract(parse_page(html, last.url))


@pytest.mark.parametrize("full", [True, False])
def test_a_heading_that_a_table_of_contents_repeats_stays(full: bool) -> None:
    contents = '<aside class="sidebar"><h4>On this page</h4><ul><li>Start</li><li>Summary</li></ul></aside>'
    page = f'<body><h1>{{title}}</h1><div class="content">{contents}{{article}}</div></body>'
    got = crawl("{text}<h2>Summary</h2><p>Short {n} words.</p>", page, full=full)
    assert "\nSummary\n" in got.text
    assert "On this page" not in got.text


def test_a_heading_that_all_posts_begin_with_is_no_mark() -> None:
    article = '<h3 id="introduction">Introduction</h3>{text}'
    page = '<body><div class="content"><h1>{title}</h1><p class="meta">Words of {n}</p>{article}</div></body>'
    assert crawl(article, page).text.startswith("Introduction\n")


def test_asides_that_the_feed_has_stay() -> None:
    page = '<body><div class="content">{article}<footer>Words about me, number {n}</footer></div></body>'
    got = crawl("{text}<aside><h4>Aside {n}</h4><p>Said by the way.</p></aside>", page)
    assert "Said by the way." in got.text
    assert "about me" not in got.text


def test_pictures_of_the_template_go_and_those_of_the_post_stay() -> None:
    template = '<p><a href="/follow"><img src="../img/code.png"></a></p>'
    page = f'<body><div class="content">{{article}}{template}</div></body>'
    got = crawl('{text}<img src="/{n}.jpg"><img src="/signature.png">', page)
    assert f"{HOME}/5.jpg" in got.content_html
    assert f"{HOME}/signature.png" in got.content_html
    assert "code.png" not in got.content_html
    assert f"{HOME}/follow" not in got.links


@pytest.mark.parametrize("heading", ["<h1>{title}</h1>", '<header><h2><a href="/{n}">{title}</a></h2></header>'])
def test_the_title_is_not_part_of_the_article(heading: str) -> None:
    page = '<body><h1 class="t">{title}</h1><div class="content">{article}</div></body>'
    got = crawl(f"{heading}{{text}}", page)
    assert got.title == "Letters"
    assert not got.text.startswith("Letters")
    assert "Letters" not in got.content_html
