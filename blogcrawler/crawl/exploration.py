"""How the crawl phase chooses the next page."""

from __future__ import annotations

from ..frontier import Explorer, KnnPredictor
from .crawl_tools import CrawlTools

__all__ = ["start_exploring"]


def start_exploring(tools: CrawlTools, *, exhaustive: bool) -> Explorer:
    """Let an explorer choose the next page from now on. With ``exhaustive`` it stops only when none is left."""
    least = 0.0 if exhaustive else tools.settings.least_gain
    # If every page is fetched in the end, waiting for what the last one brings gains nothing.
    abreast = 1 if least > 0 else tools.crawler.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
    tools.scheduler.explorer = explorer = Explorer(tools.frontier, KnnPredictor(), abreast, least)
    return explorer
