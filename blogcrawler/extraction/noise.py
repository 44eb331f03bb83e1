"""What is seldom part of an article, judged by its name: share bars, comments, menus, author boxes."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

__all__ = [
    "DISCUSSION_OPENERS",
    "HEADINGS",
    "NOISE_TAGS",
    "is_comments",
    "is_noise",
    "noise_by_name",
    "opens_discussion",
]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
DISCUSSION_OPENERS = HEADINGS | {"a"}
_OPENING = re.compile(r"^(?:comments?|commentaires?|kommentare|comentarios|respond|trackbacks?)$", re.IGNORECASE)
_NOTE = re.compile(r"foot-?note|end-?note|admonition|callout|sidenote|marginnote", re.IGNORECASE)
_QUOTATIONS = frozenset({"blockquote", "figure", "q"})
_INLINE_TAGS = frozenset({"span", "a", "em", "strong", "b", "i", "code", "small", "mark", "u", "font"})
_SENTENCES = frozenset({"p", "pre", "code", "blockquote"})
NOISE_TAGS = frozenset({"nav", "footer", "aside", "form", "dialog", "menu"})

# Matched against single class names and ids; the parts are words of the trade, in the order of the page.
_NOISE = re.compile(
    r"""(?:^|[-_\s])(?:
        nav|navi|navbar|navigation|menu|breadcrumbs?|skip-?link|screen-reader-text|sr-only|visually-?hidden
      | share|sharing|sharedaddy|sharethis|shares|addthis|addtoany|addtoany_share|social|socials|sns|bookmarks?
      | jp-relatedposts|related|relatedposts|yarpp|recommend(?:ed|ations?)?|more-posts|read-?next|also-like
      | outbrain|taboola
      | sidebar|widget|widgets|textwidget|footer|colophon|copyright|license
      | author-?(?:box|bio|info|card|profile|area|description)|about-?author|post-?author-?box|vcard
      | newsletter|subscribe|subscription|signup|mailchimp|optin|mc4wp
      | ads?|advert|advertisement|adsense|adsbygoogle|sponsor|sponsored|promo|banner
      | pager|pagination|paginator|page-?links|prev-?next|post-?nav|nav-?links|nav-?(?:previous|next)|previous|prev|next
      | tags?|tag-?list|post-?tags|tagcloud|post-?categories|cat-?links|tags-?links|postmetadata|post-?meta|entry-?meta
      | entry-?footer|post-?footer|entry-?utility|byline|post-?info|post-?date|entry-?date|posted-?on|reading-?time
      | wpcf7
      | rating|ratings|star-?rating|post-?ratings|wp-?polls|like-?button|likes|sd-block|print|printfriendly|edit-?link
    )(?:$|[-_\s])""",
    re.VERBOSE | re.IGNORECASE,
)
_COMMENTS = re.compile(
    r"""(?:^|[-_\s])(?:
        comments?|commentlist|commentarea|comment-?(?:list|form|body|area|section|wrap(?:per)?|template|respond|text)
      | respond|reply|replies|disqus|disqus_thread|gitalk|giscus|utterances|valine|waline|isso|livefyre
      | trackbacks?|pings?
      | pinglist|discussion|responses?|cusdis|remark42|hyvor-talk-view|fb-comments|intensedebate|idc-container
    )(?:$|[-_\s\d])""",
    re.VERBOSE | re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def noise_by_name(tag: str, identity: str | None, classes: str | None) -> tuple[bool, bool]:
    """Whether a node's names are those of noise, and whether they are those of comments."""
    names = classes.split() if classes else []
    # The id of a heading is made of its words, and so is any id that is long.
    if identity and tag not in HEADINGS and identity.count("-") <= 3:
        names.append(identity)
    comments = any(_COMMENTS.search(name) for name in names)
    return comments or any(_NOISE.search(name) for name in names), comments


def _names(element: _Element) -> tuple[bool, bool]:
    return noise_by_name(element.tag, element.get("id"), element.get("class"))


def _is_note(element: _Element) -> bool:
    """Whether a footer or an aside is one of the article: its footnotes, the source of a quotation."""
    above = element.getparent()
    return bool(_NOTE.search(element.get("class") or "")) or (above is not None and above.tag in _QUOTATIONS)


def opens_discussion(element: _Element) -> bool:
    """Whether a node is a heading or an anchor that says that comments follow it."""
    name = element.get("id") or element.get("name")
    if element.tag not in DISCUSSION_OPENERS or name is None or not _OPENING.match(name):
        return False
    # In an article on comments, a chapter on something else follows.
    return element.tag == "a" or all(
        heading.get("id") is not None and bool(_OPENING.match(heading.get("id") or ""))
        for heading in element.itersiblings(element.tag)
    )


def is_comments(element: _Element) -> bool:
    """Whether a node calls itself a comment or a part of the discussion."""
    return _names(element)[1]


def is_noise(element: _Element) -> bool:
    """Whether a node calls itself something that is not the article. Words of a sentence and of code never do."""
    tag = element.tag
    if tag in NOISE_TAGS:
        return not _is_note(element)
    if not _names(element)[0]:
        return False
    return tag not in _INLINE_TAGS or not any(
        above.tag in _SENTENCES for above, _ in zip(element.iterancestors(), range(4), strict=False)
    )
