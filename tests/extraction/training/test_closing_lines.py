"""Lines of the template that close the article."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, learn, training_samples
from blogcrawler.extraction.training.closing_lines import closing_words
from blogcrawler.items import FeedEntry

DAYS = ("3 May 2014", "9 June 2014", "21 July 2014", "2 August 2014")
TOPICS = ("harbour", "mountain", "kitchen", "library")
OTHERS = ("garden", "violin", "desert", "window")


def sentences(topic: str, many: int) -> str:
    return "".join(
        f"<p>Part {n} tells what the {topic} of year {n} meant to {topic} number {n * 7} and its {topic} keeper.</p>"
        for n in range(many)
    )


def blog(below: str, above: str = "", long: int = 5) -> list[tuple[FeedEntry, str]]:
    """Posts with a teaser in the feed; ``below`` and ``above`` are what the template puts around their second part."""
    posts = []
    for number, (topic, other, day) in enumerate(zip(TOPICS, OTHERS, DAYS, strict=True)):
        url = f"https://b.org/{number}"
        teaser = f"We begin with the {topic} because nobody else in this town has ever written about a {topic} here."
        entry = FeedEntry(
            url, title=f"My {topic}", published=datetime.strptime(day, "%d %B %Y").replace(tzinfo=UTC),
            content_html=f"{teaser[:-1]} […]",
        )  # fmt: skip
        weekday = ("Saturday", "Monday", "Monday", "Saturday")[number]
        facts = {"day": day, "weekday": weekday, "number": number + 2, "comments": sentences(other, 3), "topic": topic}
        html = (
            f"<body><div><h1>My {topic}</h1><div><p>{teaser}</p>{above.format(**facts)}{sentences(topic, long)}"
            f"{below.format(**facts)}</div></div></body>"
        )
        posts.append((entry, html))
    return posts


def texts(posts: list[tuple[FeedEntry, str]]) -> list[str]:
    extractor = Extractor(learn([(entry, parse_page(html, entry.url)) for entry, html in posts], "en"))
    return [extractor.extract(parse_page(html, entry.url)).text for entry, html in posts]


@pytest.mark.parametrize(
    "line",
    [
        "<p>Posted by Ann on {day}</p>",
        "<p>This entry was posted on {day} and is filed under Travel.</p>",
        "<p>{weekday}, {day} | Ann Lee | {number}</p>",
        "<p>Posted by Ann Lee</p>",
        "<h3>{number} responses to “My {topic}”</h3>",
        "<h3>Hozzászólások ({number})</h3>",
        "<h2>Comments</h2><p>Bo wrote on 5 September 2014:</p>",
        "<div>Comments ({number})</div><p>Bo, 5 September 2014</p>",
    ],
)
def test_comments_without_names_are_not_part_of_the_article(line: str) -> None:
    for text, topic, other in zip(texts(blog(line + "{comments}")), TOPICS, OTHERS, strict=True):
        assert f"Part 4 tells what the {topic}" in text
        assert other not in text


@pytest.mark.parametrize(
    "line",
    [
        "<h2>Ingredients</h2>",
        "<p>Correct answers: {number}</p>",
        "<p>Comments</p>",  # nothing after it has a date
        "<p>Comments: {number}</p><p>Comments: 7</p><p>Bo, 5 September 2014</p>",  # it is there twice
    ],
)
def test_a_line_that_many_posts_have_does_not_close_them(line: str) -> None:
    for text, other in zip(texts(blog(line + "{comments}")), OTHERS, strict=True):
        assert other in text


def test_a_date_between_a_summary_and_the_article_does_not_close_the_article() -> None:
    posts = [
        (replace(entry, content_html=""), html)
        for entry, html in blog("", above=sentences("summary", 2) + "<p>{day}</p>", long=15)
    ]
    samples = training_samples([(entry, parse_page(html, entry.url)) for entry, html in posts])
    assert closing_words(samples) == [len(sample.outline.words) for sample in samples]


def test_a_byline_below_short_articles_with_many_comments_closes_them() -> None:
    below = "<p>Posted on {day}</p>" + "{comments}" * 12
    posts = [one for long in (2, 12) for one in blog(below, long=long)[long == 12 :: 2]]
    samples = training_samples([(entry, parse_page(html, entry.url)) for entry, html in posts])
    for sample, end in zip(samples, closing_words(samples), strict=True):
        assert sample.outline.words[end : end + 2] == ["posted", "on"]


def test_a_byline_below_the_teaser_does_not_close_the_article() -> None:
    posts = blog("", above="<p>Posted by Ann on {day}</p>")
    samples = training_samples([(entry, parse_page(html, entry.url)) for entry, html in posts])
    assert closing_words(samples) == [len(sample.outline.words) for sample in samples]
    assert all(f"Part 4 tells what the {topic}" in text for text, topic in zip(texts(posts), TOPICS, strict=True))


def test_bylines_are_read_in_the_language_of_the_blog() -> None:
    months = {"May": "mai", "June": "juin", "July": "juillet", "August": "août"}
    posts = [
        (entry, html.replace(f" {english} 2014", f" {french} 2014"))
        for english, french in months.items()
        for entry, html in blog("<p>Posté par Anne le {day}</p>{comments}")
        if f" {english} 2014" in html
    ]
    extractor = Extractor(learn([(entry, parse_page(html, entry.url)) for entry, html in posts], "fr"))
    for entry, html in posts:
        assert not any(other in extractor.extract(parse_page(html, entry.url)).text for other in OTHERS)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("ja", [f"2014年{month}月{day}日 | コメント 3" for day, month in ((3, 5), (9, 6), (21, 7), (2, 8))]),
        ("ar", ["نشر في ٣ مايو ٢٠١٤", "نشر في ٩ يونيو ٢٠١٤", "نشر في ٢١ يوليو ٢٠١٤", "نشر في ٢ أغسطس ٢٠١٤"]),
        ("th", ["3 พ.ค. 2557", "9 มิ.ย. 2557", "21 ก.ค. 2557", "2 ส.ค. 2557"]),
    ],
)
def test_dates_in_other_digits_and_calendars_close_the_article(language: str, lines: list[str]) -> None:
    posts = [
        (entry, html.replace("<body>", f'<html lang="{language}"><body>').replace("LINE", line))
        for (entry, html), line in zip(blog("<p>LINE</p>{comments}"), lines, strict=True)
    ]
    samples = training_samples([(entry, parse_page(html, entry.url)) for entry, html in posts])
    for sample in samples:
        sample.language = language
    assert [sample.closing < len(sample.outline.words) for sample in samples] == [True] * len(lines)
