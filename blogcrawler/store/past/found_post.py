"""Find a post by an address as a person types it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from ...items import Post
from ...unicode_repair import clean_text
from ...urls import address_key
from ..rows import POST_FIELDS, row_digest, to_post
from ..tables import post_states, posts

__all__ = ["FoundPost", "find_stored_post"]

_COLUMNS = [posts.c[name] for name in POST_FIELDS]


@dataclass(frozen=True, slots=True)
class FoundPost:
    """A post with the number of its row, when it was first seen, and since when it is gone."""

    post_id: int
    post: Post
    found: str | None
    gone: str | None


def find_stored_post(connection: Connection, address: str) -> FoundPost | None:
    """The post at exactly this address, or else at another spelling of it."""
    same_url = posts.c.url_digest == row_digest(clean_text(address))
    same_key = posts.c.key_digest == row_digest(address_key(address))
    for match in (same_url, same_key):
        # If both https://… and http://… exist, take https.
        row = connection.execute(select(posts.c.id, *_COLUMNS).where(match).order_by(posts.c.url.desc()).limit(1))
        for found in row.mappings():
            state = select(post_states.c.found, post_states.c.gone)
            seen = connection.execute(state.where(post_states.c.url_digest == row_digest(found["url"]))).first()
            return FoundPost(found["id"], to_post(found), *(seen or (None, None)))
    return None
