"""Cleaning a feed's texts: titles become plain text, contents become HTML that is escaped exactly once."""

from __future__ import annotations

import re
from html import escape, unescape

from ...urls import join_url

__all__ = ["absolute_links", "as_html", "looks_like_html", "plain", "text_length", "title_text"]

_ENTITY = re.compile(r"&(?:#\d{1,8}|#[xX][\da-fA-F]{1,7}|[A-Za-z][A-Za-z0-9]{1,30});")
_TAG = re.compile(r"<(?P<end>/)?(?P<name>[A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_ANY_TAG = re.compile(r"<[^<>]*>")
_ESCAPED_TAG = re.compile(
    r"&lt;(/?)(p|div|br|a|img|ul|ol|li|h[1-6]|blockquote|pre|figure|table|span|em|strong)\b", re.I
)
_VOID = frozenset({"br", "img", "wbr", "hr"})
_MARKUP = re.compile(
    r"(?:a|abbr|acronym|article|b|bd[io]|big|blockquote|center|cite|code|del|dfn|div|em|figure|font|h[1-6]|i|ins|kbd"
    r"|li|mark|nobr|ol|p|pre|q|ruby|rp|rt|s|samp|section|small|span|strike|strong|sub|sup|table|tt|u|ul|var)"
)
_LINK = re.compile(
    r"""(?P<head><[A-Za-z][^<>]*?\s(?:href|src|poster)\s*=\s*)(?P<quote>["'])(?P<value>[^"'<>]*)(?P=quote)""",
    re.I,
)


def plain(text: str) -> str:
    """The text without tags, with entities decoded once and whitespace collapsed."""
    return " ".join(_decode(_ANY_TAG.sub(" ", text)).split())


def title_text(value: str | None) -> str | None:
    """A title as its reader sees it.

    Formatting (``<em>…</em>``) is removed. A tag that the title is about (``Using <div> well``) has no closing
    tag and stays.
    """
    if not value:
        return None
    closed = {match["name"].lower() for match in _TAG.finditer(value) if match["end"]}
    opened = {match["name"].lower() for match in _TAG.finditer(value) if not match["end"]}
    pairs = {name for name in closed & opened if _MARKUP.fullmatch(name)}

    def without(match: re.Match[str]) -> str:
        name = match["name"].lower()
        if name == "br":
            return " "
        return "" if name in pairs or name in _VOID else match.group()

    return " ".join(_decode(_TAG.sub(without, value)).split()) or None


def looks_like_html(text: str) -> bool:
    """Whether the text has real markup in it, as opposed to a stray ``<``."""
    names = [(match["end"], match["name"].lower()) for match in _TAG.finditer(text)]
    return any(name in _VOID or (end and _MARKUP.fullmatch(name)) for end, name in names)


def as_html(value: str | None, is_text: bool = False) -> str | None:
    """The value of a content element as an HTML fragment; None if it is empty.

    ``is_text``: whether the feed declares it as plain text. Feeds are often wrong, so markup takes precedence.
    Markup that was escaped twice is unescaped.
    """
    if not value or not value.strip():
        return None
    if not looks_like_html(value):
        if _escaped_twice(value):
            return unescape(value).strip()
        if is_text:
            return "\n".join(f"<p>{escape(p, quote=False)}</p>" for p in re.split(r"\n\s*\n", value.strip()))
    return value.strip()


def text_length(html: str) -> int:
    """Approximate number of visible characters."""
    return len(" ".join(_ANY_TAG.sub(" ", html).split()))


def absolute_links(html: str, base: str) -> str:
    """The fragment with the URLs of links and images made absolute."""

    def resolve(match: re.Match[str]) -> str:
        value = match["value"].strip()
        if not value or value.startswith(("#", "data:", "mailto:", "javascript:", "http:", "https:")):
            return match.group()
        address = join_url(base, unescape(value))
        if address is None:
            return match.group()
        return f"{match['head']}{match['quote']}{escape(address)}{match['quote']}"

    return _LINK.sub(resolve, html)


def _escaped_twice(value: str) -> bool:
    tags = _ESCAPED_TAG.findall(value)
    closing = any(end for end, _ in tags) or any(name.lower() in _VOID for _, name in tags)
    edges = value.lstrip()[:4].lower() == "&lt;" or value.rstrip()[-4:].lower() == "&gt;"
    return bool(tags) and closing and (edges or len(tags) > 4)


def _decode(text: str) -> str:
    return _ENTITY.sub(lambda match: unescape(match.group()), text)
