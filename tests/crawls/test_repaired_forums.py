"""A forum with known software in an unknown style: its lists are recognised by repeated structure."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite
from crawl_processes import crawl, records

from blogcrawler.store import open_store

FRAME = """<!DOCTYPE html><html lang=en><head><title>{title}</title></head><body id="phpbb">
<div class="s-top"><a href="/">Our board</a> <a href="/ucp.php?mode=login">Login</a></div>
<div class="s-crumbs breadcrumbs"><a href="/">Board index</a></div>{main}
<div class="s-online">Online: <a href="/memberlist.php?mode=viewprofile&amp;u=3">ann</a></div>
<div class="s-foot">© 2020 Our board, some rights reserved</div></body></html>"""
WORDS = "old radios hum when their capacitors are dry and nobody has warmed them up for years or dialled".split()


@dataclass(frozen=True)
class Style:
    """How the forum writes its addresses."""

    forum: str
    thread: str
    page: str


NAMED = Style("/viewforum.php?f={0}", "/viewtopic.php?f={0}&amp;t={1}", "&amp;start={0}0")
#: Only the titles distinguish lists from the rest.
NAMELESS = Style("/{0}-part-of-the-board/", "/{0}-part/{1}-some-title.html", "?page={0}")


def said(seed: int, number: int = 14) -> str:
    return " ".join(WORDS[(seed * 7 + k * (seed % 5 + 1)) % len(WORDS)] for k in range(number))


def post(thread: int, number: int) -> str:
    day = 1 + (thread + number) % 27
    return (
        f'<div class="s-item"><div class="s-who"><a class="s-user" href="/memberlist.php?u={number}">user{number}</a>'
        f'</div><div class="s-when">{day:02} Mar 2020, 10:{number:02}</div><div class="s-said">'
        f"{said(thread * 31 + number)}, says post {number} of thread {thread}.</div></div>"
    )


def fill(site: BlogSite, style: Style) -> set[str]:
    """Two forums with two pages of threads each; some threads have two pages, and some one post only."""

    def put(path: str, title: str, main: str) -> None:
        site.pages[path.replace("&amp;", "&")] = Answer(FRAME.format(title=title, main=main))

    def row(thread: int, forum: int) -> str:
        address = style.thread.format(forum, thread)
        return (
            f'<div class="s-row"><a class="s-name" href="{address}">How thread {thread} of the board began</a><span>by '
            f'<a href="/memberlist.php?mode=viewprofile&amp;u=3">ann</a></span><i>3 replies</i><a class="s-last" '
            f'href="{address}#p9">last</a></div>'
        )

    titles = set()
    rows = []
    for forum in (1, 2):
        path = style.forum.format(forum)
        rows.append(f'<div class="s-board"><h3><a href="{path}">Part {forum} of the board</a></h3><p>Talk.</p></div>')
        threads = [forum * 100 + n for n in range(8)]
        for page in (0, 1):
            addresses = [path, path + style.page.format(2)]
            more = f'<div class="s-more"><a href="{addresses[1 - page]}">{2 - page}</a></div>'
            own = addresses[page]
            put(own, f"Part {forum}", "".join(row(t, forum) for t in threads[4 * page : 4 * page + 4]) + more)
        for thread in threads:
            address = style.thread.format(forum, thread)
            title = f"How thread {thread} of the board began"
            titles.add(title)
            flip = style.page if "?" in address or "?" in style.page else ""
            long = thread % 4 == 0
            more = f'<div class="s-more"><a href="{address + flip.format(2)}">2</a></div>' if long else ""
            posts = (1,) if thread % 4 == 3 else (1, 2, 3)
            put(address, title, f"<h1>{title}</h1>" + "".join(post(thread, n) for n in posts) + more)
            if long:
                put(address + flip.format(2), title, f"<h1>{title}</h1>" + "".join(post(thread, n) for n in (4, 5)))
    rows.append(
        f'<div class="s-board"><h3><a href="{style.forum.format(3)}">Part 3 of the board</a></h3><p>None.</p></div>'
    )
    put(style.forum.format(3), "Part 3", "<p>There are no topics here.</p>")
    put("/", "Our board", "".join(rows))
    return titles


def learned(home: Path, url: str) -> list[tuple[str, str, str]]:
    store = open_store(None, home)
    blog = store.blog(url)
    store.close()
    assert blog is not None
    assert blog.knowledge is not None
    assert blog.knowledge["application"] == "forum/phpbb"
    return [(one["level"], one.get("to") or one["type"], one["path"]) for one in blog.knowledge["learned"]]


@pytest.mark.parametrize("style", [NAMED, NAMELESS], ids=["named", "nameless"])
def test_a_forum_in_an_unknown_style_is_crawled_to_the_last_post(tmp_path: Path, style: Style) -> None:
    with BlogSite() as site:
        titles = fill(site, style)
        assert crawl(tmp_path, site.url).poll() == 0
        found = records(tmp_path)
        assert sorted(record["title"] for record in found) == sorted(titles)
        for record in found:
            number = {0: 5, 3: 1}.get(int(record["title"].split()[2]) % 4, 3)
            assert [post["author"] for post in record["posts"]] == [f"user{n}" for n in range(1, number + 1)]
            assert all(f"says post {n} of" in post["text"] for n, post in enumerate(record["posts"], 1))
        assert not any("memberlist" in path or "ucp" in path for path in site.asked)
        first = learned(tmp_path, site.url)
        assert ("threads", "thread", "a[@class~='s-name']/@href") in first
        assert ("forums", "threads", "div[@class~='s-board']//a/@href") in first
        assert ("thread", "post:content", "div[@class~='s-said']") in first
        assert ("thread", "post:published", "div[@class~='s-when']") in first
        site.asked.clear()
        assert crawl(tmp_path, site.url).poll() == 0
        assert len(site.asked) == len(set(site.asked))
        assert {record["source"]["posts"] for record in records(tmp_path)} == {"knowledge"}
        assert learned(tmp_path, site.url) == first
        assert sorted(record["title"] for record in records(tmp_path)) == sorted(titles)


def test_lists_are_learned_even_if_the_first_threads_cannot_be_read(tmp_path: Path) -> None:
    """Those of one post come first here: only when others have told how posts are written, they are known as such."""
    with BlogSite() as site:
        fill(site, NAMED)
        long = {path for path, answer in site.pages.items() if "t=" in path and "post 2" in str(answer)}
        site.before = lambda path: time.sleep(0.3) if path in long else None
        assert crawl(tmp_path, site.url).poll() == 0
        assert ("threads", "thread", "a[@class~='s-name']/@href") in learned(tmp_path, site.url)


def test_a_list_read_with_learned_actions_is_followed_to_its_last_page(tmp_path: Path) -> None:
    """When it comes, it is known where threads are named on a list, but not yet where further pages are."""
    with BlogSite() as site:
        titles = fill(site, NAMELESS)
        late = {"/1-part-of-the-board/": 0.5, "/2-part-of-the-board/?page=2": 0.6}
        site.before = lambda path: time.sleep(late.get(path, 0))
        assert crawl(tmp_path, site.url).poll() == 0
        assert sorted(record["title"] for record in records(tmp_path)) == sorted(titles)
        assert ("threads", "threads", "div[@class~='s-more']/a/@href") in learned(tmp_path, site.url)
