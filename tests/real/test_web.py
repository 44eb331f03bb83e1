"""The web pages in a real browser: no errors, accessible, and no stored script ever runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from blogsite import BlogSite, fill, make_posts
from lxml import etree
from playwright.sync_api import Browser, sync_playwright
from sample_archive import BLOGS, CHANGED, FORUM, THREAD, add_media, make_archive
from web_browser import AXE, CHROMIUM, serious_findings, serving, watched, web_server
from xss_payloads import PAYLOADS

from blogcrawler.export import ArchiveFiles
from blogcrawler.export.html_site import write_html_site
from blogcrawler.items import Blog, Comment, Post, Visit
from blogcrawler.replay import replay_app
from blogcrawler.store import open_store
from blogcrawler.web import WebOptions

pytestmark = [pytest.mark.real, pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")]

TOKEN = "a secret token"
PAGES = {
    "blogs": "/",
    "blog": f"/blog?url={BLOGS[0].url}",
    "right-to-left blog": f"/blog?url={BLOGS[3].url}",
    "forum": f"/blog?url={FORUM}",
    "post": f"/post?url={BLOGS[0].url}0",
    "right-to-left post": f"/post?url={BLOGS[3].url}0",
    "Japanese post": f"/post?url={BLOGS[4].url}0",
    "thread": f"/post?url={THREAD}",
    "versions": f"/versions?url={CHANGED}",
    "merged versions": f"/versions?url={CHANGED}&version=1&view=merged",
    "search": "/search?q=ferry",
    "search of nothing": "/search?q=nosuchword",
    "crawls": "/crawls",
    "login": "/login",
    "not found": "/nothing",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("archive")
    make_archive(home, posts=25, pictures=1)
    with web_server(WebOptions(home, token=TOKEN)) as address:
        yield address


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_fit_and_have_no_errors(browser: Browser, server: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page, wrong = watched(context, server)
    for name, path in PAGES.items():
        page.goto(server + path)
        if name == "not found":
            wrong = [message for message in wrong if "404" not in message]
        assert wrong == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is too wide"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(browser: Browser, server: str, scheme: Any) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make .programs/.installed")
    context = browser.new_context(viewport={"width": 1000, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    found = {}
    for name, path in PAGES.items():
        page.goto(server + path)
        found |= {f"{name}: {rule}": examples for rule, examples in serious_findings(page).items()}
    context.close()
    assert found == {}, json.dumps(found, indent=1)


def test_the_keyboard_is_enough(browser: Browser, server: str) -> None:
    page, wrong = watched(browser.new_context(), server)
    page.goto(server)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert page.locator(".current").count() == 1
    page.keyboard.press("o")
    page.wait_for_url("**/blog?url=*")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "quick"
    page.keyboard.type("ferry")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=ferry")
    assert page.locator("mark").first.text_content() == "ferry"
    assert wrong == []


def test_everything_works_without_javascript(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server)
    page.click("text=Harbour Notes")
    page.click(".entry a >> nth=0")
    assert page.locator("article.post .text").count() == 1
    page.fill("#quick", "bells")
    page.click(".quick button")
    page.click(".entry a >> nth=0")
    page.click("text=About this record")
    context.close()


def test_every_page_is_complete_without_javascript_and_as_json(browser: Browser, server: str) -> None:
    with_scripts, without = browser.new_context(), browser.new_context(java_script_enabled=False)
    for name, path in PAGES.items():
        texts = []
        for context in (with_scripts, without):
            page = context.new_page()
            page.goto(server + path)
            texts.append(page.locator("main").inner_text())
            page.close()
        assert texts[0] == texts[1] != "", name
        if name not in ("login", "not found"):
            bare, mark, query = path.partition("?")
            answer = without.request.get(f"{server}{'/blogs' if bare == '/' else bare}.json{mark}{query}")
            assert answer.ok, name
            assert isinstance(answer.json(), dict), name
    with_scripts.close()
    without.close()


def test_a_blog_is_added_without_javascript(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "blogcrawler.toml"
    config.write_text("DOWNLOAD_DELAY = 0.05\nAUTOTHROTTLE_ENABLED = false\n")
    monkeypatch.setenv("BLOGCRAWLER_CONFIG", str(config))
    with BlogSite() as site:
        fill(site, make_posts(10), per_list=5)
        options = WebOptions(tmp_path / "archive", token=TOKEN, private_hosts=("127.0.0.1",))
        with web_server(options) as server:
            page = browser.new_context(java_script_enabled=False).new_page()
            page.goto(f"{server}/login")
            page.fill("#token", TOKEN)
            page.click("main button")
            page.fill("#url", site.url)
            page.click("form.add button")
            for _ in range(120):
                if page.locator(".job.finished").count():
                    break
                page.wait_for_timeout(500)
                page.reload()
            page.click(".job h3 a")
            assert page.locator(".entry").count() == 10


def test_a_blog_is_crawled_from_the_browser(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, config = tmp_path / "archive", tmp_path / "blogcrawler.toml"
    config.write_text("DOWNLOAD_DELAY = 0.05\nAUTOTHROTTLE_ENABLED = false\n")
    monkeypatch.setenv("BLOGCRAWLER_CONFIG", str(config))
    with BlogSite() as site:
        fill(site, make_posts(12), per_list=6)
        options = WebOptions(home, token=TOKEN, private_hosts=("127.0.0.1",))
        with web_server(options) as server:
            page, wrong = watched(browser.new_context(), server)
            page.goto(f"{server}/login")
            page.fill("#token", TOKEN)
            page.click("main button")
            page.wait_for_url("**/crawls")
            page.fill("#url", site.url)
            page.click("form.add button")
            page.wait_for_selector(".job.running")
            page.wait_for_selector(".job.finished", timeout=60_000)  # the page follows the crawl by itself
            assert page.locator("[data-field=extracted]").text_content() == "12"
            page.click(".job h3 a")
            assert page.locator(".entry").count() == 12
            page.click("text=Update now")
            page.wait_for_selector(".job.finished", timeout=60_000)
            assert wrong == []
    with serving(replay_app(home)) as other, web_server(WebOptions(home, replay=f"{other}/replay")) as server:
        page = browser.new_context().new_page()
        page.goto(f"{server}/blog?url={site.url}")
        page.click(".entry a >> nth=0")
        title = page.locator("h1").text_content() or ""
        page.locator("iframe").scroll_into_view_if_needed()
        page.frame_locator("iframe").get_by_text(title).first.wait_for(timeout=20_000)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An archive in which every text of every record is a payload."""
    home = tmp_path_factory.mktemp("hostile")
    with closing(open_store(None, home)) as store:
        for n, payload in enumerate(PAYLOADS):
            _add_hostile(store, home, n, payload)
    jobs = [
        {"id": str(n), "kind": "crawl", "url": f"https://x.example/{payload}", "state": "failed", "began": payload,
         "lines": [payload, payload], "progress": None, "ended": payload}
        for n, payload in enumerate(PAYLOADS[:40])
    ]  # fmt: skip
    (home / "web-crawls.json").write_text(json.dumps(jobs))
    with web_server(WebOptions(home, token=TOKEN)) as address:
        yield address


