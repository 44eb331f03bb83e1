"""Addresses of feed entries: made absolute, and put right where the blog's own address tells how."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

__all__ = ["absolute_link", "bare_host", "is_proxy", "same_site_variants", "split"]

_PROXIES = re.compile(
    r"(?:^|\.)(?:feedburner\.com|feedproxy\.google\.com|feedsportal\.com|feedblitz\.com|feedproxy\.feedly\.com|pheedo\.com)$"
)
_HOSTLESS = re.compile(r"https?:(?!//[^/])", re.I)
_LOOPBACK = re.compile(r"^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$")


def split(url: str) -> SplitResult | None:
    """The parts of a web address, or None if it is none."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  (it raises if it is no number)
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.hostname else None


def absolute_link(base: str, href: str | None) -> str | None:
    """``href`` as an absolute web address, or None if it leads nowhere on the web."""
    href = "".join((href or "").split("\n")).strip()
    if not href or _HOSTLESS.match(href):
        return None
    try:
        url = urljoin(base, href)
    except ValueError:
        return None
    return url if split(url) else None


def bare_host(url: str) -> str:
    """The host in lower case, without ``www.`` and without port; empty if the address has none."""
    parts = split(url)
    return (parts.hostname or "").removeprefix("www.") if parts else ""


def is_proxy(url: str) -> bool:
    """Whether the address belongs to a service that forwards the readers of feeds, such as FeedBurner."""
    return bool(_PROXIES.search(bare_host(url)))


def same_site_variants(url: str, blog_url: str) -> list[str]:
    """Other addresses to try if an entry's link is dead, on the blog's own scheme, host and port.

    There are some if the link differs from the blog's address only in scheme, ``www.`` or port, if one of
    the two is a local server (a feed that was built on its author's machine), or if it leads through a
    feed proxy.
    """
    link, blog = split(url), split(blog_url)
    if link is None or blog is None:
        return []
    variants: list[str] = []
    local = bool(_LOOPBACK.match(link.hostname or "")) != bool(_LOOPBACK.match(blog.hostname or ""))
    if bare_host(url) == bare_host(blog_url) or local:
        variants.append(link._replace(scheme=blog.scheme, netloc=blog.netloc).geturl())
    variants += [value for _, value in parse_qsl(link.query) if bare_host(value) == bare_host(blog_url)]
    slug = link.path.rstrip("/").rpartition("/")[2]
    if is_proxy(url) and slug and not slug.startswith("~"):
        folder = blog_url.split("?")[0].split("#")[0].rpartition("/")[0] if blog.path else blog_url
        variants.append(f"{folder}/{slug}{'/' if link.path.endswith('/') else ''}")
    return [variant for variant in dict.fromkeys(variants) if variant != url]
