"""The process in which :func:`blogcrawler.crawl_blog` runs: reads a job from stdin, prints the result to stdout."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import Any

from scrapy import signals

from ..crawl_settings import CrawlSettings
from ..errors import BlogCrawlerError
from ..extensions import exit_code
from ..items import Post
from ..runner import prepare_crawl, run
from ..store import open_store


def _crawl(url: str, feed: str | None, fresh: bool, settings: dict[str, Any]) -> dict[str, Any]:
    prepared = prepare_crawl(url, settings, fresh)
    crawler = prepared.crawler
    blogs: list[str] = []

    def item_scraped(item: Any) -> None:
        if isinstance(item, Post) and not blogs:
            blogs.append(item.blog)

    crawler.signals.connect(item_scraped, signal=signals.item_scraped)
    error = run(prepared.process, crawler, {"url": url} | ({"feed": feed} if feed else {}))
    if error is not None:
        raise error
    stats = crawler.stats.get_stats()
    options = CrawlSettings.from_settings(crawler.settings)
    if not blogs and exit_code(stats) == 0:  # resumed when all posts had been saved already
        with closing(open_store(options.database_url, options.home)) as store:
            blogs = [blog.url for blog in [store.blog_of(url)] if blog is not None]
    return {
        "blog": blogs[0] if blogs else None,
        "home": str(options.home.absolute()),
        "database_url": options.database_url,
        "finish_reason": stats.get("finish_reason", "forced"),
        "notes": stats.get("blogcrawler/notes", []),
    }


def main() -> None:
    """Run the job on stdin. The last line on stdout is the result, or the error that kept the crawl from running."""
    job = json.load(sys.stdin)
    try:
        result = _crawl(**job)
    except BlogCrawlerError as error:
        result = {"error": type(error).__name__, "message": str(error)}
    except Exception as error:
        result = {"error": "CrawlError", "message": f"{type(error).__name__}: {error}"}
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
