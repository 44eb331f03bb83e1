"""Metadata of a page: meta tags, JSON-LD, microdata, link relations."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from typing import Any, cast

from lxml import etree
from lxml.etree import _Element

from .page import Page
from .tokens import squash

__all__ = ["JSON_LD", "META", "head_metas", "json_ld", "json_ld_image", "meta_contents", "with_property", "with_rel"]

#: The prefix of selectors that read JSON-LD instead of the tree: ``json-ld:headline``.
JSON_LD = "json-ld:"

#: Where the metadata of pages states each field: selectors and what to read from them, best first.
META: dict[str, tuple[tuple[str, str], ...]] = {
    "title": (
        ('/html/head/meta[@property="og:title"]', "content"),
        (JSON_LD + "headline", "text"),
        ('//*[@itemprop="headline"]', "text"),
        ('/html/head/meta[@name="twitter:title"]', "content"),
        ("/html/head/title", "text"),
    ),
    "authors": (
        (JSON_LD + "author", "text"),
        ('/html/head/meta[@name="author"]', "content"),
        ('/html/head/meta[@property="article:author" or @name="article:author"]', "content"),
        ('/html/head/meta[@name="dc.creator" or @name="DC.creator" or @name="citation_author"]', "content"),
        ('/html/head/meta[@name="twitter:creator"]', "content"),
        ('//*[@itemprop="author"]//*[@itemprop="name"]', "text"),
        ('//*[@itemprop="author"]', "text"),
        ('//a[@rel="author"]', "text"),
    ),
    "published": (
        ('/html/head/meta[@property="article:published_time" or @property="article:published"]', "content"),
        (JSON_LD + "datePublished", "text"),
        ('//*[@itemprop="datePublished"]', "datetime"),
        ('//*[@itemprop="datePublished"]', "content"),
        ('/html/head/meta[@name="date"]', "content"),
        ('/html/head/meta[@name="dcterms.date"]', "content"),
        ('/html/head/meta[@name="parsely-pub-date" or @name="sailthru.date"]', "content"),
        ('/html/head/meta[@name="DC.date.issued" or @name="dc.date.issued" or @name="dcterms.created"]', "content"),
        ('/html/head/meta[@name="pubdate" or @name="publish-date" or @name="publication_date"]', "content"),
    ),
    # Dates that the page shows. The first may belong to another post or to a comment.
    "shown": (
        ("//time[@pubdate]", "datetime"),
        ('//time[not(@itemprop="dateModified" or @class="updated" or @class="dt-updated")]', "datetime"),
        ('//abbr[contains(@class,"published")]', "title"),
    ),
    "updated": (
        ('/html/head/meta[@property="article:modified_time"]', "content"),
        (
            '/html/head/meta[@name="DC.date.modified" or @name="dc.date.modified" or @name="DCTERMS.modified"'
            ' or @name="dcterms.modified"]',
            "content",
        ),
        (JSON_LD + "dateModified", "text"),
        ('//*[@itemprop="dateModified"]', "datetime"),
        ('//*[@itemprop="dateModified"]', "content"),
    ),
    "tags": (
        ('/html/head/meta[@property="article:tag"]', "content"),
        (JSON_LD + "keywords", "text"),
        ('//a[@rel="tag"]', "text"),
        ('//a[contains(concat(" ",normalize-space(@rel)," ")," tag ")]', "text"),
        ('/html/head/meta[@name="keywords"]', "content"),
    ),
}

_POSTING_TYPES = ("article", "posting", "creativework", "webpage")
_METAS = etree.XPath("head/meta")
_WITH_PROPERTY = etree.XPath("descendant::*[@itemprop]")
_WITH_REL = etree.XPath("descendant::a[@rel]")


def head_metas(page: Page) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """The contents of the head's meta tags by (attribute, value), each with the position of its tag."""
    if page.metas is None:
        metas = page.metas = {}
        for place, meta in enumerate(cast("list[_Element]", _METAS(page.tree))):
            content = meta.get("content")
            for stated in cast("list[tuple[str, str]]", meta.items()) if content else ():
                if stated[0] != "content":
                    metas.setdefault(stated, []).append((place, str(content)))
    return page.metas


