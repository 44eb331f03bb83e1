"""Rewrite an archived page so that everything it loads and links to comes from the archive.

Only the addresses are replaced; everything else stays byte for byte, so that a browser builds the same page from it as
from the original. Whatever is not recognised as an address here is blocked by the Content-Security-Policy.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from itertools import accumulate

from ..dom import replace_stylesheet_urls
from ..media import parse_srcset
from .address import CONTENT, ReplayAddress, web_url

__all__ = ["rewrite_css", "rewrite_html"]

_URL_ATTRIBUTES = frozenset(
    "href src poster data action formaction background xlink:href data-src data-lazy-src data-original data-bg".split()
)
_SRCSET_ATTRIBUTES = frozenset("srcset imagesrcset data-srcset data-lazy-srcset".split())
#: Rewritten files have other digests; frames have no other windows; nobody is told about clicks.
_DROPPED_ATTRIBUTES = frozenset("integrity crossorigin manifest ping target csp nonce".split())
_DROPPED_METAS = frozenset({"content-security-policy", "content-security-policy-report-only", "x-dns-prefetch-control"})
_REFRESH = re.compile(r"(\s*[\d.]*\s*[;,]\s*(?:url\s*=\s*)?)(['\"]?)(.*?)\2\s*", re.IGNORECASE | re.DOTALL)
#: Documents in attributes of documents in attributes …
_MAX_DEPTH = 3

Attributes = list[tuple[str, str | None]]


def rewrite_css(css: str, url: str, at: ReplayAddress) -> str:
    """The stylesheet from a URL with all addresses leading to the archive."""
    return replace_stylesheet_urls(css, lambda written: at.with_mode(CONTENT).resolve(written, url))


def rewrite_html(html: str, url: str, at: ReplayAddress, is_archived: Callable[[str], bool], depth: int = 0) -> str:
    """The page from a URL with all addresses leading to the archive, at the moment of ``at``.

    Of the sizes of a picture, those are offered that ``is_archived`` knows.
    """
    rewriter = _Rewriter(html, url, at.with_mode(CONTENT), is_archived, depth)
    rewriter.feed(html)
    rewriter.close()
    return rewriter.result()


class _Rewriter(HTMLParser):
    """Copies the source up to each tag that has an address, and rewrites that tag."""

    def __init__(
        self, source: str, url: str, at: ReplayAddress, is_archived: Callable[[str], bool], depth: int
    ) -> None:
        super().__init__(convert_charrefs=False)
        self._source, self._base, self._at = source, url, at
        self._is_archived, self._depth = is_archived, depth
        self._has_base = False
        self._lines = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
        self._parts: list[str] = []
        self._copied = 0
        self._style_start: int | None = None

    def result(self) -> str:
        return "".join([*self._parts, self._source[self._copied :]])

    def handle_starttag(self, tag: str, attrs: Attributes, end: str = ">") -> None:
        raw = self.get_starttag_text() or ""
        start = self._position()
        new = self._rewritten(tag, attrs)
        if new != attrs and self._source.startswith(raw, start):
            self._replace(start, start + len(raw), f"<{raw[1 : 1 + len(tag)]}{_written(new)}{end}")
        if tag == "style":
            self._style_start = start + len(raw)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs, " />")
        self._style_start = None

    def handle_endtag(self, tag: str) -> None:
        if tag != "style" or self._style_start is None:
            return
        start, end = self._style_start, self._position()
        self._style_start = None
        css = self._source[start:end]
        new = rewrite_css(css, self._base, self._at)
        if new != css and "</" not in new:
            self._replace(start, end, new)

    def unknown_decl(self, data: str) -> None:
        """Like all other text it stays as it is."""

    def _position(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _replace(self, start: int, end: int, new: str) -> None:
        if start >= self._copied:
            self._parts += (self._source[self._copied : start], new)
            self._copied = end

    # --- attributes --------------------------------------------------------------------------------------

    def _rewritten(self, tag: str, attrs: Attributes) -> Attributes:
        if tag == "meta":
            return self._meta(attrs)
        if tag == "base" and not self._has_base:
            written = next((value for name, value in attrs if name == "href" and value), None)
            if written is not None:
                self._has_base = True
                self._base = web_url(self._base, written) or self._base
        new = [
            (name, self._value(tag, name, value) if value else value)
            for name, value in attrs
            if name not in _DROPPED_ATTRIBUTES
        ]
        return self._sizes(attrs, new) if tag in ("img", "source") else new

    def _value(self, tag: str, name: str, value: str) -> str:
        if name in _URL_ATTRIBUTES and (name != "data" or tag == "object"):
            return self._at.resolve(value, self._base)
        if name in _SRCSET_ATTRIBUTES:
            return self._srcset(value)
        if name == "style":
            return rewrite_css(value, self._base, self._at)
        if name == "srcdoc":
            deeper = self._depth + 1
            return rewrite_html(value, self._base, self._at, self._is_archived, deeper) if deeper < _MAX_DEPTH else ""
        return value

    def _srcset(self, value: str) -> str:
        """The sizes that are archived; all, if none is."""
        sizes = parse_srcset(value)
        archived = [size for size in sizes if self._has(size.url)] or sizes
        return ", ".join(
            f"{self._at.resolve(size.url, self._base).replace(',', '%2C')} "
            + (f"{size.width}w" if size.width else f"{size.density:g}x")
            for size in archived
        )

    def _sizes(self, attrs: Attributes, new: Attributes) -> Attributes:
        """A picture of which only one of ``src`` and ``srcset`` is archived, with that one for both."""
        found = dict(reversed(attrs))
        sizes = parse_srcset(found.get("srcset") or "")
        source = found.get("src")
        if not sizes or source is None:
            return new
        archived = next((size.url for size in sizes if self._has(size.url)), None)
        if archived is None and self._has(source):
            return [(name, value) for name, value in new if name not in ("srcset", "sizes")]
        if archived is not None and not self._has(source):
            path = self._at.resolve(archived, self._base)
            return [(name, path if name == "src" else value) for name, value in new]
        return new

    def _has(self, written: str) -> bool:
        url = web_url(self._base, written)
        return url is not None and self._is_archived(url)

    def _meta(self, attrs: Attributes) -> Attributes:
        kind = next((value or "" for name, value in attrs if name == "http-equiv"), "").strip().lower()
        if kind in _DROPPED_METAS:
            return []
        if kind != "refresh":
            return attrs
        return [(name, self._refresh(value) if name == "content" and value else value) for name, value in attrs]

    def _refresh(self, content: str) -> str:
        found = _REFRESH.fullmatch(content)
        if found is None:
            return content
        target = self._at.resolve(found[3], self._base)
        return f"{found[1]}{target}" if target.startswith(f"{self._at.prefix}/") else ""


def _written(attrs: Attributes) -> str:
    return "".join(f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs)
