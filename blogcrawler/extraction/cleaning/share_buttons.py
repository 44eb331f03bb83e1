"""Links that are buttons: they share the page, subscribe to the blog or open the comment form."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from lxml.etree import _Element

__all__ = ["is_share_button"]

#: How the paths of share links begin, by host.
_SHARE_PATHS = {
    host: re.compile(service["path"])
    for service in tomllib.loads(files(__package__).joinpath("share_buttons.toml").read_text("utf-8"))["service"]
    for name in service["hosts"]
    for host in (name, f"www.{name}")
}
#: URLs of links that act on the page, if they also look like a button.
_ACTION_URL = re.compile(
    r"[?&]action=share\b|[?&]replytocom=|/subscribe\b|/comments?(?:[?#]|$)|#(?:comments?|respond)$"
)
_BUTTON_CLASS = re.compile(r"(?:^|[-_\s])(?:button|btn)(?:$|[-_\s])", re.IGNORECASE)
#: Longer texts are the author's words, offered for sharing.
_MAX_LABEL_LENGTH = 40
_WORD = re.compile(r"\w")


def is_share_button(link: _Element) -> bool:
    """Whether a link shares, subscribes or comments, and is not part of a sentence."""
    href = link.get("href")
    if not href or not _is_action(link, href):
        return False
    if sum(len(text.strip()) for text in map(str, link.itertext())) > _MAX_LABEL_LENGTH:
        return False
    previous, parent = link.getprevious(), link.getparent()
    before = (previous.tail if previous is not None else parent.text if parent is not None else None) or ""
    return not _WORD.search(before) and not _WORD.search(link.tail or "")


def _is_action(link: _Element, href: str) -> bool:
    parts = href.split("/", 3)  # scheme, nothing, host, path
    share_path = _SHARE_PATHS.get(parts[2]) if len(parts) > 2 else None
    if share_path is not None and share_path.match(f"/{parts[3]}" if len(parts) > 3 else ""):
        return True
    classes = link.get("class")
    if classes and _BUTTON_CLASS.search(classes) and _ACTION_URL.search(href):
        return True
    return href.startswith("mailto:?")
