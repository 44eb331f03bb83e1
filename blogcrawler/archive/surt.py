"""SURT keys, by which a web archive's index sorts URLs (``com,example)/path?a=1``).

The keys are those of surt 0.3.1 (https://github.com/internetarchive/surt), which pywb uses, so that replay finds what
is in the index.
"""

from __future__ import annotations

import re
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

__all__ = ["surt"]

_SAFE = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
_DEFAULT_PORTS = {"http": 80, "https": 443}
_WWW = re.compile(r"www\d*\.")
_PATH_SESSIONS = (
    re.compile(r"^(.*/)\((?:[a-z]\([0-9a-z]{24}\))+\)/([^?]+\.aspx.*)$"),
    re.compile(r"^(.*/)\([0-9a-z]{24}\)/([^?]+\.aspx.*)$"),
)
_QUERY_SESSIONS = tuple(
    re.compile(rf"^(.*)(?:{session})(?:&(.*))?$", re.IGNORECASE)
    for session in (
        "jsessionid=[0-9a-z]{32}",
        "phpsessid=[0-9a-z]{32}",
        "sid=[0-9a-z]{32}",
        "aspsessionid[a-z]{8}=[a-z]{24}",
        "cfid=[^&]+&cftoken=[^&]+",
    )
)


def surt(url: str) -> str:
    """The sort key of an http or https URL: the host reversed, the rest normalised, so that variants are equal."""
    parts = urlsplit(url)
    host = (parts.hostname or "").replace("..", ".").strip(".")
    if www := _WWW.match(host):
        host = host[www.end() :]
    key = ",".join(reversed(host.split(".")))
    if parts.port and parts.port != _DEFAULT_PORTS.get(parts.scheme):
        key += f":{parts.port}"
    query = _normalized_query(parts.query)
    return f"{key}){_normalized_path(parts.path)}" + (f"?{query}" if query else "")


def _normalized_path(path: str) -> str:
    kept: list[bytes] = []
    for step in _unescaped(path).split(b"/")[1:]:
        if step == b".." and kept:
            kept.pop()
        elif step != b".":
            kept.append(step)
    normalized = b"/" + b"".join(step + b"/" for step in kept[:-1] if step) + (kept[-1] if kept else b"")
    text = quote_from_bytes(normalized, safe=_SAFE).lower()
    for session in _PATH_SESSIONS:
        if found := session.match(text):
            text = found[1] + found[2]
    return text[:-1] if text.endswith("/") and len(text) > 1 else text


def _normalized_query(query: str) -> str:
    text = quote_from_bytes(_unescaped(query), safe=_SAFE)
    for session in _QUERY_SESSIONS:
        if found := session.match(text):
            text = found[1] + (found[2] or "")
    arguments = (tuple(argument.split("=", 1)) for argument in text.lower().split("&"))
    return "&".join("=".join(argument) for argument in sorted(arguments))


def _unescaped(text: str) -> bytes:
    raw = text.encode()
    while (plain := unquote_to_bytes(raw)) != raw:
        raw = plain
    return raw
