"""Watches and clips as text for the terminal."""

from __future__ import annotations

from ..terminal import one_line
from ..watch import Clip, Watch

__all__ = ["described", "shown_clip"]


def described(watch: Watch) -> str:
    """A watch in one line."""
    scope = watch.scope
    parts = [one_line(watch.query) if watch.query else "all news"]
    parts += [] if watch.matching == "stem" else [watch.matching]
    parts += [f"in {'comments' if scope.comments else 'posts'}"] if not (scope.posts and scope.comments) else []
    parts += [one_line(", ".join(names)) for names in (scope.blogs, scope.tags, scope.languages) if names]
    return "; ".join(parts)


def shown_clip(clip: Clip) -> str:
    """A clip in a few lines, the hits between asterisks."""
    where = f"comment by {clip.author}" if clip.comment else clip.author
    about = " · ".join(one_line(part) for part in ((clip.published or "")[:10], where, clip.blog) if part)
    summary = one_line("".join(f"*{text}*" if is_hit else text for text, is_hit in clip.summary))
    return f"{one_line(clip.title)}\n  {about}\n  {summary}\n  {one_line(clip.url)}\n"
