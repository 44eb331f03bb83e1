"""Packs clips into messages, and sends the messages that are due."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from ..dates import parse_instant
from ..errors import DeliveryError
from ..store import OutgoingMessage, WatchStore
from ..watch import Clip, ClipMessage, Owner, make_message, next_digest
from .channels import hidden_address, send

__all__ = ["DeliveryResult", "deliver", "personal_page"]

logger = logging.getLogger(__name__)

_HELD = timedelta(minutes=10)
"""A process that has not sent a message by then is dead, and another one sends it."""
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=12)
_MAX_MESSAGES = 10_000


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """How many messages were sent, and how many could not be."""

    sent: int = 0
    failed: int = 0


def deliver(
    store: WatchStore,
    now: Callable[[], datetime],
    web_address: str = "",
    send: Callable[[OutgoingMessage], None] = send,
) -> DeliveryResult:
    """Send all clips whose time has come; ``web_address`` is where the web application is reached.

    A message is sent at least once: if the process dies after sending and before that is recorded, the message is sent
    again with the same Message-ID.
    """
    _pack_all(store, now(), web_address)
    sent = failed = 0
    for _ in range(_MAX_MESSAGES):
        claimed = store.claim(now(), now() + _HELD)
        if not claimed:
            break
        for message in claimed:
            try:
                send(message)
            except DeliveryError as error:
                failed += 1
                due = now() + min(_FIRST_PAUSE * 4 ** min(message.attempts, 10), _LONGEST_PAUSE)
                store.mark_failed(message.id, str(error), due)
                logger.warning("Not sent to %s: %s", hidden_address(message.address), error)
            else:
                sent += 1
                store.mark_sent(message.id, now())
    return DeliveryResult(sent, failed)


def personal_page(owner: Owner, web_address: str, ending: str = "") -> str:
    """The address of an owner's clips in the web application, or of their feed; empty without a web application."""
    return f"{web_address.rstrip('/')}/clips/{owner.secret}{ending}" if web_address else ""


def _pack_all(store: WatchStore, now: datetime, web_address: str) -> None:
    waiting = store.unpacked()
    if not waiting:
        return
    owners = {owner.id: owner for owner in store.owners()}
    for number, clips in waiting.items():
        owner = owners.get(number)
        if owner is None or owner.paused or not owner.addresses:
            store.pack(clips, [], now)  # they are on the personal page only
        elif next_digest(owner.rhythm, owner.timezone, parse_instant(clips[0].found) or now) <= now:
            store.pack(clips, _messages(owner, clips, web_address), now)


def _messages(owner: Owner, clips: Sequence[Clip], web_address: str) -> list[OutgoingMessage]:
    stop = personal_page(owner, web_address, "/stop")
    message = make_message(clips, personal_page(owner, web_address), stop)
    return [
        OutgoingMessage(0, owner.id, address, f"clips.{secrets.token_hex(16)}", _record(message), "")
        for address in owner.addresses
    ]


def _record(message: ClipMessage) -> dict[str, object]:
    return asdict(message) | {"clips": list(message.clips)}
