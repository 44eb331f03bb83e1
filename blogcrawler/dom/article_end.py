"""Find the end of an article by the heading that follows it: comments, related posts.

Needed if no class name shows it. The words are data, in ``article_end.toml`` and ``comment_nouns.toml``.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import cast
from urllib.parse import urljoin

from lxml.etree import _Element

from ..urls import bare_host
from ..word_lists import word_list, word_pattern
from .boilerplate import COMMENT_NOUNS, HEADINGS
from .tokens import squash

__all__ = ["DiscussionCaption", "discussion_caption", "ends_article", "heading_box"]

#: Longer texts are not headings.
_MAX_HEADING_LENGTH = 80
#: Longer lines are not the caption of comments, even if they quote the title.
_MAX_CAPTION_LENGTH = 160
_NOUNS = "|".join(word_list(__package__, "comment_nouns.toml", "in_headings"))
#: "3 comments", "Comments (3)", or an invitation to comment.
_DISCUSSION = re.compile(
    rf"^(?:\(?\d[\d.,]*\)?\s+(?:{_NOUNS}|thoughts?\s+on)\b"
    rf"|(?:{_NOUNS}|评论|留言|コメント|댓글)\s*[:：]?\s*[(（]?\d[\d.,]*[)）]?$)"
    rf"|{word_pattern(__package__, 'article_end.toml', 'discussion').pattern}",
    re.IGNORECASE,
)
#: "Comments", "3 comments", "Comments: 3", "3 Responses to “My title”", and nothing else.
_CAPTION = re.compile(
    r"^\W*(?:(?P<number>\d[\d.,]*)\s*(?:件の|個|件|条|則|개의?)?\s*|(?P<word>\w+)\s+)?"
    rf"(?:{'|'.join(COMMENT_NOUNS)})(?!\w)\s*[:：(\[（]?\s*(?(word)|(?P<behind>\d[\d.,]*)?)\W{{0,3}}"
    r"(?:\w{1,4}\s+[\"“”„«‘'].*)?$",
    re.IGNORECASE,
)
_OTHER_POSTS = word_pattern(__package__, "article_end.toml", "other_posts")
_SEE_ALSO = word_pattern(__package__, "article_end.toml", "see_also")
#: What follows "See also" are links if they hold this share of its text; dates and teasers may be next to them.
_MIN_LINKED_SHARE = 0.7


class DiscussionCaption(Enum):
    """What a line above comments says."""

    #: How many there are.
    COUNTED = "counted"
    #: Only that they are comments.
    BARE = "bare"


def discussion_caption(text: str) -> DiscussionCaption | None:
    """Whether a line is the caption of comments, such as "3 comments" or "Comments".

    >>> discussion_caption("Comments (3)").value, discussion_caption("Kommentare").value
    ('counted', 'bare')
    >>> discussion_caption("Comments are closed")
    """
    found = _CAPTION.match(text) if len(text) <= _MAX_CAPTION_LENGTH else None
    if found is None:
        return None
    return DiscussionCaption.COUNTED if found["number"] or found["behind"] else DiscussionCaption.BARE


def ends_article(heading: _Element, base: str) -> bool:
    """Whether a heading says that comments or other posts follow, and no chapter of the article comes after it.

    A section in which the author recommends articles on other hosts than ``base`` does not end the article.
    """
    if not _announces_end(heading) or not all(_announces_end(other) for other in heading.itersiblings(heading.tag)):
        return _is_above_own_links(heading, base)
    return _DISCUSSION.match(_text(heading)) is not None or not _recommends_other_hosts(heading, base)


def heading_box(heading: _Element, within: _Element) -> _Element:
    """The outermost element below ``within`` that holds the heading and no other text."""
    text = _text(heading)
    above = heading.getparent()
    while above is not None and above is not within and above.tag != "body" and _text(above) == text:
        heading, above = above, above.getparent()
    return heading


def _announces_end(heading: _Element) -> bool:
    if heading.tag not in HEADINGS:
        return False
    text = _text(heading)
    return _DISCUSSION.match(text) is not None or _OTHER_POSTS.match(text) is not None


def _is_above_own_links(heading: _Element, base: str) -> bool:
    """Whether a heading such as "See also" comes before links to pages of the blog, and nothing else."""
    if heading.tag not in HEADINGS or not _SEE_ALSO.match(_text(heading)):
        return False
    links = [link for part in heading.itersiblings() for link in part.iter("a") if link.get("href")]
    own = bare_host(base, web_only=False)
    if not links or any(bare_host(urljoin(base, link.get("href") or ""), web_only=False) != own for link in links):
        return False
    shown = sum(_letters(part) for part in heading.itersiblings())
    return sum(map(_letters, links)) >= _MIN_LINKED_SHARE * shown


def _letters(element: _Element) -> int:
    return sum(len(text.strip()) for text in cast("list[str]", element.itertext()))


def _recommends_other_hosts(heading: _Element, base: str) -> bool:
    """Whether a sentence follows a heading, and then only links to other hosts."""
    following = heading.getnext()
    if following is None or following.tag != "p" or following.find(".//a") is not None or not _text(following):
        return False
    hosts = [
        bare_host(link.get("href") or "", web_only=False) for part in heading.itersiblings() for link in part.iter("a")
    ]
    own = bare_host(base, web_only=False)
    return bool(hosts) and all(host and not host.endswith(own) and not own.endswith(host) for host in hosts)


def _text(element: _Element) -> str:
    """The text of an element, cut a little after the longest that a heading may have."""
    texts: list[str] = []
    size = 0
    for text in cast("list[str]", element.itertext()):
        texts.append(text)
        size += len(text.strip())
        if size > _MAX_HEADING_LENGTH:
            break
    return squash("".join(texts))
