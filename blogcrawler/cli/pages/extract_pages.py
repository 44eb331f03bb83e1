"""Extracts posts from single pages, given as files or addresses, by a chosen method."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...dom import Page, group_by_template, squash
from ...errors import BlogCrawlerError, UsageError
from ...extraction import (
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
from ...items import Feed, FeedEntry, Provenance
from ...store import Store
from ...urls import page_key
from .page_loading import fetch_linked, is_web_address, load_page
from .related_pages import RelatedPages

__all__ = ["METHODS", "extract_pages"]

METHODS = ("auto", "rules", "sigfeed", "forest", "blogforever")

#: Number of feed entries whose pages are fetched to learn from.
_TRAINING_PAGES = 10


def extract_pages(
    pages: Sequence[Page],
    method: str,
    feed: Feed | None = None,
    store: Store | None = None,
    related: RelatedPages | None = None,
    offline: bool = False,
) -> list[ExtractedPost]:
    """Extract the posts on pages of one blog.

    ``rules`` learns from the feed or uses the rules that a crawl has stored; ``sigfeed`` needs the pages' feed entries;
    ``forest`` needs at least two pages with the same template; ``blogforever`` learns from the feed as the original
    BlogForever crawler did, for comparison. ``auto`` takes the first method that is possible. ``related`` is what was
    found in addition to the pages. ``offline`` keeps the posts of the feed from being fetched.
    """
    related = related or RelatedPages()
    feed = feed or related.feed
    entries = {page_key(entry.url): entry for entry in feed.entries} if feed else {}
    if method == "sigfeed":
        return [_by_sigfeed(page, entries.get(page_key(page.url))) for page in pages]
    if method == "blogforever":
        return _by_blogforever(pages, related.training or _training_pairs(pages, entries, offline))
    if method in ("rules", "auto"):
        rules = _stored_rules(pages, store)
        if rules is None and feed is not None:
            rules = _learn(related.training or _training_pairs(pages, entries, offline), feed)
        if rules is not None:
            extractor = Extractor(rules)
            return [extractor.extract(page, entries.get(page_key(page.url))) for page in pages]
        if method == "rules":
            raise UsageError("there are no rules; give --feed to learn from, or crawl the blog first")
    others = related.others(pages)
    if method == "forest" and len(pages) + len(others) < 2:
        raise UsageError("FOREST compares pages of one blog; give at least two")
    return _by_forest([*pages, *others], entries)[: len(pages)]


def _by_forest(pages: Sequence[Page], entries: dict[str, FeedEntry]) -> list[ExtractedPost]:
    """Extract each page by comparing it with the other pages of its template."""
    extracted: dict[int, ExtractedPost] = {}
    for indexes in group_by_template(pages):
        group = [(FeedEntry(url=pages[index].url), pages[index]) for index in indexes]
        extractor = Extractor(RuleSet(article=tuple(forest_rules(group) if len(group) > 1 else ())))
        for index in indexes:
            extracted[index] = extractor.extract(pages[index], entries.get(page_key(pages[index].url)))
    return [extracted[index] for index in range(len(pages))]


def _learn(pairs: Sequence[tuple[FeedEntry, Page]], feed: Feed) -> RuleSet | None:
    rules = learn(pairs, feed.language) if pairs else RuleSet()
    return rules if rules.article else None


def _stored_rules(pages: Sequence[Page], store: Store | None) -> RuleSet | None:
    """The rules that a crawl of the pages' blog has stored."""
    known = (store.blog_of(page.url) for page in pages) if store is not None else ()
    return next((RuleSet.from_record(blog.rules) for blog in known if blog and blog.rules), None)


def _training_pairs(
    pages: Sequence[Page], entries: dict[str, FeedEntry], offline: bool
) -> list[tuple[FeedEntry, Page]]:
    """The newest feed entries with their pages: those that were given, or from the web."""
    given = {page_key(page.url): page for page in pages}
    pairs = []
    for key, entry in list(entries.items())[:_TRAINING_PAGES]:
        page = given.get(key)
        if page is not None:
            pairs.append((entry, page))
        elif not offline and is_web_address(entry.url):
            try:
                pairs.append((entry, load_page(entry.url, fetch_linked)))
            except BlogCrawlerError:
                continue  # deleted posts are normal; learn from the others
    return pairs


def _by_blogforever(pages: Sequence[Page], pairs: Sequence[tuple[FeedEntry, Page]]) -> list[ExtractedPost]:
    """Extract title and article by the published algorithm, and nothing else."""
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
