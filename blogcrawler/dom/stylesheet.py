"""The addresses in stylesheets: what they import, and the fonts and pictures they use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2
from tinycss2.serializer import serialize_string_value, serialize_url

__all__ = ["StylesheetUrl", "replace_stylesheet_urls", "stylesheet_text", "stylesheet_urls"]

#: Functions whose arguments are addresses (CSS Values and Units 4, "URLs"; CSS Images 4, "image-set()").
_URL_FUNCTIONS = frozenset({"url", "src"})
_IMAGE_FUNCTIONS = frozenset({"image", "image-set", "-webkit-image-set"})
#: Few stylesheets are longer. The tokens of one need a hundred times its size.
_MAX_LENGTH = 2_000_000
#: Deeper blocks are nonsense that would exceed Python's stack.
_MAX_DEPTH = 100
_MARKS = ("url(", "src(", "@import", "image(", "image-set(", "\\")


class StylesheetUrl(NamedTuple):
    """An address in a stylesheet as it is written there, and whether it imports another stylesheet."""

    url: str
    is_import: bool


def stylesheet_text(body: bytes, charset: str | None = None) -> str:
    """The text of a stylesheet; ``charset`` is the one that the server states."""
    text, _ = tinycss2.bytes.decode_stylesheet_bytes(body, protocol_encoding=charset)
    return str(text)


@lru_cache(maxsize=64)
def stylesheet_urls(css: str) -> tuple[StylesheetUrl, ...]:
    """The addresses in a stylesheet, or in a ``style`` attribute, each once. Data URLs are left out."""
    if not _may_have_urls(css):
        return ()
    found = (StylesheetUrl(node.value, is_import) for node, is_import in _references(_parsed(css)))
    return tuple(dict.fromkeys(one for one in found if not one.url.lower().startswith("data:")))


def replace_stylesheet_urls(css: str, replacement: Callable[[str], str]) -> str:
    """The stylesheet with other addresses. What is not an address stays as it is."""
    if not _may_have_urls(css):
        return css
    nodes = _parsed(css)
    has_changed = False
    for node, _ in _references(nodes):
        new = replacement(node.value)
        if new != node.value:
            has_changed = True
            node.value = new
            node.representation = (
                f"url({serialize_url(new)})" if node.type == "url" else f'"{serialize_string_value(new)}"'
            )
    try:
        return str(tinycss2.serialize(nodes)) if has_changed else css
    except RecursionError:
        return css


def _may_have_urls(css: str) -> bool:
    lower = css.lower()
    return len(css) <= _MAX_LENGTH and any(mark in lower for mark in _MARKS)


def _parsed(css: str) -> list[Any]:
    try:
        return list(tinycss2.parse_component_value_list(css))
    except ValueError:  # Python reads no number of thousands of digits
        return []


def _references(nodes: list[Any], depth: int = 0, in_image: bool = False) -> Iterator[tuple[Any, bool]]:
    """The tokens that are addresses, each with whether it follows ``@import``."""
    after_import = False
    for node in nodes:
        kind = node.type
        if kind in ("whitespace", "comment"):
            continue
        if kind == "url" or (kind == "string" and (after_import or in_image)):
            yield node, after_import
        elif kind == "function" and node.lower_name in _URL_FUNCTIONS:
            for argument in node.arguments:
                if argument.type == "string":
                    yield argument, after_import
        elif kind == "function" and depth < _MAX_DEPTH:
            # Only the first level: the string in type("image/png") is not an address.
            yield from _references(node.arguments, depth + 1, node.lower_name in _IMAGE_FUNCTIONS)
        elif kind.endswith(" block") and depth < _MAX_DEPTH:
            yield from _references(node.content, depth + 1)
        after_import = kind == "at-keyword" and node.lower_value == "import"
