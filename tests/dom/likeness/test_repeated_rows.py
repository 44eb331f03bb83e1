"""Dates and names in comments and in lists of posts, which are not those of the post: on blogs without a feed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from lxml import etree
from lxml.etree import _Element

from blogcrawler.dom import is_in_repeated_rows, links_to_comment, parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, learn, own_entries
from blogcrawler.extraction.fields.visible_date import may_be_date

WORDS = "kettle bread river clock garden letter winter paper stone music".split()
FIRST = date(2014, 3, 3)


def day(number: int) -> str:
    return f"{FIRST + timedelta(days=number):%B %d, %Y}"


def text(number: int) -> str:
    return " ".join(f"{WORDS[(number * i + i // 3) % 10]} {number * i}" for i in range(1, 60))


def post(number: int, line: str, behind: str, before: str = "") -> str:
    return (
        f"<title>Post {number}</title>{before}<div><div><h1>Post {number}</h1><p>{line}</p>"
        f"<div class='entry'><p>{text(number)}</p></div></div>{behind}</div>"
    )


def comments(number: int, count: int = 4, link: str = "") -> str:
    rows = "".join(
        f"<li><b>by {who}</b> <span>{link.format(i)}{day(9 * number + i + 1)}</span><p>{text(i)[:150]}</p></li>"
        for i, who in enumerate(("Ann Lee", "Bo Ek", "Carla Ruiz", "Dora Lind")[:count])
    )
    return f"<ol>{rows}</ol>"


def read(pages: list[str], unseen: str) -> ExtractedPost:
    parsed = [parse_page(html, f"https://blog.example/{number}") for number, html in enumerate(pages)]
    rules = learn(zip(own_entries(parsed), parsed, strict=True))
    return Extractor(rules).extract(parse_page(unseen, "https://blog.example/new"))


def test_date_and_author_of_a_comment_are_not_the_posts() -> None:
    pages = [post(n, "A line", comments(n)) for n in range(1, 7)]
    got = read(pages, post(20, "A line", comments(20)))
    assert (got.published, got.authors) == (None, [])


def test_a_post_keeps_its_own_date_and_author_above_comments_of_the_same_form() -> None:
    pages = [post(n, f"by Emma Roth on <span>{day(9 * n)}</span>", comments(n)) for n in range(1, 7)]
    got = read(pages, post(20, f"by Emma Roth on <span>{day(180)}</span>", comments(20)))
    assert (got.published, got.authors) == ((FIRST + timedelta(days=180)).isoformat(), ["Emma Roth"])


def test_a_single_comment_is_recognised_by_its_link() -> None:
    link = "<a href='/new#comment-{}7'>#</a> "
    pages = [post(n, "A line", comments(n, 1, link)) for n in range(1, 7)]
    assert read(pages, post(20, "A line", comments(20, 1, link))).published is None


def test_dates_of_other_posts_are_not_taken() -> None:
    def recent(number: int) -> str:
        rows = (f"<li><a href='/{i}'>Post {i}</a> <em>{day(9 * i)}</em></li>" for i in range(number + 1, number + 5))
        return f"<div><ul>{''.join(rows)}</ul></div>"

    pages = [post(n, "A line", "", recent(n)) for n in range(1, 7)]
    assert read(pages, post(20, "A line", "", recent(20))).published is None


def test_a_place_whose_date_rarely_changes_is_not_the_posts() -> None:
    pages = [post(n, "A line", f"<div class='last'>{day(n // 3)}</div>") for n in range(1, 4)]
    parsed = [parse_page(html, f"https://blog.example/{number}") for number, html in enumerate(pages)]
    assert learn(zip(own_entries(parsed), parsed, strict=True)).published == ()


def element(html: str) -> _Element:
    tree = etree.HTML(html)
    (found,) = tree.xpath("//*[@id='x']")
    assert isinstance(found, etree._Element)
    return found


@pytest.mark.parametrize(
    ("html", "row"),
    [
        ("<ul><li>a <i id=x>3.5.2014</i></li><li>b <i>4.5.2014</i></li><li>c <i>5.5.2014</i></li></ul>", True),
        ("<ul><li>a <i>3.5.2014</i></li><li>b <i>4.5.2014</i></li><li>c <i id=x>5.5.2014</i></li></ul>", True),
        ("<ul><li>a <i id=x>3.5.2014</i></li><li>b <i>4.5.2014</i></li></ul>", False),
        ("<ul><li>a <i id=x>3.5.2014</i></li><li>b <i>Ann</i></li><li>c <i>5.5.2014</i></li></ul>", False),
        ("<ul><li><i id=x>3.5.2014</i></li><li><i>4.5.2014</i></li><li><i>5.5.2014</i></li></ul>", False),
        ("<p id=x>3.5.2014</p><p>4.5.2014</p><p>5.5.2014</p>", False),
        ("<dl><dt>a</dt><dd>b <i id=x>1.5.2014</i></dd><dt>a</dt><dd>b <i>2.5.2014</i></dd><dt>a</dt>"
         "<dd>b <i>3.5.2014</i></dd></dl>", True),
    ],
)  # fmt: skip
def test_three_similar_siblings_with_more_text_are_rows(html: str, row: bool) -> None:
    assert is_in_repeated_rows(element(html), may_be_date) is row


def test_an_ancestor_of_the_article_is_not_a_row() -> None:
    rows = "".join(f"<div><p>on {n}.5.2014</p><p>text</p></div>" for n in (4, 5, 6))
    found = element(f"<div><p id=x>on 3.5.2014</p><p>article</p></div>{rows}")
    holder = found.getparent()
    assert holder is not None
    assert is_in_repeated_rows(found, may_be_date)
    assert not is_in_repeated_rows(found, may_be_date, {holder})


@pytest.mark.parametrize(("names", "row"), [(("author", "filed", "tags"), False), (("c1", "c2", "c3"), True)])
def test_siblings_with_different_ids_are_not_rows(names: tuple[str, ...], row: bool) -> None:
    others = "".join(f"<li id={name}><a href='/{name}'>{name}</a></li>" for name in names[1:])
    first = element(f"<ul><li id=x><a href=/x>Ann Lee</a></li>{others}</ul>")
    first.set("id", names[0])
    assert is_in_repeated_rows(first, lambda text: len(text) < 20) is row


@pytest.mark.parametrize(
    ("html", "of_comment"),
    [
        ("<p id=x>3 May <a href='/post#comment-12'>#</a></p>", True),
        ("<a href='?showComment=1#c812'><i id=x>3 May</i></a>", True),
        ("<p id=x>3 May <a href='#comments'>5 comments</a></p>", False),
        ("<p id=x>3 May <a href='/c/12#chapter-3'>Part</a></p>", False),
    ],
)
def test_links_to_comments(html: str, of_comment: bool) -> None:
    assert links_to_comment(element(html)) is of_comment
