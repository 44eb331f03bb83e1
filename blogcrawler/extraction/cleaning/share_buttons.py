"""Links that are buttons: they lead to no page but do something with this one."""

from __future__ import annotations

import re

from lxml.etree import _Element

__all__ = ["is_share_button"]

#: Where a page is handed over to somebody else's: the path, by the host without ``www.``.
_SHARING = {
    host: re.compile(path)
    for hosts, path in (
        ("twitter.com x.com", r"/(?:share|intent/(?:tweet|post)|home\?status)"),
        ("facebook.com m.facebook.com", r"/(?:sharer?\b|dialog/(?:share|feed))"),
        ("linkedin.com", r"/(?:shareArticle|sharing|cws/share)"),
        ("pinterest.com", r"/pin/create"),
        ("reddit.com news.ycombinator.com digg.com stumbleupon.com", r"/(?:submit|submitlink)\b"),
        (
            "t.me telegram.me vk.com vkontakte.ru connect.ok.ru tumblr.com plus.google.com",
            r"/(?:share|offer|widgets/share)",
        ),
        ("wa.me api.whatsapp.com", r"/(?:\?|send)"),
        ("getpocket.com instapaper.com", r"/(?:save|edit|hello2)"),
        ("b.hatena.ne.jp", r"/(?:add|append|entry/)"),
        ("line.me social-plugins.line.me", r"/(?:R/msg|lineit/share)"),
        ("service.weibo.com share.v.t.qq.com", r"/share"),
        ("xing.com", r"/(?:spi/shares|social_plugins/share)"),
        ("buffer.com bufferapp.com", r"/add"),
        ("del.icio.us delicious.com", r"/(?:post|save)"),
        ("threads.net bsky.app", r"/intent"),
    )
    for host in hosts.split()
}
#: What a link that looks like a button does to this page or its reader.
_ACTION = re.compile(r"[?&]action=share\b|[?&]replytocom=|/subscribe\b|/comments?(?:[?#]|$)|#(?:comments?|respond)$")
_LOOKS = re.compile(r"(?:^|[-_\s])(?:button|btn)(?:$|[-_\s])", re.IGNORECASE)
_LONGEST = 40
_WORD = re.compile(r"\w")


def is_share_button(link: _Element) -> bool:
    """Whether a link shares or subscribes, and stands in no sentence."""
    address = link.get("href")
    if not address or not _does_something(link, address):
        return False
    if sum(len(text.strip()) for text in map(str, link.itertext())) > _LONGEST:
        return False  # an author's words, to be passed on
    before, above = link.getprevious(), link.getparent()
    said = (before.tail if before is not None else above.text if above is not None else None) or ""
    return not _WORD.search(said) and not _WORD.search(link.tail or "")


def _does_something(link: _Element, address: str) -> bool:
    host, slash, path = address.partition("//")[2].partition("/")
    sharing = _SHARING.get(host.removeprefix("www."))
    if sharing is not None and sharing.match(slash + path):
        return True
    classes = link.get("class")
    if classes and _LOOKS.search(classes) and _ACTION.search(address):
        return True
    return address.startswith("mailto:?")
