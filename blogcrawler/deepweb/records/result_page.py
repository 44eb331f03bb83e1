"""A result page read: its records, the head of their table, the next page."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from lxml.etree import _Element

from ...dom import Page, node_text
from ...urls import bare_host, join_url, normalize
from ...word_lists import word_pattern
from ..forms.purpose import is_unsafe_link
from .find_records import RecordRule
from .raw_record import RawRecord, read_raw_record

__all__ = ["ResultPage", "read_result_page"]

_NEXT = word_pattern("blogcrawler.deepweb.forms", "form_words.toml", "next")
_MAX_LINKS = 5000


@dataclass(frozen=True, slots=True)
class ResultPage:
    """What a result page has. ``links`` are the pages that it may continue on, the likeliest first."""

    records: tuple[RawRecord, ...]
    heads: tuple[str, ...]
    links: tuple[str, ...]


def read_result_page(page: Page, rule: RecordRule, terms: Collection[str] = ()) -> ResultPage:
    """Read a result page by the rule for its records."""
    elements = rule.find(page)
    records = tuple(read_raw_record(element, page, terms) for element in elements)
    return ResultPage(records, _heads(elements), tuple(_next_links(page, elements)))


def _heads(elements: list[_Element]) -> tuple[str, ...]:
    """The texts of the cells in the head of the records' table."""
    if not elements or elements[0].tag != "tr":
        return ()
    table = next((above for above in elements[0].iterancestors("table")), None)
    row = next((row for row in table.iter("tr") if row.find("th") is not None), None) if table is not None else None
    if row is None:
        return ()
    return tuple(node_text(cell).strip(" ▲▼↑↓:\xa0") for cell in row.iterchildren("th", "td"))


def _next_links(page: Page, records: list[_Element]) -> list[str]:
    """Links to the next page: by relation, by words, or to the page with the next number of the same address."""
    inside = {anchor for record in records for anchor in record.iter("a")}
    ranked: list[tuple[int, str]] = []
    here = normalize(page.url)
    for number, anchor in enumerate(page.tree.iter("a", "link")):
        if number > _MAX_LINKS:
            break
        url = join_url(page.base, (anchor.get("href") or "").strip())
        if url is None or anchor in inside or not _is_same_site(url, page.url) or normalize(url) == here:
            continue
        is_next = "next" in (anchor.get("rel") or "").lower().split()
        text = node_text(anchor) if anchor.tag == "a" else ""
        said = any(
            _NEXT.search(" ".join(name.split()))
            for name in (text, anchor.get("aria-label") or "", anchor.get("title") or "")
            if name
        )
        if is_next or said:
            if not is_unsafe_link(url):
                ranked.append((0 if is_next else 1, url))
        elif anchor.tag == "a" and _is_next_number(page.url, url):
            ranked.append((2, url))
    return list(dict.fromkeys(url.partition("#")[0] for _, url in sorted(ranked, key=lambda item: item[0])))


def _is_same_site(url: str, other: str) -> bool:
    try:
        one, two = urlsplit(url), urlsplit(other)
    except ValueError:
        return False
    return one.scheme in ("http", "https") and bare_host(one.netloc) == bare_host(two.netloc)


def _is_next_number(here: str, url: str) -> bool:
    """Whether an address differs only in a number, which is one higher (or the first number after 1)."""
    one, two = urlsplit(here), urlsplit(url)
    if one.path != two.path:
        return False
    mine, others = (
        dict(parse_qsl(one.query, keep_blank_values=True)),
        dict(parse_qsl(two.query, keep_blank_values=True)),
    )
    filled = {name: value for name, value in mine.items() if value}
    different = [
        name for name in {*filled, *(k for k, v in others.items() if v)} if filled.get(name) != others.get(name)
    ]
    if len(different) != 1:
        return False
    before, after = filled.get(different[0], ""), others.get(different[0], "")
    if not (after.isascii() and after.isdigit()):
        return False
    if before.isascii() and before.isdigit():
        return int(after) == int(before) + 1
    return not before and int(after) == 2