def _add_hostile(store: Any, home: Path, n: int, payload: str) -> None:
    url = f"https://blog{n}.example/"
    rules = {"title": [{"selector": payload}], "article": [{"selector": payload}]}
    knowledge = {"application": payload}
    store.save_blog(Blog(url, payload, payload, payload, rules, {"x": payload}, knowledge, payload, url, payload[:20]))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" onload="fired({n})"><script>fired({n})</script></svg>'.encode()
    media = [
        {**add_media(home, f"blog{n}", svg, f"{url}x.svg?{payload}", "svg", payload)},
        {"url": payload, "path": payload, "mime": payload, "bytes": 1, "sha256": payload},
    ]
    comment = Comment(payload, None, payload, payload, payload, payload, payload, payload)
    reply = Comment(f"{payload}2", payload, payload, payload, None, f"<p>{payload}</p>", payload, payload)
    post = Post(
        f"{url}post", url, payload, [payload], "2024-01-01", payload, payload, [payload],
        f"<p>{payload}</p>{payload}<img src='{url}x.svg'>", f"word {payload}", [payload], media, [comment, reply],
        payload, 9,
        {"title": payload, payload: payload}, False, payload, {"file": payload, "offset": 0, "record_id": payload},
        dating={"date": payload, "from": payload, "confidence": 1}, confidence={"title": 1.0, payload: 0.5},
    )  # fmt: skip
    store.save_post(post)
    new = replace(post, title=f"{payload} new", text=f"word {payload} more", tags=[payload, f"{payload}2"])
    store.post_states.replace(post, new, [payload], datetime(2024, 1, 2, tzinfo=UTC))
    thread = replace(post, url=f"{url}thread", type="thread", posts=[comment, reply], published=payload)
    store.save_post(thread)
    store.schedule.save_visit(Visit(url, payload, payload, note=payload))


