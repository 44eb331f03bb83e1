"""Foreign HTML on our pages, with media from the archive."""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup

from ...export import safe_html

__all__ = ["MEDIA_PATH", "foreign_html"]

#: The address of a media file on this server.
MEDIA_PATH = re.compile(r"/media/[0-9a-f]{64}\.[a-z0-9]{1,5}")

#: What may be wider than the page and is scrolled: the keyboard must reach it. In safe HTML, every < begins a tag.
_SCROLLED = re.compile(r"<(pre|table)(?=[ >])")


def foreign_html(html: str, url: str, copies: Mapping[str, str] | None = None) -> Markup:
    """Foreign HTML as harmless HTML: no scripts, no styles, nothing from other servers.

    ``url`` is the page it comes from; ``copies`` maps addresses of media to :data:`MEDIA_PATH` addresses. Pictures that
    were not archived and embedded pages become links.
    """
    local = {address: path for address, path in (copies or {}).items() if MEDIA_PATH.fullmatch(path)}
    safe = safe_html(html, url, local, is_below_title=True)
    return Markup(_SCROLLED.sub(r'<\1 tabindex="0"', safe))  # noqa: S704  it is safe now
