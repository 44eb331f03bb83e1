"""Archived pages are hostile: in a real browser, nothing of them reaches the live web or the replay's own pages."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from blogsite import BlogSite
from playwright.sync_api import Page
from replay_archive import answer, archive
from screenshots import CHROMIUM, chromium, replayed_url, replaying

from blogcrawler.items import Blog
from blogcrawler.store import open_store

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed: apt-get install chromium"),
]

URL = "http://some.blog/"
HOSTILE = """<!doctype html><html><head>
<link rel=prefetch href=LIVEprefetch><link rel=stylesheet href="LIVEstyle.css">
<meta http-equiv=refresh content="1;LIVErefresh">
<style>@import "LIVEimport.css"; p { background: url(LIVEbackground.png) }</style></head>
<body><p id=ran>no</p><img src="LIVEimage.png"><iframe src="LIVEframe"></iframe><a id=link href="LIVElink">live</a>
<form action="LIVEform"><input name=a></form><form id=post method=post action="LIVEpost"></form>
<script>
document.getElementById("ran").textContent = "ran";
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
            page.goto(replayed_url(server, URL), wait_until="load")
            assert page.frames[1].evaluate("document.getElementById('ran').textContent") == "ran"
            page.wait_for_timeout(1800)
            assert page.locator("header").inner_text().startswith(URL), "the bar is still there"
            assert page.url.startswith(server)
            visit(page, f"{server}/replay/some.blog/20140301120000mp_/{URL}")
            assert page.url.startswith(server)
            visit(page, f"{server}/replay/some.blog/20140301120000id_/{URL}")
        assert live.asked == []
