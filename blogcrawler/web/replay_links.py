"""Where a captured page is replayed."""

from __future__ import annotations

import re

from ..items import Post

__all__ = ["replay_address"]


def replay_address(base: str, post: Post) -> str | None:
    """The address of the captured page on the replay server, as in a Wayback machine: moment, then address.

    ``None`` if there is no replay server, or the page is not in the web archive.
    """
    if not base or not post.warc or not post.fetched:
        return None
    moment = re.sub(r"\D", "", post.fetched)[:14]
    return f"{base.rstrip('/')}/{moment}/{post.url}"
