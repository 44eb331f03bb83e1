"""Addresses of feed entries: made absolute, and put right where the blog's own address tells how."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urljoin

from ...urls import bare_host, split_url

__all__ = ["absolute_link", "is_proxy", "same_site_variants"]

_PROXIES = re.compile(
    r"(?:^|\.)(?:feedburner\.com|feedproxy\.google\.com|feedsportal\.com|feedblitz\.com|feedproxy\.feedly\.com|pheedo\.com)$"
)
_HOSTLESS = re.compile(r"https?:(?!//[^/])", re.I)
_LOOPBACK = re.compile(r"^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$")


def absolute_link(base: str, href: str | None) -> str | None:
    """``href`` as an absolute web address, or None if it leads nowhere on the web."""
    href = "".join((href or "").split("\n")).strip()
    if not href or _HOSTLESS.match(href):
        return None
    try:
        url = urljoin(base, href)
    except ValueError:
        return None
    return url if split_url(url) else None


def is_proxy(url: str) -> bool:
    """Whether the address belongs to a service that forwards the readers of feeds, such as FeedBurner."""
    return bool(_PROXIES.search(bare_host(url)))


def same_site_variants(url: str, blog_url: str) -> list[str]:
    """Other addresses to try if an entry's link is dead, on the blog's own scheme, host and port.

    There are some if the link differs from the blog's address only in scheme, ``www.`` or port, if one of
    the two is a local server (a feed that was built on its author's machine), or if it leads through a
    feed proxy.
    """
    link, blog = split_url(url), split_url(blog_url)
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
