"""Who wrote posts that no feed tells of: accounts, answers to comments, blogs that are called somebody's."""

from __future__ import annotations

import pytest

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, RuleSet, learn, own_entries
from blogcrawler.extraction.fields.site_name import blog_owner

WORDS = "kettle bread river clock garden letter winter paper stone music".split()


def post(number: int, line: str = "", behind: str = "", blog: str = "Notes") -> str:
    text = " ".join(f"{WORDS[(number * i + i // 3) % 10]} {number * i}" for i in range(1, 60))
    return (
        f"<title>Post {number} | {blog}</title><h1>Post {number}</h1>{line}"
        f"<div class='entry'><p>{text}</p></div>{behind}"
    )


def answer(login: str, name: str, *, by_author: bool = True) -> str:
    mark = "bypostauthor" if by_author else ""
    return (
        f"<ol id='comments'><li class='comment byuser comment-author-{login} {mark} even'>"
        f"<cite class='fn'>{name}</cite> <span>says:</span><p>Thank you all for what you wrote here.</p></li></ol>"
    )


def learned(pages: list[str]) -> RuleSet:
    parsed = [parse_page(html, f"https://blog.example/{number}") for number, html in enumerate(pages)]
    return learn(zip(own_entries(parsed), parsed, strict=True))


def read(pages: list[str], unseen: str) -> ExtractedPost:
    rules = RuleSet.from_record(learned(pages).record())
    return Extractor(rules).extract(parse_page(unseen, "https://blog.example/new"))


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("<p><a rel='author' href='/author/1'>330k</a></p>", ["330k"]),
        ("<p class='author'>cat_42</p>", ["cat_42"]),
        ("<p class='author'>12min</p>", []),
        ("<p class='author'>2014</p>", []),
        ("<p>by 330k</p>", []),
        ("<p>// Posted by egon</p>", ["egon"]),
        ("<p>by Ann Lee</p>", ["Ann Lee"]),
    ],
)
def test_names_of_accounts_and_lines_with_signs(line: str, authors: list[str]) -> None:
    assert read([post(n, line) for n in range(1, 6)], post(20, line)).authors == authors


def test_who_answers_as_the_author_of_posts_has_written_all_if_nobody_else_does() -> None:
    pages = [post(n, "", answer("ann", "Ann Lee") if n % 2 else "") for n in range(1, 7)]
    for behind, source in (("", "fallback"), (answer("ann", "Ann"), "rule")):
        got = read(pages, post(20, "", behind))
        assert (got.authors, got.source["authors"]) == (["Ann Lee"], source)


def test_several_who_answer_have_written_their_own_posts_only() -> None:
    pages = [post(n, "", answer("ann", "Ann Lee") if n % 2 else answer("bo", "Bo Ek")) for n in range(1, 7)]
    assert [read(pages, post(20, "", behind)).authors for behind in ("", answer("bo", "Bo"), answer("x", "Xu"))] == [
        [], ["Bo Ek"], [],
    ]  # fmt: skip


def test_readers_who_comment_are_not_the_author() -> None:
    pages = [post(n, "", answer("cy", "Cy Orr", by_author=False)) for n in range(1, 7)]
    assert read(pages, post(20)).authors == []


@pytest.mark.parametrize(
    ("blog", "name"),
    [
        ("Ann Lee's blog", "Ann Lee"),
        ("Jserv’s tech weblog", "Jserv"),
        ("小明的博客", "小明"),
        ("My company's blog", None),
        ("Today's blog", None),
        ("Women's Blog", None),
        ("我的博客", None),
        ("Notes", None),
        ("What the cat's owner's friend told me and others's blog", None),
    ],
)
def test_whose_a_blog_is_by_its_name(blog: str, name: str | None) -> None:
    pages = [post(n, blog=blog) for n in range(1, 5)]
    assert blog_owner([parse_page(html, "https://blog.example/") for html in pages]) == name
    assert read(pages, post(20, blog=blog)).authors == ([name] if name else [])


def test_whom_pages_name_is_believed_before_the_name_of_the_blog() -> None:
    pages = [post(n, "<p class='author'>Bo Ek</p>", blog="Ann Lee's blog") for n in range(1, 6)]
    assert read(pages, post(20, "<p class='author'>Cy Orr</p>", blog="Ann Lee's blog")).authors == ["Cy Orr"]


def test_one_page_that_names_somebodys_blog_does_not_make_it_his() -> None:
    pages = [post(n, blog="Ann Lee's blog" if n == 1 else "Notes") for n in range(1, 5)]
    assert read(pages, post(20)).authors == []
