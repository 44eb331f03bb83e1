"""The other posts to which the page of a post leads: its neighbours, and the newest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ..items import Post
from ..urls import address_key

__all__ = ["Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The posts of a blog at a moment, the newest first, and those beside one of them."""

    posts: Sequence[Post]
    newer: Post | None
    older: Post | None

    @classmethod
    def of(cls, posts: Sequence[Post], url: str) -> Self:
        """The surroundings of the post at an address."""
        key = address_key(url)
        place = next((at for at, post in enumerate(posts) if address_key(post.url) == key), None)
        if place is None:
            return cls(posts, None, None)
        older = posts[place + 1] if place + 1 < len(posts) else None
        return cls(posts, posts[place - 1] if place else None, older)

    @property
    def by_key(self) -> dict[str, Post]:
        """The posts by :func:`~blogcrawler.urls.address_key`."""
        return {address_key(post.url): post for post in self.posts}

    def are_newest(self, keys: set[str]) -> bool:
        """Whether these are the newest posts."""
        return keys <= {address_key(post.url) for post in self.posts[: len(keys)]}
