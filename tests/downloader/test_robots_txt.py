from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from blogsite import Answer, BlogSite
from handler_crawl import SETTINGS, crawl
from raw_server import RawServer
from scrapy import Request
from scrapy.exceptions import CannotResolveHostError, IgnoreRequest
from scrapy.http import TextResponse
from scrapy.statscollectors import StatsCollector
from scrapy.utils.test import get_crawler

from blogcrawler.downloader import RobotsRules, RobotsUnreachable

MIDDLEWARES = SETTINGS["DOWNLOADER_MIDDLEWARES"]
OBEY = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_TIMEOUT": 1,
    "DOWNLOADER_MIDDLEWARES": {
        **MIDDLEWARES,  # type: ignore[dict-item]
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "blogcrawler.downloader.robots_txt.RobotsRules": 100,
    },
}


def answer(status: str, body: bytes = b"") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s" % (status.encode(), len(body), body)


@pytest.fixture
def server() -> Iterator[RawServer]:
    with RawServer({"/": [answer("200 OK", b"hello")]}) as one:
        yield one


def outcomes(result: dict[str, Any]) -> list[Any]:
    return [one.get("status") or one["error"] for one in result["got"]]


@pytest.mark.parametrize(
    ("robots", "outcome"),
    [
        (answer("200 OK", b"User-agent: *\nDisallow: /other"), 200),
        (answer("200 OK", b"User-agent: *\nDisallow: /"), "IgnoreRequest"),
        (answer("404 Not Found"), 200),
        (answer("403 Forbidden"), 200),
        (answer("500 Error"), "RobotsUnreachable"),
        (answer("503 Busy", b"User-agent: *\nAllow: /"), "RobotsUnreachable"),
        (b"nonsense", "RobotsUnreachable"),
    ],
)
def test_only_a_robots_txt_that_is_there_or_missing_allows_pages(
    server: RawServer, tmp_path: Path, robots: bytes, outcome: Any
) -> None:
    server.scripts["/robots.txt"] = [robots]
    result = crawl(tmp_path, [f"{server.url}/", f"{server.url}/"], settings=OBEY)
    assert outcomes(result) == [outcome] * 2
    paths = [one.path for one in server.served]
    assert paths == ["/robots.txt", *["/"] * 2 * (outcome == 200)]
    assert result["stats"].get("robotstxt/unreachable", 0) == 2 * (outcome == "RobotsUnreachable")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_of_a_huge_robots_txt_the_first_lines_count(end: bytes, tmp_path: Path) -> None:
    """As much as RFC 9309 asks for. 16 MB stopped the reactor for seconds."""
    rules = end.join([b"User-agent: *", b"Disallow: /no", *[b"# nothing"] * 60_000, b"Disallow: /", b""])
    with RawServer({"/": [answer("200 OK")], "/no": [answer("200 OK")]}) as server:
        server.scripts["/robots.txt"] = [answer("200 OK", rules)]
        result = crawl(tmp_path, [server.url + "/", server.url + "/no"], settings=OBEY)
    assert outcomes(result) == [200, "IgnoreRequest"]


def test_half_a_line_of_a_huge_robots_txt_does_not_count(tmp_path: Path) -> None:
    rules = b"User-agent: *\n".ljust(511_988, b"#") + b"\nDisallow: /no\n"
    assert rules[:512_000].endswith(b"Disallow: /")
    with RawServer({"/": [answer("200 OK")], "/robots.txt": [answer("200 OK", rules)]}) as server:
        result = crawl(tmp_path, [server.url + "/"], settings=OBEY)
    assert outcomes(result) == [200]


def test_a_failing_robots_txt_is_retried(tmp_path: Path) -> None:
    with BlogSite() as site:
        site.pages["/"] = Answer("hello")
        site.fallback = lambda path: Answer("", status=503 if site.times("/robots.txt") < 2 else 404)
        result = crawl(tmp_path, [site.url], settings=OBEY | {"RETRY_ENABLED": True})
        assert outcomes(result) == [200]
        assert site.asked == ["/robots.txt", "/robots.txt", "/"]


def test_a_robots_txt_that_failed_is_requested_again_after_a_pause(tmp_path: Path) -> None:
    """The third page is requested when the pause is over; the second one is not."""

    async def outcome(rules: RobotsRules, path: str) -> str:
        try:
            await rules.process_request(Request(f"http://pier.example/{path}"))
        except IgnoreRequest:
            return "refused"
        return "allowed"

    async def outcomes() -> list[str]:
        crawler = get_crawler(settings_dict={"ROBOTSTXT_OBEY": True})
        crawler.stats = StatsCollector(crawler)
        crawler.engine = SimpleNamespace(download_async=download)
        rules, found = RobotsRules(crawler), []
        for path, now in (("a", 1000.0), ("b", 1059.0), ("c", 1061.0)):
            with patch("blogcrawler.downloader.robots_txt.time.monotonic", return_value=now):
                found.append(await outcome(rules, path))
        return found

    async def download(request: Request) -> TextResponse:
        asked.append(request.url)
        return TextResponse(request.url, status=503 if len(asked) == 1 else 404)

    asked: list[str] = []
    assert asyncio.run(outcomes()) == ["refused", "refused", "allowed"]
    assert len(asked) == 2


