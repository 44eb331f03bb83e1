"""Compares the messages that were read from a thread with those that are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...dates import dates_agree
from ...dom import Page
from ...items import Comment
from .known_rows import shown_texts, squeezed

__all__ = [
    "MessageChanges",
    "carry_over",
    "message_changes",
    "misses_messages",
    "share_read",
    "shown_messages",
    "starts_with",
]

#: Shorter texts, in characters without spaces, may be on a page by chance.
_MIN_LENGTH = 12
#: Share of the stored messages on a page that must be read.
_MIN_READ = 0.5


@dataclass(frozen=True, slots=True)
class MessageChanges:
    """How many messages of a thread are new, have another text than before, or are missing."""

    new: int = 0
    edited: int = 0
    deleted: int = 0

    def words(self) -> tuple[str, ...]:
        """The changes as people read them, such as ``2 new replies``."""
        named = (
            (self.new, "new reply", "new replies"),
            (self.edited, "edited message", "edited messages"),
            (self.deleted, "deleted message", "deleted messages"),
        )
        return tuple(f"{number:,} {one if number == 1 else many}" for number, one, many in named if number)


def carry_over(known: Sequence[Comment], read: Sequence[Comment]) -> list[Comment]:
    """The messages as read, with what another template does not show taken from those that are stored.

    A message is the stored one with the same id or, if it has none, with the same text, else with the same author and
    date, or with the same author if neither has a text. So one that is read without its id keeps the stored one.
    """
    pairs = _pairs(known, read)
    return [message if known_one is None else _filled(known_one, message) for known_one, message in pairs]


def message_changes(known: Sequence[Comment], read: Sequence[Comment]) -> MessageChanges:
    """The changes from the stored messages to those that were read."""
    pairs = _pairs(known, read)
    matched = [(before, now) for before, now in pairs if before is not None]
    edited = sum(squeezed(before.text) != squeezed(now.text) for before, now in matched)
    return MessageChanges(len(read) - len(matched), edited, len(known) - len(matched))


def shown_messages(page: Page, known: Sequence[Comment]) -> list[Comment]:
    """The stored messages whose text is on a page."""
    shown = shown_texts(page.tree)
    texts = ((message, squeezed(message.text)) for message in known)
    return [message for message, said in texts if len(said) >= _MIN_LENGTH and any(said in text for text in shown)]


def share_read(read: Sequence[Comment], shown: Sequence[Comment]) -> float:
    """The share of these stored messages that were read with the same text and author."""
    texts = {squeezed(message.text): message for message in read}
    same = [message for message in shown if (now := texts.get(squeezed(message.text))) and now.author == message.author]
    return len(same) / len(shown) if shown else 1.0


def misses_messages(read: Sequence[Comment], shown: Sequence[Comment]) -> bool:
    """Whether most of the stored messages that a page shows were not read from it, or without their authors.

    As in Algorithm 1 of the AAH paper: a message that is not on the page any more says nothing about the template.
    """
    texts = {squeezed(message.text): message for message in read}
    found = [(message, texts[said]) for message in shown if (said := squeezed(message.text)) in texts]
    if len(found) < _MIN_READ * len(shown):
        return True
    signed = [(message, now) for message, now in found if message.author]
    return sum(now.author == message.author for message, now in signed) < _MIN_READ * len(signed)


def starts_with(read: Sequence[Comment], message: Comment) -> bool:
    """Whether the first message is this stored one."""
    return bool(read) and _pairs([message], read[:1])[0][0] is not None


def _pairs(known: Sequence[Comment], read: Sequence[Comment]) -> list[tuple[Comment | None, Comment]]:
    """Each message that was read, with the stored one that it is.

    Another template may have other ids: if none of them is known, they are ignored.
    """
    by_id = {message.id: number for number, message in enumerate(known) if message.id}
    found = [by_id.get(message.id) if message.id else None for message in read]
    taken = {number for number in found if number is not None}
    has_same_ids = bool(taken)
    for key_of in (_text_key, _moment_key, _picture_key):
        left: dict[object, list[int]] = {}
        for number, message in enumerate(known):
            if number not in taken:
                left.setdefault(key_of(message), []).append(number)
        left.pop(None, None)
        for place, message in enumerate(read):
            if found[place] is None:
                alike = (number for number in left.get(key_of(message), ()) if number not in taken)
                differ = has_same_ids and bool(message.id)
                same = next((number for number in alike if not (differ and known[number].id)), None)
                if same is not None:
                    found[place] = same
                    taken.add(same)
    return [(None if number is None else known[number], message) for number, message in zip(found, read, strict=True)]


def _text_key(message: Comment) -> object:
    return squeezed(message.text) or None


def _moment_key(message: Comment) -> object:
    date = message.published or ""
    return (message.author, date[:16]) if message.author and len(date) > len("2021-03-01") else None


def _picture_key(message: Comment) -> object:
    return message.author if message.author and not squeezed(message.text) else None


def _filled(known: Comment, read: Comment) -> Comment:
    same_date = dates_agree(known.published, read.published) if known.published else False
    return replace(
        read,
        id=known.id or read.id,
        parent=read.parent or known.parent,
        author=read.author or known.author,
        author_url=read.author_url or known.author_url,
        published=known.published if same_date or not read.published else read.published,
    )
