"""Lists of threads in unknown markup are found by repeated structure and by their addresses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blogcrawler.dom import parse_page
from blogcrawler.forum import guess_navigation, next_list_pages

HOME = "https://board.example/"
TABLE = """<tr class="r{odd}"><td><a href="{thread}">A question about radio {n}</a>
<a href="{thread}&amp;p={n}#p{n}">last</a><td><a href="/memberlist.php?u={n}">ann</a>, 4 Mar 2020<td>7</tr>"""


def found(html: str, url: str = HOME) -> list[tuple[str, str | None, bool]]:
    links = guess_navigation(parse_page(html, url), HOME, lambda address: address.startswith(HOME))
    return [(link.url.removeprefix(HOME), link.to, link.pages) for link in links]


@pytest.mark.parametrize("thread", ["/viewtopic.php?t={n}", "/t/about-radio/{n}", "/index.php?topic={n}.0"])
def test_threads_are_found_by_their_addresses_one_link_per_row(thread: str) -> None:
    rows = "".join(TABLE.format(n=n, odd=n % 2, thread=thread.format(n=n)) for n in range(1, 6))
    menu = '<ul class="menu"><li><a href="/viewtopic.php?t=99">The rules of this board</a></ul>'
    assert found(f"{menu}<table>{rows}</table>") == [(thread[1:].format(n=n), "thread", False) for n in range(1, 6)]


def test_lists_with_meaningless_addresses_are_found_by_their_titles() -> None:
    rows = "".join(f'<p class="x"><a href="/{n}-about/">A question about radio {n}</a></p>' for n in range(4))
    other = '<a href="/imprint/">Imprint</a> <a href="/1/">1</a> <a href="/2/">2</a> <a href="/3/">3</a>'
    assert found(rows + other) == [(f"{n}-about/", None, False) for n in range(4)]


def test_words_in_the_address_of_the_home_page_are_ignored() -> None:
    page = parse_page('<a href="/forum/t/7">A question</a><a href="/forum/c/7">A part</a>', "https://a.example/forum/")
    links = guess_navigation(page, "https://a.example/forum/", lambda address: True)
    assert [(link.url.rpartition("forum/")[2], link.to) for link in links] == [("t/7", "thread"), ("c/7", "threads")]


def test_further_pages_come_in_order_without_earlier_ones() -> None:
    links = "".join(f'<a href="/viewforum.php?f=1&amp;start={n}">x</a>' for n in (0, 40, 20, 60))
    page = parse_page(links + '<a href="/viewforum.php?f=2&amp;start=80">x</a>', HOME + "viewforum.php?f=1&start=20")
    assert [url.rpartition("=")[2] for url in next_list_pages(page)] == ["40", "60"]


LINKS = st.sampled_from(
    ["<a href='/t/1'>", "<a href='http://['>", "<a href=''>", "<a>", "</a>", "<tr>", "words of a title", "<nav>"]
)


@given(st.lists(LINKS, max_size=40).map("".join), st.sampled_from([HOME, "", "http://["]))
@settings(max_examples=50, deadline=None)
def test_links_of_any_page_are_guessed_without_an_error(html: str, url: str) -> None:
    for link in guess_navigation(parse_page(html, url), HOME, lambda address: bool(address)):
        assert link.url