def test_the_error_names_why_robots_txt_cannot_be_fetched() -> None:
    async def download(request: Request) -> TextResponse:
        raise CannotResolveHostError("pier.example")

    async def ask() -> None:
        crawler = get_crawler(settings_dict={"ROBOTSTXT_OBEY": True})
        crawler.stats = StatsCollector(crawler)
        crawler.engine = SimpleNamespace(download_async=download)
        await RobotsRules(crawler).process_request(Request("http://pier.example/a"))

    with pytest.raises(RobotsUnreachable) as raised:
        asyncio.run(ask())
    assert isinstance(raised.value.__cause__, CannotResolveHostError)


@pytest.mark.parametrize(("first", "outcomes"), [("https", ["refused", "allowed"]), ("http", ["allowed", "allowed"])])
def test_a_host_without_https_is_still_read_by_http(first: str, outcomes: list[str]) -> None:
    """A robots.txt that fails by https says nothing about http; one that was read by http counts for https, too."""
    asked: list[str] = []

    async def download(request: Request) -> TextResponse:
        asked.append(request.url)
        return TextResponse(request.url, status=503 if request.url.startswith("https:") else 404)

    async def ask() -> list[str]:
        crawler = get_crawler(settings_dict={"ROBOTSTXT_OBEY": True})
        crawler.stats = StatsCollector(crawler)
        crawler.engine = SimpleNamespace(download_async=download)
        rules, found = RobotsRules(crawler), []
        for scheme in (first, "http" if first == "https" else "https"):
            try:
                await rules.process_request(Request(f"{scheme}://pier.example/a"))
                found.append("allowed")
            except IgnoreRequest:
                found.append("refused")
        return found

    assert asyncio.run(ask()) == outcomes
    assert asked == [f"{one}://pier.example/robots.txt" for one in ([first, "http"] if first == "https" else [first])]


def test_a_host_that_does_not_answer_by_http_is_not_asked_again_for_a_page_by_https() -> None:
    """Not even after the pause: it may take minutes until it is known that there is no answer."""
    asked: list[str] = []

    async def download(request: Request) -> TextResponse:
        asked.append(request.url)
        return TextResponse(request.url, status=503 if request.url.startswith("http:") else 404)

    async def ask() -> None:
        crawler = get_crawler(settings_dict={"ROBOTSTXT_OBEY": True})
        crawler.stats = StatsCollector(crawler)
        crawler.engine = SimpleNamespace(download_async=download)
        rules = RobotsRules(crawler)
        with patch("blogcrawler.downloader.robots_txt.time.monotonic", return_value=1000.0), suppress(IgnoreRequest):
            await rules.process_request(Request("http://pier.example/a"))
        with patch("blogcrawler.downloader.robots_txt.time.monotonic", return_value=1061.0):
            await rules.process_request(Request("https://pier.example/a"))

    asyncio.run(ask())
    assert asked == [f"{scheme}://pier.example/robots.txt" for scheme in ("http", "https")]


def test_a_robots_txt_that_never_comes_allows_nothing(tmp_path: Path) -> None:
    with BlogSite() as site:
        site.pages["/robots.txt"] = lambda visit: time.sleep(3)
        site.pages["/"] = Answer("hello")
        assert outcomes(crawl(tmp_path, [site.url], settings=OBEY)) == ["RobotsUnreachable"]
        assert site.asked == ["/robots.txt"]


def test_a_blog_does_not_spoil_the_robots_txt_of_anothers_private_host(server: RawServer, tmp_path: Path) -> None:
    server.scripts["/robots.txt"] = [answer("200 OK", b"User-agent: *\nDisallow: /secret")]
    url, mine = f"http://inside.test:{server.port}/", str(tmp_path / "mine")
    folders = [("other", ""), ("mine", ""), ("mine", "secret")]
    requests = [{"url": url + path, "meta": {"blog_folder": str(tmp_path / folder)}} for folder, path in folders]
    private, names = {mine: f"inside.test:{server.port}"}, {"inside.test": ["127.0.0.1"]}
    result = crawl(tmp_path, requests, host="", private_hosts=private, names=names, settings=OBEY)
    assert outcomes(result) == ["IgnoreRequest", 200, "IgnoreRequest"]
    assert [one.path for one in server.served] == ["/robots.txt", "/"]
