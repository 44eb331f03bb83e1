"""What the address of a forum's page says about the page; the words are in ``forum_urls.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any
from urllib.parse import unquote, urlsplit

__all__ = ["forum_url_shape", "load_addresses", "page_address", "paged", "role_of"]

_EXTENSION = re.compile(r"\.(?:php|html?|aspx?|jsp|cgi)$")
_PARAMETERS = re.compile("[&;]")


@dataclass(frozen=True, slots=True)
class _Known:
    roles: dict[str, str]
    pages: tuple[re.Pattern[str], ...]


def load_addresses() -> dict[str, Any]:
    """The contents of ``forum_urls.toml``, including the examples."""
    return tomllib.loads(files(__package__).joinpath("forum_urls.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def _known() -> _Known:
    data = load_addresses()
    roles = {word: role["name"] for role in reversed(data["role"]) for word in role["words"]}
    return _Known(roles, tuple(re.compile(one, re.IGNORECASE) for one in data["pages"]["patterns"]))


def _parts(url: str) -> tuple[list[str], list[tuple[str, str]]]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return [], []
    path = [segment for segment in unquote(parts.path).lower().split("/") if segment][:20]
    query = [part.partition("=") for part in _PARAMETERS.split(parts.query.lower())[:20] if part]
    return path, [(name, value) for name, _, value in query]


def _word(segment: str) -> str:
    """A segment of the path without its extension: ``viewtopic.php`` becomes ``viewtopic``."""
    return _EXTENSION.sub("", segment)


def role_of(url: str) -> str | None:
    """The role of an address: ``thread``, ``threads`` (a list of them), ``person``, or ``nothing`` to follow."""
    roles = _known().roles
    path, query = _parts(url)
    found_words = [_word(segment) for segment in path]
    found_words += [word for name, value in query for word in (name, value)]
    found = {roles[word] for word in found_words if word in roles}
    return next((role for role in ("person", "nothing", "thread", "threads") if role in found), None)


def forum_url_shape(url: str) -> str:
    """An address without numbers and titles, so that pages of the same kind have the same shape."""
    roles = _known().roles
    path, query = _parts(url)
    segments = [segment if _word(segment) in roles else "*" for segment in path]
    return "/".join(segments) + "?" + "&".join(sorted({name for name, _ in query}))


def paged(url: str) -> tuple[str, int]:
    """A key that all pages of a list or thread share, and the number of this page, or 0."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, 0
    text = parts.path + (f"?{parts.query}" if parts.query else "")
    number = 0
    for pattern in _known().pages:
        found = pattern.search(text)
        if found:
            kept = found.groupdict().get("kept") or ""
            number = int(found["number"][:9])
            text = text[: found.start()] + kept + text[found.end() :]
            break
    path, _, query = text.replace("&", "?", 1).partition("?") if "?" not in text else text.partition("?")
    return f"{parts.netloc.lower()}{path.rstrip('/')}?{query.strip('&;')}", number


def page_address(url: str, number: int) -> str | None:
    """The address of another page of a list or thread, given the address of a numbered page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    text = parts.path + (f"?{parts.query}" if parts.query else "")
    for pattern in _known().pages:
        found = pattern.search(text)
        if found:
            text = text[: found.start("number")] + str(number) + text[found.end("number") :]
            return f"{parts.scheme}://{parts.netloc}{text}"
    return None
