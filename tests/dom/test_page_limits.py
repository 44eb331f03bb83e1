"""Hostile pages: each of these took many seconds, or gigabytes, without its limit."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from lxml import etree

from blogcrawler.comments.page.find_by_structure import find_comments
from blogcrawler.dom import Page, fit_bytes, node_text, parse_page
from blogcrawler.extraction import Extractor, RuleSet, generic_article, visible_date
from blogcrawler.feeds import feed_candidates
from blogcrawler.frontier import PostPattern, Scope, page_links

URL = "https://pier.example/"


def _page(body: str) -> Page:
    return parse_page(f"<html><body><h1>Tides</h1>{body}</body></html>", URL)


def test_a_page_of_ordinary_size_is_read_whole() -> None:
    page = _page("<p>Nobody asked why.</p>" * 3000)
    assert not page.is_cut
    assert len(page.tree.findall(".//p")) == 3000


def test_of_a_page_with_too_many_elements_the_beginning_is_read() -> None:
    page = _page("<p>first</p>" + "<b></b>" * 200_000 + "<p>last</p>")
    assert page.is_cut
    assert page.copy().is_cut
    assert sum(1 for _ in page.tree.iter()) < 20_000
    assert [node_text(one) for one in page.tree.iter("p")] == ["first"]


def test_end_tags_that_make_the_parser_add_elements_count() -> None:
    page = _page("</p>" * 100_000)
    assert page.is_cut
    assert sum(1 for _ in page.tree.iter()) < 20_000


def test_of_a_page_with_too_much_text_the_beginning_is_read_without_half_a_character() -> None:
    page = _page("潮" * 2_000_000 + "<p>last</p>")
    assert page.is_cut
    text = node_text(page.tree)
    assert 299_000 < len(text) < 301_000
    assert "\ufffd" not in text
    assert "last" not in text


def test_pictures_inside_a_page_are_left_out_before_its_text() -> None:
    picture = f'<img src="data:image/png;base64,{"iVBORw0KGgo" * 100_000}">'
    page = _page(picture * 5 + "<p>last</p>")
    assert not page.is_cut
    assert [node_text(one) for one in page.tree.iter("p")] == ["last"]


def test_pictures_are_left_out_wherever_they_begin() -> None:
    """Markup is searched in parts, so that other threads run in between."""
    pictures = [f'<img src="data:image/png;base64,{"iVBORw0KGgo" * (100 + 37 * n % 9000)}">' for n in range(150)]
    page = _page("".join(f"{picture}<p>{n}</p>" for n, picture in enumerate(pictures)))
    assert not page.is_cut
    assert [node_text(one) for one in page.tree.iter("p")] == [str(n) for n in range(150)]
    assert b"iVBORw0KGgo" not in etree.tostring(page.tree)


def test_the_element_at_which_a_page_is_cut_does_not_depend_on_the_parts() -> None:
    for padding in (0, 1, 2, 3, 250_000):
        page = _page("<p>" + "x" * padding + "</p>" + "<b>tide</b>" * 40_000)
        assert len(page.tree.findall(".//b")) == 14_995


def test_bytes_are_cut_before_they_are_decoded() -> None:
    assert fit_bytes(b"x" * 1000) == b"x" * 1000
    assert len(fit_bytes(b"x" * 20_000_000)) < 10_000_000


def test_the_memory_of_a_large_page_is_bounded() -> None:
    html = "<div><p>tide</p></div>" * 700_000  # 16 MB
    tracemalloc.start()
    page = parse_page(html, URL)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert page.is_cut
    assert peak < 100_000_000  # Python's part; the tree itself has no more elements than above


@pytest.mark.parametrize(
    "body",
    [
        "<span>May 4, 2023</span> " * 40_000,
        '<h1 class="entry-title">Tides</h1>' * 40_000,
        "<h3>3 comments</h3><p>Ann says: so</p>" * 20_000,
        '<div id="c7">May 4, 2023 Ann says: so</div>' * 20_000,
        '<img src="data:image/png;base64,' + "iVBORw0KGgo" * 90 + '">' * 1,
    ],
    ids=["dates", "titles", "captions", "ids", "picture"],
)
def test_no_shape_of_a_page_takes_long(body: str) -> None:
    page = _page(body)
    began = time.process_time()
    visible_date(page)
    find_comments(page)
    Extractor(RuleSet(language="en")).extract(page)
    assert time.process_time() - began < 6  # 2 s on a machine that does nothing else


def test_hundreds_of_inlined_pictures_do_not_slow_down_the_search_for_the_article() -> None:
    page = _page(("<p>Tides come and go.</p><img src='data:image/png;base64," + "iVBORw0KGgo" * 90 + "'>") * 900)
    began = time.process_time()
    generic_article(page)
    assert time.process_time() - began < 2.5


def test_the_links_of_a_page_are_limited() -> None:
    page = _page("".join(f'<a href="/{n}/">{n}</a>' for n in range(7000)))
    scope = Scope(URL, PostPattern())
    assert len(list(page_links(page, scope))) == 5000
    assert len(list(page_links(page, scope, 10))) == 10
    assert len(feed_candidates(page.tree, URL)) < 7000
