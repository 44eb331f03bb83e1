"""Feeds whose texts end with a link to the post: teasers most often, full texts sometimes."""

from __future__ import annotations

import random

import pytest
from invented_blogs import HOME, invented_words

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, learn
from blogcrawler.extraction.training.read_more import teaser_text
from blogcrawler.items import FeedEntry

NUMBERS = range(6)
READ_MORE = '<p><a href="{url}">Leer más…</a> (1 min remaining to read)</p>'


def text(seed: int, count: int = 12) -> str:
    return " ".join(invented_words(random.Random(seed), count)).capitalize() + "."


def crawl(body: str, feed: str) -> ExtractedPost:
    """The last of six posts by rules learned from the others; ``{intro}`` and the like are filled in."""
    pairs = []
    for number in NUMBERS:
        links = "".join(f'<li><a href="https://x.org/{n}">{text(99 * number + n, 3)}</a></li>' for n in range(6))
        values = {
            "intro": f"<p>{text(number)}</p>",
            "links": f"<ul>{links}</ul>",
            "sometimes": f"<p>{text(number + 50, 40)}</p>" if number % 2 else "",
            "url": f"{HOME}/{number}",
        }
        html, content = body, feed
        for name, value in values.items():
            html, content = html.replace(f"{{{name}}}", value), content.replace(f"{{{name}}}", value)
        html = f"<body><article><h1>Title {number}</h1><p>By Ann on day {number}</p>{html}</article></body>"
        pairs.append((FeedEntry(f"{HOME}/{number}", f"Title {number}", content_html=content), html))
    rules = learn((entry, parse_page(html, entry.url)) for entry, html in pairs[:-1])
    return Extractor(rules).extract(parse_page(pairs[-1][1], pairs[-1][0].url))


def test_text_after_a_teaser_with_a_read_more_link_is_part_of_the_article() -> None:
    got = crawl("{intro}<p>Links of today:</p>{links}{sometimes}", "{intro}" + READ_MORE)
    assert text(5) in got.text
    assert text(55, 40) in got.text
    assert text(99 * 5 + 3, 3) in got.text


def test_a_full_text_may_end_with_a_link_to_the_post() -> None:
    page = "<div class='x'>{intro}{intro}</div><div class='y'><p>Other posts:</p>{links}</div>"
    got = crawl(page, "{intro}{intro}<p><a href='{url}'>Comment on this</a></p>")
    assert text(5) in got.text
    assert text(99 * 5 + 3, 3) not in got.text


@pytest.mark.parametrize(
    ("html", "rest"),
    [
        ("<p>Once.</p><p><a href='https://a.org/b/'>Read more</a></p>", "<p>Once.</p>"),
        ("<p>Once.</p> <a class=more href='/b#more-12'>Lire la suite</a>", "<p>Once.</p> "),
        (
            "Once upon a time there was<br><a href='https://a.org/b?utm_source=rss'>继续阅读</a>",
            "Once upon a time there was",
        ),
        ("<p>Once.</p><p>See <a href='https://a.org/c'>Read more</a></p>", None),
        ("<p>Once.</p><a href='https://a.org/b#comments'>Discuss</a>", None),
        ("<p>Once.</p><p>The post <a href='https://a.org/b'>My Title</a></p>", None),
        ("<p>As <a href='https://a.org/b'>here</a> " + "it is said again " * 9 + "</p>", None),
        ("<p>Once.</p><a href='http://[x'>Read more</a>", None),
        ("", None),
    ],
)
def test_a_read_more_line_is_removed_from_a_teaser(html: str, rest: str | None) -> None:
    assert teaser_text(FeedEntry("https://a.org/b", "My title", content_html=html)) == rest
