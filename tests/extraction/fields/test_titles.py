"""Titles of pages without a feed, next to the headings of other posts."""

from __future__ import annotations

import pytest

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, RuleSet, guess_title, guess_titles, learn, own_entries
from blogcrawler.items import FeedEntry

TITLES = ["The kettle", "Bread and salt", "A walk in rain", "Old maps", "Two clocks"]


def address(title: str) -> str:
    return f"https://blog.example/{title.lower().replace(' ', '-')}/"


def card(title: str, inside: bool) -> str:
    link = f'href="{address(title)}"'
    return f"<a {link}><div><h3>{title}</h3></div></a>" if inside else f"<h3><a {link}>{title}</a></h3>"


def post(title: str, others: list[str], head: str, *, inside: bool = False) -> str:
    body = " ".join(f"{word} of {title} is told in {number} words." for number, word in enumerate(title.split() * 9))
    return (
        f"<title>{head}</title><h2><a href='/'>My blog</a></h2><h1>{title}</h1><div class='entry'><p>{body}</p></div>"
        f"<h2>You may also like</h2>{''.join(card(other, inside) for other in others)}"
    )


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("head", ["{} | My blog", "My blog"])
def test_a_title_that_other_pages_repeat_as_a_link_is_still_the_title(head: str, inside: bool) -> None:
    pages = [
        parse_page(post(title, [t for t in TITLES if t != title], head.format(title), inside=inside), address(title))
        for title in TITLES
    ]
    assert guess_titles(pages) == TITLES
    extractor = Extractor(learn(zip(own_entries(pages), pages, strict=True)))
    unseen = parse_page(post("A new kettle", TITLES[:3], head.format("A new kettle")), address("A new kettle"))
    assert extractor.extract(unseen).title == "A new kettle"


def test_a_heading_with_the_same_link_everywhere_is_not_a_title() -> None:
    pages = [parse_page(f"<title>My blog</title><h1><a href='/start/'>Begin here</a></h1><h2>{t}</h2>", address(t))
             for t in TITLES]  # fmt: skip
    assert guess_titles(pages) == TITLES


def test_headings_that_link_to_other_posts_come_last() -> None:
    page = parse_page("<h3>Old maps</h3><h2><a href='/bread/'>Bread</a></h2>", address("Old maps"))
    assert guess_title(page) == "Old maps"


def test_a_heading_that_links_to_its_own_page_may_be_the_title() -> None:
    page = parse_page("<h1><a href='../old-maps/#top'>Old maps</a></h1><h2>Comments</h2>", address("Old maps"))
    assert guess_title(page) == "Old maps"


@pytest.mark.parametrize(
    ("head", "heading", "title"),
    [
        ("Part 2: The end - My blog", "News Part 2: The end", "Part 2: The end"),
        (
            "Rome – Day 3 – The river | My blog",
            "<span>Travel</span>Rome – Day 3 – The river",
            "Rome – Day 3 – The river",
        ),
        ("Old maps | My blog", "<span>Travel</span>Old maps", "Old maps"),
        ("Old <em>maps</em> | My blog", "Old <em>maps</em>", "Old maps"),
    ],
)
def test_a_heading_may_hold_more_than_the_title(head: str, heading: str, title: str) -> None:
    html = f"<title>{head.replace('<em>', '').replace('</em>', '')}</title><h1>{heading}</h1>"
    assert guess_title(parse_page(html, address("x"))) == title


@pytest.mark.parametrize("signs", ["a - " * 5000, ": ".join("abcdefgh"), " | | | ", " - a - "])
def test_a_head_title_of_many_parts_is_read_quickly(signs: str) -> None:
    guess_title(parse_page(f"<title>{signs}</title><h1>Else {signs}</h1>", address("x")))


@pytest.mark.parametrize("home", ["https://blog.example/", "/", "http://other.example", "/blog/"])
def test_a_heading_that_links_home_is_not_the_title(home: str) -> None:
    html = (
        "<title>Kettles - Ann Lee on tea and all</title>"
        f'<h1><a href="{home}">Ann Lee on tea and all</a></h1><h3><a href="/blog/kettles">Kettles</a></h3><p>Text.</p>'
    )
    assert guess_title(parse_page(html, "https://blog.example/blog/kettles")) == "Kettles"


@pytest.mark.parametrize("head", ["Ann on tea", "Ann on tea:", "Ann on tea: ", "Ann on tea »"])
@pytest.mark.parametrize("heading", ["<h2 class='t'></h2>", "<h2 class='t'> <a href='#'></a></h2>", ""])
def test_an_untitled_post_does_not_get_the_blog_s_name(head: str, heading: str) -> None:
    def page(number: int, title: str) -> Page:
        named = f"Ann on tea: {title}" if title else head
        title = f"<h2 class='t'>{title}</h2>" if title else heading
        text = " ".join(f"word{number * i}" for i in range(60))
        html = f"<title>{named}</title><h1>Ann on tea</h1>{title}<div class='e'><p>{text}</p></div><h3>Archive</h3>"
        return parse_page(html, f"https://blog.example/{number}")

    entries = [FeedEntry(f"https://blog.example/{n}", f"Kettles {n}") for n in range(1, 6)]
    rules = learn((entry, page(n, f"Kettles {n}")) for n, entry in enumerate(entries, 1))
    extractor = Extractor(RuleSet.from_record(rules.record()))
    assert extractor.extract(page(20, "Cups")).title == "Cups"
    assert extractor.extract(page(21, "")).title is None


def test_words_that_all_pages_have_around_the_title_are_cut_off_if_a_heading_agrees() -> None:
    said = ["all our fantasies", "minimal web", "as happy as possible"]
    pages = [
        parse_page(
            f"<title>» {title} :mnml</title><body><h2><a href='/'>mnml</a>: <b>{title}</b></h2></body>", address(title)
        )
        for title in said
    ]
    assert guess_titles(pages) == said


def test_titles_that_begin_alike_stay_whole() -> None:
    said = ["How to bake bread", "How to boil an egg", "How to make tea"]
    pages = [parse_page(f"<title>{title}</title><body><p>{title}</p></body>", address(title)) for title in said]
    assert guess_titles(pages) == said


def test_a_heading_that_the_metadata_repeat_is_the_title_and_not_a_chapter_in_the_head_title() -> None:
    head = "<title>How to boil: water and milk</title><meta property='og:title' content='The kettle 1#'>"
    body = "<h2><a href='/'>My blog</a></h2><h1>The kettle 1#</h1><p>It boils.</p><h1>Water</h1><p>It is wet.</p>"
    assert guess_title(parse_page(f"<head>{head}</head>{body}", address("a"))) == "The kettle 1#"


def test_a_head_title_that_consists_of_names_of_the_blog_is_no_title() -> None:
    page = parse_page("<title>EMAp - School of Maths</title><body><h2>The kettle</h2><p>It boils.</p>", address("a"))
    assert guess_title(page, names={"emap", "school of maths"}) == "The kettle"
    assert guess_title(page, names={"emap"}) == "EMAp - School of Maths"
