"""Where a captured page is replayed."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from ...items import Post

__all__ = ["rebuilt_address", "replay_addresses"]


def replay_addresses(base: str, post: Post) -> tuple[str, str] | None:
    """The addresses of the captured page on the replay server: alone for a frame, and with the server's own bar.

    ``base`` is the address below which it replays, as a Wayback machine does: moment, then address. ``None`` if there
    is no replay server, or the page is not in the web archive.
    """
    if not base or not post.warc or not post.fetched:
        return None
    moment = re.sub(r"\D", "", post.fetched)[:14]
    return f"{base.rstrip('/')}/{moment}mp_/{post.url}", f"{base.rstrip('/')}/{moment}/{post.url}"


def rebuilt_address(base: str, url: str, moment: datetime) -> str | None:
    """The address of a page on the replay server that is reconstructed as of a moment; ``None`` without a server."""
    return f"{base.rstrip('/')}/rebuilt/{moment.astimezone(UTC):%Y%m%d%H%M%S}/{url}" if base else None
