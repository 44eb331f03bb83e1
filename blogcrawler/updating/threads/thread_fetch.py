"""Fetching threads that are new, have changed or are due for a check."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scrapy.http import Response, TextResponse

from ...dom import Page
from ...errors import NotFetched
from ...faults import attempt, optional_step
from ...forum import message_changes, messages_on, paged, relearn_messages
from ...http import to_page, validators_of
from ...items import Comment, Post, PostState, Provenance
from ..context import VisitState
from ..intents import (
    ChangeBlog,
    Count,
    Download,
    FetchPost,
    ListPosts,
    LoadPost,
    LookUpPosts,
    Note,
    RunInThread,
    SavePostState,
    SaveThread,
    Steps,
    Together,
)
from ..post_fetch import (
    ResponseMeaning,
    conditional_post_headers,
    fetch_order,
    mark_gone,
    mark_unchanged,
    response_meaning,
)
from .thread_pages import FirstPage, ThreadPages, read_thread

__all__ = ["FetchedThread", "fetch_threads", "save_knowledge"]

logger = logging.getLogger(__name__)

_BATCH_SIZE = 20
#: Number of stored threads to learn from, if those of a batch cannot be read.
_MIN_TRAINING_THREADS = 3


@dataclass(frozen=True, slots=True)
class FetchedThread:
    """The first page of a thread, with what is known of the thread."""

    post: FetchPost
    response: TextResponse
    page: Page
    known: Post | None

    @property
    def messages(self) -> Sequence[Comment]:
        """The stored messages."""
        return self.known.posts if self.known else ()


def fetch_threads(posts: Sequence[FetchPost], visit: VisitState) -> Steps[set[str]]:
    """Fetch threads in batches, save them, and mark those that are gone; returns the URLs of those to try again.

    Before any are saved, their first pages are compared with what is stored: if they show it but the actions do not
    find it, the forum's template has changed, and new actions are learned.
    """
    failed: set[str] = set()
    waiting = fetch_order(posts)
    was_checked = False
    for start in range(0, len(waiting), _BATCH_SIZE):
        batch = waiting[start : start + _BATCH_SIZE]
        fetched: list[FetchedThread | bool] = yield Together([_fetch(post, visit) for post in batch])
        failed |= {post.url for post, one in zip(batch, fetched, strict=True) if one is False}
        threads = [one for one in fetched if isinstance(one, FetchedThread)]
        if not was_checked:
            with optional_step("template_change", visit.blog.url):
                was_checked = yield from _check_template(threads, visit)
        saved: list[bool] = yield Together([_read_and_save(one, visit) for one in threads])
        failed |= {one.post.url for one, done in zip(threads, saved, strict=True) if not done and one.known}
    return failed


def _fetch(post: FetchPost, visit: VisitState) -> Steps[FetchedThread | bool]:
    """The first page of a thread; ``True`` if there is nothing to read, ``False`` if the download failed."""
    state = post.state
    try:
        response: Response = yield Download(post.url, conditional_post_headers(post))
    except NotFetched as error:
        logger.info("%s cannot be fetched: %s", post.url, error)
        return False
    meaning = response_meaning(response, post, visit)
    if state is not None:
        if meaning is ResponseMeaning.UNCHANGED:
            yield from mark_unchanged(state, visit.now())
            return True
        if meaning is ResponseMeaning.GONE or _leads_to_list(response, visit):
            yield from mark_gone(state, visit)
            return True
    if meaning is not ResponseMeaning.PAGE or not isinstance(response, TextResponse):
        return False
    known: Post | None = (yield LoadPost(state.url)) if state is not None else None
    return FetchedThread(post, response, to_page(response), known)


def _leads_to_list(response: Response, visit: VisitState) -> bool:
    """Whether a forum redirects to a list instead of saying that a thread does not exist."""
    redirected = response.request is not None and bool(response.meta.get("redirect_urls"))
    lists = {paged(document.url)[0] for document in visit.documents.values() if document.kind == "board"}
    return redirected and paged(visit.known.scope.adopt(response.url))[0] in lists


# --- changed templates ----------------------------------------------------------------------------------------


def _check_template(threads: Sequence[FetchedThread], visit: VisitState) -> Steps[bool]:
    """Learn new actions if the old ones do not find stored messages that are still on their pages (Algorithm 1).

    Returns whether that was tried, successfully or not.
    """
    failing = [one for one in threads if not _is_readable(one, visit)]
    if not failing:
        return False
    training = [one for one in failing if one.messages]
    training += yield from _fetch_more(training, threads, visit)
    application = visit.known.knowledge.application
    level = application.level("thread") if application else None
    pages = [(one.page, one.messages) for one in training]
    learned = (yield RunInThread(relearn_messages, (application, level, pages, visit.blog.url))) if level else []
    if not learned:
        return True
    visit.known.knowledge.learn(learned)
    yield from save_knowledge(visit)
    visit.relearned = True
    yield Count("blogs/relearned")
    yield Note(f"{visit.blog.url} has a new template; it was learned how to read its threads.")
    return True


def _is_readable(thread: FetchedThread, visit: VisitState) -> bool:
    """Whether the actions read the messages on the first page of a thread, if they did so before."""
    application = visit.known.knowledge.application
    level = application.level("thread") if application else None
    if level is None:
        return True
    now = visit.now()
    read = attempt("repair", thread.post.url, None, messages_on, thread.page, level, thread.messages, "en", now)
    if read is None or not read[0]:
        return False
    was_read = thread.known is not None and thread.known.source.get("posts") == Provenance.KNOWLEDGE
    return read[1] is Provenance.KNOWLEDGE or not was_read


def _fetch_more(
    training: Sequence[FetchedThread], fetched: Sequence[FetchedThread], visit: VisitState
) -> Steps[list[FetchedThread]]:
    """Fetch further stored threads to learn from, the most recent first."""
    number = _MIN_TRAINING_THREADS - len(training)
    seen = {one.post.url for one in fetched}
    states: list[PostState] = (yield ListPosts()) if number > 0 else []
    found: list[FetchedThread] = []
    for state in states:
        if len(found) >= number:
            break
        if state.gone or state.url in seen:
            continue
        one = yield from _fetch(FetchPost(state.url, None, state), visit)
        if isinstance(one, FetchedThread) and len(one.messages) > 1:
            found.append(one)
    return found


def save_knowledge(visit: VisitState) -> Steps[None]:
    """Store what was learned about the forum's template."""
    fields: dict[str, Any] = {"knowledge": visit.known.knowledge.record()}
    visit.blog = replace(visit.blog, **fields)
    yield ChangeBlog(fields)


