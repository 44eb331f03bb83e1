"""Pages that were never captured, for ``show --page``, ``replay`` and ``web``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ..program import open_archive

if TYPE_CHECKING:
    from ...replay import RebuiltContent

__all__ = ["page_rebuilder"]


def page_rebuilder(home: Path, database: str | None) -> Callable[[str, datetime], RebuiltContent | None]:
    """A function that puts the page at an address together as of a moment. It opens the archive each time."""

    def rebuild(url: str, moment: datetime) -> RebuiltContent | None:
        from ...blog import blog_folder  # slow to import
        from ...reconstruction import rebuild_page
        from ...replay import RebuiltContent

        with open_archive(home, database) as store:
            page = rebuild_page(store, home, url, moment)
            post = store.post(page.url) if page else None
            blog = store.blog(post.blog if post else page.url) or store.blog_of(page.url) if page else None
        if page is None or blog is None:
            return None
        return RebuiltContent(page.html, page.url, blog_folder(home, blog).name, page.template)

    return rebuild
