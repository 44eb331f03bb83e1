"""The discussion of a post: who is asked for its comments, in which order, and when that is enough.

The page is there already. If a rule that has proved itself reads as many comments off it as there should be, nobody is
asked. Otherwise the comment feed is asked, which is the truth where it holds all and trains rules where it does not;
then the platform's endpoint; then the discussion's further pages.
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
from .page.boxes_by_structure import find_repeated
from .page.clean_texts import on_clock
from .page.flat_by_structure import find_flat
from .page.rule_reader import blank_comments, find_nodes, read_page
from .page.rules import dom_rule
from .page.stated_count import comment_pages, stated_count
from .platforms.comment_feed import read_comment_feed
from .platforms.definition import CommentPlatform
from .platforms.detect import page_platforms
from .platforms.endpoint_client import ask_endpoint
from .platforms.endpoint_urls import endpoint_of, page_values
from .platforms.json_answer import CommentBatch, EndpointAnswer
from .thread_order import merge, threaded

__all__ = ["Discussion", "Gathering", "gather"]

#: Feeds of comments that have this many or more may have lost older ones.
_USUAL_FEED = 10
_MOST_PAGES = 100


@dataclass(slots=True)
class Discussion:
    """The comments of a post, how many there should be, and who gave them; ``paths`` are where they are on its page."""

    comments: list[Comment] = field(default_factory=list)
    feed: str | None = None
    expected: int | None = None
    source: str = ""
    paths: tuple[str, ...] = ()

    def leave(self, page: Page) -> None:
        """Empty the comments on the page, so that none of them is taken for the article."""
        signature(page)  # it is not there afterwards
        blank_comments(page, self.paths)


#: Yields the addresses that are wanted, is sent the answers (None: it cannot be had), returns the discussion.
Gathering = Generator[str, "EndpointAnswer | None", Discussion]


def gather(
    page: Page,
    url: str,
    entry: FeedEntry | None,
    known: BlogComments,
    now: datetime | None = None,
    platforms: Sequence[CommentPlatform] | None = None,
) -> Gathering:
    """Gather the comments of the post at ``url``; its feed entry may say how many there are and where their feed is.

    ``platforms`` are those of the page, if somebody has looked for them already.
    """
    if platforms is None:
        platforms = page_platforms(page)
    found = yield from _gathered(page, url, entry, known, now, platforms)
    if not any(platform.marks.drawn for platform in platforms):  # what a browser draws goes by the browser's clock
        found.comments = [replace(one, published=on_clock(one.published, known.clock)) for one in found.comments]
    return found


def _gathered(
    page: Page,
    url: str,
    entry: FeedEntry | None,
    known: BlogComments,
    now: datetime | None,
    platforms: Sequence[CommentPlatform],
) -> Gathering:
    expected = entry.comments_expected if entry else None
    found = _shown(page, platforms, known, now)
    if expected is None:
        expected = stated_count(page)
    found.expected = expected
    found.feed = (entry.comments_feed if entry else None) or _page_feed(page, url)
    further = comment_pages(page, url)
    drawn = any(platform.marks.drawn for platform in platforms)
    if expected == 0 and not found.comments:
        return found
    batch: CommentBatch | None = None
    learns = not known.is_trained and max(len(found.comments), expected or 0) > 1
    lacks = _lacks(found, further, drawn)
    if found.feed and known.asks("feed") and (learns or (lacks and (expected or 0) <= _USUAL_FEED)):
        known.tried += learns
        answer = yield found.feed
        batch = read_comment_feed(answer) if answer is not None and answer.status < 400 else None
        known.heard("feed", refused=batch is None)
        if batch is not None and batch.comments:
            if learns:
                known.train(page, batch.comments, platforms[0] if platforms else None)
                _read_again(found, page, platforms, known, now)
            if _holds_all(batch, found):
                found.comments = _ordered(merge(batch.comments, found.comments), found.comments)
                found.source = Provenance.FEED
                return found
    if not _lacks(found, further, drawn):
        return found
    yield from _ask_platforms(found, page, url, platforms, known)
    if _lacks(found, further, drawn=False):
        yield from _turn_pages(found, further, url, platforms, known, now)
    if batch is not None and _lacks(found, (), drawn=False):
        found.comments = threaded(merge(found.comments, batch.comments))
        found.source = found.source or Provenance.FEED
    return found


def _lacks(found: Discussion, further: Sequence[str], drawn: bool) -> bool:
    """Whether there are comments that are not there yet."""
    if found.expected is not None:
        return len(found.comments) < found.expected
    return bool(further) or (drawn and not found.comments)


def _holds_all(batch: CommentBatch, found: Discussion) -> bool:
    number = len(batch.comments)
    stated = batch.total if batch.total is not None else found.expected
    if stated is not None:
        return number >= stated and number >= len(found.comments)
    return len(found.comments) <= number < _USUAL_FEED


def _shown(page: Page, platforms: Sequence[CommentPlatform], known: BlogComments, now: datetime | None) -> Discussion:
    """The comments that the page itself shows: by learned rules, by what is known of platforms, by structure."""
    names = {platform.name for platform in platforms} | {""}
    rules = [rule for rule in known.rules if rule.platform in names]
    rules += [dom_rule(platform.dom, platform.name) for platform in platforms if platform.dom is not None]
    for rule in rules:
        comments = read_page(page, rule, known.language, now)
        if comments:
            return Discussion(comments, source=rule.source, paths=(rule.selector,))
    repeated = find_repeated(page, known.language, now)
    if not repeated.comments:
        repeated = find_flat(page, known.language, now)
    return Discussion(
        list(repeated.comments), source=Provenance.FALLBACK if repeated.comments else "", paths=repeated.paths
    )


def _read_again(
    found: Discussion, page: Page, platforms: Sequence[CommentPlatform], known: BlogComments, now: datetime | None
) -> None:
    """Read the page by the rules that were learned just now."""
    again = _shown(page, platforms, known, now)
    found.comments, found.source, found.paths = again.comments, again.source, again.paths


def _ask_platforms(
    found: Discussion, page: Page, url: str, platforms: Sequence[CommentPlatform], known: BlogComments
) -> Generator[str, EndpointAnswer | None, None]:
    """Ask the endpoints of the page's platforms until one has brought something."""
    for platform in platforms:
        values = page_values(platform, page, url)
        endpoint = endpoint_of(platform, values)
        if endpoint is None or not known.asks(platform.name):
            continue
        got = yield from ask_endpoint(platform, endpoint, values, url)
        known.heard(platform.name, refused=got.refused)
        if found.expected is None and not got.refused:
            found.expected = got.total if got.total is not None else len(got.comments) if got.whole else None
        if got.comments:
            found.comments = threaded(merge(got.comments, found.comments))
            found.source = Provenance.KNOWLEDGE
            return


def _turn_pages(
    found: Discussion,
    further: Sequence[str],
    url: str,
    platforms: Sequence[CommentPlatform],
    known: BlogComments,
    now: datetime | None,
) -> Generator[str, EndpointAnswer | None, None]:
    """Read the further pages of the discussion, each once, as long as they bring something."""
    waiting, seen = list(further), {page_key(url)}
    for _ in range(_MOST_PAGES):
        address = next((one for one in waiting if page_key(one) not in seen), None)
        if address is None:
            return
        seen.add(page_key(address))
        answer = yield address
        if answer is None or answer.status >= 400:
            continue
        page = parse_page(answer.text, answer.url)
        more = _shown(page, platforms, known, now)
        before = len(found.comments)
        found.comments = threaded(merge(found.comments, more.comments))
        found.source = found.source or more.source
        if len(found.comments) > before:
            waiting += comment_pages(page, url)


def _page_feed(page: Page, url: str) -> str | None:
    """The feed of the post's own comments that the page names."""
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
    """In the order of the page, if it shows all of them, else in threads."""
    places = {comment.id: place for place, comment in enumerate(shown)}
    if all(comment.id in places for comment in comments):
        return sorted(comments, key=lambda comment: places[comment.id])
    return threaded(comments)
