"""Gathers the comments of a post: which sources are requested, in which order, and when there are enough.

The page is available already. If a rule reads as many comments off it as the post should have, nothing is requested.
Otherwise the comment feed comes first: it is the best source if it has all comments, and it trains rules if it does
not. Then come the platform's endpoint and the further pages of the discussion.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from ..dom import Page, parse_page
from ..extraction import signature
from ..feeds import feed_kind
from ..items import Comment, FeedEntry, Provenance
from ..urls import page_key, resolve
from .blog_comments import BlogComments
from .page.clean_texts import with_clock_offset
from .page.find_by_structure import find_comments
from .page.rule_reader import blank_comments, find_nodes, read_page
from .page.rules import markup_rule
from .page.stated_count import comment_pages, stated_count
from .platforms.comment_feed import read_comment_feed
from .platforms.definition import CommentPlatform
from .platforms.detect import page_platforms
from .platforms.endpoint_client import query_endpoint
from .platforms.endpoint_urls import endpoint_of, page_values
from .platforms.json_answer import CommentBatch, EndpointAnswer
from .thread_order import in_thread_order, merge

__all__ = ["Discussion", "Gathering", "gather"]

#: Comment feeds usually hold the newest ten comments: a feed with this many may lack older ones.
_USUAL_FEED_SIZE = 10
#: Further pages to request for one discussion.
_MAX_PAGES = 100


@dataclass(slots=True)
class Discussion:
    """The comments of a post.

    ``feed`` is the address of their feed, ``expected`` the number that the page or the feed states, ``source`` says who
    gave them (a ``Provenance``), and ``paths`` are the XPath expressions of the comments on the page.
    """

    comments: list[Comment] = field(default_factory=list)
    feed: str | None = None
    expected: int | None = None
    source: str = ""
    paths: tuple[str, ...] = ()

    def blank_on(self, page: Page) -> None:
        """Empty the comments on the page, so that none of them gets into the article."""
        page.signature = signature(page)  # read off the comments, so it must be kept before they are gone
        blank_comments(page, self.paths)


#: Yields addresses to fetch, is sent the responses (None if the download failed), returns the discussion.
Gathering = Generator[str, "EndpointAnswer | None", Discussion]


def gather(
    page: Page,
    url: str,
    entry: FeedEntry | None,
    known: BlogComments,
    now: datetime | None = None,
    platforms: Sequence[CommentPlatform] | None = None,
) -> Gathering:
    """Gather the comments of the post at ``url``; its feed entry may state their number and the address of their feed.

    ``platforms`` are the page's comment platforms, if they are known already.
    """
    if platforms is None:
        platforms = page_platforms(page)
    found = yield from _gather(page, url, entry, known, now, platforms)
    if not any(platform.marks.needs_script for platform in platforms):  # scripts use the browser's time zone
        found.comments = [
            replace(one, published=with_clock_offset(one.published, known.clock)) for one in found.comments
        ]
    return found


def _gather(
    page: Page,
    url: str,
    entry: FeedEntry | None,
    known: BlogComments,
    now: datetime | None,
    platforms: Sequence[CommentPlatform],
) -> Gathering:
    expected = entry.comments_expected if entry else None
    if expected is None:
        expected = stated_count(page)
    posted = entry.published if entry else None
    found = _read_shown(page, platforms, known, now, expected, posted)
    found.expected = expected
    found.feed = (entry.comments_feed if entry else None) or _page_feed(page, url)
    further = comment_pages(page, url)
    needs_script = any(platform.marks.needs_script for platform in platforms)
    if expected == 0 and not found.comments:
        return found
    batch: CommentBatch | None = None
    can_train = not known.is_trained and max(len(found.comments), expected or 0) > 1
    is_feed_enough = _is_incomplete(found, further, needs_script) and (expected or 0) <= _USUAL_FEED_SIZE
    if found.feed and known.is_worth_asking("feed") and (can_train or is_feed_enough):
        known.tried += can_train
        answer = yield found.feed
        batch = read_comment_feed(answer) if answer is not None and answer.status < 400 else None
        known.record_reply("feed", failed=batch is None)
        if batch is not None and batch.comments:
            if can_train:
                known.train(page, batch.comments, platforms[0] if platforms else None)
                _read_again(found, page, platforms, known, now, posted)
            if _has_all(batch, found):
                found.comments = _ordered(merge(batch.comments, found.comments), found.comments)
                found.source = Provenance.FEED
                return found
    if not _is_incomplete(found, further, needs_script):
        return found
    yield from _query_platforms(found, page, url, platforms, known)
    if _is_incomplete(found, further, needs_script=False):
        yield from _read_further_pages(found, further, url, platforms, known, now)
    if batch is not None and _is_incomplete(found, (), needs_script=False):
        found.comments = in_thread_order(merge(found.comments, batch.comments))
        found.source = found.source or Provenance.FEED
    return found


def _is_incomplete(found: Discussion, further: Sequence[str], needs_script: bool) -> bool:
    """Whether comments are missing: there are fewer than stated, further pages, or a script that loads them."""
    if found.expected is not None:
        return len(found.comments) < found.expected
    return bool(further) or (needs_script and not found.comments)


def _has_all(batch: CommentBatch, found: Discussion) -> bool:
    """Whether a feed has all comments: as many as are stated or, if no number is, fewer than it could hold."""
    number = len(batch.comments)
    stated = batch.total if batch.total is not None else found.expected
    if stated is not None:
        return number >= stated and number >= len(found.comments)
    return len(found.comments) <= number < _USUAL_FEED_SIZE


def _read_shown(
    page: Page,
    platforms: Sequence[CommentPlatform],
    known: BlogComments,
    now: datetime | None,
    expected: int | None = None,
    posted: datetime | None = None,
) -> Discussion:
    """The comments that the page itself shows: by learned rules, by the markup of platforms, or by structure.

    Where a rule reads fewer comments than the page states, the structure may show more.
    """
    names = {platform.name for platform in platforms} | {""}
    rules = [rule for rule in known.rules if rule.platform in names]
    rules += [markup_rule(platform.dom, platform.name) for platform in platforms if platform.dom is not None]
    ruled = Discussion()
    for rule in rules:
        comments = read_page(page, rule, known.language, now)
        if any(comment.author or comment.published for comment in comments):
            ruled = Discussion(comments, source=rule.source, paths=(rule.selector,))
            break
    said = sum(comment.type == "comment" for comment in ruled.comments)
    if ruled.comments and (expected is None or said >= expected or len(ruled.comments) == expected):
        return ruled
    found = find_comments(page, known.language, now, expected, posted)
    if len(found.comments) <= said:
        return ruled
    return Discussion(list(found.comments), source=Provenance.FALLBACK, paths=found.paths)


def _read_again(
    found: Discussion,
    page: Page,
    platforms: Sequence[CommentPlatform],
    known: BlogComments,
    now: datetime | None,
    posted: datetime | None,
) -> None:
    """Read the page again, with the rules that were just learned."""
    again = _read_shown(page, platforms, known, now, found.expected, posted)
    found.comments, found.source, found.paths = again.comments, again.source, again.paths


def _query_platforms(
    found: Discussion, page: Page, url: str, platforms: Sequence[CommentPlatform], known: BlogComments
) -> Generator[str, EndpointAnswer | None, None]:
    """Query the endpoints of the page's platforms until one of them has comments."""
    for platform in platforms:
        values = page_values(platform, page, url)
        endpoint = endpoint_of(platform, values)
        if endpoint is None or not known.is_worth_asking(platform.name):
            continue
        result = yield from query_endpoint(platform, endpoint, values, url)
        known.record_reply(platform.name, failed=result.failed)
        if found.expected is None and not result.failed:
            counted = len(result.comments) if result.is_complete else None
            found.expected = result.total if result.total is not None else counted
        if result.comments:
            found.comments = in_thread_order(merge(result.comments, found.comments))
            found.source = Provenance.KNOWLEDGE
            return


