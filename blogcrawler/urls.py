"""Addresses: made absolute, normal and comparable. Pure functions that every room may use."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from w3lib.url import safe_url_string

from .errors import UsageError

__all__ = [
    "adopt",
    "blog_address",
    "normal",
    "page_key",
    "related_hosts",
    "resolve",
    "same_host",
    "variant_key",
    "variants",
    "without_dots",
]

_ROOT = re.compile(r"https?://[^/?#]+", re.IGNORECASE)
#: Parameters that only say who is looking or where they came from.
_TRACKING = re.compile(
    r"^(?:utm_\w+|fbclid|gclid|dclid|yclid|msclkid|mc_[ce]id|igshid|_hs(?:enc|mi)|hsctatracking|ref_src|_ga|spm"
    r"|phpsessid|jsessionid|sessionid|session_id|aspsessionid\w*|cfid|cftoken|zenid|oscsid)$",
    re.IGNORECASE,
)
#: Names of sessions or, in other software (Slash, PHP-Nuke), of stories: the value tells.
_SHORT_SESSION = re.compile(r"^(?:s|sid|session)$", re.IGNORECASE)
_SESSION_VALUE = re.compile(r"^(?=.*\d)(?=.*[a-z])[0-9a-z]{20,}$", re.IGNORECASE)
_PATH_SESSION = re.compile(r";(?:jsessionid|sid|phpsessid)=[^/?#]*", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$", re.IGNORECASE)
#: The ways to look at one page that some programs offer, and the endings that servers let one leave out.
_VIEW = re.compile(r"^(?:m=[01]|amp(?:=1)?|outputtype=amp)$", re.IGNORECASE)
_AMP = re.compile(r"(?<=[^/])/amp$", re.IGNORECASE)
_FILE = re.compile(r"\.(?:x?html?|php|aspx?)$", re.IGNORECASE)
_ENDINGS = (".html", ".htm", ".php", ".aspx")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_OTHER_SCHEME = re.compile(r"^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)", re.IGNORECASE)
#: What no name of a host contains (WHATWG URL, forbidden domain code points).
_NO_HOST = re.compile(r"[\x00-\x20\x7f\"#%/<>?@\[\\\]^`{|}]")
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(rf"(?=.{{1,253}}$)(?:{_LABEL}\.)+{_LABEL}|localhost")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")


def blog_address(text: str) -> str:
    """The address that a person typed, completed; ``UsageError`` if it can be none.

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
    made = normal(address)
    host = (urlsplit(made).hostname or "") if made else ""
    if made is None or port == 0 or not (_HOST.fullmatch(host) or ":" in host):
        raise UsageError(f"{typed!r} is not an address: it names no host, as in https://example.org/")
    return made


@lru_cache(maxsize=1024)
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
    elif _NO_HOST.search(host) or not (host := _ascii(host)):
        return None
    netloc = host if port in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{port}"
    path = _PATH_SESSION.sub("", parts.path) if ";" in parts.path else parts.path
    query = _query(parts.query) if parts.query else ""
    made = urlunsplit((scheme, netloc, without_dots(path) or "/", query, ""))
    if made.isascii() and made.isprintable() and " " not in made:
        return made
    safe = urlsplit(safe_url_string(made.encode("utf-8", "replace").decode()))
    return urlunsplit(safe._replace(path=without_dots(safe.path)))  # dots may have stood before what is cut off now


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii").lower().rstrip(".")
    except UnicodeError:
        return ""


def _query(query: str) -> str:
    """The query without tracking and sessions, otherwise as it is: servers may be picky."""
    if "=" not in query:
        return query
    return "&".join(pair for pair in query.split("&") if not _is_tracking(*pair.partition("=")))


def _is_tracking(name: str, _: str, value: str) -> bool:
    return bool(_TRACKING.match(name) or (_SHORT_SESSION.match(name) and _SESSION_VALUE.match(value)))


def without_dots(path: str) -> str:
    """The path without ``.`` and ``..``, as a browser would send it (RFC 3986, 5.2.4)."""
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
    if href.startswith("/") and not href.startswith("//") and (root := _ROOT.match(base)):
        base = root[0]  # is all that counts, and the same for all pages
    return _joined(base, href)


@lru_cache(maxsize=1024)
def _joined(base: str, href: str) -> str | None:
    try:
        return normal(urljoin(base, href))
    except ValueError:
        return None


def same_host(one: str, other: str) -> bool:
    """Whether two hosts are the same but for ``www.``."""
    return one.lower().removeprefix("www.") == other.lower().removeprefix("www.")


def related_hosts(one: str, other: str) -> bool:
    """Whether a host is the other one, or part of it, as blog.example.org is of www.example.org."""
    one, other = (host.lower().removeprefix("www.") for host in (one, other))
    shorter, longer = sorted((one, other), key=len)
    return one == other or ("." in shorter and longer.endswith(f".{shorter}"))


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
    """What two addresses of the same page have in common: no scheme, no ``www.``, no final slash or index file,
    escapes in one spelling."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    path = _INDEX.sub("/", parts.path).rstrip("/")
    query = parts.query
    if "&" in query:
        query = "&".join(sorted(query.split("&")))
    if "%" in path:
        path = _ESCAPE.sub(_same_in_path, path)
    if "%" in query:
        query = _ESCAPE.sub(_same_escape, query)
    return parts.netloc.lower().removeprefix("www.") + path + (f"?{query}" if query else "")


def _same_escape(match: re.Match[str], harmless: str = "-._~") -> str:
    char = chr(int(match[1], 16))
    return char if char.isascii() and (char.isalnum() or char in harmless) else match[0].upper()


def _same_in_path(match: re.Match[str]) -> str:
    """In a path, unlike in a query, these need not be escaped and mean the same if they are (RFC 3986, 3.3)."""
    return _same_escape(match, "-._~!$&'()*+,;=:@")


def variant_key(url: str) -> str:
    """What the addresses have in common under which servers often give the same page: with and without ``.html``, for
    telephones, as AMP. Whether it is the same, only its content tells."""
    return page_key(_without_variant(url))


def variants(url: str) -> list[str]:
    """The usual ones of these addresses, but for the address itself."""
    plain = urlsplit(_without_variant(url))
    own = page_key(url)
    paths = [plain.path + ending for ending in ("", *_ENDINGS)] if plain.path else [""]
    found = [urlunsplit(plain._replace(path=path)) for path in paths]
    return [one for one in found if page_key(one) != own]


def _without_variant(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    query = "&".join(pair for pair in parts.query.split("&") if not _VIEW.match(pair))
    path = _AMP.sub("", _INDEX.sub("", parts.path).rstrip("/"))
    return urlunsplit(parts._replace(path=_FILE.sub("", path), query=query))