def test_no_stored_script_runs(browser: Browser, hostile: str) -> None:
    # The policy of the pages would stop scripts even if they got through. Without it, nothing must get through either.
    context = browser.new_context(bypass_csp=True)
    fired: list[Any] = []
    context.expose_function("fired", lambda number: fired.append(number))
    page, dialogs = context.new_page(), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    outside: list[str] = []
    page.on("request", lambda request: None if request.url.startswith(hostile) else outside.append(request.url))
    paths = ["/", "/search?q=word", "/search?q=word&page=2", "/crawls"]
    for n, payload in enumerate(PAYLOADS):
        blog = f"https://blog{n}.example/"
        paths.append(f"/post?url={blog}{'thread' if n % 5 == 0 else 'post'}")
        paths.append(f"/search?{urlencode({'q': 'word', 'blog': blog})}")
        if n % 10 == 0:  # what these pages show differently is the same for all payloads
            paths += [f"/blog?url={blog}", f"/versions?url={blog}post"]
            filters = zip(("q", "author", "tag", "blog", "language"), PAYLOADS[n : n + 5], strict=True)
            paths.append(f"/search?{urlencode(dict(filters) | {'since': payload})}")
    for path in paths:
        answer = page.goto(hostile + path, wait_until="load")
        assert answer is not None
        assert answer.headers["content-type"] == "text/html; charset=utf-8", path
        assert answer.status == 200 or "since=" in path, path
        assert page.evaluate(_DANGEROUS) == [], path
        assert fired == dialogs == outside == [], path
    feed = context.request.get(f"{hostile}/search.atom?q=word")
    assert feed.headers["content-type"].startswith("application/atom+xml")
    assert not etree.fromstring(feed.body()).xpath("//@type[. = 'html' or . = 'xhtml']")  # everything is plain text
    context.close()


def test_no_stored_script_runs_in_a_static_site(browser: Browser, tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path / "home")) as store:
        for n, payload in enumerate(PAYLOADS):
            _add_hostile(store, tmp_path / "home", n, payload)
        blogs = {blog.url: blog for blog in store.blogs()}
        files = ArchiveFiles(blogs, {url: tmp_path / "home" / str(blog.folder) for url, blog in blogs.items()})
        write_html_site(store.posts(), tmp_path / "site", files)
    context = browser.new_context()
    fired: list[Any] = []
    context.expose_function("fired", lambda number: fired.append(number))
    page, dialogs = context.new_page(), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    made = sorted((tmp_path / "site").rglob("*.html"))
    assert len(made) > len(PAYLOADS)
    for file in made[:: len(made) // 120 + 1]:
        page.goto(file.as_uri())
        assert page.evaluate(_DANGEROUS) == fired == dialogs == [], file
    context.close()


_DANGEROUS = """[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].filter((one) =>
    one.name.startsWith('on') || one.name === 'srcdoc' || one.name === 'style' || one.name === 'formaction'
    || (['href', 'src', 'action', 'data'].includes(one.name) && /^\\s*(javascript|data|vbscript):/i.test(one.value))
  ).map((one) => element.tagName + ' ' + one.name + '=' + one.value))"""
