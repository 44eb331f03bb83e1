"""Which name wins: bylines over lists of authors, names over handles, people over the blog's name."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, FieldRule, RuleSet, learn
from blogcrawler.extraction.fields.authors import read_author_names
from blogcrawler.items import FeedEntry

WORDS = "kettle bread river clock garden letter winter paper stone music".split()
_LIST = '<li class="member">{}</li><li class="member">Bo Ek</li><li class="member">Cy Orr</li>'
PEOPLE = f'<div class="col-4"><ul>{_LIST}</ul></div>'


def text(number: int) -> str:
    return " ".join(f"{WORDS[(number * i + i // 3) % 10]} {number * i}" for i in range(1, 60))


def page(number: int, line: str = "", *, head: str = "", above: str = "", below: str = "", blog: str = "Notes") -> str:
    return (
        f"<html><head><title>Post {number} | {blog}</title>{head}</head><body>{above}"
        f"<div><h1>Post {number}</h1>{line}<div class='entry'><p>{text(number)}</p></div></div>{below}</body></html>"
    )


def learned(pages: list[str], *authors: str) -> RuleSet:
    entries = [
        FeedEntry(f"https://blog.example/{n}", f"Post {n}", authors, content_html=f"<p>{text(n)}</p>")
        for n in range(1, len(pages) + 1)
    ]
    rules = learn((entry, parse_page(html, entry.url)) for entry, html in zip(entries, pages, strict=True))
    return RuleSet.from_record(rules.record())


def read(rules: RuleSet, unseen: str) -> ExtractedPost:
    return Extractor(rules).extract(parse_page(unseen, "https://blog.example/new"))


@pytest.mark.parametrize(
    ("line", "head"),
    [
        ('<p class="author">{}</p>', ""),
        ("<p>by {}</p>", ""),
        ("<p>Posted by {}, 3 May 2014</p>", ""),
        ('<p>by <a href="/about">{}</a></p>', ""),
        ('<p class="meta">{}</p>', ""),
        ("", '<meta name="author" content="{}">'),
    ],
)
@pytest.mark.parametrize(
    "people",
    [
        PEOPLE,
        f"<aside>{PEOPLE}</aside>",
        f'<div class="sidebar">{PEOPLE}</div>',
        '<aside><p class="member">{}</p></aside>',
    ],
    ids=["list", "list in an aside", "list in a sidebar", "name in an aside"],
)
@pytest.mark.parametrize("is_near", [False, True], ids=["list below", "list next to the article"])
def test_a_byline_wins_over_a_list_of_authors(line: str, head: str, people: str, is_near: bool) -> None:
    """Even if the list is closer to the article than the byline: only its form shows that it is a list."""

    def made(number: int, author: str) -> str:
        byline, names = line.format(author), people.format("Ann Lee")
        if is_near:
            return page(number, names, head=head.format(author), above=f"<div><div><div>{byline}</div></div></div>")
        return page(number, byline, head=head.format(author), below=names)

    rules = learned([made(number, "Ann Lee") for number in range(1, 6)], "Ann Lee")
    assert read(rules, made(20, "Bo Ek")).authors == ["Bo Ek"]


@pytest.mark.parametrize("by", ["guess", "fallback"])
def test_an_unconfirmed_rule_reads_only_what_may_be_a_name(by: str) -> None:
    rule = FieldRule('//p[@class="author"]', 1.0, by=by)
    for line, names in (("Ann Lee", ["Ann Lee"]), ("Comments 14", []), ("3 May 2014", [])):
        html = page(20, f'<p class="author">{line}</p>')
        assert read_author_names(parse_page(html, "https://blog.example/20"), rule) == names


def test_a_byline_wins_over_the_name_at_the_top_of_the_page() -> None:
    above = '<div><div><h2 class="brand"><a href="/">Ann Lee</a></h2></div></div>'
    pages = [page(n, "<p>Written by Ann Lee</p>", above=above) for n in range(1, 6)]
    assert read(learned(pages, "Ann Lee"), page(20, "<p>Written by Bo Ek</p>", above=above)).authors == ["Bo Ek"]


def test_a_name_under_the_title_wins_over_the_owner_in_the_metadata() -> None:
    head = '<meta name="author" content="Ann Lee">'
    pages = [page(n, '<p class="meta">Ann Lee</p>', head=head) for n in range(1, 6)]
    assert read(learned(pages, "Ann Lee"), page(20, '<p class="meta">Bo Ek</p>', head=head)).authors == ["Bo Ek"]


def test_the_feed_s_name_wins_over_a_handle() -> None:
    head = '<meta name="author" content="Ann Lee"><meta name="twitter:creator" content="@AnnLee">'
    pages = [page(n, head=head, blog="Ann Lee") for n in range(1, 6)]
    assert read(learned(pages, "Ann Lee"), page(20, head=head, blog="Ann Lee")).authors == ["Ann Lee"]


def test_a_handle_that_contains_the_name_is_not_cut() -> None:
    head = '<meta name="twitter:creator" content="@annkitchen">'
    pages = [page(n, head=head, blog="Kitchen") for n in range(1, 6)]
    assert read(learned(pages, "Ann"), page(20, head=head, blog="Kitchen")).authors == ["Ann"]


def test_a_name_is_spelled_as_in_the_feed() -> None:
    line = '<p class="author">{}</p>'
    rules = learned([page(n, line.format("Ann Lee")) for n in range(1, 6)], "Ann Lee")
    assert read(rules, page(20, line.format("ANNLEE"))).authors == ["Ann Lee"]
    assert read(rules, page(20, line.format("Bo Ek"))).authors == ["Bo Ek"]


def test_a_name_in_the_title_of_another_post_is_not_a_byline() -> None:
    below = '<div><h2 class="more"><a href="/1">How we got more out of our days with Ann Lee</a></h2></div>'
    other = '<div><h2 class="more"><a href="/1">How we got more out of our days with the machine</a></h2></div>'
    pages = [page(n, below=below) for n in range(1, 6)]
    assert read(learned(pages, "Ann Lee"), page(20, below=other)).authors == ["Ann Lee"]


def test_a_blog_named_after_its_author_is_not_a_pseudonym_because_the_theme_names_its_own_author() -> None:
    head, below = '<meta name="author" content="Ann Lee">', "<footer><p>by Cy Orr</p></footer>"
    pages = [page(n, head=head, below=below, blog="Ann Lee") for n in range(1, 6)]
    assert read(learned(pages, "Ann Lee"), page(20, head=head, below=below, blog="Ann Lee")).authors == ["Ann Lee"]


@pytest.mark.parametrize(
    "line",
    [
        '<p class="meta"><i class="clock"></i> 2 minute read • By {} • May {}, 2026</p>',
        '<p class="meta">May {1}, 2026 by {0}</p>',
        '<p class="meta">Posted on {1} May 2026 by {0} | 3 comments</p>',
        '<p class="meta">Author: <a href="https://people.example/x">{}</a>，Published on 2021-08-{}</p>',
        '<p class="meta">Author: {}, published on July {}, 2021, reading time: about 6 minutes, written on a train '
        "somewhere between here and there</p>",
        '<p class="meta">作者：{}，发布于 2021-08-{}</p>',
    ],
)
@pytest.mark.parametrize("feed", [(), ("Notes",)])
def test_an_author_is_read_from_the_middle_of_a_line_without_a_feed_s_help(line: str, feed: tuple[str, ...]) -> None:
    head = '<meta name="author" content="Notes Team">' if not feed else ""
    people = ["Ann Lee", "Bo Ek", "Ann Lee", "Cy Orr", "Bo Ek"]
    pages = [page(n, line.format(name, n + 1), head=head) for n, name in enumerate(people, 1)]
    assert read(learned(pages, *feed), page(20, line.format("Dee Fox", 20), head=head)).authors == ["Dee Fox", *feed]


def test_a_line_without_a_name_gives_no_author() -> None:
    line, people = '<p class="meta">2 minute read • By {} • May {}, 2026</p>', ["Ann Lee", "Bo Ek", "Cy Orr", "Bo Ek"]
    rules = learned([page(n, line.format(name, n)) for n, name in enumerate(people, 1)], "Notes")
    assert read(rules, page(20, '<p class="meta">2 minute read • May 20, 2026</p>')).authors == ["Notes"]


def test_feed_pages_that_are_not_posts_do_not_hide_the_authors() -> None:
    head, people = '<meta name="author" content="Notes Team">', ["Ann Lee", "Bo Ek", "Cy Orr", "", "", ""]
    lines = [f'<p class="meta">Author: {name}, 3 May</p>' if name else "" for name in people]
    rules = learned([page(n, line, head=head) for n, line in enumerate(lines, 1)])
    assert read(rules, page(20, '<p class="meta">Author: Dee Fox, 4 May</p>', head=head)).authors == ["Dee Fox"]
    assert read(rules, page(20, head=head)).authors == ["Notes Team"]
