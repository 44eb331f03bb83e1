"""Extracts posts from single pages, given as files or addresses, by a chosen method."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.request import Request, urlopen

from w3lib.encoding import html_to_unicode

from ..dom import Page, group_by_template, parse_page, squash
from ..errors import BlogCrawlerError, UsageError
from ..extraction import (
    ArticleRule,
    Cleaner,
    ExtractedPost,
    Extractor,
    RuleSet,
    blogforever_article_rule,
    blogforever_title_rule,
    forest_rules,
    learn,
    sigfeed,
    training_samples,
    uncleaned_text,
)
from ..feeds import parse_feed
from ..items import Feed, FeedEntry, Provenance
from ..store import Store
from ..urls import page_key, resolve

__all__ = ["METHODS", "extract_pages", "load_feed", "load_page"]

METHODS = ("auto", "rules", "sigfeed", "forest", "blogforever")

_MAX_BYTES = 20_000_000
_TIMEOUT = 60  # seconds
#: Number of feed entries whose pages are fetched to learn from.
_TRAINING_PAGES = 10


def _load(source: str) -> tuple[bytes, str, str | None]:
    """The bytes of a file or an address, its URL, and the content type that the server sent."""
    if source.startswith(("http://", "https://")):
        request = Request(source, headers={"User-Agent": "blogcrawler"})  # noqa: S310 - the scheme is checked
        try:
            with urlopen(request, timeout=_TIMEOUT) as answer:  # noqa: S310
                return answer.read(_MAX_BYTES), answer.geturl(), answer.headers.get("Content-Type")
        except OSError as error:
            raise BlogCrawlerError(f"{source} could not be fetched: {error}") from None
    file = Path(source)
    try:
        return file.read_bytes(), file.absolute().as_uri(), None
    except OSError as error:
        raise UsageError(f"{source} is neither an address nor a readable file: {error.strerror}") from None


def load_page(source: str) -> Page:
    """The page in a file or at an address. The URL of a saved page is its canonical link, if it has one."""
    body, url, kind = _load(source)
    page = parse_page(html_to_unicode(kind, body)[1], url)
    if url.startswith("file:"):
        for link in page.tree.iterfind("./head/link[@rel='canonical']"):
            stated = resolve(page.base, link.get("href") or "")
            if stated:
                return Page(stated, page.tree, stated)
    return page


def load_feed(source: str) -> Feed:
    """The feed in a file or at an address."""
    body, url, kind = _load(source)
    return parse_feed(body, url, kind)


def extract_pages(
    pages: Sequence[Page], method: str, feed: Feed | None = None, store: Store | None = None
) -> list[ExtractedPost]:
    """Extract the posts on pages of one blog.

    ``rules`` learns from the feed or uses the rules that a crawl has stored; ``sigfeed`` needs the pages' feed entries;
    ``forest`` needs at least two pages with the same template; ``blogforever`` learns from the feed as the original
    BlogForever crawler did, for comparison. ``auto`` takes the first method that is possible.
    """
    entries = {page_key(entry.url): entry for entry in feed.entries} if feed else {}
    if method == "sigfeed":
        return [_by_sigfeed(page, entries.get(page_key(page.url))) for page in pages]
    if method == "blogforever":
        return _by_blogforever(pages, entries)
    if method in ("rules", "auto"):
        rules = _rules(pages, feed, entries, store)
        if rules is not None:
            extractor = Extractor(rules)
            return [extractor.extract(page, entries.get(page_key(page.url))) for page in pages]
        if method == "rules":
            raise UsageError("there are no rules; give --feed to learn from, or crawl the blog first")
    if method == "forest" and len(pages) < 2:
        raise UsageError("FOREST compares pages of one blog; give at least two")
    return _by_forest(pages, entries)


def _by_forest(pages: Sequence[Page], entries: dict[str, FeedEntry]) -> list[ExtractedPost]:
    """Extract each page by comparing it with the other pages of its template."""
    extracted: dict[int, ExtractedPost] = {}
    for indexes in group_by_template(pages):
        group = [(FeedEntry(url=pages[index].url), pages[index]) for index in indexes]
        extractor = Extractor(RuleSet(article=tuple(forest_rules(group) if len(group) > 1 else ())))
        for index in indexes:
            extracted[index] = extractor.extract(pages[index], entries.get(page_key(pages[index].url)))
    return [extracted[index] for index in range(len(pages))]


def _rules(
    pages: Sequence[Page], feed: Feed | None, entries: dict[str, FeedEntry], store: Store | None
) -> RuleSet | None:
    if feed is not None:
        pairs = _training_pairs(pages, entries)
        rules = learn(pairs, feed.language) if pairs else RuleSet()
        return rules if rules.article else None
    known = (store.blog_of(page.url) for page in pages) if store is not None else ()
    return next((RuleSet.from_record(blog.rules) for blog in known if blog and blog.rules), None)


def _training_pairs(pages: Sequence[Page], entries: dict[str, FeedEntry]) -> list[tuple[FeedEntry, Page]]:
    """The newest feed entries with their pages: those that were given, or from the web."""
    given = {page_key(page.url): page for page in pages}
    pairs = []
    for key, entry in list(entries.items())[:_TRAINING_PAGES]:
        page = given.get(key)
        if page is not None:
            pairs.append((entry, page))
        elif entry.url.startswith(("http://", "https://")):
            try:
                pairs.append((entry, load_page(entry.url)))
            except BlogCrawlerError:
                continue  # deleted posts are normal; learn from the others
    return pairs


def _by_blogforever(pages: Sequence[Page], entries: dict[str, FeedEntry]) -> list[ExtractedPost]:
    """Extract title and article by the published algorithm, and nothing else."""
    pairs = _training_pairs(pages, entries)
    article, title = blogforever_article_rule(pairs), blogforever_title_rule(pairs)
    if article is None:
        raise UsageError("the BlogForever algorithm learns from the blog's feed; give one with --feed")
    extracted = []
    for page in pages:
        text = uncleaned_text(page, article)
        got = ExtractedPost(title=squash(uncleaned_text(page, title)) if title else None, text=text)
        got.content_html = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())
        got.source = dict.fromkeys(("title", "text", "content_html"), Provenance.RULE)
        extracted.append(got)
    return extracted


def _by_sigfeed(page: Page, entry: FeedEntry | None) -> ExtractedPost:
    if entry is None:
        raise UsageError(f"SIGFEED needs the feed entry of {page.url}; give the feed that lists it with --feed")
    (sample,) = training_samples([(entry, page)])
    node = sigfeed(sample)
    got = ExtractedPost(title=entry.title, authors=list(entry.authors), tags=list(entry.tags))
    if node is not None:
        article = Cleaner(ArticleRule("", 0.0)).clean(sample.outline.nodes[node], page.base)
        got.content_html, got.text, got.links = article.html, article.text, article.links
        got.source["text"] = got.source["content_html"] = Provenance.SIGFEED
    return got
