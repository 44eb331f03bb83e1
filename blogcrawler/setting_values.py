"""Reading the values of settings: from text (environment, command line), TOML or Python."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .errors import UsageError

__all__ = ["PREFIX", "Pairs", "Sections", "check_scrapy_value", "did_you_mean", "read_setting", "read_value"]

#: The names of our settings begin with this, in the environment and in Scrapy's settings.
PREFIX = "BLOGCRAWLER_"

#: Names and values, such as those of cookies.
Pairs = tuple[tuple[str, str], ...]
#: Addresses of blogs, each with settings by name.
Sections = tuple[tuple[str, Mapping[str, Any]], ...]

_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_CHOICES = {
    "log_format": ("text", "json"),
    "progress": ("live", "lines", "log", "off"),
    "render": ("auto", "always", "never"),
}
_PARTS = {"robots_tags": ("noarchive", "noindex", "nofollow")}
#: The least value, if it is not 0.
_LEAST: dict[str, float] = {
    "blogs_at_once": 1,
    "lease": 1,
    "patience": 1,
    "progress_interval": 0.01,
    "web_crawls": 1,
    "render_pages": 1,
    "render_timeout": 0.01,
    "training_pages": 1,
    "warc_max_bytes": 1,
}
#: Not to be shown in error messages.
_SECRET = frozenset({"cookies", "headers", "proxy", "database_url", "web_token"})
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def read_value(name: str, kind: str, value: Any) -> Any:
    """The typed value of the setting ``name``; ``ValueError`` says what is wrong, as in "3 is not a table"."""
    read = _READERS[kind](value)
    if name in _CHOICES and read not in _CHOICES[name]:
        raise ValueError(f"is not one of {', '.join(_CHOICES[name])}{did_you_mean(str(read), _CHOICES[name])}")
    if name in _PARTS and (unknown := [part for part in read if part not in _PARTS[name]]):
        raise ValueError(f"has more than {', '.join(_PARTS[name])}{did_you_mean(unknown[0], _PARTS[name])}")
    if isinstance(read, int | float) and not isinstance(read, bool) and read < _LEAST.get(name, 0):
        raise ValueError(f"is too small; the least is {_LEAST.get(name, 0):g}")
    if name == "proxy" and read and not _is_proxy(read):
        raise ValueError("is not an address like http://host:port")
    return read


def read_setting(field: str, kind: str, value: Any, name: str, equals: str = "=") -> Any:
    """The typed value of a setting; ``UsageError`` with its ``name`` as the user has written it."""
    try:
        return read_value(field, kind, value)
    except ValueError as error:
        shown = name if field in _SECRET else f"{name}{equals}{value if equals == '=' else repr(value)}"
        raise UsageError(f"{shown} {error}; see docs/settings.md") from None


def check_scrapy_value(value: Any, default: Any) -> None:
    """Check the value of one of Scrapy's settings by the type of its default; ``ValueError`` says what is wrong."""
    if isinstance(default, bool):
        _bool(value)
    elif isinstance(default, int | float) and value is not None:
        _float(value)


def did_you_mean(name: str, names: Iterable[str], quote: str = "", prefix: str = "") -> str:
    """A question with the most similar name; empty if there is none. All names begin with ``prefix``."""
    found = get_close_matches(name.removeprefix(prefix), [one.removeprefix(prefix) for one in names], 1, 0.6)
    return f"; did you mean {quote}{prefix}{found[0]}{quote}?" if found else ""


def _bool(value: Any) -> bool:
    text = str(value).strip().lower()
    if text not in _TRUE + _FALSE:
        raise ValueError("is not 0 or 1")
    return text in _TRUE


def _int(value: Any) -> int:
    try:
        return int(value) if not isinstance(value, float) or value.is_integer() else int("")
    except (TypeError, ValueError):
        raise ValueError("is not a whole number") from None


def _float(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError("is not a number")
    return number


def _str(value: Any) -> str:
    if _CONTROL.search(str(value)):
        raise ValueError("has a line break or another control character")
    return str(value)


def _strings(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(str(part).strip() for part in parts if str(part).strip())


def _cookies(value: Any) -> Pairs:
    return _pairs(value, ";", "=", "is not a list of cookies like 'name=value; other=value'")


def _headers(value: Any) -> Pairs:
    return _pairs(value, "\n", ":", "is not a list of headers like 'Name: value', one per line")


def _pairs(value: Any, between: str, within: str, complaint: str) -> Pairs:
    if isinstance(value, Mapping):
        pairs = [(str(name), str(content)) for name, content in value.items()]
    else:
        parts = value.split(between) if isinstance(value, str) else value
        split = [part.partition(within) if isinstance(part, str) else (part[0], within, part[1]) for part in parts]
        if any(name.strip() and not separator for name, separator, _ in split):
            raise ValueError(complaint)
        pairs = [(name.strip(), content.strip()) for name, separator, content in split if separator]
    if not all(_TOKEN.fullmatch(name) and not _CONTROL.search(content) for name, content in pairs):
        raise ValueError(complaint)
    return tuple(pairs)


def _sections(value: Any) -> Sections:
    try:
        table = json.loads(value or "{}") if isinstance(value, str) else value
    except ValueError:
        table = None
    pairs = list(table.items() if isinstance(table, Mapping) else table) if isinstance(table, Mapping | tuple) else None
    if pairs is None or not all(isinstance(settings, Mapping) for _, settings in pairs):
        raise ValueError("is not a table of blogs with their settings")
    return tuple((str(address), settings) for address, settings in pairs)


def _is_proxy(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


_READERS: dict[str, Callable[[Any], Any]] = {
    "bool": _bool,
    "int": _int,
    "float": _float,
    "str": _str,
    "Path": lambda value: Path(_str(value)),
    "tuple[str, ...]": _strings,
    "Cookies": _cookies,
    "Headers": _headers,
    "Sections": _sections,
}
