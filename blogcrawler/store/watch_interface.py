"""What the database knows about watches, clips and messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..watch import Clip, Owner, Watch, WatchEvent

__all__ = ["WATCHED_PAGES", "OutgoingMessage", "WatchStore"]

WATCHED_PAGES = "watched-pages"
"""Stands for the blog of the watched documents that are pages of sites without a feed."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message to one address. ``message_id`` is the same at every attempt; ``sent`` is when one succeeded."""

    id: int
    owner: int
    address: str
    message_id: str
    message: dict[str, Any]
    created: str
    attempts: int = 0
    error: str | None = None
    sent: str | None = None
    due: datetime | None = None


class WatchStore(Protocol):
    """Watches, the clips they have found, and the messages with them."""

    def owners(self) -> list[Owner]:
        """All owners, by name."""

    def save_owner(self, owner: Owner) -> Owner:
        """Save an owner, identified by the name; returns it with its id. An existing one keeps its secret."""

    def owner_of_secret(self, secret: str) -> Owner | None:
        """The owner whose page has this secret."""

    def add(self, watch: Watch) -> Watch:
        """Save a new watch; returns it with its id."""

    def all(self, owner: int | None = None, after: int = 0) -> list[Watch]:
        """The watches of one owner or of all, with ids greater than ``after``."""

    def ids(self) -> set[int]:
        """The ids of all watches."""

    def remove(self, number: int) -> bool:
        """Remove a watch. Its clips stay. False if it does not exist."""

    def events(self, limit: int) -> list[tuple[int, WatchEvent | None]]:
        """What was saved and not yet matched, oldest first, by id; ``None`` if the post no longer exists."""

    def finish(self, events: Sequence[int], found: Iterable[Clip]) -> bool:
        """Save clips and forget the events, in one transaction.

        A clip of the same text at another address adds the address to the first one. Nothing happens, and the result is
        false, if another process has finished one of the events.
        """

    def clips(self, owner: int, limit: int = 50, before: int | None = None) -> list[Clip]:
        """The newest clips of an owner; those before the one with an id."""

    def unpacked(self) -> dict[int, list[Clip]]:
        """The clips that are in no message yet, by owner."""

    def pack(self, found: Sequence[Clip], messages: Sequence[OutgoingMessage], now: datetime) -> bool:
        """Queue messages with these clips. Nothing happens, and the result is false, if another process was faster."""

    def claim(self, now: datetime, until: datetime, limit: int = 1) -> list[OutgoingMessage]:
        """Messages that are due and that nobody else is sending; they are this process's until ``until``."""

    def mark_sent(self, number: int, now: datetime) -> None:
        """Record that a message was sent."""

    def mark_failed(self, number: int, error: str, due: datetime) -> None:
        """Record why a message could not be sent, and when to try again."""

    def messages(self, owner: int | None = None, failed: bool = False, limit: int = 50) -> list[OutgoingMessage]:
        """The newest messages; with ``failed``, those that could not be sent so far."""
