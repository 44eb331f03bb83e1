"""Survey phase: what the site is, and what a crawl of it can start from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from scrapy.http import Response, TextResponse

from ..blog import SiteKnowledge, Survey
from ..faults import optional_step
from ..http import is_html, peek_page
from ..survey import Prefetcher, SurveyDownloads, resolve_seed, survey_from_seed
from ..urls import same_host
from .crawl_tools import CrawlTools

__all__ = ["SurveyedSite", "survey_site"]


@dataclass(frozen=True, slots=True)
class SurveyedSite:
    """The result of the survey phase. ``survey`` is ``None`` for a forum: its software says where everything is."""

    knowledge: SiteKnowledge
    survey: Survey | None


async def survey_site(url: str, feed_url: str | None, prefetcher: Prefetcher, tools: CrawlTools) -> SurveyedSite:
    """Recognise the site's software by the page at an address; survey the site unless it is a forum.

    Raises ``Unreachable`` if there is no site, and ``StoreError``.
    """
    downloads = SurveyDownloads(prefetcher.fetch, tools.report)
    with closing(tools.open_store()) as store:
        seed = await resolve_seed(url, downloads)
        knowledge = _recognise(seed.page, store.learned)
    if knowledge.has_threads:
        return SurveyedSite(knowledge, None)
    found = await survey_from_seed(seed, url, downloads, feed_url, tools.settings.training_pages)
    for note in found.notes:
        tools.note(note)
    if found.training and not same_host(urlsplit(found.home).netloc, urlsplit(url).netloc):
        with closing(tools.open_store()) as store:
            knowledge = _recognise(tools.prefetched.get(found.home), store.learned)
    return SurveyedSite(knowledge, found)


def _recognise(
    response: Response | None, learned_elsewhere: Callable[[str], Iterable[Mapping[str, Any]]]
) -> SiteKnowledge:
    """What is known of the software that made a page, with what other crawls have learned about it."""
    if not isinstance(response, TextResponse) or response.status >= 400 or not is_html(response):
        return SiteKnowledge()
    with optional_step("knowledge", response.url):
        knowledge = SiteKnowledge.recognise(response, peek_page(response))
        knowledge.remember(learned_elsewhere, response.url)
        return knowledge
    return SiteKnowledge()
