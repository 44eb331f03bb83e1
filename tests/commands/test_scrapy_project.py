"""The checkout is an ordinary Scrapy project: Scrapy's own commands work in it, on our spiders and on others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import Answer, BlogSite, fill, make_posts, post_page
from crawl_processes import FAST, crawl, urls

ROOT = Path(__file__).resolve().parents[2]
POSTS = make_posts(40)
OWN_SPIDER = """
import scrapy

class OwnSpider(scrapy.Spider):
    name = "own"

    async def start(self):
        yield scrapy.Request(self.site, lambda response: self.parse(response))  # a callback that cannot be pickled

    def parse(self, response):
        for link in response.css(".teaser h2 a"):
            yield {"title": link.css("::text").get()}
            yield response.follow(link, self.parse_post)
        yield response.follow("/missing.html", self.parse_post)

    def parse_post(self, response):
        yield {"status": response.status}
"""


@pytest.fixture(scope="module")
def site() -> Iterator[BlogSite]:
    with BlogSite() as site:
        fill(site, POSTS)
        yield site


def scrapy(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program ``scrapy`` in the checkout."""
    given = [part for name, value in FAST.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", *arguments, *given]
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    variables = kept | {"BLOGCRAWLER_HOME": str(home)} | environment
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_shell_gives_plain_scrapy(tmp_path: Path, site: BlogSite) -> None:
    code = "(response.status, len(response.css('.teaser')), sorted(crawler.settings['ITEM_PIPELINES']))"
    assert "(200, 5, [])" in scrapy(tmp_path, "shell", site.url, "-c", code).stdout


def test_shell_reads_a_host_by_name_and_a_file(tmp_path: Path, site: BlogSite) -> None:
    named = f"http://localhost:{site.port}/about.html"
    assert "200" in scrapy(tmp_path, "shell", named, "-c", "response.status").stdout
    file = tmp_path / "page.html"
    file.write_text("<h1>On disk</h1>")
    assert "On disk" in scrapy(tmp_path, "shell", str(file), "-c", "response.css('h1::text').get()").stdout


def test_fetch_prints_the_page(tmp_path: Path, site: BlogSite) -> None:
    assert "This blog is made up." in scrapy(tmp_path, "fetch", f"{site.url}about.html").stdout
    assert list(tmp_path.iterdir()) == [], "it writes no archive"


def test_view_opens_a_browser(tmp_path: Path, site: BlogSite) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ncp "${{1#file://}}" {tmp_path}/seen.html\n')
    browser.chmod(0o755)
    scrapy(tmp_path / "home", "view", f"{site.url}about.html", BROWSER=f"{browser} %s")
    assert "This blog is made up." in (tmp_path / "seen.html").read_text()


def test_runspider_runs_an_own_spider(tmp_path: Path, site: BlogSite) -> None:
    (tmp_path / "own_spider.py").write_text(OWN_SPIDER)
    file, results = str(tmp_path / "own_spider.py"), tmp_path / "items.jl"
    done = scrapy(tmp_path / "home", "runspider", file, "-a", f"site={site.url}", "-o", str(results))
    items = [json.loads(line) for line in results.read_text().splitlines()]
    assert sorted(item["title"] for item in items if "title" in item) == sorted(post.title for post in POSTS[:5])
    assert [item["status"] for item in items if "status" in item] == [200] * 5, "a missing page is an error in Scrapy"
    assert "blogcrawler.pipelines" not in done.stderr
    assert not (tmp_path / "home").exists()


def test_runspider_counts_pages_and_items_like_scrapy(tmp_path: Path, site: BlogSite) -> None:
    (tmp_path / "own_spider.py").write_text(OWN_SPIDER)
    command = ("runspider", str(tmp_path / "own_spider.py"), "-a", f"site={site.url}")
    by_pages = scrapy(tmp_path, *command, "-s", "CLOSESPIDER_PAGECOUNT=2").stderr
    by_items = scrapy(tmp_path, *command, "-s", "CLOSESPIDER_ITEMCOUNT=2").stderr
    assert "closespider_pagecount" in by_pages
    assert "closespider_itemcount" in by_items


def test_parse_prints_the_record_of_a_post_and_the_links_of_its_page(tmp_path: Path, site: BlogSite) -> None:
    post = POSTS[3]
    url = site.url.rstrip("/") + post.path
    feed = '<link rel=alternate type="application/rss+xml" href="/feed.xml">'
    site.pages[post.path] = Answer(post_page(post, f"{feed}<link rel=stylesheet href=/style.css>"))
    out = scrapy(tmp_path, "parse", "--spider=newcrawl", "--nocolour", url).stdout
    assert f"'title': '{post.title}'" in out
    assert f"'authors': ['{post.author}']" in out
    assert f"<GET {site.url}archive.html>" in out
    assert not list(tmp_path.glob("*/posts.jsonl")), "it leaves the archive alone"
    assert "/style.css" not in site.asked, "nobody replays it"


def test_parse_reads_a_list_of_a_known_blog_with_the_stored_rules(tmp_path: Path, site: BlogSite) -> None:
    assert crawl(tmp_path / "home", site.url).poll() == 0
    before = len(site.asked)
    out = scrapy(tmp_path / "home", "parse", "--spider=newcrawl", "--nocolour", f"{site.url}page/2").stdout
    assert f"{site.url.rstrip('/')}{POSTS[7].path}" in out
    assert "'title'" not in out, "a list is not a post"
    assert len(site.asked) - before <= 2


CHECKED_SPIDER = """
import scrapy

class CheckedSpider(scrapy.Spider):
    name = "checked"

    def parse(self, response):
        '''Read the titles.

        @url {url}
        @returns items 5 5
        @scrapes title
        '''
        for link in response.css(".teaser h2 a::text"):
            yield {{"title": link.get()}}
"""


def test_check_runs_the_contracts_of_all_spiders(tmp_path: Path, site: BlogSite) -> None:
    (tmp_path / "checked_spiders.py").write_text(CHECKED_SPIDER.format(url=site.url))
    modules = "SPIDER_MODULES=blogcrawler.spiders,checked_spiders"
    home = tmp_path / "home"
    listed = scrapy(home, "list", "-s", modules, PYTHONPATH=str(tmp_path)).stdout
    assert listed.split() == ["checked", "deepcrawl", "newcrawl", "reextract", "updatecrawl", "work"]
    done = scrapy(home, "check", "-s", modules, PYTHONPATH=str(tmp_path))
    assert "Ran 2 contracts" in done.stderr
    assert done.stderr.rstrip().endswith("OK")
    assert not home.exists()


@pytest.mark.parametrize(
    ("setting", "stat", "limit"),
    [("CLOSESPIDER_ITEMCOUNT", "item_scraped_count", 20), ("CLOSESPIDER_PAGECOUNT", "response_received_count", 25)],
)
def test_limits_count_what_scrapy_counts(tmp_path: Path, site: BlogSite, setting: str, stat: str, limit: int) -> None:
    ended = crawl(tmp_path / "home", site.url, **{setting: limit})
    assert ended.stats["finish_reason"] == setting.lower()
    in_flight = 6
    assert limit <= ended.stats[stat] <= limit + in_flight
    assert len(urls(tmp_path / "home")) == ended.stats["item_scraped_count"]


def test_a_component_can_be_replaced_on_the_command_line(tmp_path: Path, site: BlogSite) -> None:
    ended = crawl(tmp_path / "home", site.url, ITEM_PIPELINES="{}", CLOSESPIDER_PAGECOUNT=20)
    assert "posts/stored" not in ended.stats