def meta_contents(page: Page, stated: Iterable[tuple[str, str]]) -> list[str]:
    """The contents of the head's meta tags that have one of these (attribute, value) pairs, in page order."""
    metas = head_metas(page)
    found = [placed for one in stated for placed in metas.get(one, ())]
    in_order = sorted(set(found)) if len(found) > 1 else found
    return [content for _, text in in_order if (content := squash(text))]


def with_property(page: Page, names: Sequence[str]) -> list[_Element]:
    """The elements with the last property that are inside elements with the properties before it."""
    if page.microdata is None:
        page.microdata = {}
        for element in cast("list[_Element]", _WITH_PROPERTY(page.tree)):
            for name in (element.get("itemprop") or "").split():
                page.microdata.setdefault(name, []).append(element)
    found = page.microdata.get(names[0], [])
    for name in names[1:]:
        holders = set(found)
        found = [e for e in page.microdata.get(name, []) if not holders.isdisjoint(e.iterancestors())]
    return found


def with_rel(page: Page, rel: str, *, among: bool = False) -> list[_Element]:
    """The links with this relation to their target as their only one or, with ``among``, as one of several."""
    if page.rels is None:
        page.rels = [(link.get("rel") or "", link) for link in cast("list[_Element]", _WITH_REL(page.tree))]
    return [link for stated, link in page.rels if stated == rel or (among and rel in stated.split())]


def json_ld(page: Page, name: str) -> list[str]:
    """The values of a property in the page's JSON-LD, from the first posting that has it."""
    texts = next((texts for thing in _described(page) if (texts := _texts(thing.get(name)))), [])
    # JSON has no entities, but many platforms put HTML-escaped text into it.
    return list(dict.fromkeys(map(unescape, texts)))


def json_ld_image(page: Page) -> str:
    """The address of the posting's image in the page's JSON-LD; empty if there is none."""
    for thing in _described(page):
        image = thing.get("image")
        image = image[0] if isinstance(image, list) and image else image
        image = image.get("url") if isinstance(image, dict) else image
        if isinstance(image, str) and image:
            return image
    return ""


def _described(page: Page) -> list[dict[str, Any]]:
    if page.json_ld is None:
        page.json_ld = list(_postings(page))
    return page.json_ld


def _postings(page: Page) -> Iterator[dict[str, Any]]:
    for script in page.tree.iter("script"):
        if script.get("type") != "application/ld+json":
            continue
        try:
            data = json.loads(script.text or "", strict=False)
        except (ValueError, RecursionError):
            continue
        yield from (thing for thing in _things(data) if _is_posting(thing))


def _things(data: Any) -> Iterator[dict[str, Any]]:
    """The top-level objects of a JSON-LD document, including those of its graph."""
    queue = list(data) if isinstance(data, list) else [data]
    for thing in queue[:100]:
        if isinstance(thing, dict):
            yield thing
            graph = thing.get("@graph")
            if isinstance(graph, list):
                yield from (t for t in graph[:100] if isinstance(t, dict))


def _is_posting(thing: dict[str, Any]) -> bool:
    kinds = thing.get("@type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    return any(isinstance(k, str) and k.lower().endswith(_POSTING_TYPES) for k in kinds)


def _texts(value: Any, depth: int = 4) -> list[str]:
    if isinstance(value, str):
        return [squash(value)] if value.strip() else []
    if isinstance(value, dict):
        return _texts(value.get("name"), depth - 1) if depth else []
    if isinstance(value, list):
        return [text for part in value[:50] for text in _texts(part, depth - 1)] if depth else []
    return []
