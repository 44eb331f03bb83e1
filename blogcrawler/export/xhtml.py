"""Foreign HTML rewritten so that it keeps the content model of XHTML 5, which e-book readers insist on."""

from __future__ import annotations

import re
from collections.abc import Collection
from html import escape
from urllib.parse import urlsplit

from lxml import etree, html

from .xml_text import xml_text

__all__ = ["language_tag", "valid_xhtml"]

_INLINE = frozenset(
    "abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var".split()
)
_BLOCKS = frozenset("blockquote div p pre h2 h3 h4 h5 h6".split())
_RENAMED = {
    **dict.fromkeys(("article", "aside", "details", "dd", "dl", "figcaption", "figure", "section", "summary"), "div"),
    "dt": "p",
    "h1": "h2",
    "strike": "s",
    "tt": "code",
}
#: Elements that hold text and inline elements only.
_TEXT_ONLY = frozenset("p pre h2 h3 h4 h5 h6".split())
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?")
_MAX_DEPTH = 100
_LINK = re.compile(
    r"(?:https?://[\w.-]+(?::\d+)?(?:[/?#][\w./?#=&%;,:@~!$'()*+-]*)?|mailto:[\w.+-]+@[\w.-]+)", re.ASCII
)


def language_tag(text: str | None) -> str | None:
    """A language as BCP 47 writes it; ``None`` if it is not one."""
    text = (text or "").replace("_", "-")
    return text if _LANGUAGE.fullmatch(text) else None


def valid_xhtml(fragment: str, pictures: Collection[str] = ()) -> str:
    """Sanitised HTML as a sequence of block elements; ``pictures`` are the files that it may show."""
    if not fragment.strip():
        return ""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = etree.fromstring(f"<div>{fragment}</div>".encode("utf-8", "replace"), parser)
    root = tree.find(".//div")
    if root is None:
        return ""
    return _Rewriter(pictures).blocks(root, 0).strip()


class _Rewriter:
    def __init__(self, pictures: Collection[str]) -> None:
        self._pictures = pictures

    def blocks(self, parent: etree._Element, depth: int) -> str:
        """The content of an element as blocks; what is between blocks becomes paragraphs."""
        done: list[str] = []
        line: list[str] = [_text(parent.text)]

        def end_line() -> None:
            if (text := "".join(line)).strip():
                done.append(f"<p>{text.strip()}</p>")
            line.clear()

        for child in parent:
            if isinstance(child.tag, str):
                if _has_blocks(child):
                    end_line()
                    done.append(self._block(child, depth + 1))
                else:
                    line.append(self._inline(child, False, depth + 1))
            line.append(_text(child.tail))
        end_line()
        return "".join(done)

    def _block(self, element: etree._Element, depth: int) -> str:
        tag = _RENAMED.get(str(element.tag), str(element.tag))
        if depth > _MAX_DEPTH:
            return f"<p>{_text(''.join(map(str, element.itertext())))}</p>"
        if tag == "hr":
            return "<hr/>"
        if tag in ("ul", "ol"):
            items = "".join(f"<li>{self.blocks(one, depth)}</li>" for one in element if isinstance(one.tag, str))
            return f"<{tag}>{items}</{tag}>" if items else ""
        if tag == "table":
            return self._table(element, depth)
        if tag in _TEXT_ONLY and not any(_has_blocks(child) for child in element):
            inside = self._inside(element, False, depth)
            return f"<{tag}{_attributes(element)}>{inside}</{tag}>" if inside.strip() else ""
        inside = self.blocks(element, depth)
        return f"<{tag}{_attributes(element)}>{inside}</{tag}>" if tag in ("blockquote", "div") and inside else inside

    def _table(self, table: etree._Element, depth: int) -> str:
        rows = []
        for row in table.iter("tr"):
            if next(row.iterancestors("table")) is not table:
                continue
            cells = [
                f"<{cell.tag}{_spans(cell)}>{self.blocks(cell, depth)}</{cell.tag}>"
                for cell in row
                if cell.tag in ("td", "th")
            ]
            if cells:
                rows.append(f"<tr>{''.join(cells)}</tr>")
        return f"<table>{''.join(rows)}</table>" if rows else ""

    def _inline(self, element: etree._Element, in_link: bool, depth: int) -> str:
        tag = _RENAMED.get(str(element.tag), str(element.tag))
        if depth > _MAX_DEPTH:
            return _text("".join(map(str, element.itertext())))
        if tag == "br":
            return "<br/>"
        if tag == "img":
            return self._picture(element)
        if tag == "rt":
            return f"({self._inside(element, in_link, depth)})"
        if tag == "rp":
            return ""
        if tag == "a" and not in_link and _is_link(href := element.get("href") or ""):
            inside = self._inside(element, True, depth)
            return f'<a href="{escape(href)}">{inside}</a>' if inside.strip() else inside
        inside = self._inside(element, in_link, depth)
        return f"<{tag}{_attributes(element)}>{inside}</{tag}>" if tag in _INLINE and inside else inside

    def _inside(self, element: etree._Element, in_link: bool, depth: int) -> str:
        parts = [_text(element.text)]
        for child in element:
            if isinstance(child.tag, str):
                parts.append(self._inline(child, in_link, depth + 1))
            parts.append(_text(child.tail))
        return "".join(parts)

    def _picture(self, element: etree._Element) -> str:
        source = element.get("src") or ""
        return f'<img src="{source}" alt="{_text(element.get("alt"))}"/>' if source in self._pictures else ""


def _has_blocks(element: etree._Element) -> bool:
    """Whether an element is a block or contains one."""
    for one in element.iter():
        if one.tag in ("ul", "ol", "table", "hr") or _RENAMED.get(str(one.tag), one.tag) in _BLOCKS:
            return True
    return False


def _attributes(element: etree._Element) -> str:
    found = ""
    if (element.get("dir") or "").lower() in ("ltr", "rtl"):
        found = f' dir="{str(element.get("dir")).lower()}"'
    elif element.tag == "bdo":
        found = ' dir="ltr"'
    if language := language_tag(element.get("lang")):
        found += f' lang="{language}" xml:lang="{language}"'
    return found


def _spans(cell: etree._Element) -> str:
    spans = ((name, cell.get(name) or "") for name in ("colspan", "rowspan"))
    return "".join(f' {name}="{int(value)}"' for name, value in spans if re.fullmatch(r"[1-9]\d{0,2}", value))


def _is_link(href: str) -> bool:
    if not _LINK.fullmatch(href) or re.search(r"%(?![0-9A-Fa-f]{2})|#.*#", href):
        return False
    try:
        return bool(urlsplit(href).scheme)
    except ValueError:
        return False


def _text(text: str | None) -> str:
    return escape(xml_text(text or ""))
