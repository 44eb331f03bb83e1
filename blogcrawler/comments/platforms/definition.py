"""Comment platforms as ``knowledge_base/comments/*.toml`` define them; the README there describes the format."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cssselect import HTMLTranslator, SelectorError

from ...errors import KnowledgeError
from ..locations import CommentMarkup, FieldLocation

__all__ = [
    "Browser",
    "CommentPlatform",
    "Endpoint",
    "Lookup",
    "Marks",
    "comment_platforms",
    "read_platform",
]

_FIELDS = frozenset({"id", "parent", "author", "author_url", "published", "content", "type"})
_KINDS = frozenset({"json", "feed", "html"})
_TRANSLATOR = HTMLTranslator()


@dataclass(frozen=True, slots=True)
class Marks:
    """What identifies a page that uses a platform; one match is enough.

    ``css`` are selectors of elements, ``sources`` are matched against the addresses of scripts and frames, ``scripts``
    against the text of inline scripts, ``generator`` against the page's generator. ``needs_script`` says that the
    comments are not in the page that the server sends: a script loads them.
    """

    css: tuple[str, ...] = ()
    xpath: tuple[str, ...] = ()
    sources: tuple[re.Pattern[str], ...] = ()
    scripts: tuple[re.Pattern[str], ...] = ()
    generator: re.Pattern[str] | None = None
    needs_script: bool = False


@dataclass(frozen=True, slots=True)
class Lookup:
    """A request for values that the address of the comments needs; ``values`` are paths into its JSON."""

    url: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address that returns the comments to a GET request.

    ``url`` is a template: ``{name}`` is filled in quoted and ``{+name}`` as it is (RFC 6570). If it contains ``{page}``
    or ``{offset}``, it is requested again with the next number, starting at ``first``, until there are fewer than
    ``size`` comments; ``{cursor}`` is the value at the path ``next``, unless the value at ``more`` is false.
    ``items`` is the path of the list of comments, ``children`` of a comment's replies, ``total`` of their number,
    ``skip`` of the flag of deleted comments. ``element`` is the selector of the element that holds the JSON, if the
    response is a page.
    """

    kind: str
    url: str
    lookup: Lookup | None = None
    first: int = 1
    size: int = 0
    element: str = ""
    items: str = ""
    children: str = ""
    total: str = ""
    skip: str = ""
    next: str = ""
    more: str = ""
    fields: Mapping[str, tuple[FieldLocation, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Browser:
    """What a browser has to do to load all comments.

    ``frames`` are matched against the addresses of the frames that hold the comments (none: the page itself).
    ``ready`` selects an element that exists once the comments are loaded, ``open`` what to click once before,
    ``buttons`` what to click until it is gone. ``root`` selects the discussion, which is scrolled into view.
    """

    frames: tuple[re.Pattern[str], ...] = ()
    root: str = ""
    ready: str = ""
    open: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommentPlatform:
    """The definition of a comment platform."""

    name: str
    title: str
    marks: Marks
    values: Mapping[str, tuple[FieldLocation, ...]]
    endpoints: tuple[Endpoint, ...]
    browser: Browser | None
    dom: CommentMarkup | None
    examples: tuple[Mapping[str, Any], ...]


@lru_cache(maxsize=1)
def comment_platforms() -> tuple[CommentPlatform, ...]:
    """All platforms, the most specific first (``order`` in the files)."""
    found = []
    for file in files("knowledge_base").joinpath("comments").iterdir():
        if file.name.endswith(".toml"):
            data = tomllib.loads(file.read_text("utf-8"))
            found.append((data.get("order", 50), file.name, read_platform(data, file.name)))
    return tuple(platform for _, _, platform in sorted(found, key=lambda one: one[:2]))


def read_platform(data: Mapping[str, Any], where: str) -> CommentPlatform:
    """A platform from the tables of its file; ``where`` is the file's name, for errors."""
    try:
        return CommentPlatform(
            name=where.removesuffix(".toml"),
            title=data["title"],
            marks=_marks(data["recognise"]),
            values={name: _locations(value) for name, value in data.get("values", {}).items()},
            endpoints=tuple(_endpoint(table) for table in data.get("endpoint", ())),
            browser=_browser(data["browser"]) if "browser" in data else None,
            dom=_dom(data["dom"]) if "dom" in data else None,
            examples=tuple(data.get("example", ())),
        )
    except KeyError as error:
        raise KnowledgeError(f"{where}: {error.args[0]!r} is missing") from None
    except (TypeError, ValueError, re.error, SelectorError) as error:
        raise KnowledgeError(f"{where}: {error}") from None


def _marks(table: Mapping[str, Any]) -> Marks:
    css = tuple(table.get("css", ()))
    return Marks(
        css=css,
        xpath=tuple(map(_xpath, css)),
        sources=_patterns(table.get("sources", ())),
        scripts=_patterns(table.get("scripts", ())),
        generator=_pattern(table.get("generator")),
        needs_script=table.get("needs_script", False),
    )


def _endpoint(table: Mapping[str, Any]) -> Endpoint:
    rest = {key: value for key, value in table.items() if key not in ("lookup", "fields")}
    if rest["kind"] not in _KINDS:
        raise ValueError(f"an endpoint's kind is one of {', '.join(sorted(_KINDS))}")
    lookup = Lookup(**table["lookup"]) if "lookup" in table else None
    return Endpoint(**rest, lookup=lookup, fields=_fields(table.get("fields", {}), "path"))


def _browser(table: Mapping[str, Any]) -> Browser:
    rest: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    rest["frames"] = _patterns(table.get("frames", ()))
    browser = Browser(**rest)
    for css in (browser.root, browser.ready, *browser.open, *browser.buttons):
        if css:
            _xpath(css)
    return browser


def _dom(table: Mapping[str, Any]) -> CommentMarkup:
    rest = {key: value for key, value in table.items() if key != "fields"}
    made = {f"{name}_xpath": _xpath(rest[name]) for name in ("comment", "replies") if name in rest}
    return CommentMarkup(**rest, **made, fields=_fields(table.get("fields", {}), "css"))


def _fields(table: Mapping[str, Any], default: str) -> Mapping[str, tuple[FieldLocation, ...]]:
    if unknown := table.keys() - _FIELDS:
        raise ValueError(f"a comment has no field {', '.join(sorted(unknown))}")
    return {name: _locations(value, default) for name, value in table.items()}


def _locations(value: Any, default: str = "css") -> tuple[FieldLocation, ...]:
    """One location, or a list: the first with a value is used. A string is a selector or a path."""
    if isinstance(value, list):
        return tuple(location for one in value for location in _locations(one, default))
    table: dict[str, Any] = {default: value} if isinstance(value, str) else dict(value)
    css = table.get("css", "")
    pattern = _pattern(table.pop("pattern", None))
    when = _xpath(table.pop("when")) if "when" in table else ""
    return (FieldLocation(**table, pattern=pattern, when=when, xpath=_xpath(css, relative=True) if css else ""),)


def _xpath(css: str, *, relative: bool = False) -> str:
    if relative and css == ":scope":
        return "."
    return str(_TRANSLATOR.css_to_xpath(css, prefix=".//" if relative else "//"))


def _patterns(texts: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text, re.IGNORECASE) for text in texts)


def _pattern(text: str | None) -> re.Pattern[str] | None:
    return re.compile(text, re.IGNORECASE) if text else None