# --- saving a thread ------------------------------------------------------------------------------------------


def _read_and_save(fetched: FetchedThread, visit: VisitState) -> Steps[bool]:
    """Read the pages of a thread and save it; whether it could be read."""
    post, known, scope = fetched.post, fetched.known, visit.known.scope
    url = post.state.url if post.state else scope.adopt(fetched.response.url)
    whole = post.conditional or visit.since is not None
    pages: ThreadPages | None = None
    with optional_step("thread", url, unless=(NotFetched,)):
        first = FirstPage(fetched.response, fetched.page, known, None if whole else post.messages)
        pages = yield from read_thread(url, first, visit.known, visit.now(), whole)
    if pages is None:
        yield Count("threads/unreadable")
        logger.info("%s cannot be read", url)
        return False
    thread = pages.thread.to_post(visit.blog.url)
    if known is not None:
        visit.details[url] = message_changes(known.posts, thread.posts).words()
    yield Count("posts/found")
    yield SaveThread(thread, pages.responses)
    etag, modified = validators_of(fetched.response) if len(pages.responses) == 1 else (None, None)
    if etag or modified:  # those of the first page say nothing about the others
        states: dict[str, PostState] = yield LookUpPosts([url])
        for state in states.values():
            state.etag, state.modified = etag, modified
            yield SavePostState(state)
    return True
