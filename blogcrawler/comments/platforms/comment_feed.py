"""Reads the feed of a post's comments: WordPress, Atom with threading (RFC 4685), Blogger."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...dates import iso_moment, parse_date
from ...dom import node_text, parse_page
from ...errors import FeedError
from ...extraction import absolute_url
from ...feeds import Raw, as_html, entry_text, links_of, read_feed, title_text
from ...items import Comment
from ..page.clean_texts import clean_html, comment_type_of
from .json_answer import CommentBatch, EndpointAnswer

__all__ = ["comment_id", "read_comment_feed"]

_IDENTITY = re.compile(r"(?:comment|post|dsq|isso|c)[-_=]?(\d+)/?$", re.IGNORECASE)
_LAST = re.compile(r"[#/:=]([\w.\-]+)/?$")
_BY = re.compile(r"^(?:by|von|par|por|di|от|door|av|przez)\s?:\s+", re.IGNORECASE)
_ANCHOR = re.compile(r"#(?:comment-?|c|dsq-comment-|IDComment)\d+$")
#: Comments to read from one feed.
_MAX_COMMENTS = 5000
#: Length of the line before a reply's text: "In reply to Ann."
_MAX_REPLY_LINE_LENGTH = 150


def comment_id(text: str) -> str | None:
    """The platform's own id of a comment, taken from its address or from its id in a feed."""
    found = _IDENTITY.search(text) or _LAST.search(text)
    return found[1] if found else text.strip() or None


def read_comment_feed(answer: EndpointAnswer) -> CommentBatch | None:
    """The comments of a feed, in its order; None if the response is not a feed."""
    try:
        parsed = read_feed(answer.body, answer.url, answer.content_type or None)
    except FeedError:
        return None
    entries: list[Raw] = parsed["entries"][:_MAX_COMMENTS]
    channel: Raw = parsed["feed"]
    total = entry_text(channel, "opensearch_totalresults") or ""
    further = next(links_of(channel, "next"), None)
    return CommentBatch(
        comments=tuple(_comment(entry, answer.url) for entry in entries),
        size=len(entries),
        total=int(total) if total.isdecimal() and len(total) < 9 else None,
        next_url=absolute_url(answer.url, further["href"]) if further else None,
    )


def _comment(entry: Raw, base: str) -> Comment:
    link = next((str(one["href"]) for one in links_of(entry, "alternate")), None) or entry_text(entry, "link") or ""
    # A link to the comment's own anchor is more reliable than a guid, which may be anything.
    named = link if _ANCHOR.search(link) else entry_text(entry, "id") or link
    html, parent = _split_reply_line(_content(entry), base)
    person = entry.get("author_detail")
    detail: Mapping[str, Any] = person if isinstance(person, Mapping) else {}
    name = entry_text(detail, "name") or entry_text(entry, "author") or _name_in_title(entry)
    date = entry_text(entry, "published") or entry_text(entry, "updated") or ""
    moment = parse_date(date)
    text = clean_html(html, link or base)
    return Comment(
        id=comment_id(named) if named else None,
        parent=_in_reply_to(entry) or parent,
        author=title_text(name),
        author_url=entry_text(detail, "href"),
        published=moment.replace(microsecond=0).isoformat() if moment else iso_moment(date, milliseconds=True),
        content_html=text.html,
        text=text.text,
        type=comment_type_of(text.text),
    )


def _content(entry: Raw) -> str:
    values = entry.get("content")
    details = values if isinstance(values, list) else []
    texts = [entry_text(detail, "value") for detail in details]
    return as_html(next(filter(None, texts), None) or entry_text(entry, "summary") or "") or ""


def _name_in_title(entry: Raw) -> str | None:
    """The name in a title such as ``By: Ann``."""
    title = entry_text(entry, "title") or ""
    return _BY.sub("", title) if _BY.match(title) else None


def _in_reply_to(entry: Raw) -> str | None:
    """The comment that RFC 4685's ``thr:in-reply-to`` names, which may also name the post."""
    mark = entry.get("thr_in-reply-to")
    if not isinstance(mark, Mapping):
        return None
    address, reference = mark.get("href"), mark.get("ref")
    if isinstance(address, str) and address:
        return comment_id(address) if _ANCHOR.search(address) else None
    return comment_id(reference) if isinstance(reference, str) else None


def _split_reply_line(html: str, base: str) -> tuple[str, str | None]:
    """The text without its first paragraph, if that says which comment it answers, and the id of that comment.

    WordPress writes ``In reply to <a href="…#comment-5">Ann</a>.`` in the blog's language.
    """
    if "#" not in html[: 5 * _MAX_REPLY_LINE_LENGTH]:
        return html, None
    body = parse_page(f"<html><body>{html}</body></html>", base).tree.find("body")
    first = body[0] if body is not None and len(body) and not (body.text or "").strip() else None
    anchors = [one for one in first.iter("a") if _ANCHOR.search(one.get("href") or "")] if first is not None else []
    if body is None or first is None or len(anchors) != 1 or len(node_text(first)) > _MAX_REPLY_LINE_LENGTH:
        return html, None
    if first.tag != "p" or node_text(first) == node_text(anchors[0]):
        return html, None
    end = html.find("</p>")
    return (html[end + 4 :] if end >= 0 else html), comment_id(str(anchors[0].get("href")))
