"""The requests of a page, without a browser: Playwright's objects are fakes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from blogcrawler.rendering import InterceptedResponse, Parts
from blogcrawler.rendering.traffic import InterceptedRequest, Traffic

pytest.importorskip("playwright")

PAGE = "https://blog.example/post/"
DOCUMENT = InterceptedResponse(PAGE, 200, {"content-type": "text/html"}, b"<html>held</html>")


@dataclass
class Frame:
    url: str = PAGE
    parent_frame: Any = None


@dataclass
class Request:
    url: str
    resource_type: str = "script"
    method: str = "GET"
    frame: Frame = field(default_factory=Frame)
    headers: dict[str, str] = field(default_factory=dict)
    post_data_buffer: bytes | None = None

    def is_navigation_request(self) -> bool:
        return self.resource_type == "document"


@dataclass
class Route:
    said: dict[str, Any] | str = ""

    async def abort(self, reason: str) -> None:
        self.said = reason

    async def fulfill(self, **said: Any) -> None:
        self.said = said


class Server:
    def __init__(self, answer: InterceptedResponse | None = None) -> None:
        self.asked: list[InterceptedRequest] = []
        self.answer = answer

    async def __call__(self, asked: InterceptedRequest) -> InterceptedResponse | None:
        self.asked.append(asked)
        return self.answer


def ask(traffic: Traffic, request: Request) -> dict[str, Any] | str:
    route = Route()
    asyncio.run(traffic.handle(route, request))  # type: ignore[arg-type]
    return route.said


def test_the_page_itself_is_served_once_and_cannot_navigate_away() -> None:
    server = Server()
    traffic = Traffic(PAGE, DOCUMENT, server, Parts())
    assert ask(traffic, Request(PAGE + "#comments", "document")) == {
        "status": 200,
        "headers": {"content-type": "text/html"},
        "body": b"<html>held</html>",
    }
    assert ask(traffic, Request(PAGE, "document")) == "blockedbyclient"
    assert ask(traffic, Request("https://elsewhere.example/", "document")) == "blockedbyclient"
    assert server.asked == []


def test_images_are_replaced_by_a_pixel_and_videos_blocked() -> None:
    server = Server()
    traffic = Traffic(PAGE, DOCUMENT, server, Parts())
    said = ask(traffic, Request("https://blog.example/a.jpg", "image"))
    assert isinstance(said, dict)
    assert said["body"].startswith(b"GIF89a")
    assert ask(traffic, Request("https://blog.example/a.mp4", "media")) == "blockedbyclient"
    assert (server.asked, traffic.blocked) == ([], 1)


def test_scripts_are_fetched_once_for_all_pages() -> None:
    server = Server(InterceptedResponse("https://blog.example/a.js", 200, {"content-type": "text/javascript"}, b"1"))
    parts = Parts()
    for _ in range(3):
        said = ask(Traffic(PAGE, DOCUMENT, server, parts), Request("https://blog.example/a.js"))
        assert isinstance(said, dict)
        assert said["body"] == b"1"
    assert len(server.asked) == 1


def test_blogs_with_separate_archives_fetch_their_own_scripts() -> None:
    server = Server(InterceptedResponse("https://cdn.example/a.js", 200, {"content-type": "text/javascript"}, b"1"))
    parts = Parts()
    for folder in ("one", "two", "one"):
        ask(Traffic(PAGE, DOCUMENT, server, parts, folder), Request("https://cdn.example/a.js"))
    assert len(server.asked) == 2


def test_what_the_browser_never_gets_is_not_kept() -> None:
    async def fetched(kind: str) -> bool:
        parts = Parts()

        async def fetch() -> InterceptedResponse:
            return InterceptedResponse("https://blog.example/a", 200, {"content-type": kind}, b"1")

        await parts.get("", "https://blog.example/a", fetch)
        return await parts.known("", "https://blog.example/a") is not None

    assert [asyncio.run(fetched(kind)) for kind in ("text/css", "font/woff2", "image/png")] == [True, False, False]


def test_headers_that_identify_the_browser_are_not_sent() -> None:
    server = Server(
        InterceptedResponse("https://api.example/c", 200, {"content-encoding": "gzip", "set-cookie": "a=b"}, b"{}")
    )
    headers = {"user-agent": "Chrome", "cookie": "x=y", "sec-fetch-mode": "cors", "accept": "*/*", "origin": "null"}
    said = ask(Traffic(PAGE, DOCUMENT, server, Parts()), Request("https://api.example/c", "fetch", headers=headers))
    assert server.asked[0].headers == {"accept": "*/*", "origin": "null"}
    assert said == {
        "status": 200,
        "headers": {"access-control-allow-origin": "null", "access-control-allow-credentials": "true"},
        "body": b"{}",
    }


def test_failed_downloads_are_refused() -> None:
    traffic = Traffic(PAGE, DOCUMENT, Server(None), Parts())
    assert ask(traffic, Request("http://10.0.0.1/secret", "fetch")) == "blockedbyclient"


def test_a_frame_is_sent_to_the_end_of_a_redirect() -> None:
    server = Server(InterceptedResponse('https://talk.example/?"><script>', 200, {}, b"frame"))
    frame = Request("https://old.example/", "document", frame=Frame(parent_frame=Frame()))
    said = ask(Traffic(PAGE, DOCUMENT, server, Parts()), frame)
    assert isinstance(said, dict)
    assert b"url=https://talk.example/?&quot;&gt;&lt;script&gt;" in said["body"]


def test_the_number_of_requests_of_a_page_is_limited() -> None:
    server = Server(InterceptedResponse("https://api.example/", 200, {}, b"{}"))
    traffic = Traffic(PAGE, DOCUMENT, server, Parts())
    said = [ask(traffic, Request(f"https://api.example/{n}", "fetch")) for n in range(310)]
    assert len(server.asked) == 300
    assert said[-1] == "blockedbyclient"


def test_the_cache_of_scripts_is_bounded() -> None:
    async def kept() -> list[str]:
        fetched: list[str] = []
        parts = Parts(most_bytes=10)

        async def fetch(url: str, body: bytes) -> InterceptedResponse:
            fetched.append(url)
            await asyncio.sleep(0)
            return InterceptedResponse(url, 200, {}, body)

        for url, body in (("a", b"1234"), ("b", b"1234"), ("c", b"1234"), ("large", b"12345678901")):
            await asyncio.gather(*(parts.get("", url, lambda u=url, b=body: fetch(u, b)) for _ in range(3)))  # type: ignore[misc]
        assert fetched == ["a", "b", "c", "large"], "those who ask meanwhile get the same"
        for url in ("b", "c", "a", "large"):
            await parts.get("", url, lambda u=url: fetch(u, b""))  # type: ignore[misc]
        return fetched[4:]

    assert asyncio.run(kept()) == ["a", "large"]
