"""Fetching the pages of posts that are new, have changed or are due for a check."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, auto
from typing import Any

from scrapy.http import Response, TextResponse

from ..blog import KnownBlog, PostPage, without_texts
from ..changes import next_check
from ..dates import parse_instant
from ..dom import NOT_KEPT
from ..downloader import stated_tags
from ..errors import NotFetched
from ..faults import attempt, optional_step
from ..frontier import Verdict
from ..http import is_html, to_page, validators_of
from ..items import FeedEntry, Post, PostState, Provenance
from ..urls import page_key
from .context import VisitState
from .intents import (
    ChangeBlog,
    Count,
    Download,
    FetchPost,
    ListPosts,
    LoadPost,
    LookUpPosts,
    MarkGone,
    Note,
    RunInThread,
    SavePost,
    SavePostState,
    Steps,
    Together,
)
from .template_change import PageCheck, choose_extractor, has_new_template, relearn

__all__ = [
    "FetchedPost",
    "ResponseMeaning",
    "conditional_post_headers",
    "entry_like_before",
    "fetch_order",
    "fetch_posts",
    "is_post",
    "mark_gone",
    "mark_unchanged",
    "post_page",
    "response_meaning",
]

logger = logging.getLogger(__name__)

_BATCH_SIZE = 20
#: Statuses below 500 of a page that may be there later.
_BUSY = (408, 425, 429)
#: Number of pages to learn new rules from. Known posts are fetched if there are too few.
_MIN_TRAINING_PAGES = 4
#: Number of known posts to check first, if only new posts look different.
_MIN_CONFIRMING_PAGES = 2


class ResponseMeaning(Enum):
    """What the response to the request for a post means."""

    PAGE = auto()
    UNCHANGED = auto()
    GONE = auto()
    UNUSABLE = auto()


@dataclass(frozen=True, slots=True)
class FetchedPost:
    """The page of a post, parsed once, with what is known of the post."""

    post: FetchPost
    response: TextResponse
    check: PageCheck


def fetch_posts(posts: Sequence[FetchPost], visit: VisitState) -> Steps[list[FetchPost]]:
    """Fetch posts in batches, save them, and mark those that are gone; returns those that could not be fetched.

    Before any are saved, the pages are compared with what is known: if they show it but the rules do not find it, the
    blog's template has changed, and new rules are learned.
    """
    waiting, missed = fetch_order(posts), []
    for start in range(0, len(waiting), _BATCH_SIZE):
        batch = waiting[start : start + _BATCH_SIZE]
        answers: list[FetchedPost | bool] = yield Together([_fetch(post, visit) for post in batch])
        missed += [post for post, one in zip(batch, answers, strict=True) if one is False]
        fetched = [one for one in answers if isinstance(one, FetchedPost)]
        if not visit.relearned:
            with optional_step("template_change", visit.blog.url):
                yield from _check_template([one.check for one in fetched], visit)
        while fetched:
            yield from _save(fetched.pop(0), visit)
    return missed


def fetch_order(posts: Sequence[FetchPost]) -> list[FetchPost]:
    """Each post once, new and changed ones before those that are only checked again."""
    return sorted({page_key(post.url): post for post in reversed(posts)}.values(), key=lambda post: post.conditional)


def _fetch(post: FetchPost, visit: VisitState) -> Steps[FetchedPost | bool]:
    """The page of a post; ``True`` if there is nothing to read, ``False`` if the download failed."""
    state, has_failed = post.state, False
    for url in [post.url, *(post.entry.alternatives if post.entry and state is None else ())]:
        try:
            response: Response = yield Download(url, conditional_post_headers(post))
        except NotFetched as error:
            logger.info("%s cannot be fetched: %s", url, error)
            has_failed = True
            continue
        has_failed = has_failed or response.status in _BUSY or response.status >= 500
        meaning = response_meaning(response, post, visit)
        if meaning is ResponseMeaning.UNCHANGED and state is not None:
            yield from mark_unchanged(state, visit.now())
            return True
        if meaning is ResponseMeaning.GONE and state is not None:
            yield from mark_gone(state, visit)
            return True
        if meaning is ResponseMeaning.PAGE and isinstance(response, TextResponse):
            known: Post | None = (yield LoadPost(state.url)) if state is not None else None
            return FetchedPost(post, response, PageCheck(to_page(response), post.entry, known))
    return not has_failed


def conditional_post_headers(post: FetchPost) -> dict[str, str]:
    """The headers of a conditional request for a post; none if the whole page is wanted."""
    if post.state is None or not post.conditional:
        return {}
    headers = {"If-None-Match": post.state.etag, "If-Modified-Since": post.state.modified}
    return {name: value for name, value in headers.items() if value}


def response_meaning(response: Response, post: FetchPost, visit: VisitState) -> ResponseMeaning:
    """What a response says about a post. Only a known post can be unchanged or gone."""
    if post.state is not None:
        if response.status == 304:
            return ResponseMeaning.UNCHANGED
        is_home = page_key(response.url) == page_key(visit.blog.url)
        if response.status in (404, 410) or (is_home and bool(response.meta.get("redirect_urls"))):
            return ResponseMeaning.GONE
    scope = visit.known.scope
    if response.status >= 400 or not scope.contains(scope.adopt(response.url)) or not is_html(response):
        return ResponseMeaning.UNUSABLE
    return ResponseMeaning.PAGE


def mark_gone(state: PostState, visit: VisitState) -> Steps[None]:
    """Mark a post as deleted, and count it unless it was known to be."""
    if state.gone is None:
        visit.gone.append(state.url)
        yield Count("posts/gone")
    yield MarkGone(state)


def mark_unchanged(state: PostState, now: datetime) -> Steps[None]:
    """Record that a post is as it was, and set when to check it again."""
    due = next_check(parse_instant(state.fresh) or now, now)
    state.checked, state.due = now.isoformat(timespec="seconds"), due.isoformat(timespec="seconds")
    yield Count("posts/unchanged")
    yield SavePostState(state)


# --- changed templates ----------------------------------------------------------------------------------------


def _check_template(checks: Sequence[PageCheck], visit: VisitState) -> Steps[None]:
    """Learn new rules if the old ones fail on most of the pages that can tell."""
    checks = list(checks)
    if not has_new_template(checks, visit.known):
        return
    if not any(check.known for check in checks):  # a new post may be a special one
        checks += yield from _check_more(checks, _MIN_CONFIRMING_PAGES, visit)
        if not has_new_template([check for check in checks if check.known], visit.known):
            return
    checks = [check for check in checks if check.can_teach()]
    checks += yield from _check_more(checks, _MIN_TRAINING_PAGES - len(checks), visit)
    known: KnownBlog | None = yield RunInThread(relearn, (visit.known, checks))
    if known is None:
        yield Note(f"{visit.blog.url} looks different, but no new rules could be learned.")
        return
    visit.relearned = True
    visit.known = known
    fields: dict[str, Any] = {
        "rules": known.rules_record(),
        "pattern": known.pattern_record(),
        "knowledge": known.knowledge.record(),
    }
    visit.blog = replace(visit.blog, **fields)
    yield ChangeBlog(fields)
    yield Count("blogs/relearned")
    yield Note(f"{visit.blog.url} has a new template; new rules were learned.")


def _check_more(checks: Sequence[PageCheck], number: int, visit: VisitState) -> Steps[list[PageCheck]]:
    """Fetch further known posts, the newest first."""
    checked = {page_key(check.page.url) for check in checks}
    states: list[PostState] = yield ListPosts()
    found: list[PageCheck] = []
    for state in states:
        if len(found) >= number:
            break
        if state.gone or page_key(state.url) in checked:
            continue
        fetched = yield from _fetch(FetchPost(state.url, None, state), visit)
        if isinstance(fetched, FetchedPost):
            found.append(fetched.check)
    return found


# --- saving a post --------------------------------------------------------------------------------------------


def _save(fetched: FetchedPost, visit: VisitState) -> Steps[None]:
    if not is_post(fetched, visit.known):
        return
    if stated_tags(visit.robots_tags, fetched.response) & NOT_KEPT:
        yield Count("pages/rejected/robots_tag")
        if fetched.post.state is not None:  # what was kept before stays, and the page is checked again some day
            yield from mark_unchanged(fetched.post.state, visit.now())
        return
    yield Count("posts/found")
    page = post_page(fetched, visit)
    yield SavePost(page, fetched.response)
    etag, modified = validators_of(fetched.response)
    if etag or modified:
        states: dict[str, PostState] = yield LookUpPosts([page.url])
        for state in states.values():
            state.etag, state.modified = etag, modified
            yield SavePostState(state)


def is_post(fetched: FetchedPost, blog: KnownBlog) -> bool:
    """Whether a page is a post: a known one is, a new one must look like one."""
    if fetched.post.state is not None:
        return True
    url = blog.scope.adopt(fetched.response.url)
    verdict = Verdict.YES if fetched.post.entry is not None else blog.pattern.classify(url)
    is_probable, is_post = verdict is Verdict.YES, blog.classifier.is_post
    return attempt("classification", url, is_probable, is_post, fetched.check.page, blog.extractor, verdict)


def post_page(fetched: FetchedPost, visit: VisitState) -> PostPage:
    """The post as the pipelines take it. Its page is consumed by them."""
    blog, post, check = visit.known, fetched.post, fetched.check
    url = blog.scope.adopt(fetched.response.url)
    url = attempt("canonical", url, url, blog.address_of, check.page, url)
    if post.state is not None and page_key(url) == page_key(post.state.url):
        url = post.state.url
    return PostPage(
        page=check.page,
        url=url,
        blog=blog.home,
        entry=entry_like_before(without_texts(post.entry), check.known) if post.entry else None,
        fetched=visit.now().astimezone(UTC),
        warc=fetched.response.meta.get("warc"),
        extractor=attempt("template_change", url, blog.extractor, choose_extractor, blog, check),
        comments=blog.comments,
        response=fetched.response,
        absent=visit.read_before if post.entry and post.state is None else None,
    )


def entry_like_before(entry: FeedEntry, known: Post | None) -> FeedEntry:
    """The entry without fields that were read from the page before, so that old and new records can be compared."""
    if known is None:
        return entry
    empty = {"authors": (), "tags": (), "published": None, "updated": None}
    from_page = {
        name: value for name, value in empty.items() if known.source.get(name, Provenance.FEED) != Provenance.FEED
    }
    return replace(entry, **from_page)  # type: ignore[arg-type]
