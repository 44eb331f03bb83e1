"""Reading a web feed of any kind into a :class:`~blogcrawler.items.Feed`."""

from __future__ import annotations

import io
import re

import feedparser
from lxml import etree

from ...errors import FeedError
from ...items import Feed
from .build_dates import without_stamps
from .decoding import decode, gunzip
from .entries import FeedContext, Raw, entry_text, has_recording, links_of, read_entry, written_authors
from .entry_links import absolute_link, is_proxy
from .json_feed import parse_json_feed
from .podcasts import PodcastFeed
from .texts import title_text
from .xml_text import in_cdata, is_wellformed, repair, safe_xml

__all__ = ["MAX_FEED_BYTES", "parse_feed", "read_feed"]

#: A feed with ten years of full posts has about 20 MB.
MAX_FEED_BYTES = 40_000_000

_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?(?:rss|feed|rdf|channel)(?=[\s>])", re.I)
_ENTRY_END = re.compile(r"</(?:item|entry)\s*>", re.I)
_CATEGORY = re.compile(r"<(?:category|dc:subject)[\s>][^<]*(?:</(?:category|dc:subject)>)?", re.I)
_MAX_CATEGORIES = 500
# What feedparser's handlers raise when an element is where they do not expect it.
_FEEDPARSER_ERRORS = (AttributeError, LookupError, TypeError, ValueError, RecursionError, AssertionError)


def parse_feed(body: bytes, url: str, content_type: str | None = None, *, max_bytes: int = MAX_FEED_BYTES) -> Feed:
    """Parse RSS 0.9x, 1.0 and 2.0, Atom, RDF or JSON Feed. Broken feeds are read as far as possible.

    :param body: the document as downloaded; gzip is unpacked.
    :param url: the feed's URL; relative links are resolved against it.
    :param content_type: the HTTP header; its encoding is used if the document does not declare one.
    :raises FeedError: if it is not a feed, too large, or an XML bomb. External files are never loaded.
    """
    text = _text(body, url, content_type, max_bytes)
    if text.startswith(("{", "[")):
        return parse_json_feed(text, url)
    return _feed(_read(safe_xml(text, _ROOT, url), url), url)


def read_feed(body: bytes, url: str, content_type: str | None = None, *, max_bytes: int = MAX_FEED_BYTES) -> Raw:
    """feedparser's result for an XML feed, for callers that need more than :func:`parse_feed` returns.

    :raises FeedError: as :func:`parse_feed` does.
    """
    return _read(safe_xml(_text(body, url, content_type, max_bytes), _ROOT, url), url)


def _text(body: bytes, url: str, content_type: str | None, max_bytes: int) -> str:
    body = gunzip(body, url, max_bytes)
    if len(body) > max_bytes:
        raise FeedError(f"{url} has {len(body):,} bytes, more than the limit of {max_bytes:,} for a feed")
    return decode(body, content_type).lstrip("\ufeff \t\r\n")


def _feed(parsed: Raw, url: str) -> Feed:
    channel: Raw = parsed["feed"]
    raw_entries: list[Raw] = parsed["entries"]
    is_atom = str(parsed.get("version") or "").startswith("atom")
    home = _home(channel, url)
    context = FeedContext(
        base=home if home and (is_proxy(url) or not is_atom) else url,
        home=home,
        language=entry_text(channel, "language"),
        authors=written_authors(channel) if is_atom else (),
        is_atom=is_atom,
    )
    entries = {entry.url: entry for raw in reversed(raw_entries) if (entry := read_entry(raw, context))}
    kind = PodcastFeed if raw_entries and all(map(has_recording, raw_entries)) else Feed
    older = next(links_of(channel, "next", "prev-archive"), None)
    return kind(
        url=url,
        title=title_text(entry_text(channel, "title")),
        home=home,
        language=context.language,
        generator=_generator(channel),
        entries=without_stamps(tuple(reversed(entries.values()))),
        next_url=absolute_link(url, older["href"]) if older else None,
    )


def _read(document: str, url: str) -> Raw:
    """Parse the document with feedparser. For a broken one, keep the better of two attempts."""
    document = _fewer_categories(document)
    if not is_wellformed(document):
        document = repair(document)
    forms = [in_cdata(document)] if is_wellformed(document) else [document, *_recovered(document)]
    best = max(filter(None, map(_feedparser, forms)), key=_amount_parsed, default=None)
    if best is None:
        raise FeedError(f"{url} is broken beyond repair")
    if not best["entries"] and not best["feed"]:
        raise FeedError(f"{url} is not a feed: it has neither entries nor a title")
    return best


def _recovered(document: str) -> list[str]:
    """The document as repaired by libxml2; empty if it cannot be repaired."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, load_dtd=False)
    try:
        tree = etree.fromstring(document.encode("utf-8"), parser)
    except etree.XMLSyntaxError:
        return []
    return [] if tree is None else [in_cdata(etree.tostring(tree, encoding="unicode"))]


def _feedparser(document: str) -> Raw | None:
    # A stream, because feedparser tries bytes as a file name first. No sanitizing or resolving of links: both
    # change the text, which is later compared with the page's.
    stream = io.BytesIO(b'<?xml version="1.0" encoding="utf-8"?>' + document.encode("utf-8"))
    headers = {"content-type": "application/xml; charset=utf-8"}
    try:
        parsed: Raw = feedparser.parse(
            stream, response_headers=headers, sanitize_html=False, resolve_relative_uris=False
        )
    except _FEEDPARSER_ERRORS:
        return None
    return parsed


def _amount_parsed(parsed: Raw) -> tuple[int, int]:
    """How much was parsed: the number of entries with a link, then the length of their texts."""
    entries: list[Raw] = parsed["entries"]
    addressed = sum(1 for entry in entries if entry.get("link") or entry.get("id"))
    return addressed, sum(len(entry_text(entry, "summary") or "") for entry in entries)


def _fewer_categories(document: str) -> str:
    """Drop categories beyond the limit per entry: feedparser needs quadratic time for them."""
    if len(_CATEGORY.findall(document)) <= _MAX_CATEGORIES:
        return document
    parts: list[str] = []
    start = 0
    for end in [*(match.end() for match in _ENTRY_END.finditer(document)), len(document)]:
        entry = document[start:end]
        categories = list(_CATEGORY.finditer(entry))
        cut = categories[_MAX_CATEGORIES].start() if len(categories) > _MAX_CATEGORIES else len(entry)
        parts += [entry[:cut], _CATEGORY.sub("", entry[cut:])]
        start = end
    return "".join(parts)


def _home(channel: Raw, url: str) -> str | None:
    pages = sorted(links_of(channel, "alternate"), key=lambda link: "html" not in str(link.get("type")))
    return absolute_link(url, pages[0]["href"]) if pages else absolute_link(url, entry_text(channel, "link"))


def _generator(channel: Raw) -> str | None:
    addresses = [
        entry_text(detail, attribute)
        for key, attribute in (("generator_detail", "href"), ("admin_generatoragent", "rdf:resource"))
        if isinstance(detail := channel.get(key), dict)
    ]
    return entry_text(channel, "generator") or next(filter(None, addresses), None)
