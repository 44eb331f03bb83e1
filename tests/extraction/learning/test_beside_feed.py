"""Learning from the few posts of a feed and further pages, whose entries are made from the pages."""

from __future__ import annotations

from invented_crawl import paragraph

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, entries_beside_feed, html_to_text, learn
from blogcrawler.items import FeedEntry

PAGE = (
    "<html><head><title>{title} – The Blog</title></head><body><div class=post><header><h1>{title}</h1>"
    "<p class=meta>{title} By <a rel=author href=/ann>{author}</a> on 3 May 2014</p></header>"
    "{lead}<div class=text>{article}<div class=box>{box}</div></div></div></body></html>"
)


def page(number: int, author: str = "Ann Lee", box: str = "", lead: str = "") -> Page:
    title = f"Walk {number} to the {'lake sea hill wood pond moor'.split()[number % 6]}"
    shown = PAGE.format(title=title, author=author, article=text(number), box=box, lead=lead)
    return parse_page(shown, f"https://b.org/{number}")


def text(number: int) -> str:
    return "".join(paragraph(10 * number + part) for part in range(3))


def entry(of: Page, number: int, author: str = "Ann Lee") -> FeedEntry:
    (heading,) = of.tree.findall(".//h1")
    return FeedEntry(of.url, title=heading.text, authors=(author,), content_html=text(number))


def with_further_pages(pages: list[Page]) -> list[tuple[FeedEntry, Page]]:
    """The first page is in the feed."""
    first = (entry(pages[0], 0), pages[0])
    return [first, *zip(entries_beside_feed([first], pages[1:]), pages[1:], strict=True)]


def test_a_box_that_only_further_pages_have_is_dropped() -> None:
    pages = [page(n, box="" if n == 0 else "Follow me on every network that there is") for n in range(6)]
    got = Extractor(learn(with_further_pages(pages))).extract(pages[3])
    assert got.text.split() == html_to_text(text(3)).split()


def test_what_the_full_feed_does_not_have_is_dropped_although_further_pages_cannot_tell() -> None:
    pages = [page(n, lead=f"<div class=lead>{paragraph(500 + n)}</div>") for n in range(6)]
    got = Extractor(learn(with_further_pages(pages))).extract(pages[3])
    assert got.text.split() == html_to_text(text(3)).split()


def test_authors_are_read_where_pages_name_them_not_where_one_post_happens_to_have_the_name() -> None:
    pages = [page(n, "Ann Lee" if n % 2 == 0 else "Bob Ray") for n in range(6)]
    extractor = Extractor(learn(with_further_pages(pages)))
    assert [extractor.extract(one).authors for one in pages[:2]] == [["Ann Lee"], ["Bob Ray"]]


def test_further_entries_are_marked_and_have_no_text_and_no_date() -> None:
    (_, *further) = [made for made, _ in with_further_pages([page(n) for n in range(3)])]
    assert [(one.from_page, one.content_html, one.published) for one in further] == [(True, None, None)] * 2
    assert further[0].title == "Walk 1 to the sea"
