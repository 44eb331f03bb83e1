"""Which links are a post's tags, and which are not."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

WORDS = "kettle bread river clock garden letter winter paper stone music".split()


def page(number: int, tags: str, head: str = "") -> str:
    text = " ".join(f"{WORDS[(number * i + i // 3) % 10]} {number * i}" for i in range(1, 60))
    return f"<title>Post {number}</title>{head}<h1>Post {number}</h1><div class='e'><p>{text}</p></div>{tags}"


def learned(pages: list[str], tags: list[tuple[str, ...]]) -> Extractor:
    entries = [FeedEntry(f"https://blog.example/{n}", f"Post {n}", tags=one) for n, one in enumerate(tags, 1)]
    pairs = [(entry, parse_page(html, entry.url)) for entry, html in zip(entries, pages, strict=True)]
    return Extractor(RuleSet.from_record(learn(pairs).record()))


def read(extractor: Extractor, tags: str) -> list[str]:
    return extractor.extract(parse_page(page(20, tags), "https://blog.example/20")).tags


@pytest.mark.parametrize("home", ["/", "https://blog.example", "index.html"])
def test_a_link_to_the_home_page_is_not_a_tag(home: str) -> None:
    crumbs = f"<p id='crumbs'><a href='{home}'>Home</a> » <a href='/list'>{{}}</a></p>"
    tags = [f"Cats {n}" for n in range(1, 6)]
    extractor = learned([page(n, crumbs.format(one)) for n, one in enumerate(tags, 1)], [(one,) for one in tags])
    assert read(extractor, crumbs.format("Dogs")) == ["Dogs"]


def test_links_to_other_sites_are_tags_only_with_rel_tag() -> None:
    line = "<p><a class='btn' href='/tags/{0}.html'>{0}</a></p>"
    extractor = learned([page(n, line.format(f"cats{n}")) for n in range(1, 6)], [()] * 5)
    other = "<p><a class='btn' href='https://shop.example/tags/x.html'>Buy now</a></p>"
    marked = "<p><a class='btn' rel='tag' href='https://tags.example/tags/dogs'>dogs</a></p>"
    assert read(extractor, line.format("dogs") + other) == ["dogs"]
    assert read(extractor, other) == []
    assert read(extractor, marked) == ["dogs"]


def test_a_category_of_most_posts_counts_if_the_feed_has_it() -> None:
    line = "<p class='filed'><a href='/category/{0}.html'>{0}</a></p>"
    extractor = learned([page(n, line.format("misc")) for n in range(1, 6)], [("misc",)] * 4 + [("misc", "x")])
    assert read(extractor, line.format("cats")) == ["cats"]


def test_tags_and_category_are_read_if_the_feed_has_both() -> None:
    line = (
        "<p>Filed under <a href='/categories/{0}/'>{0}</a></p>"
        "<p><a href='/tags/{1}/'>{1}</a> <a href='/tags/{2}/'>{2}</a></p>"
    )
    tags = [(f"big{n % 3}", f"small{n}", f"tiny{n}") for n in range(1, 6)]
    extractor = learned([page(n, line.format(*one)) for n, one in enumerate(tags, 1)], tags)
    assert read(extractor, line.format("one", "two", "three")) == ["one", "two", "three"]


def test_keywords_of_most_pages_belong_to_the_blog() -> None:
    heads = ['<meta name="keywords" content="tea, kettles">'] * 4 + ['<meta name="keywords" content="tea">']
    extractor = learned([page(n, "", head) for n, head in enumerate(heads, 1)], [()] * 5)
    assert extractor.rules.tags == ()


@pytest.mark.parametrize("index", ["/tags/", "https://blog.example/tags", "/tags/index.html"])
def test_a_link_to_the_list_of_all_tags_is_not_a_tag(index: str) -> None:
    menu, line = f"<p><a href='{index}'>Tags</a></p>", "<p><a href='/tags/{0}/'>{0}</a></p>"
    pages = [page(n, menu + line.format(f"cats{n}")) for n in range(1, 6)]
    assert read(learned(pages, [()] * 5), menu + line.format("dogs")) == ["dogs"]
