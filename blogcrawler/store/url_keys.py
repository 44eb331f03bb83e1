"""Addresses as people type them, brought to one form so that they can be compared."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote_to_bytes, urlsplit

from .storable_values import clean_text

__all__ = ["address_key", "has_scheme"]

_SCHEME = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_DEFAULT_PORTS = (None, 80, 443)


def has_scheme(address: str) -> bool:
    """Whether the address is a full one, such as a browser's address bar gives."""
    return _SCHEME.match(address.strip()) is not None


def address_key(address: str) -> str:
    """A form that is equal for all spellings of an address.

    Scheme, ``www.``, default ports, fragments, the last slash and the way of escaping do not count.
    """
    text = clean_text(address).strip()
    try:
        parts = urlsplit(text if has_scheme(text) else f"//{text}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return text.lower()
    key = _ascii(host).removeprefix("www.")
    if port not in _DEFAULT_PORTS:
        key += f":{port}"
    key += _escape(parts.path).rstrip("/")
    if parts.query:
        key += "?" + _escape(parts.query)
    return key


def _ascii(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def _escape(text: str) -> str:
    return quote(unquote_to_bytes(text), safe="/!$&'()*+,;=:@?")
