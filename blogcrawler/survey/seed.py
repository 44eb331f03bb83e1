"""The seed: the address the user gave, or a variant of it with or without https and www."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response

from ..errors import Unreachable
from ..http import advice_on_reason
from .visits import SurveyDownloads

__all__ = ["SeedResponse", "resolve_seed"]


@dataclass(frozen=True, slots=True)
class SeedResponse:
    """The page, and the robots.txt of its host."""

    page: Response
    robots: Response | None


async def resolve_seed(url: str, visit: SurveyDownloads) -> SeedResponse:
    """Fetch the page at an address or, if that fails, at its variants. robots.txt is fetched first."""
    robots = await visit(urljoin(url, "/robots.txt"))
    response = await visit(url)
    if response is not None and response.status < 400:
        return SeedResponse(response, robots)
    for variant in _variants(url, silent=response is None):
        variant_robots = await visit(urljoin(variant, "/robots.txt"))
        page = await visit(variant)
        if page is not None and page.status < 400:
            return SeedResponse(page, variant_robots)
    if response is None:
        if robots is not None and robots.status >= 500:
            advice = advice_on_reason("robots.txt cannot be fetched")
            raise Unreachable(f"{url} is not crawled: its robots.txt answers with HTTP {robots.status}; {advice}")
        # Without robots.txt the page was not requested, so what went wrong is known from there.
        reason = visit.reasons.get(urljoin(url, "/robots.txt"), visit.reasons[url])
        raise Unreachable(f"{url} cannot be fetched: {reason}; {advice_on_reason(reason)}")
    return SeedResponse(response, robots)


def _variants(url: str, silent: bool) -> list[str]:
    """Other addresses of the page. If the host has answered, the www variants are only tried for a home page."""
    parts = urlsplit(url)
    if parts.port is not None:
        return []
    host = parts.netloc
    other = host.removeprefix("www.") if host.startswith("www.") else f"www.{host}"
    swapped = parts._replace(scheme="http" if parts.scheme == "https" else "https")
    tries = [swapped]
    if (silent or parts.path == "/") and not host.replace(".", "").isdigit():
        tries += [parts._replace(netloc=other), swapped._replace(netloc=other)]
    return [one.geturl() for one in tries]
