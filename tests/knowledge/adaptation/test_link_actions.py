"""Lists whose links no action finds get new actions, which find the right links on all lists."""

from __future__ import annotations

import re

from blogcrawler.dom import Page, parse_page
from blogcrawler.knowledge import Learned, adapt_navigation, known_applications, navigate, with_learned

BASE = known_applications()
APPLICATION = BASE.applications["blog/wordpress"]
HOME = APPLICATION.level("home")


def listing(number: int, classes: str = "x-") -> Page:
    """The n-th page of a list in a theme with unknown names; the latest posts are next to each list."""
    posts = "".join(
        f'<article><h3 class="{classes}headline"><a class="{classes}link" href="/2020/{number}{n}/some-post/">Post</a>'
        f'</h3><p>Words. <a href="/tag/towns/">towns</a> <a href="/2020/{number}{n}/some-post/#comments">2 comments</a>'
        "</p></article>"
        for n in range(5)
    )
    latest = "".join(f'<li class="{classes}link"><a href="/2020/1{n}/some-post/">Post</a></li>' for n in range(3))
    pager = f'<div class="{classes}pager"><a class="{classes}on" href="/page/{number + 1}/">Older</a></div>'
    html = f'<body class="blog"><main>{posts}{pager}</main><aside><ul>{latest}</ul></aside></body>'
    return parse_page(html, f"https://blog.example/page/{number}/" if number > 1 else "https://blog.example/")


def leads_to(url: str) -> str | None:
    if re.search(r"/\d{4}/\d+/[\w-]+/$", url):
        return "post"
    return "home" if "/page/" in url else None


def urls(learned: list[Learned], page: Page) -> list[str]:
    repaired = with_learned(APPLICATION, learned)
    level = repaired.level("home")
    assert level is not None
    return [way.url.removeprefix("https://blog.example") for way in navigate(BASE, repaired, level, page)]


def test_actions_for_posts_and_for_the_next_page_are_learned() -> None:
    assert HOME is not None
    assert urls([], listing(4)) == []
    learned = adapt_navigation(
        APPLICATION, HOME, [listing(1), listing(2), listing(3)], leads_to, "https://blog.example/"
    )
    assert {(one.type, one.to) for one in learned} == {("follow", "post"), ("follow", "home")}
    assert urls(learned, listing(4)) == ["/page/5/", *(f"/2020/4{n}/some-post/" for n in range(5))]
    assert [Learned.from_record(one.record()) for one in learned] == learned


def test_a_repaired_level_needs_no_further_repair() -> None:
    assert HOME is not None
    pages = [listing(1), listing(2)]
    learned = adapt_navigation(APPLICATION, HOME, pages, leads_to, "https://blog.example/")
    repaired = with_learned(APPLICATION, learned).level("home")
    assert repaired is not None
    assert adapt_navigation(APPLICATION, repaired, pages, leads_to, "https://blog.example/") == []


def test_nothing_is_learned_from_one_list_or_from_links_on_all_pages() -> None:
    assert HOME is not None
    assert adapt_navigation(APPLICATION, HOME, [listing(1)], leads_to, "x") == []
    assert adapt_navigation(APPLICATION, HOME, [listing(1), listing(1)], leads_to, "x") == []


def test_no_action_is_learned_if_each_finds_other_links_too() -> None:
    assert HOME is not None
    lists = [
        parse_page(
            "".join(f'<a href="/2020/{k}{n}/a/">P</a><a href="/tag/{n}/">t</a>' for n in range(5)), "http://b.a/"
        )
        for k in range(3)
    ]
    assert adapt_navigation(APPLICATION, HOME, lists, leads_to, "x") == []
