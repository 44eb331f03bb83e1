"""Recognise boilerplate by its class names and ids: share bars, comments, menus, author boxes.

The names are data, in ``boilerplate.toml``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

from ..word_lists import word_list, word_pattern
from .page import text_content
from .page_outline import NOISE_TAGS

__all__ = [
    "BESIDE_DISCUSSION",
    "COMMENT_NOUNS",
    "DISCUSSION_OPENERS",
    "HEADINGS",
    "NOTE_NAMES",
    "PLUGIN_NAMES",
    "SCREEN_READER_NAMES",
    "is_comments",
    "is_noise",
    "noise_by_name",
    "opens_discussion",
]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
DISCUSSION_OPENERS = HEADINGS | {"a"}
_OPENING = re.compile(r"^(?:comments?|commentaires?|kommentare|comentarios|respond|trackbacks?)$", re.IGNORECASE)
#: Class names of footnotes and the like, which belong to the article.
NOTE_NAMES = re.compile(r"foot-?(?:note|def)|end-?note|side-?note|margin-?note", re.IGNORECASE)
_NOTE = re.compile(rf"{NOTE_NAMES.pattern}|admonition|callout", re.IGNORECASE)
#: Longer class names and ids are cut: they say nothing more.
_MAX_NAME_LENGTH = 200
#: Names that only plug-ins use. Such elements are noise even where the feed contains them.
PLUGIN_NAMES = re.compile(
    r"subscription-widget|kg-signup|sharedaddy|sharethis|addthis|addtoany|a2a_kit|jp-relatedposts|adsbygoogle|mc4wp|shariff"
)
_QUOTATIONS = frozenset({"blockquote", "figure", "q"})
#: Class names of asides that are remarks by the author.
_REMARK = re.compile(
    r"note|tip|info|warn|caution|danger|hint|remark|quote|callout|admonition|digression|epigraph|example"
)
#: Prefixes of page builders, which call every piece of an article a widget.
_BUILDERS = re.compile(r"^(?:elementor-|siteorigin-|so-|sow-|et_pb_|fl-|wpb_|vc_|fusion-|brxe-|oxy-)")
_WIDGET = re.compile(r"(?:text)?widgets?", re.IGNORECASE)
#: Sections of Docutils, Pandoc and Org mode, whose ids are the words of their heading.
_SECTIONS = re.compile(r"(?:^|\s)(?:section|level[1-6]|outline-[2-6]|outline-text-[2-6]|sect[1-5])(?:$|\s)")
#: Class names of text for screen readers, such as "opens new window" after a link.
SCREEN_READER_NAMES = re.compile(r"(?:^|\s)(?:screen-reader-text|sr-only|visually-?hidden)(?:$|\s)")
_INLINE_TAGS = frozenset({"span", "a", "em", "strong", "b", "i", "code", "small", "mark", "u", "font"})
_SENTENCES = frozenset({"p", "pre", "code", "blockquote"})
#: What pages call comments where they state their number; regular expressions.
COMMENT_NOUNS = word_list(__package__, "comment_nouns.toml", "counted")
#: Names of lists of recent comments and of comment forms.
BESIDE_DISCUSSION = word_pattern(__package__, "boilerplate.toml", "beside_discussion")
_NOISE = word_pattern(__package__, "boilerplate.toml", "noise")
_COMMENTS = word_pattern(__package__, "boilerplate.toml", "comments")


@lru_cache(maxsize=2048)
def noise_by_name(tag: str, identity: str | None, classes: str | None) -> tuple[bool, bool]:
    """Whether an element's class names or id mark boilerplate, and whether they mark comments."""
    names = classes.split() if classes else []
    if any(map(_BUILDERS.match, names)):
        names = [_WIDGET.sub("", name) for name in names]
    # Ids of headings, and long ids, are made of the words of a heading: they name no function.
    if identity and tag not in HEADINGS and identity.count("-") <= 3 and not _SECTIONS.search(classes or ""):
        names.append(identity)
    judged = [_judge(name[:_MAX_NAME_LENGTH]) for name in names]
    comments = any(comment for _, comment in judged)
    return comments or any(noise for noise, _ in judged), comments


@lru_cache(maxsize=4096)
def _judge(name: str) -> tuple[bool, bool]:
    """Whether a single name is one of boilerplate, and whether it is one of comments."""
    return _NOISE.search(name) is not None, _COMMENTS.search(name) is not None


def _names(element: _Element) -> tuple[bool, bool]:
    return noise_by_name(element.tag, element.get("id"), element.get("class"))


def _is_note(element: _Element) -> bool:
    """Whether a footer or an aside belongs to the article: footnotes, the source of a quotation, a remark."""
    classes, above = element.get("class") or "", element.getparent()
    if _NOTE.search(classes) or (above is not None and above.tag in _QUOTATIONS):
        return True
    if element.tag == "footer":
        return next(element.iter("cite"), None) is not None and not _names(element)[0]
    return element.tag == "aside" and not _names(element)[0] and _is_remark(element, classes)


def _is_remark(aside: _Element, classes: str) -> bool:
    """Whether the author wrote an aside: by its class, or because it is between paragraphs and mostly not links."""
    if _REMARK.search(classes.lower()):
        return True
    before, after = aside.getprevious(), aside.getnext()
    if (
        before is None
        or before.tag in ("header", *HEADINGS)  # an aside below the title holds the date
        or after is None
        or after.tag not in ("p", *HEADINGS)
        or next(aside.iter("ul", "nav", "form", *HEADINGS), None) is not None
    ):
        return False
    linked = sum(len(text_content(link)) for link in aside.iter("a"))
    return linked < 0.5 * len(text_content(aside))


def opens_discussion(element: _Element) -> bool:
    """Whether an element is a heading or an anchor whose id says that comments follow."""
    name = element.get("id") or element.get("name")
    if element.tag not in DISCUSSION_OPENERS or name is None or not _OPENING.match(name):
        return False
    # In an article about comments, a chapter about something else follows.
    return element.tag == "a" or all(
        heading.get("id") is not None and bool(_OPENING.match(heading.get("id") or ""))
        for heading in element.itersiblings(element.tag)
    )


def is_comments(element: _Element) -> bool:
    """Whether an element is named like a comment or a part of the discussion."""
    return _names(element)[1]


def is_noise(element: _Element) -> bool:
    """Whether an element is named like boilerplate. Inline elements in sentences and in code are never boilerplate."""
    tag = element.tag
    if tag in NOISE_TAGS:
        return not _is_note(element)
    if not _names(element)[0]:
        return False
    if tag == "span" and SCREEN_READER_NAMES.search((element.get("class") or "")[:_MAX_NAME_LENGTH]):
        return True
    return tag not in _INLINE_TAGS or not any(
        above.tag in _SENTENCES for above, _ in zip(element.iterancestors(), range(4), strict=False)
    )
