"""Addresses: made absolute, normal and comparable. Pure functions that every room may use."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from w3lib.url import safe_url_string

from .errors import UsageError

__all__ = ["adopt", "blog_address", "normal", "page_key", "resolve", "same_host"]

#: Parameters that only say who is looking or where they came from.
_TRACKING = re.compile(
    r"^(?:utm_\w+|fbclid|gclid|dclid|yclid|msclkid|mc_[ce]id|igshid|_hs(?:enc|mi)|hsctatracking|ref_src|_ga|spm"
    r"|phpsessid|jsessionid|sid|sessionid|session_id|aspsessionid\w*|cfid|cftoken|zenid|oscsid)$",
    re.IGNORECASE,
)
_PATH_SESSION = re.compile(r";(?:jsessionid|sid|phpsessid)=[^/?#]*", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}


def blog_address(text: str) -> str:
    """The address that a person typed, completed; ``UsageError`` if it can be none.

    >>> blog_address("example.org/blog")
    'https://example.org/blog'
    """
    typed = text.strip()
    if not typed:
        raise UsageError("no address given; say for example url=https://example.org/")
    address = typed if "://" in typed else f"https://{typed}"
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError as error:
        raise UsageError(f"{typed!r} is not an address: {error}") from None
    if parts.scheme not in ("http", "https"):
        raise UsageError(f"{typed!r} is not a web address: it must begin with http:// or https://")
    if not host or any(c.isspace() for c in host) or ("." not in host and ":" not in host and host != "localhost"):
        raise UsageError(f"{typed!r} is not an address: it names no host")
    return normal(safe_url_string(address)) or address


@lru_cache(maxsize=65536)
def normal(url: str) -> str | None:
    """The address in its normal form: no fragment, no tracking, no session; ``None`` if it is no web address."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return None
    scheme = parts.scheme.lower()
    host = (parts.hostname or "").rstrip(".")
    if scheme not in _DEFAULT_PORTS or not host:
        return None
    if ":" in host:
        host = f"[{host}]"
    netloc = host if port in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{port}"
    path = _PATH_SESSION.sub("", parts.path) if ";" in parts.path else parts.path
    query = _query(parts.query) if parts.query else ""
    made = urlunsplit((scheme, netloc, _dots(path) or "/", query, ""))
    return made if made.isascii() and " " not in made else safe_url_string(made)


def _query(query: str) -> str:
    if "=" not in query:
        return query
    pairs = parse_qsl(query, keep_blank_values=True)
    kept = [(name, value) for name, value in pairs if not _TRACKING.match(name)]
    return query if len(kept) == len(pairs) else urlencode(kept)


def _dots(path: str) -> str:
    """The path without ``.`` and ``..``, as a browser would send it."""
    return urlsplit(urljoin(f"http://x{path}", path)).path if "/." in path else path


def resolve(base: str, href: str) -> str | None:
    """What a link on a page leads to, in normal form; ``None`` if it leads to no web page."""
    href = href.strip()
    if not href or href.startswith("#"):
        return None
    head = href[:11].lower()
    if head.startswith(("http://", "https://")):
        return normal(href)
    if head.startswith(("javascript:", "mailto:", "tel:", "data:", "about:", "file:", "ftp:", "irc:")):
        return None
    return _joined(base, href)


@lru_cache(maxsize=65536)
def _joined(base: str, href: str) -> str | None:
    try:
        return normal(urljoin(base, href))
    except ValueError:
        return None


def same_host(one: str, other: str) -> bool:
    """Whether two hosts are the same but for ``www.``."""
    return one.lower().removeprefix("www.") == other.lower().removeprefix("www.")


def adopt(url: str, home: SplitResult) -> str:
    """The address with the blog's own scheme and host, if it differs in nothing but these (http, www)."""
    parts = urlsplit(url)
    if parts.netloc == home.netloc and parts.scheme == home.scheme:
        return url
    if same_host(parts.hostname or "", home.hostname or "") and (
        parts.port == home.port or parts.port in (None, 80, 443)
    ):
        return urlunsplit((home.scheme, home.netloc, *parts[2:]))
    return url


def page_key(url: str) -> str:
    """What two addresses of the same page have in common: no scheme, no ``www.``, no final slash or index file."""
    parts = urlsplit(url)
    path = _INDEX.sub("/", parts.path).rstrip("/")
    query = parts.query
    if "&" in query:
        query = "&".join(sorted(query.split("&")))
    return (
        f"{parts.netloc.lower().removeprefix('www.')}{path}?{query}"
        if query
        else (f"{parts.netloc.lower().removeprefix('www.')}{path}")
    )
