from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from post_pages import post_page
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from blogcrawler.pipelines.multipage import PartsPipeline

URL = "http://example.org/2014/a-post/"


def page(number: int, of: int) -> str:
    pager = "".join(f'<a href="{URL}{n}/">{n}</a>' for n in range(2, of + 1) if n != number)
    return f"<html><body><p>Part {number} of the post.</p><p>Pages: 1 {pager}</p></body></html>"


def parts(answers: dict[str, tuple[str, str]], of: int) -> list[str]:
    """The texts fetched for a post of this many pages; ``answers`` maps requested URLs to the final URL and body."""

    async def download(request: Request) -> Response:
        address, body = answers.get(request.url, (request.url, ""))
        headers = {"Content-Type": "text/html"}
        return HtmlResponse(address, status=200 if body else 404, headers=headers, body=body.encode(), request=request)

    crawler = get_crawler()
    crawler.engine = SimpleNamespace(download_async=download)  # type: ignore[assignment]
    item = post_page(page(1, of), URL)
    asyncio.run(PartsPipeline.from_crawler(crawler).process_item(item))
    return ["".join(map(str, part.tree.itertext("p"))).split(" of")[0] for part in item.parts]


def test_the_further_pages_of_a_post_are_fetched_in_their_order():
    answers = {f"{URL}{n}/": (f"{URL}{n}/", page(n, 3)) for n in (2, 3)}
    assert parts(answers, 3) == ["Part 2", "Part 3"]


@pytest.mark.parametrize("elsewhere", [URL, "http://example.org/", "http://login.example.com/2014/a-post/2/"])
def test_a_redirect_elsewhere_is_not_part_of_the_post(elsewhere: str):
    assert parts({f"{URL}2/": (elsewhere, page(1, 2))}, 2) == []


def test_a_part_that_is_missing_ends_the_post():
    assert parts({f"{URL}3/": (f"{URL}3/", page(3, 3))}, 3) == []
