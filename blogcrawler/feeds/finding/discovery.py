"""Find the feeds of a blog from any of its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urljoin, urlsplit

from lxml import etree, html

from ...urls import bare_host, related_hosts
from ..parsing.entry_links import absolute_link, is_proxy, same_site_variants
from .feed_kinds import POSTS, feed_kind
from .platforms import platform_feeds
from .site_folders import home_folders

__all__ = ["FeedLink", "addresses_above", "feed_candidates", "other_slash", "usual_addresses"]

Page = etree._Element | str | bytes

_FEED_TYPE = re.compile(r"rss|atom|rdf|feed\+json", re.I)
_XML_TYPE = re.compile(r"^\s*(?:text|application)/(?:xml|json)\b", re.I)
_FEED_ADDRESS = re.compile(
    r"""/(?:feeds?|rss2?|atom|rdf|syndicate|syndication)(?:/(?:rss2?|atom|rdf|index|feed|posts/default|all))?
            (?:\.\w{2,4})?/?$
      | /[^/]*\.(?:rss|rdf|atom)$
      | /(?:[\w.-]*(?:feed|rss|atom|rdf)[\w.-]*|index|all|posts?|recent\w*)\.(?:xml|json|php|aspx?)$
      | ^/feeds?/ | ^/index\.php\?/feeds/
      | [?&](?:feed|format|alt|type|output)=(?:rss|atom|feed|rdf) | [?&](?:rss|feed|atom)(?:$|[&=])""",
    re.X | re.I,
)
_FEED_HOST = re.compile(r"(?:feeds?|rss|atom|syndication)\.", re.I)
_XML_ADDRESS = re.compile(r"\.xml$", re.I)
_FEED_WORD = re.compile(r"\b(?:rss|atom|xml|feeds?|syndicate|rdf)\b|フィード|订阅|訂閱|구독", re.I)
_SUBSCRIBE = re.compile(r"^\W*(?:subscribe|abonnieren|s.abonner|suscr[ií]b|assin(?:e|ar)|iscriviti|подпис)", re.I)

_RELATIONS = {"alternate", "alternative", "feed", "service.feed", "home"}

# How likely a link is the feed of posts, by where it was found and what its feed is about.
_BY_PLACE = {"link": 100, "likely link": 85, "anchor": 70, "platform": 50, "word": 40, "guess": 30}
_BY_KIND = {POSTS: 0, "podcast": -40, "section": -60, "comments": -75}

_USUAL = (
    *("feed/", "rss.xml", "feed.xml", "atom.xml", "index.xml", "rss/", "feed", "feeds/all.atom.xml"),
    *("blog/feed/", "rss", "index.rdf", "feeds/posts/default", "blog/index.xml", "feed/index.xml"),
)
_MAX_USUAL, _MAX_ABOVE = 14, 4
#: Number of elements of a page to check.
_MAX_ELEMENTS = 3000


@dataclass(frozen=True, slots=True)
class FeedLink:
    """An address that may be a feed of the blog.

    ``kind`` is what it seems to be about (``posts``, ``comments``, ``section``, ``podcast``), ``place`` where
    it was found: in a ``link`` (or ``likely link``) element, in an ``anchor``, only by a ``word``, by the ``platform``,
    or by a ``guess``.
    """

    url: str
    title: str | None
    kind: str
    place: str

    @property
    def score(self) -> int:
        """How likely it is the feed of the blog's posts; only the order has a meaning."""
        return _BY_PLACE[self.place] + _BY_KIND[self.kind]


def feed_candidates(page: Page, page_url: str) -> list[FeedLink]:
    """URLs where the blog's feed may be, the likeliest first.

    ``page`` is the home page or any other page of the blog. Not all of the feeds exist: those with the place
    ``platform`` or ``guess`` are only the usual URLs for this kind of blog.
    """
    tree = _tree(page)
    if tree is None:
        return []
    base = next((absolute_link(page_url, element.get("href")) for element in tree.iter("base")), None) or page_url
    found = [*_announced(tree, base), *_linked(tree, base, page_url)]
    generators = [m.get("content") or "" for m in tree.iter("meta") if (m.get("name") or "").lower() == "generator"]
    resources = [
        url
        for element in islice(tree.iter("link", "script", "img"), _MAX_ELEMENTS)
        if (url := absolute_link(base, _source(element)))
    ]
    found += [FeedLink(url, None, POSTS, "platform") for url in platform_feeds(page_url, generators, resources)]
    guesses = [(link, other) for link in found for other in _misspelt(link.url, page_url)]
    guesses += [(link, other) for link in found for other in _same_folder(link.url)]
    found += [FeedLink(other, link.title, link.kind, "guess") for link, other in guesses]
    return _ranked(found, page_url)


def other_slash(url: str) -> str | None:
    """The address with or without a slash at its end; ``None`` if it names a file, or the home page.

    >>> other_slash("https://example.org/feed")
    'https://example.org/feed/'
    """
    parts = urlsplit(url)
    whole = parts.path.rstrip("/")
    if not whole or "." in whole.rpartition("/")[2]:
        return None
    return parts._replace(path=whole if parts.path.endswith("/") else f"{whole}/").geturl()


def usual_addresses(home_url: str) -> list[str]:
    """The usual addresses of feeds, for pages that link to none: at most fourteen, the commonest first."""
    folders = home_folders(home_url)
    return list(dict.fromkeys(urljoin(folder, name) for name in _USUAL for folder in folders))[:_MAX_USUAL]


