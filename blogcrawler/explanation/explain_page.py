"""Explain how the crawler reads a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ..blog import KnownBlog
from ..dates import DateCandidate, DateOrigin
from ..dom import Page
from ..extraction import ExtractedPost
from ..items import FeedEntry, Post
from ..knowledge import Document, known_applications
from .article_blocks import article_blocks
from .field_choices import PageFields
from .model import Explanation, Program
from .post_decision import decide

__all__ = ["CapturedPage", "explain_page"]


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """A page as it was captured: parsed, with its response, and what the archive has about it."""

    page: Page
    document: Document
    captured: datetime
    entry: FeedEntry | None = None
    saved: Post | None = None
    #: When the page was last modified, according to its server.
    modified: str | None = None


def explain_page(blog: KnownBlog, asked: str, captured: CapturedPage) -> Explanation:
    """Explain a page of a blog; ``asked`` is the address that the user gave."""
    page, saved = captured.page, captured.saved
    url = blog.scope.adopt(page.url)
    decision, extractor = decide(blog, page, url, captured.entry, saved=saved is not None)
    fields = PageFields(page, extractor, captured.entry, captured.captured)
    got = extractor.extract(page, captured.entry, captured.captured)
    chosen = saved.published if saved is not None else got.published
    text = saved.text if saved is not None and saved.text else got.text
    return Explanation(
        url=asked,
        blog=blog.home,
        captured_url=page.url,
        captured=captured.captured.isoformat(timespec="seconds"),
        program=_program(blog, captured.document),
        post=decision,
        fields=fields.explain(got, saved),
        dates=fields.dates(got, _other_dates(captured, blog.rules.modified), chosen),
        blocks=tuple(article_blocks(page, text, fields.article_rule(got), got.title)),
        notes=tuple(_notes(blog, got, saved)),
    )


def _program(blog: KnownBlog, document: Document) -> Program | None:
    own = blog.knowledge.application
    found = known_applications().detect(document)
    if found is None:
        return None
    application = found.application
    patterns = [detection.patterns for detection in application.detect]
    matching = [
        " and ".join(map(str, listed))
        for listed in patterns
        if all(any(pattern.is_in(root) for root in document.roots) for pattern in listed)
    ]
    level = found.level.name if found.level is not None else None
    of_blog = own.name if own is not None else None
    return Program(application.name, application.title, tuple(matching), len(patterns), level, of_blog)


def _other_dates(captured: CapturedPage, modified: tuple[int, int]) -> list[DateCandidate]:
    """Dates that are not on the page: the server's, that of the first comment, and the one the crawl decided on."""
    found: list[DateCandidate] = []
    if captured.modified is not None:
        right, of = modified
        found.append(DateCandidate(captured.modified, DateOrigin.HTTP, right / max(of, 1), of))
    saved = captured.saved
    if saved is None:
        return found
    said = min((one.published for one in saved.comments if one.published), default=None, key=lambda date: date[:10])
    if said is not None:
        found.append(DateCandidate(said[:10], DateOrigin.COMMENTS))
    if saved.dating:
        dating = saved.dating
        found.append(DateCandidate(dating["date"], DateOrigin(dating["from"]), chance=dating["confidence"]))
    return found


def _notes(blog: KnownBlog, got: ExtractedPost, saved: Post | None) -> Sequence[str]:
    notes = []
    if saved is not None and got.text and saved.text.startswith(f"{got.text}\n"):
        notes.append("The article continues on further pages, which are in the record but not explained here.")
    if saved is not None and saved.rendered:
        notes.append("The record was read from the page as a browser shows it; here is what the server sent.")
    if blog.knowledge.has_threads:
        notes.append("This is a forum: the knowledge base reads its threads. See blogcrawler kb explain URL.")
    return notes
