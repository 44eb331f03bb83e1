"""What answers at the address that a person typed: there, or with and without https and www."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from scrapy.http import Response

from ..errors import Unreachable
from .visits import SurveyDownloads

__all__ = ["SeedResponse", "resolve_seed"]


@dataclass(frozen=True, slots=True)
class SeedResponse:
    """The page and the robots.txt of the host that has answered."""

    page: Response
    robots: Response | None


async def resolve_seed(url: str, visit: SurveyDownloads) -> SeedResponse:
    """The page at an address, or at its variants with and without https and www. robots.txt is asked for first."""
    robots = await visit(urljoin(url, "/robots.txt"))
    response = await visit(url)
    if response is not None and response.status < 400:
        return SeedResponse(response, robots)
    for variant in _variants(url, silent=response is None):
        beside = await visit(urljoin(variant, "/robots.txt"))
        again = await visit(variant)
        if again is not None and again.status < 400:
            return SeedResponse(again, beside)
    if response is None:
        raise Unreachable(f"{url} cannot be fetched: {visit.reasons[url]}")
    return SeedResponse(response, robots)


def _variants(url: str, silent: bool) -> list[str]:
    """Other addresses of the page; if the host did answer, www is tried only where it has no home page either."""
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
