"""What a writer may look up besides the posts: the blogs, and where their files are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..items import Blog, Post
from ..unicode_repair import clean_text
from ..urls import bare_host

__all__ = ["ArchiveFiles"]

#: The only names that the media library gives to files; anything else is not followed.
_MEDIA_PATH = re.compile(r"media/[0-9a-f]{2}/[0-9a-f]{64}\.[a-z0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class ArchiveFiles:
    """The blogs by address, and the folders with their files by the blogs' addresses."""

    blogs: Mapping[str, Blog] = field(default_factory=dict)
    folders: Mapping[str, Path] = field(default_factory=dict)

    def blog_title(self, url: str) -> str:
        """The title of a blog; its host if it has none."""
        blog = self.blogs.get(url)
        return clean_text(" ".join((blog.title or "").split() if blog else ()) or bare_host(url) or url)

    def local_media(self, post: Post) -> dict[str, Path]:
        """The files of a post's pictures and recordings that are in the archive, by address."""
        folder = self.folders.get(post.blog)
        found: dict[str, Path] = {}
        for medium in post.media if folder is not None else ():
            path = str(medium.get("path") or "")
            if folder and _MEDIA_PATH.fullmatch(path) and (folder / path).is_file():
                found[str(medium["url"])] = folder / path
        return found
