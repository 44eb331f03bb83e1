"""Keys that are equal for addresses of the same page. Which differences a key ignores depends on its use.

=========================  ============  ===============  ===============
ignores                    ``page_key``  ``variant_key``  ``address_key``
=========================  ============  ===============  ===============
scheme, ``www.``           yes           yes              yes
final slash                yes           yes              yes
spelling of escapes        yes           yes              yes
fragment                   yes           yes              yes
index file                 yes           yes              yes
order of the query         yes           yes
``.html``, AMP, ``?m=1``                 yes
missing scheme, user name                                 yes
port 80 and 443                                           yes
=========================  ============  ===============  ===============

The values are stored, in frontier files (``page_key``), sitemap snapshots (``listing_key``) and databases
(``address_key``). If they change, an upgrade of the database must compute them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import SplitResult, quote, unquote_to_bytes, urlsplit, urlunsplit

from ..unicode_repair import clean_text

__all__ = [
    "address_key",
    "containing_address",
    "has_scheme",
    "listing_key",
    "other_pages",
    "page_key",
    "url_variants",
    "variant_key",
]

_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp|cgi)$", re.IGNORECASE)
#: Query parameters that choose a view of the page: for phones, as AMP.
_VIEW_PARAMETER = re.compile(r"^(?:m=[01]|amp(?:=1)?|outputtype=amp)$", re.IGNORECASE)
_AMP_FOLDER = re.compile(r"(?<=[^/])/amp$", re.IGNORECASE)
#: File extensions that many servers allow to leave out, and those to try.
_EXTENSION = re.compile(r"\.(?:x?html?|php|aspx?)$", re.IGNORECASE)
_EXTENSIONS = (".html", ".htm", ".php", ".aspx")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_DEFAULT_PORTS = (None, 80, 443)


@lru_cache(maxsize=4096)  # pages of a blog share most of their links
def page_key(url: str) -> str:
    """The key of a page while crawling: no scheme, no ``www.``, no final slash or index file."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    path = _INDEX_FILE.sub("/", parts.path).rstrip("/")
    query = parts.query
    if "&" in query:
        query = "&".join(sorted(query.split("&")))
    if "%" in path:
        path = _ESCAPE.sub(_unescape_in_path, path)
    if "%" in query:
        query = _ESCAPE.sub(_unescape, query)
    return parts.netloc.lower().removeprefix("www.") + path + (f"?{query}" if query else "")


def other_pages(links: Iterable[str], url: str) -> list[str]:
    """The links that do not lead to the page at an address, each once."""
    here = page_key(url)
    host = here.partition("/")[0]
    return [link for link in dict.fromkeys(links) if host not in link or page_key(link) != here]


def _unescape(match: re.Match[str], unreserved: str = "-._~") -> str:
    char = chr(int(match[1], 16))
    return char if char.isascii() and (char.isalnum() or char in unreserved) else match[0].upper()


def _unescape_in_path(match: re.Match[str]) -> str:
    """In a path, unlike in a query, these characters mean the same with and without escaping (RFC 3986, 3.3)."""
    return _unescape(match, "-._~!$&'()*+,;=:@")


def variant_key(url: str) -> str:
    """The ``page_key`` without ``.html``, AMP and views for phones.

    Servers often give the same page for addresses with the same key, but only the content tells for sure.
    """
    plain = _without_variant(url)
    return page_key(urlunsplit(plain)) if plain else ""


def url_variants(url: str) -> list[str]:
    """The usual other addresses with the same ``variant_key``."""
    plain = _without_variant(url)
    if plain is None:
        return []
    own = page_key(url)
    paths = [plain.path + extension for extension in ("", *_EXTENSIONS)] if plain.path else [""]
    found = [urlunsplit(plain._replace(path=path)) for path in paths]
    return [one for one in found if page_key(one) != own]


def _without_variant(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    query = "&".join(pair for pair in parts.query.split("&") if not _VIEW_PARAMETER.match(pair))
    path = _AMP_FOLDER.sub("", _INDEX_FILE.sub("", parts.path).rstrip("/"))
    return parts._replace(path=_EXTENSION.sub("", path), query=query)


def listing_key(url: str) -> str:
    """A short digest of the ``page_key``, for snapshots of sitemaps, which list many thousands of pages."""
    return blake2b(page_key(url).encode("utf-8", "replace"), digest_size=8).hexdigest()


def has_scheme(address: str) -> bool:
    """Whether the address is complete, as copied from a browser's address bar."""
    return _SCHEME.match(address.strip()) is not None


def address_key(address: str) -> str:
    """The key under which the database finds an address, however a person types it."""
    text = clean_text(address).strip()
    try:
        parts = urlsplit(text if has_scheme(text) else f"//{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return text.lower()
    key = _ascii_host(host).removeprefix("www.")
    if port not in _DEFAULT_PORTS:
        key += f":{port}"
    key += _INDEX_FILE.sub("/", _requote(parts.path)).rstrip("/")
    if parts.query:
        key += "?" + _requote(parts.query)
    return key


def containing_address(addresses: Iterable[str], url: str) -> str | None:
    """The address, as a person types it, that a page is at or below; the innermost if several are."""
    page = f"{address_key(url)}/"
    found = [
        address for address in addresses if page.startswith((f"{address_key(address)}/", f"{address_key(address)}?"))
    ]
    return max(found, key=lambda address: len(address_key(address)), default=None)


def _ascii_host(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def _requote(text: str) -> str:
    return quote(unquote_to_bytes(text), safe="/!$&'()*+,;=:@?")
