"""A crawl of a blog in which every second page is broken in a different way."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import pytest
from blogsite import Answer, BlogSite, Hook, MadePost, Visit, fill, make_posts, page, post_page
from crawl_processes import Program, crawl, records

GOOD, ODD = make_posts(12), make_posts(40, seed=2)
DEEP = 100_000
EVIL = """
<p onclick="steal()">A paragraph of text that is long enough to be taken for an article of the blog.</p>
<script>steal()</script><p>Another <a href="javascript:steal()">link</a> and <a href=" java&#10;script:steal()">one</a>
and <a href="data:text/html,x" onmouseover=steal()>more</a>.</p><img src=x onerror=steal()>
<svg onload=steal()><script>x</script></svg><iframe srcdoc="<script>steal()</script>"></iframe><object data=x></object>
<form action=/steal><button>Go</button></form><style>p{background:url(javascript:steal())}</style>
<p style="background:url(javascript:steal())">Last words of it.</p>"""


def large(visit: Visit) -> None:
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 50000000\r\n\r\n")
    for _ in range(50):
        visit.wfile.write(b"<p>large</p>" * 83_333)


def endless(visit: Visit) -> None:
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    end = time.monotonic() + 30
    while time.monotonic() < end:
        visit.wfile.write(b"and so on " * 10_000)


def hang(visit: Visit) -> None:
    time.sleep(10)


def reset(visit: Visit) -> None:
    visit.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    visit.connection.close()


def broken_off(visit: Visit) -> None:
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>half")


def garbage(visit: Visit) -> None:
    visit.wfile.write(b"\x16\x03\x01 this is not HTTP\r\n\r\n")


def encoded(post: MadePost, encoding: str, kind: str, declared: str) -> Answer:
    html = post_page(post, article=f"<p>Grüße aus Zürich, sagte er.</p>{post.article()}")
    return Answer(html.replace("<meta charset=utf-8>", declared).encode(encoding), kind)


@dataclass
class World:
    site: BlogSite
    secret: BlogSite
    program: Program
    records: dict[str, dict[str, Any]]

    def record(self, name: str) -> dict[str, Any]:
        return self.records[NAMED[name].path]


NAMED: dict[str, MadePost] = dict(
    zip("latin1-as-utf8 utf8-as-latin1 utf16 sjis undeclared deep nul broken evil twice".split(), ODD, strict=False)
)
FAULTS: dict[str, Answer | Hook] = {
    "/large.html": large,
    "/endless.html": endless,
    "/hang.html": hang,
    "/reset.html": reset,
    "/half.html": broken_off,
    "/garbage.html": garbage,
    "/500.html": Answer("oops", status=500),
    "/403.html": Answer("no", status=403),
    "/gone.html": Answer("gone", status=410),
    "/empty.html": Answer(""),
    "/blank.html": Answer("  \n "),
    "/circle.html": Answer(status=302, headers={"Location": "/circle2.html"}),
    "/circle2.html": Answer(status=302, headers={"Location": "/circle.html"}),
    "/growing.html": Answer(status=302, headers={"Location": "/growing.html/x"}),
    "/refresh.html": Answer("<meta http-equiv=refresh content='0;url=/refresh.html?x=1'>"),
    "/binary.html": Answer(bytes(range(256)) * 50),
    "/picture.html": Answer(b"\x89PNG\r\n", "image/png"),
    "/nowhere.html": Answer(status=302, headers={"Location": "http://[::1"}),
    "/file.html": Answer(status=302, headers={"Location": "file:///etc/passwd"}),
    "/headers.html": Answer("<p>x</p>", headers={"X-Long": "x" * 10_000}),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with BlogSite() as site, BlogSite("127.0.0.2") as secret:
        fill(site, GOOD)
        pages: dict[str, Answer] = {
            "latin1-as-utf8": encoded(NAMED["latin1-as-utf8"], "cp1252", "text/html; charset=utf-8", ""),
            "utf8-as-latin1": encoded(
                NAMED["utf8-as-latin1"], "utf-8", "text/html; charset=iso-8859-1", "<meta charset=latin1>"
            ),
            "utf16": encoded(NAMED["utf16"], "utf-16", "text/html", ""),
            "sjis": Answer(
                post_page(NAMED["sjis"], article=f"<p>日本語の段落です。</p>{NAMED['sjis'].article()}")
                .replace("<meta charset=utf-8>", "<meta charset=shift_jis>")
                .encode("shift_jis", "xmlcharrefreplace"),
                "text/html",
            ),
            "undeclared": encoded(NAMED["undeclared"], "cp1252", "text/html", ""),
            "deep": Answer(post_page(NAMED["deep"], more="<div>" * DEEP + "bottom" + "</div>" * DEEP)),
            "nul": Answer(post_page(NAMED["nul"], article=NAMED["nul"].article().replace(" ", " \0", 3))),
            "broken": Answer(
                re.sub(r"</(?:p|article|main|span|body|html|div)>", "", post_page(NAMED["broken"])).replace(
                    "</h1>", "<h1"
                )
            ),
            "evil": Answer(post_page(NAMED["evil"], article=EVIL + NAMED["evil"].article())),
            "twice": Answer(post_page(NAMED["twice"])),
        }
        for name, answer in pages.items():
            site.pages[NAMED[name].path] = answer
        site.pages.update(FAULTS)
        site.fallback = lambda path: (
            Answer(status=302, headers={"Location": path + "x"}) if path.startswith("/growing.html/") else None
        )
        inside = f"http://127.0.0.2:{secret.port}/"
        secret.pages["/"] = Answer(page("Secret", "<h1>Secret</h1>"))
        site.pages["/inside.html"] = Answer(status=302, headers={"Location": inside})
        site.pages["/meta-data.html"] = Answer(status=302, headers={"Location": "http://169.254.169.254/latest/"})
        site.pages["/by-name.html"] = Answer(status=302, headers={"Location": f"http://inside.test:{secret.port}/"})
        paths = [*(post.path for post in NAMED.values()), *FAULTS, "/inside.html", "/meta-data.html", "/by-name.html"]
        paths += [inside, "http://elsewhere.test/", "//elsewhere.test/x", "/../../../etc/passwd", "/%2e%2e/%2e%2e/x"]
        paths += ["/a/../../b\0c", "http://[", "/" + "long" * 600, "/a b\tc\nd", "/\ud83d", "javascript:void(0)"]
        paths += [f"{NAMED['twice'].path}?utm_medium=x", f"{NAMED['twice'].path}?PHPSESSID=0123", "?sid=a1" * 20]
        index = "".join(f'<a href="{escape(path, quote=True)}">x</a> ' for path in paths)
        site.pages["/archive.html"] = Answer(page("Archive", index).encode("utf-8", "replace"))
        home = tmp_path_factory.mktemp("bad") / "archive"
        program = crawl(home, site.url, DOWNLOAD_TIMEOUT=3)  # a busy machine must keep to it
        found = {record["url"].removeprefix(site.url[:-1]): record for record in records(home)}
        yield World(site, secret, program, found)


def test_the_crawl_ends_with_every_post(world: World):
    assert world.program.poll() == 0
    expected = [post.path for post in [*GOOD, *NAMED.values()]]
    assert sorted(world.records) == sorted(expected)
    assert world.program.stats["finish_reason"] == "finished"


def test_each_fault_is_one_line_in_the_log_without_a_traceback(world: World):
    assert "Traceback" not in world.program.log
    assert "] ERROR" not in world.program.log
    for path, words in {
        "/large.html": "the response is too large",
        "/endless.html": "the response is too large",
        "/hang.html": "the server did not answer in time",
        "/reset.html": "the connection was lost",
        "/garbage.html": "",
        "/growing.html/": "there are too many redirects",
    }.items():
        lines = [line for line in world.program.log.splitlines() if path in line and words in line]
        assert len(lines) == 1, path


@pytest.mark.parametrize("name", ["latin1-as-utf8", "utf8-as-latin1", "utf16", "undeclared"])
def test_pages_with_wrong_or_missing_encodings_are_read_correctly(world: World, name: str):
    record = world.record(name)
    assert "Grüße aus Zürich, sagte er." in record["text"]
    assert record["title"] == NAMED[name].title


def test_a_japanese_page_is_decoded_by_its_meta_element(world: World):
    assert "日本語の段落です。" in world.record("sjis")["text"]


@pytest.mark.parametrize("name", ["deep", "nul", "twice"])
def test_pages_that_are_deep_dirty_or_repeated_are_still_posts(world: World, name: str):
    text = " ".join(world.record(name)["text"].split())
    assert " ".join(NAMED[name].text.split()) in text
    assert "\0" not in str(world.record(name))


def test_broken_html_keeps_its_words(world: World):
    assert NAMED["broken"].paragraphs[-1][:40] in " ".join(world.record("broken")["text"].split())


def test_articles_contain_no_scripts(world: World):
    html = world.record("evil")["content_html"]
    assert "Last words of it." in html
    assert not re.search(r"<\s*(script|object|form|style)\b|srcdoc|\son\w+\s*=|javascript:", html, re.I)
    assert not [link for link in world.record("evil")["links"] if link.startswith(("javascript:", "data:"))]


def test_nothing_outside_the_blog_was_requested(world: World):
    assert world.secret.asked == []
    assert not [path for path in world.site.asked if "passwd" in path and ".." in path]
    assert world.program.stats["frontier/away"] >= 3


def test_nothing_was_written_outside_the_folder(world: World):
    home = world.program.home
    assert sorted(path.name for path in home.iterdir()) == [f"127.0.0.1_{world.site.port}", "blogcrawler.db"]
    assert {path.name for path in home.parent.iterdir()} == {"archive", world.program.folder.name}


def test_large_and_endless_pages_are_truncated(world: World):
    assert world.program.stats["downloader/response_bytes"] < 5_000_000
    written = sum(file.stat().st_size for file in Path(world.program.home).rglob("*.warc.gz"))
    assert written < 5_000_000


def test_failed_downloads_are_counted_by_kind(world: World):
    stats = world.program.stats
    assert stats["frontier/gone"] >= 2
    assert stats["frontier/refused"] == 1
    assert stats["frontier/failed"] >= 6
    assert world.site.times("/403.html") == world.site.times("/gone.html") == 1
