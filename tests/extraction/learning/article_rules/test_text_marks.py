"""Marks that are known by their text."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

TOPICS = ("harbour", "mountain", "kitchen", "library")


def pairs(footer: str, *, inside: str = "") -> list[tuple[FeedEntry, str]]:
    found = []
    for number, topic in enumerate(TOPICS):
        paragraphs = "".join(
            f"<p>Part {n} tells what the {topic} of year {n} meant to {topic} number {n * 7}.</p>"
            for n in range(3 + 2 * number)  # so that positions do not help
        )
        paragraphs += inside
        after = footer.format(number=number + 3, topic=TOPICS[number - 1])
        html = f"<body><h1>The {topic}</h1><div>{paragraphs}{after}</div><p>Imprint</p></body>"
        found.append((FeedEntry(f"https://b.org/{topic}", title=f"The {topic}", content_html=paragraphs), html))
    return found


def rules(posts: list[tuple[FeedEntry, str]]) -> RuleSet:
    return learn([(entry, parse_page(html, entry.url)) for entry, html in posts], "en")


COMMENT = "<p>I have never seen a {topic} with {number} doors, said Bo.</p>"


@pytest.mark.parametrize(
    "line",
    [
        "<p>Posted by Ann in {topic}</p>",
        "<h4>Discussion</h4>",
        "<p>{number} people said:</p>",
        "<p>A “line” {number}</p>",
    ],
)
def test_the_article_ends_at_a_line_that_begins_alike_on_all_pages(line: str) -> None:
    posts = pairs(line + COMMENT)
    extractor = Extractor(rules(posts))
    for (entry, html), topic in zip(posts, TOPICS, strict=True):
        text = extractor.extract(parse_page(html, entry.url)).text
        assert text.startswith(f"Part 0 tells what the {topic}")
        assert text.count("\n") == html.count("<p>Part") - 1


def test_a_line_that_articles_have_is_not_a_mark() -> None:
    posts = pairs("<p>Posted by Ann in {topic}</p>" + COMMENT, inside="<p>Posted by hand, as ever.</p><p>Bye now.</p>")
    assert not any("Posted by " in rule.until and "Posted by Ann" not in rule.until for rule in rules(posts).article)
    extractor = Extractor(rules(posts))
    assert all("Bye now." in extractor.extract(parse_page(html, entry.url)).text for entry, html in posts)


def test_nothing_is_learned_where_nothing_is_left_over() -> None:
    assert all(rule.until == "" for rule in rules(pairs("")).article)
