"""Archived pages are hostile: in a real browser, nothing of them reaches the live web or the replay's own pages."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from blogsite import BlogSite
from playwright.sync_api import Page
from replay_archive import answer, archive
from screenshots import CHROMIUM, chromium, replayed_url, replaying
from web_browser import serving, web_server
from xss_payloads import PAYLOADS

from blogcrawler.items import Blog, Post
from blogcrawler.replay import replay_app
from blogcrawler.store import open_store
from blogcrawler.web import WebOptions

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed: apt-get install chromium"),
]

URL = "http://some.blog/"
HOSTILE = """<!doctype html><html><head>
<link rel=prefetch href=LIVEprefetch><link rel=stylesheet href="LIVEstyle.css">
<meta http-equiv=refresh content="1;LIVErefresh">
<style>@import "LIVEimport.css"; p { background: url(LIVEbackground.png) }</style></head>
<body><img src="LIVEimage.png"><iframe src="LIVEframe"></iframe><a id=link href="LIVElink">live</a>
<form action="LIVEform"><input name=a></form><form id=post method=post action="LIVEpost"></form>
<script>
console.log("ran");
new Image().src = "LIVEpixel";
fetch("LIVEfetch").catch(() => 0);
try { navigator.sendBeacon("LIVEbeacon", "x") } catch {}
try { new WebSocket("LIVEsocket".replace("http", "ws")) } catch {}
try { document.forms[0].submit(); document.forms[1].submit() } catch {}
try { window.open("LIVEwindow") } catch {}
try { top.location = "LIVEtop" } catch {}
try { parent.document.body.textContent = "defaced" } catch {}
document.body.insertAdjacentHTML("beforeend", '<script src="LIVEscript.js"><\\/script><img src="LIVElater.png">');
setTimeout(() => { location = "LIVElocation" }, 600);
</script></body></html>"""


def visit(page: Page, url: str) -> None:
    page.goto(url, wait_until="load")
    page.wait_for_timeout(1800)


def test_a_hostile_page_reaches_nothing(tmp_path: Path) -> None:
    with BlogSite() as live:
        archive(tmp_path / "some.blog", ("20140301120000", URL, answer(HOSTILE.replace("LIVE", live.url))))
        with closing(open_store(None, tmp_path)) as store:
            store.save_blog(Blog(URL, folder="some.blog"))
        with chromium() as browser, replaying(tmp_path) as server:
            page = browser.new_page()
            said: list[str] = []
            page.on("console", lambda message: said.append(message.text))
            visit(page, replayed_url(server, URL))
            assert "ran" in said
            assert page.locator("header").inner_text().startswith(URL), "the bar is still there"
            assert page.url.startswith(server)
            visit(page, f"{server}/replay/some.blog/20140301120000mp_/{URL}")
            assert page.url.startswith(server)
            visit(page, f"{server}/replay/some.blog/20140301120000id_/{URL}")
        assert live.asked == []


#: Scripts of archived pages may run in their frame. What they reach outside of it is counted here.
_TRAP = """window.outside = 0; window.fired = (n) => {
    for (const outer of [window.parent, window.top]) {
        try { if (outer !== window) { outer.document.title; outer.outside++ } } catch {}
    }
    try { localStorage.setItem("fired", n); document.cookie = "fired=1" } catch {}
    if (window === window.top) window.outside++;
    else console.log("fired in a frame");
}"""


def test_no_payload_in_an_archived_page_gets_out_of_its_frame(tmp_path: Path) -> None:
    posts = [Post(f"{URL}{n}", URL, "Title", text="text") for n in range(len(PAYLOADS))]
    pages = [
        f'<!doctype html><title>{payload}</title><body>{payload}<p title="{payload}">{n}</p>'
        f"<script>try {{ fired({n}) }} catch (error) {{}}</script>"
        for n, payload in enumerate(PAYLOADS)
    ]
    captures = [("20140301120000", post.url, answer(page)) for post, page in zip(posts, pages, strict=True)]
    archive(tmp_path / "some.blog", *captures)
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog(URL, folder="some.blog"))
        store.save_posts(replace(post, warc={"file": "x", "offset": 0}, fetched="2014-03-01") for post in posts)
    with (
        chromium() as browser,
        serving(replay_app(tmp_path)) as replay,
        web_server(WebOptions(tmp_path, replay=f"{replay}/replay")) as web,
    ):
        context = browser.new_context()
        context.add_init_script(_TRAP)
        page = context.new_page()
        ran: list[str] = []
        dialogs: list[str] = []
        page.on("console", lambda message: ran.append(message.text) if "fired in" in message.text else None)
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for post in posts:
            for address in (f"{web}/post?url={post.url}", replayed_url(replay, post.url)):
                page.goto(address, wait_until="load")
                if (frame := page.locator("iframe")).count():
                    frame.scroll_into_view_if_needed()
                    page.frames[-1].wait_for_load_state("load")
                assert page.evaluate("window.outside") == 0, address
                assert page.url.startswith((f"{web}/post", f"{replay}/replay/some.blog/")), address
            assert context.cookies() == [], post.url
        assert dialogs == []
        assert len(ran) > len(posts), "the scripts did run, in their frames"
