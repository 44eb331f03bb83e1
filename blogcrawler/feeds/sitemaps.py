"""Sitemaps (https://www.sitemaps.org/protocol.html): lists of a site's pages, and where to find them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin, urlsplit

from lxml import etree

from ..dates import parse_date, plausible
from ..errors import FeedError
from .finding.site_folders import home_folders
from .parsing.decoding import decode, gunzip
from .parsing.entry_links import absolute_link
from .parsing.parse_feed import parse_feed
from .parsing.xml_text import safe_xml

__all__ = ["Sitemap", "SitemapPage", "may_list_posts", "parse_sitemap", "sitemaps_in_robots", "usual_sitemaps"]

#: The protocol allows 50 MB and 50,000 URLs per file; some sites have more in one.
MAX_SITEMAP_BYTES = 50_000_000
MAX_SITEMAP_PAGES = 200_000

_CHANGE_FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_USUAL = (
    "sitemap.xml",
    "sitemap_index.xml",
    "wp-sitemap.xml",
    "sitemap-index.xml",
    "sitemap.xml.gz",
    "sitemap.txt",
)
#: Names of sitemaps without posts, as WordPress, Yoast, Ghost, Hugo and others make them.
_WITHOUT_POSTS = re.compile(
    r"(?:^|[-_/.])(?:pages?|categor(?:y|ies)|(?:post[-_])?tags?|taxonom(?:y|ies)|authors?|users?|images?|videos?"
    r"|products?|attachments?|local|locations?)(?=[-_\d.]|$)",
    re.IGNORECASE,
)
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(urlset|sitemapindex|rss|feed|rdf)(?=[\s>])", re.I)
_SITEMAP_ROOT = re.compile(r"<(?:[A-Za-z_][\w.-]*:)?(?:urlset|sitemapindex)(?=[\s>])", re.I)
_HTML = re.compile(rb"<(?:html|head|body)[\s>]", re.I)
_ODD_AMPERSAND = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)")
_ROBOTS_LINE = re.compile(r"^[ \t\ufeff]*sitemap[ \t]*:[ \t]*(\S+)", re.I | re.M)
_LINE = re.compile(rb"https?://\S+", re.I)
_HEAD = 65_536


@dataclass(frozen=True, slots=True)
class SitemapPage:
    """A page, when it was last changed according to the site, and how often it changes ("daily", "never" …)."""

    url: str
    lastmod: datetime | None = None
    changefreq: str = ""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """One sitemap file: the pages it lists, and the addresses of the further sitemaps it points to."""

    url: str
    pages: tuple[SitemapPage, ...] = ()
    children: tuple[str, ...] = ()


def parse_sitemap(
    body: bytes, url: str, *, max_bytes: int = MAX_SITEMAP_BYTES, max_pages: int = MAX_SITEMAP_PAGES
) -> Sitemap:
    """Read a sitemap or sitemap index: XML, gzip, plain text, RSS or Atom, as much of it as can be read.

    :raises FeedError: if it is something else, too large, or an XML bomb.
    """
    body = gunzip(body, url, max_bytes)
    if len(body) > max_bytes:
        raise FeedError(f"{url} has {len(body):,} bytes, more than the limit of {max_bytes:,} for a sitemap")
    if b"\0" in body[:4]:
        body = decode(body).encode("utf-8", "replace")
    head = body[:_HEAD]
    root, html = _ROOT.search(head), _HTML.search(head)
    if root is None and html is None and b"<" not in head[:200]:
        pages = [SitemapPage(found) for line in body.splitlines() if (found := _on_line(line))]
        if pages:
            return Sitemap(url, tuple(dict.fromkeys(pages))[:max_pages])
    if root is None or (html and html.start() < root.start()):
        raise FeedError(f"{url} is not a sitemap: it lists no addresses")
    if root[1].lower() in (b"rss", b"feed", b"rdf"):
        entries = parse_feed(body, url, max_bytes=max_bytes).entries[:max_pages]
        return Sitemap(url, tuple(SitemapPage(entry.url, entry.updated or entry.published) for entry in entries))
    return _read(body, root.start(), url, max_pages)


def sitemaps_in_robots(text: str, robots_url: str | None = None) -> list[str]:
    """The sitemaps that a ``robots.txt`` names; relative ones are resolved against its own address."""
    named = _ROBOTS_LINE.findall(text)
    return list(dict.fromkeys(found for name in named if (found := absolute_link(robots_url or "", name))))


def usual_sitemaps(home_url: str, generator: str | None = None, feed_url: str | None = None) -> list[str]:
    """The usual addresses of sitemaps in the blog's folder and the host's root, the likeliest first."""
    usual = [urljoin(folder, name) for name in _USUAL for folder in home_folders(home_url)]
    if "wordpress" in (generator or "").lower():
        # Without pretty permalinks WordPress serves its sitemap, like its feed, by a parameter.
        plain = "?feed=" in (feed_url or "")
        first = ["?sitemap=index", "wp-sitemap.xml"] if plain else ["wp-sitemap.xml", "sitemap.xml"]
        usual = [urljoin(home_url, name) for name in first] + usual
    return list(dict.fromkeys(usual))


def may_list_posts(url: str) -> bool:
    """Whether a sitemap may list posts, by its name: ``post-sitemap.xml`` rather than ``category-sitemap.xml``."""
    parts = urlsplit(url)
    name = parts.path.rpartition("/")[2]
    if "-posts-post-" in name:  # wp-sitemap-posts-post-1.xml beside wp-sitemap-posts-page-1.xml
        return True
    return not _WITHOUT_POSTS.search(name) and "taxonomies" not in parts.query and "users" not in parts.query


def _read(body: bytes, start: int, url: str, max_pages: int) -> Sitemap:
    if b"<!ENTITY" in body:
        raise FeedError(f"{url} declares XML entities, which no sitemap needs; refused as dangerous")
    # libxml2 would drop a bare ampersand together with the name of the parameter, does not know HTML's entities, and
    # believes the declaration, which may name another encoding than the document has.
    if not body.isascii() or _ODD_AMPERSAND.search(body):
        document = safe_xml(decode(body), _SITEMAP_ROOT, url).encode("utf-8", "replace")
    else:
        document = body[start:]
    pages: dict[str, SitemapPage] = {}
    children: dict[str, None] = {}
    for kind, location, lastmod, changefreq in _entries(document):
        found = absolute_link(url, location)
        if found and kind == "sitemap":
            children[found] = None
        elif found:
            date = parse_date(lastmod) if lastmod[:4].isdigit() else None
            pages.setdefault(found, SitemapPage(found, plausible(date), changefreq))
        if len(pages) + len(children) >= max_pages:
            break
    return Sitemap(url, tuple(pages.values()), tuple(children))


def _entries(document: bytes) -> Iterator[tuple[str, str, str, str]]:
    """Kind, address, date and frequency of changes of each entry. Frees the elements that were read."""
    events = etree.iterparse(
        io.BytesIO(document),
        events=("end",),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
            kind = _name(element)
            if kind in ("url", "sitemap"):
                values = {_name(child): "".join(child.itertext()).strip() for child in reversed(element)}
                if values.get("loc"):
                    often = values.get("changefreq", "").lower()
                    yield kind, values["loc"], values.get("lastmod", ""), often if often in _CHANGE_FREQUENCIES else ""
            elif kind == "loc" and (parent := element.getparent()) is not None:
                if _name(parent) not in ("urlset", "sitemapindex"):
                    continue
                yield (
                    ("sitemap" if _name(parent) == "sitemapindex" else "url"),
                    (element.text or "").strip(),
                    "",
                    "",
                )
            else:
                continue
            element.clear()
            while element.getprevious() is not None and (parent := element.getparent()) is not None:
                del parent[0]
    except etree.XMLSyntaxError:
        return  # the file is cut off: keep what came before


def _name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(tag, str) else ""


def _on_line(line: bytes) -> str | None:
    match = _LINE.match(line.strip(b"\xef\xbb\xbf \t"))
    return absolute_link("", match.group().decode("utf-8", "replace")) if match else None
