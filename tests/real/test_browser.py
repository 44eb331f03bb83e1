"""Crawls with a real Chromium."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, page, post_page
from crawl_processes import Program, records, start_crawl
from warc_reading import assert_valid
from warc_reading import records as warc_records

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not (shutil.which("chromium") or shutil.which("google-chrome")), reason="Chromium is missing"),
]

FRAME = """<html><body><div id=layout><section id=conversation><div id=posts><ul id=post-list class=post-list></ul>
<div class=load-more><a href="#" class="load-more__button">Load more comments</a></div></div></section></div><script>
let cursor = 0, loading = false;
async function load() {
    if (loading) return;
    loading = true;
    const answer = await (await fetch("/api/list.json?cursor=" + cursor)).json();
    for (const one of answer.posts) {
        const post = document.createElement("li");
        post.className = "post"; post.id = "post-" + one.id;
        post.innerHTML = `<div class=post-content><span class=post-byline><span class=author>${one.author}</span></span>
            <a class=time-ago title="${one.date}">a year ago</a><div class=post-message><p>${one.text}</p></div></div>`;
        document.getElementById("post-list").append(post);
    }
    cursor = answer.next;
    loading = false;
    if (cursor === null) document.querySelector(".load-more").remove();
}
document.querySelector(".load-more__button").addEventListener("click", event => { event.preventDefault(); load(); });
load();
</script></body></html>"""


def imitate_disqus(talk: BlogSite, comments: int) -> str:
    """Serve a discussion as Disqus does, in a frame of another host with a button for more; what a page embeds."""
    talk.pages["/embed.js"] = Answer(
        f"""const frame = document.createElement("iframe");
        frame.src = "{talk.url}embed/comments/?f=x";
        document.getElementById("disqus_thread").append(frame);""",
        "text/javascript",
    )
    talk.pages["/embed/comments/?f=x"] = Answer(FRAME)
    for cursor in range(0, comments, 25):
        posts = [
            {"id": n, "author": f"Reader {n}", "date": "2024-01-02", "text": f"Comment number {n}"}
            for n in range(cursor, min(cursor + 25, comments))
        ]
        following = cursor + 25 if cursor + 25 < comments else None
        answer = json.dumps({"posts": posts, "next": following})
        talk.pages[f"/api/list.json?cursor={cursor}"] = Answer(answer, "application/json")
    return f"<div id=disqus_thread></div><script src='{talk.url}embed.js'></script>"


def crawl(home: Path, url: str, *arguments: str, **settings: Any) -> Program:
    """Crawl to the end; a browser takes its time on a busy machine."""
    program = start_crawl(home, url, *arguments, **settings)
    program.wait(58)
    return program


def chromiums(program: Program) -> list[int]:
    """The browsers that a program has started: the oldest Chromium of each family."""
    parents, names = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parts = (folder / "stat").read_text().rpartition(")")
            names[int(folder.name)] = parts[0].partition("(")[2]
            parents[int(folder.name)] = int(parts[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue

    def belongs(pid: int) -> bool:
        while pid > 1:
            if pid == program.pid:
                return True
            pid = parents.get(pid, 0)
        return False

    found = [pid for pid, name in names.items() if "chrom" in name and belongs(pid)]
    return [pid for pid in found if parents[pid] not in found]


def test_comments_behind_a_button_in_a_frame_of_another_host_are_read(tmp_path: Path) -> None:
    posts = make_posts(4)
    home = tmp_path / "archive"
    with (
        BlogSite(name="blog.test") as site,
        BlogSite(name="talk.test") as talk,
        BlogSite(name="127.0.0.1") as inside,
    ):
        fill(site, posts)
        spy = (
            f"<script>fetch('{inside.url}secret').catch(() => 0); fetch('http://localhost:{inside.port}/secret');"
            f"new WebSocket('ws://127.0.0.1:{inside.port}/socket'); navigator.sendBeacon('{inside.url}beacon', 'x');"
            f"const link = document.createElement('link'); link.rel = 'prefetch'; link.href = '{inside.url}prefetch';"
            f"document.head.append(link); new Image().src = '{inside.url}image.png';</script>"
            f"<iframe src='{inside.url}frame'></iframe><script src='{inside.url}script.js'></script>"
        )
        embedded = imitate_disqus(talk, 110)
        for post in posts:
            site.pages[post.path] = Answer(post_page(post, more=embedded + spy))
        # The requisites may be fetched before the browser asks for them.
        program = crawl(home, site.url, BLOGCRAWLER_PRIVATE_HOSTS="talk.test", BLOGCRAWLER_REQUISITES_ENABLED=0)
        asked = list(site.asked)
    assert program.poll() == 0, program.log[-3000:]
    assert [record["rendered"] for record in records(home)] == [True] * 4
    assert inside.asked == [], "a page cannot make the browser look around here"
    assert all(asked.count(post.path) == 1 for post in posts), "the browser gets the page that is held"
    assert talk.asked.count("/embed.js") == 1, "what pages share is fetched once"
    warc = next(home.glob("*/warc"))
    assert_valid(warc)
    responses = {record.fields["WARC-Record-ID"]: record for record in warc_records(warc, "response")}
    drawn = warc_records(warc, "conversion")
    assert len(drawn) == 4
    for record in drawn:
        original = responses[record.fields["WARC-Refers-To"]]
        assert original.fields["WARC-Target-URI"] == record.fields["WARC-Target-URI"]
        assert original.block.count(b"post-message") == 0
        text = record.block.decode()
        assert [n for n in range(110) if f"<p>Comment number {n}</p>" not in text] == []
    archived = {record.fields["WARC-Target-URI"] for record in warc_records(warc) if record.kind != "warcinfo"}
    assert {f"{talk.url}api/list.json?cursor={n}" for n in (0, 25, 50, 75, 100)} <= archived
    assert program.stats["render/needed/comments"] == 4
    for record in records(home):
        assert "Comment number" not in record["text"] + record["content_html"]
        assert [(comment["author"], comment["text"]) for comment in record["comments"]] == [
            (f"Reader {n}", f"Comment number {n}") for n in range(110)
        ]


def test_only_pages_that_need_a_browser_are_rendered(tmp_path: Path) -> None:
    posts = make_posts(12)
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site:
        fill(site, posts, in_feed=12)
        static = crawl(tmp_path / "static", site.url)
        late = posts[-1]
        script = f"document.querySelector('.entry-content').innerHTML = {json.dumps(late.article())}"
        empty = post_page(late, article="<!-- -->", more=f"<script>{script}</script>")
        site.pages[late.path] = Answer(empty)
        program = crawl(home, site.url)
        without = crawl(tmp_path / "without", site.url, BLOGCRAWLER_CHROMIUM="/nowhere/chromium")
        never = crawl(tmp_path / "never", site.url, "-a", "render=never")
    assert "playwright/browser_count" not in static.stats
    assert not any(record["rendered"] for record in records(tmp_path / "static"))
    rendered = [record for record in records(home) if record["rendered"]]
    assert [record["title"] for record in rendered] == [late.title], program.log[-3000:]
    assert rendered[0]["text"].split() == late.text.split()
    assert program.stats["render/needed/article"] == program.stats["render/pages"] == 1
    assert len(records(tmp_path / "without")) == 12
    assert [note for note in without.notes if "Chromium" in note and "BLOGCRAWLER_CHROMIUM" in note]
    assert len(records(tmp_path / "never")) == 12
    assert "render/pages" not in never.stats


def test_a_blog_that_is_rendered_by_a_script_is_harvested(tmp_path: Path) -> None:
    posts = make_posts(12)
    home = tmp_path / "archive"
    shell = (
        "<!DOCTYPE html><html lang=en><head><title>A Made-up Blog</title><link rel=alternate "
        "type='application/rss+xml' href='/feed.xml'></head><body><noscript>You need to enable JavaScript to run this "
        "app.</noscript><div id=root></div><script src=/app.js></script></body></html>"
    )
    with BlogSite(name="blog.test") as site:
        fill(site, posts, in_feed=8, sitemap=True)
        site.pages["/app.js"] = Answer(
            """fetch("/api" + location.pathname).then(answer => answer.json()).then(page => {
                document.title = page.title; document.getElementById("root").innerHTML = page.html; })""",
            "text/javascript",
        )
        for post in posts:
            body = post_page(post).partition("<body>")[2].partition("</body>")[0]
            answer = json.dumps({"title": f"{post.title} – A Made-up Blog", "html": body})
            site.pages["/api" + post.path] = Answer(answer, "application/json")
            site.pages[post.path] = Answer(shell)
        site.pages["/"] = Answer(shell)
        program = crawl(home, site.url)
    assert program.poll() == 0, program.log[-3000:]
    found = {
        record["title"]: (record["text"].split(), record["authors"], record["rendered"]) for record in records(home)
    }
    assert found == {post.title: (post.text.split(), [post.author], True) for post in posts}
    assert {record["source"]["text"] for record in records(home)} == {"rule"}


def test_the_browser_and_the_archive_share_what_they_fetch(tmp_path: Path) -> None:
    posts = make_posts(8)
    with BlogSite(name="blog.test") as site:
        fill(site, posts, sitemap=True)
        site.pages["/look.css"] = Answer("@import '/more.css'; body { color: #222; }", "text/css")
        site.pages["/more.css"] = Answer("p { margin: 1em; }", "text/css")
        site.pages["/app.js"] = Answer("document.title += '!';", "text/javascript")
        head = "<link rel=stylesheet href=/look.css><script src=/app.js></script>"
        for post in posts:
            site.pages[post.path] = Answer(post_page(post, head))
        program = crawl(tmp_path, site.url, BLOGCRAWLER_RENDER="always")
        times = {path: site.times(path) for path in ("/look.css", "/more.css", "/app.js")}
    assert program.poll() == 0, program.log[-3000:]
    assert program.stats["render/pages"] >= 8
    assert times == {"/look.css": 1, "/more.css": 1, "/app.js": 1}


def test_a_killed_browser_loses_no_posts(tmp_path: Path) -> None:
    posts = make_posts(16)
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site:
        fill(site, posts)
        for post in posts:
            more = "<p id=drawn></p><script>setTimeout(() => drawn.textContent = 'drawn by a script', 50)</script>"
            site.pages[post.path] = Answer(post_page(post, more=more))
        program = start_crawl(home, site.url, "-a", "render=always")
        killed: set[int] = set()
        end = time.monotonic() + 40
        while program.poll() is None and len(killed) < 2 and time.monotonic() < end:
            done = len(records(home)) if list(home.glob("*/posts.jsonl")) else 0
            if done >= 3 * (len(killed) + 1):
                for pid in set(chromiums(program)) - killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.05)
        program.wait(58)
    assert killed
    assert program.poll() == 0, program.log[-3000:]
    assert [record["rendered"] for record in records(home)] == [True] * 16
    drawn = [record.block for record in warc_records(next(home.glob("*/warc")), "conversion")]
    assert len(drawn) == 16
    assert all(b"drawn by a script" in block for block in drawn)
    assert chromiums(program) == []


def test_hostile_pages_do_not_stop_the_crawl(tmp_path: Path) -> None:
    harm = [
        "<script>for (;;) {}</script>",
        "<script>const all = []; for (;;) all.push(new Array(1e6).fill('x' + all.length));</script>",
        "<script>location.href = 'http://elsewhere.test/'; </script>",
        "<script>setInterval(() => { alert(1); window.open('/about.html'); }, 10)</script>",
        "<script>setInterval(() => document.body.append('x'.repeat(1e5)), 1)</script>",
        "<script>history.pushState({}, '', '/b.html'); document.write('<iframe src=/a></iframe>'.repeat(99))</script>",
        "<div class=comments><button onclick='this.parentNode.append(this.cloneNode(true))'>Load more</button></div>",
        "<script>Element.prototype.getClientRects = () => { throw 1 }; document.querySelectorAll = null</script>",
        "<script>document.documentElement.remove()</script>",
    ]
    posts = make_posts(len(harm))
    home = tmp_path / "archive"
    with BlogSite(name="blog.test") as site:
        fill(site, posts)
        for post, more in zip(posts, harm, strict=True):
            site.pages[post.path] = Answer(post_page(post, more=more))
        program = crawl(home, site.url, "-a", "render=always", BLOGCRAWLER_RENDER_TIMEOUT=4)
    assert program.poll() == 0, program.log[-3000:]
    assert len(records(home)) == len(harm)
    assert {record["title"]: record["text"].split() for record in records(home)} == {
        post.title: post.text.split() for post in posts
    }
    assert "Traceback" not in program.log
    assert chromiums(program) == []


def test_an_unknown_render_mode_is_refused(tmp_path: Path) -> None:
    with BlogSite() as site:
        site.pages["/"] = Answer(page("A", ""))
        program = crawl(tmp_path / "archive", site.url, "-a", "render=sometimes")
    assert "'sometimes' is not a render mode; use one of auto, always, never" in program.log
