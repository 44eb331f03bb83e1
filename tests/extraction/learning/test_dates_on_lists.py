"""Dates next to the links of a list."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import listed_dates
from blogcrawler.urls import resolve

BASE = "https://b.org/"


def listed(body: str, language: str = "en") -> dict[str, str]:
    page = parse_page(f"<html><body>{body}</body></html>", BASE)

    def post(href: str) -> str | None:
        url = resolve(page.base, href) or ""
        return url.removeprefix(BASE) if "/tag/" not in url and url != BASE else None

    return {url: moment.iso() for url, moment in listed_dates(page, post, language).items()}


@pytest.mark.parametrize(
    ("item", "dates"),
    [
        ('<li><time datetime="2014-03-0{n}T10:00:00-05:00">x</time> <a href="/{n}/">P</a></li>', "T10:00:00-05:00"),
        ("<li><span>March {n}, 2014</span> <a href='/{n}/'>A post</a></li>", ""),
        ("<p><a href='/{n}/'>A post</a> (2014-03-0{n})</p>", ""),
        (
            "<article><h2><a href='/{n}/'>A post</a></h2><div><time datetime='2014-03-0{n}'>3</time>"
            "<a href='/tag/a'>a</a></div><p>Text with <a href='/9{n}/'>a link</a></p></article>",
            "",
        ),
        ("<tr><td>0{n}.05.2014</td><td><a href='/{n}/'>A post</a></td></tr>", None),
    ],
)
def test_a_date_next_to_a_link_dates_its_post(item: str, dates: str | None) -> None:
    body = "".join(item.format(n=n) for n in range(1, 4))
    wanted = {} if dates is None else {f"{n}/": f"2014-03-0{n}{dates}" for n in range(1, 4)}
    assert listed(f"<div>{body}</div>") == wanted


def test_a_date_above_many_posts_dates_none_of_them() -> None:
    assert (
        listed("<div><h2>March 3, 2014</h2><ul><li><a href='/1/'>A</a></li><li><a href='/2/'>B</a></li></ul></div>")
        == {}
    )


@pytest.mark.parametrize(
    ("pager", "last"),
    [
        ("/search?updated-max=2014-03-03T23:18:00-04:00&max-results=7", "2014-03-03T23:18:00-04:00"),
        ("/search?updated-max=2014-03-03T23%3A18%3A00-04%3A00", "2014-03-03T23:18:00-04:00"),
        ("/search?updated-max=2014-03-03T23:18:00-04:00&reverse-paginate=true", "2014-03-03"),
        ("/search?updated-max=2014-03-04T23:18:00-04:00", "2014-03-03"),
        ("/search?updated-max=2014-03-02T23:18:00-04:00", "2014-03-03"),  # two posts of that day
        ("/search?updated-max=now", "2014-03-03"),
    ],
)
def test_the_link_to_older_posts_has_the_instant_of_the_last_one(pager: str, last: str) -> None:
    days = {1: 2, 2: 2, 3: 3}
    body = "".join(f"<p>March {day}, 2014 <a href='/{n}/'>A post</a></p>" for n, day in days.items())
    found = listed(f"<div>{body}</div><a href='{pager}'>Older posts</a>")
    assert found == {"1/": "2014-03-02", "2/": "2014-03-02", "3/": last}


def test_a_page_full_of_dates_is_read_quickly() -> None:
    body = "<ul>" + "".join(f"<li>March 3, 2014 <a href='/{n}/'>A post</a></li>" for n in range(20_000)) + "</ul>"
    assert len(listed(body)) == 1000
