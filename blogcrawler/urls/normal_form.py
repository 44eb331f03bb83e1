"""The normal form of addresses, which is the one that is requested and recorded."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from urllib.parse import urljoin, urlsplit, urlunsplit

from w3lib.url import safe_url_string

from ..errors import UsageError
from ..word_lists import word_pattern

__all__ = ["blog_address", "join_url", "normalize", "remove_dot_segments", "resolve"]

_ROOT = re.compile(r"https?://[^/?#]+", re.IGNORECASE)
_TRACKING = word_pattern(__package__, "tracking.toml", "parameters")
_FEED_READERS = word_pattern(__package__, "tracking.toml", "feed_readers")
#: Parameters that hold a session or, in other software (Slash, PHP-Nuke), a story. The value tells.
_SHORT_SESSION = re.compile(r"^(?:s|sid|session)$", re.IGNORECASE)
_SESSION_VALUE = re.compile(r"^(?=.*\d)(?=.*[a-z])[0-9a-z]{20,}$", re.IGNORECASE)
_PATH_SESSION = re.compile(r";(?:jsessionid|sid|phpsessid)=[^/?#]*", re.IGNORECASE)
_DEFAULT_PORTS = {"http": 80, "https": 443}
_OTHER_SCHEME = re.compile(r"^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
#: Characters that no host contains (WHATWG URL, forbidden domain code points).
_FORBIDDEN_IN_HOST = re.compile(r"[\x00-\x20\x7f\"#%/<>?@\[\\\]^`{|}]")
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"(?=.{{1,253}}$)(?:{_LABEL}\.)+{_LABEL}|localhost")


def blog_address(text: str) -> str:
    """Complete the address that a person typed; ``UsageError`` if it is not a valid one.

    >>> blog_address("example.org/blog")
    'https://example.org/blog'
    """
    typed = text.strip()
    if not typed:
        raise UsageError("no address given; say for example url=https://example.org/")
    if _OTHER_SCHEME.match(typed):
        raise UsageError(f"{typed!r} is not a web address: it must begin with http:// or https://")
    address = typed if "://" in typed else f"https://{typed}"
    try:
        port = urlsplit(address).port
    except ValueError as error:
        raise UsageError(f"{typed!r} is not an address: {error}") from None
    made = normalize(address)
    host = (urlsplit(made).hostname or "") if made else ""
    if made is None or port == 0 or not (_HOST.fullmatch(host) or ":" in host):
        raise UsageError(f"{typed!r} is not an address: it names no host, as in https://example.org/")
    return made


@lru_cache(maxsize=1024)
def normalize(url: str) -> str | None:
    """The address without fragment, tracking and session; ``None`` if it is not a web address."""
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
        if not _is_ipv6(host):
            return None
        host = f"[{host}]"
    elif _FORBIDDEN_IN_HOST.search(host) or not (host := _ascii(host)):
        return None
    netloc = host if port in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{port}"
    path = _PATH_SESSION.sub("", parts.path) if ";" in parts.path else parts.path
    query = _query(parts.query) if parts.query else ""
    made = urlunsplit((scheme, netloc, remove_dot_segments(path) or "/", query, ""))
    if made.isascii() and made.isprintable() and " " not in made:
        return made
    safe = urlsplit(safe_url_string(made.encode("utf-8", "replace").decode()))
    return urlunsplit(safe._replace(path=remove_dot_segments(safe.path)))  # it may have removed what followed the dots


def _is_ipv6(host: str) -> bool:
    """Whether a host with colons is an address.

    If there are several brackets, Python takes the host from one pair and checks another.
    """
    try:
        return host.isascii() and isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return False


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError:
        return ""


def _query(query: str) -> str:
    """The query without tracking and sessions. The rest stays as it is, for servers may be picky."""
    if "=" not in query:
        return query
    return "&".join(pair for pair in query.split("&") if not _is_tracking(*pair.partition("=")))


def _is_tracking(name: str, _: str, value: str) -> bool:
    if _FEED_READERS.match(f"{name}={value}"):
        return True
    return bool(_TRACKING.match(name) or (_SHORT_SESSION.match(name) and _SESSION_VALUE.match(value)))


def remove_dot_segments(path: str) -> str:
    """The path without ``.`` and ``..``, as a browser sends it (RFC 3986, 5.2.4)."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def join_url(base: str, href: str) -> str | None:
    """Like ``urllib.parse.urljoin``, but ``None`` if that is not an address: ``//[x/``, ``http://[::1``."""
    try:
        return urljoin(base, href)
    except ValueError:
        return None


def resolve(base: str, href: str) -> str | None:
    """The address that a link leads to, in normal form; ``None`` if it does not lead to a web page."""
    href = href.strip()
    if not href or href.startswith("#"):
        return None
    head = href[:11].lower()
    if head.startswith(("http://", "https://")):
        return normalize(href)
    if head.startswith(("javascript:", "mailto:", "tel:", "data:", "about:", "file:", "ftp:", "irc:")):
        return None
    if href.startswith("/") and not href.startswith("//") and (root := _ROOT.match(base)):
        base = root[0]  # the same for all pages of a host, so that the cache is used
    return _joined(base, href)


@lru_cache(maxsize=1024)
def _joined(base: str, href: str) -> str | None:
    url = join_url(base, href)
    return normalize(url) if url is not None else None