def _read_further_pages(
    found: Discussion,
    further: Sequence[str],
    url: str,
    platforms: Sequence[CommentPlatform],
    known: BlogComments,
    now: datetime | None,
) -> Generator[str, EndpointAnswer | None, None]:
    """Read the further pages of the discussion, each once; pages that add comments may link to more pages."""
    waiting, seen = list(further), {page_key(url)}
    for _ in range(_MAX_PAGES):
        address = next((one for one in waiting if page_key(one) not in seen), None)
        if address is None:
            return
        seen.add(page_key(address))
        answer = yield address
        if answer is None or answer.status >= 400:
            continue
        page = parse_page(answer.text, answer.url)
        more = _read_shown(page, platforms, known, now)
        before = len(found.comments)
        found.comments = in_thread_order(merge(found.comments, more.comments))
        found.source = found.source or more.source
        if len(found.comments) > before:
            waiting += comment_pages(page, url)


def _page_feed(page: Page, url: str) -> str | None:
    """The address of the feed of the post's own comments, if the page links to it."""
    own = page_key(url)
    for link in find_nodes(page.tree, "/html/head/link[@href]"):
        if "alternate" not in (link.get("rel") or "") or "xml" not in (link.get("type") or ""):
            continue
        address = resolve(page.base, link.get("href") or "")
        if address is None:
            continue
        below = page_key(address).startswith(own.rstrip("/") + "/feed")
        numbered = "/comments/" in address and any(part.isdecimal() for part in address.split("/"))
        if below or (numbered and feed_kind(address) == "comments"):
            return address
    return None


def _ordered(comments: Sequence[Comment], shown: Sequence[Comment]) -> list[Comment]:
    """The comments in the order of the page if it shows all of them, otherwise in thread order."""
    positions = {comment.id: position for position, comment in enumerate(shown)}
    if all(comment.id in positions for comment in comments):
        return sorted(comments, key=lambda comment: positions[comment.id])
    return in_thread_order(comments)
