"""Links of feed entries: made absolute, and corrected with the help of the blog's own URL."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from ...urls import bare_host, join_url, split_url
from ...word_lists import word_pattern

__all__ = ["absolute_link", "is_proxy", "same_site_variants"]

_PROXIES = word_pattern(__package__, "entry_links.toml", "feed_proxies")
_HOSTLESS = re.compile(r"https?:(?!//[^/])", re.I)
_LOOPBACK = re.compile(r"^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?)$")


def absolute_link(base: str, href: str | None) -> str | None:
    """``href`` as an absolute URL, or None if it is not a web link."""
    href = "".join((href or "").split("\n")).strip()
    if not href or _HOSTLESS.match(href):
        return None
    url = join_url(base, href)
    return url if url is not None and split_url(url) else None


def is_proxy(url: str) -> bool:
    """Whether the URL belongs to a service that redirects feed readers, such as FeedBurner."""
    return bool(_PROXIES.search(bare_host(url)))


def same_site_variants(url: str, blog_url: str) -> list[str]:
    """Other URLs to try if an entry's link is dead, with the blog's own scheme, host and port.

    Returns variants if the link differs from the blog's URL only in scheme, ``www.`` or port, if one of the
    two is a local server (a feed built on its author's machine), or if the link goes through a feed proxy.
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
