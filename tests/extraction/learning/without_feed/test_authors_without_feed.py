"""Finding authors without a feed: account names, comments by the post's author, possessive blog names."""

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
        ("<p>el martes, 9 de noviembre de 2021 | Publicado por Ana Ruiz | Comentarios 3</p>", ["Ana Ruiz"]),
        ("<p>Autor: <b>hektor</b> Fecha: June 22, 2011</p>", ["hektor"]),
        ("<div>Vložil <span typeof='sioc:UserAccount' class='username'>Forseti</span> dne 1.</div>", ["Forseti"]),
        ("<p>2026년 1월 1일 오후 2시 27분에 김철수이(가) 작성함.</p>", ["김철수"]),
        ("<p>작성자: <b>김철수</b></p>", ["김철수"]),
        ("<p>2014年3月7日 山田太郎さんが投稿</p>", ["山田太郎"]),
    ],
)
def test_account_names_and_bylines_with_symbols_are_read(line: str, authors: list[str]) -> None:
    assert read([post(n, line) for n in range(1, 6)], post(20, line)).authors == authors


def test_the_only_one_who_comments_as_the_post_author_wrote_all_posts() -> None:
    pages = [post(n, "", answer("ann", "Ann Lee") if n % 2 else "") for n in range(1, 7)]
    for behind, source in (("", "fallback"), (answer("ann", "Ann"), "rule")):
        got = read(pages, post(20, "", behind))
        assert (got.authors, got.source["authors"]) == (["Ann Lee"], source)


def test_if_several_comment_as_the_post_author_each_wrote_only_their_own_posts() -> None:
    pages = [post(n, "", answer("ann", "Ann Lee") if n % 2 else answer("bo", "Bo Ek")) for n in range(1, 7)]
    assert [read(pages, post(20, "", behind)).authors for behind in ("", answer("bo", "Bo"), answer("x", "Xu"))] == [
        [], ["Bo Ek"], [],
    ]  # fmt: skip


def test_the_first_of_a_list_of_authors_is_not_the_author() -> None:
    names = ("Ann Lee", "Bo Ek", "Cy Orr", "Di Un")
    listed = "".join(
        f"<h4 class='{name[:2].lower()}'><a href='/author/{name[:2].lower()}/'>{name}</a></h4><ul><li>A post</li></ul>"
        for name in names
    )
    pages = [post(n, "", f"<div class='column'>{listed}</div>") for n in range(1, 7)]
    assert read(pages, pages[0]).authors == []


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
def test_the_owner_is_read_from_a_possessive_blog_name(blog: str, name: str | None) -> None:
    pages = [post(n, blog=blog) for n in range(1, 5)]
    assert blog_owner([parse_page(html, "https://blog.example/") for html in pages]) == name
    assert read(pages, post(20, blog=blog)).authors == ([name] if name else [])


def test_an_author_on_the_page_wins_over_the_name_of_the_blog() -> None:
    pages = [post(n, "<p class='author'>Bo Ek</p>", blog="Ann Lee's blog") for n in range(1, 6)]
    assert read(pages, post(20, "<p class='author'>Cy Orr</p>", blog="Ann Lee's blog")).authors == ["Cy Orr"]


def test_a_possessive_blog_name_on_one_page_is_not_enough() -> None:
    pages = [post(n, blog="Ann Lee's blog" if n == 1 else "Notes") for n in range(1, 5)]
    assert read(pages, post(20)).authors == []


def test_the_same_text_that_leads_to_different_authors_names_nobody():
    pages = [post(n, f"<h2><a href='/author/person-{n % 3}/'>View Blog</a></h2>") for n in range(6)]
    assert read(pages, post(7, "<h2><a href='/author/person-9/'>View Blog</a></h2>")).authors == []


def test_the_name_on_which_most_metadata_agrees_is_the_authors():
    head = (
        '<script type="application/ld+json">{"@type": "BlogPosting", "author": {"name": "Andrew Lee"}}</script>'
        "<meta name=author content='Andy Lee'>"
    )
    pages = [f"<head>{head}</head>" + post(n, behind="<a rel=author href=/about>Andy Lee</a>") for n in range(6)]
    assert read(pages, pages[0]).authors == ["Andy Lee"]


def test_a_byline_goes_before_metadata_with_the_name_of_the_host():
    head = "<head><meta name=author content=blog></head>"
    pages = [head + post(n, "<p>by <span class='author'>Ann Lee</span></p>") for n in range(6)]
    assert read(pages, pages[0]).authors == ["Ann Lee"]


@pytest.mark.parametrize(
    ("notice", "authors"),
    [
        ("&copy; 2013&ndash;2024 - <a href='/about/'>Ann Lee</a> - Powered by Jekyll", ["Ann Lee"]),
        ("Copyright &copy; Ann Lee. Last modified: June 05, 2025.", ["Ann Lee"]),
        ("(c) 2010, 2011 by Ann Lee, all rights reserved", ["Ann Lee"]),
        ("&copy; 2014. All rights reserved.", []),
        ("&copy; 2014", []),
    ],
)
def test_who_has_the_copyright_is_the_author_if_pages_name_nobody(notice: str, authors: list[str]):
    pages = [post(n, behind=f"<footer>{notice}</footer>") for n in range(6)]
    assert read(pages, pages[0]).authors == authors