def addresses_above(urls: Iterable[str]) -> list[str]:
    """Addresses in the folders above, for feeds that are not where pages say: a blog may have moved into a folder.

    >>> addresses_above(["https://example.org/blogs/ann/index.rdf"])
    ['https://example.org/blogs/index.rdf', 'https://example.org/index.rdf']
    """
    found: dict[str, None] = {}
    for url in urls:
        *folders, name = urlsplit(url).path.strip("/").split("/")
        for depth in range(len(folders) - 1, -1, -1):
            found[urljoin(url, "/" + "/".join([*folders[:depth], name]))] = None
    return list(found)[:_MAX_ABOVE]


def _tree(page: Page) -> etree._Element | None:
    if isinstance(page, etree._Element):
        return page
    body = page.encode("utf-8", "replace") if isinstance(page, str) else page
    try:
        return html.document_fromstring(
            body, parser=html.HTMLParser(encoding="utf-8" if isinstance(page, str) else None)
        )
    except (etree.LxmlError, ValueError):
        return None


def _announced(tree: etree._Element, base: str) -> Iterator[FeedLink]:
    """The feeds in ``<link>`` elements, correctly typed or not."""
    for element in islice(tree.iter("link"), _MAX_ELEMENTS):
        url = absolute_link(base, element.get("href"))
        relations = (element.get("rel") or "").lower().split()
        kind = element.get("type") or ""
        typed = bool(_FEED_TYPE.search(kind)) and (not relations or not _RELATIONS.isdisjoint(relations))
        untyped = "alternate" in relations and (not kind or bool(_XML_TYPE.search(kind)))
        if url and (typed or (untyped and _looks_like_feed(url)) or "feed" in relations):
            yield from _feed_link(url, element.get("title"), "link" if typed else "likely link")


def _linked(tree: etree._Element, base: str, page_url: str) -> Iterator[FeedLink]:
    """The feeds that anchors link to, recognised by their addresses or words."""
    own = bare_host(page_url)
    for element in islice(tree.iter("a", "area"), _MAX_ELEMENTS):
        url = absolute_link(base, element.get("href"))
        if not url:
            continue
        is_own, serves_feeds = bare_host(url) == own, is_proxy(url) or _is_feed_host(bare_host(url), own)
        if not (is_own or serves_feeds or related_hosts(bare_host(url), own)):
            continue
        words = _words(element)
        if _looks_like_feed(url) or (serves_feeds and urlsplit(url).path.strip("/")):
            yield from _feed_link(url, words, "anchor")
        elif not is_own:
            continue
        elif _XML_ADDRESS.search(urlsplit(url).path) or (
            len(words) < 40 and (_FEED_WORD.search(words) or _SUBSCRIBE.search(words))
        ):
            yield from _feed_link(url, words, "word")


def _is_feed_host(host: str, own: str) -> bool:
    """Whether a host next to the blog's has nothing but feeds: feeds.example.org for blog.example.org."""
    return host != own and _FEED_HOST.match(host) is not None and related_hosts(host.partition(".")[2], own)


def _feed_link(url: str, title: str | None, place: str) -> Iterator[FeedLink]:
    url = url.partition("#")[0]
    kind = feed_kind(url, title)
    if kind in _BY_KIND:
        yield FeedLink(url, " ".join(title.split()) or None if title else None, kind, place)


def _looks_like_feed(url: str) -> bool:
    parts = urlsplit(url)
    return bool(_FEED_ADDRESS.search(f"{parts.path}?{parts.query}" if parts.query else parts.path))


def _words(element: etree._Element) -> str:
    pictures = [picture.get("alt") or "" for picture in element.iter("img")]
    texts = [text for text in element.itertext() if isinstance(text, str)]
    return " ".join(" ".join([*texts, *pictures, element.get("title") or ""]).split())


def _source(element: etree._Element) -> str | None:
    return element.get("href") or element.get("src")


def _misspelt(url: str, page_url: str) -> Iterator[str]:
    """The address with the other slash, and on the blog's host if it leads to its author's machine."""
    slash = None if urlsplit(url).query or is_proxy(url) else other_slash(url)
    if slash:
        yield slash
    if bare_host(url) != bare_host(page_url):
        yield from same_site_variants(url, page_url)


def _same_folder(url: str) -> Iterator[str]:
    """The file of a folder such as ``/feed/`` in sites that were saved as files, and the folder of such a file."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    if parts.query or is_proxy(url):
        return
    if re.fullmatch(r"index\.(?:xml|html?|rss)", name):
        yield parts._replace(path=f"{folder}/").geturl()
    elif "." not in name and (name or folder):
        whole = parts.path.rstrip("/")
        for index in ("index.xml", "index.html"):
            yield parts._replace(path=f"{whole}/{index}").geturl()


def _ranked(links: list[FeedLink], page_url: str) -> list[FeedLink]:
    own_host = bare_host(page_url)
    page = page_url.split("?")[0].rstrip("/") + "/"
    is_root = page.count("/") == 3

    def order(link: FeedLink) -> int:
        elsewhere = bare_host(link.url) != own_host and not is_proxy(link.url)
        # WordPress announces the comments of a post below its page, in the words of any language.
        of_page = not is_root and link.url.startswith(page) and "»" in (link.title or "")
        return -link.score + (15 if elsewhere else 0) + (30 if of_page else 0)

    best: dict[str, FeedLink] = {}
    for link in links:
        known = best.get(link.url)
        if known is None or link.score > known.score:
            best[link.url] = link
    return sorted(best.values(), key=order)
