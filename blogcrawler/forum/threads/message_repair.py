"""Algorithm 1 for threads: learns how to read messages that are still on their pages, but that no action finds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...dom import Page
from ...items import Comment, Provenance
from ...knowledge import Application, Learned, Level, with_action
from .known_messages import misses_messages, share_read, shown_messages
from .known_places import read_beside_known
from .thread_actions import adapt_posts, align_posts
from .thread_reader import read_posts
from .unknown_thread_reader import read_repeated_posts

__all__ = ["messages_on", "relearn_messages"]

#: Share of the threads that new actions must read as they are stored.
_MIN_RIGHT = 0.8


def messages_on(
    page: Page, level: Level, known: Sequence[Comment], language: str, now: datetime
) -> tuple[list[Comment], Provenance] | None:
    """The messages on a page of a thread, and how they were read.

    They are read by actions; if these do not find all stored messages that the page shows, also by repeated structure
    and by the places of the stored messages, and the best of the three counts. ``None`` if most of the stored messages
    would be missing. The page is not changed.
    """
    shown = shown_messages(page, known)
    read = read_posts(page.copy(), level, "post", language, now)
    found = [(read, Provenance.KNOWLEDGE)]
    if not read or share_read(read, shown) < 1:
        found.append((read_repeated_posts(page.copy(), language, now), Provenance.FALLBACK))
        found.append((read_beside_known(page.copy(), known, language, now), Provenance.FALLBACK))
    best = max((one for one in found if one[0]), key=lambda one: share_read(one[0], known), default=None)
    if best is None or misses_messages(best[0], shown):
        return None if shown else (read, Provenance.KNOWLEDGE)
    return best


def relearn_messages(
    application: Application, level: Level, threads: Sequence[tuple[Page, Sequence[Comment]]], origin: str
) -> list[Learned]:
    """Actions for the messages on pages of stored threads; empty if none read them as they are stored.

    Only pages are used that show stored messages: what has vanished from a page says nothing about its template.
    """
    pages = [(page, shown) for page, known in threads if (shown := shown_messages(page, known))]
    aligned = align_posts(application, level, [(page, known) for page, known in threads if known], origin)
    if _reads(aligned, level, pages):
        return aligned
    repeated = adapt_posts(application, level, [page for page, _ in pages], [], origin)
    return repeated if _reads(repeated, level, pages) else []


def _reads(learned: Sequence[Learned], level: Level, pages: Sequence[tuple[Page, Sequence[Comment]]]) -> bool:
    """Whether learned actions read the messages on most pages as they are stored."""
    for one in learned:
        level = with_action(level, one)
    right = sum(not misses_messages(read_posts(page.copy(), level), shown) for page, shown in pages)
    return bool(learned) and right >= _MIN_RIGHT * len(pages)
