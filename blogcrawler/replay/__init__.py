"""Replay: the web archive in a browser, as the pages looked when they were crawled.

- :func:`rewrite_html` and :func:`rewrite_css` lead the addresses in a page to the archive (pure);
- :func:`replay_app` is the ASGI application that ``blogcrawler replay`` serves. It needs Starlette, the extra ``web``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .address import ReplayAddress
from .pages import ReplayedBlog
from .rewrite_html import rewrite_css, rewrite_html

if TYPE_CHECKING:
    from .application import replay_app
    from .rebuilt_replies import RebuiltContent

__all__ = ["RebuiltContent", "ReplayAddress", "ReplayedBlog", "replay_app", "rewrite_css", "rewrite_html"]


def __getattr__(name: str) -> Any:
    """Import the application when it is used: Starlette is not installed everywhere."""
    if name == "replay_app":
        from .application import replay_app

        return replay_app
    if name == "RebuiltContent":
        from .rebuilt_replies import RebuiltContent

        return RebuiltContent
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
