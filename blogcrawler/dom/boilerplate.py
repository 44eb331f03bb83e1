"""What is seldom part of an article, judged by its name: share bars, comments, menus, author boxes."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.etree import _Element

from .page import text_content
from .page_outline import NOISE_TAGS

__all__ = [
    "DISCUSSION_OPENERS",
    "HEADINGS",
    "NOTES",
    "PLUGINS",
    "READ_OUT",
    "is_comments",
    "is_noise",
    "noise_by_name",
    "opens_discussion",
]

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
DISCUSSION_OPENERS = HEADINGS | {"a"}
_OPENING = re.compile(r"^(?:comments?|commentaires?|kommentare|comentarios|respond|trackbacks?)$", re.IGNORECASE)
#: Notes of the author's, by their names.
NOTES = re.compile(r"foot-?(?:note|def)|end-?note|side-?note|margin-?note", re.IGNORECASE)
_NOTE = re.compile(rf"{NOTES.pattern}|admonition|callout", re.IGNORECASE)
#: Names are judged by so many characters.
_LONGEST = 200
#: Names that plug-ins alone use: noise even where the feed has it.
PLUGINS = re.compile(
    r"subscription-widget|kg-signup|sharedaddy|sharethis|addthis|addtoany|a2a_kit|jp-relatedposts|adsbygoogle|mc4wp|shariff"
)
_QUOTATIONS = frozenset({"blockquote", "figure", "q"})
#: An aside that calls itself one of these is a remark of the author's.
_REMARK = re.compile(
    r"note|tip|info|warn|caution|danger|hint|remark|quote|callout|admonition|digression|epigraph|example"
)
#: Page builders call each piece of an article a widget.
_BUILDERS = re.compile(r"^(?:elementor-|siteorigin-|so-|sow-|et_pb_|fl-|wpb_|vc_|fusion-|brxe-|oxy-)")
_WIDGET = re.compile(r"(?:text)?widgets?", re.IGNORECASE)
#: Docutils, Pandoc and Org mode name a section by the words of its heading.
_SECTIONS = re.compile(r"(?:^|\s)(?:section|level[1-6]|outline-[2-6]|outline-text-[2-6]|sect[1-5])(?:$|\s)")
#: What is only read out, as "opens new window" behind a link.
READ_OUT = re.compile(r"(?:^|\s)(?:screen-reader-text|sr-only|visually-?hidden)(?:$|\s)")
_INLINE_TAGS = frozenset({"span", "a", "em", "strong", "b", "i", "code", "small", "mark", "u", "font"})
_SENTENCES = frozenset({"p", "pre", "code", "blockquote"})

# Matched against single class names and ids; the parts are words of the trade, in the order of the page.
_NOISE = re.compile(
    r"""(?:^|[-_\s])(?:
        nav|navi|navbar|navigation|menu|breadcrumbs?|skip-?link|screen-reader-text|sr-only|visually-?hidden
      | share|sharing|sharedaddy|sharethis|shares|addthis|addtoany|addtoany_share|social|socials|sns
      | (?<!kg-)(?<!notion-)bookmarks?
      | a2a_kit|heateor\w*|ssba|shareaholic|mashsb|essb|dpsp|shariff|socialshareprivacy|jssocials|novashare|juiz_sps
      | sfsi
      | fb-(?:like|share-button|send|follow|page)|g-plusone|twitter-follow-button|pin-?it|flattr|wp-?ulike|kudos|claps?
      | jp-relatedposts|related|relatedposts|yarpp|recommend(?:ed|ations?)?|more-posts|read-?next|also-like
      | outbrain|taboola|wp_rp_wrap|linkwithin|nrelate|zemanta-(?:pixie|related)
      | sidebar|widget|widgets|textwidget|footer|colophon|copyright|license
      | author-?(?:box|bio|info|card|profile|area|description)|about-?author|post-?author-?box|vcard
      | saboxplugin|abh_box|molongui|m-a-box|wp-biographia
      | newsletter|subscribe|subscription|signup|mailchimp|optin|mc4wp|reward|donate|donation|tip-?jar
      | cookie-?(?:notice|consent|banner|law)|gdpr
      | copy-?(?:btn|button|notice|code-button)|clipboard-?(?:btn|button)|crayon-(?:toolbar|info|plain-wrap)
      | kg-(?:audio|video)-(?:time|current-time|duration|player$)|quarto-(?:citation|reuse|copyright)
      | appendix-bottom|citation-appendix
      | highlight-tools|(?<!code-)toolbar(?:-item)?
      | md-content__button|md-source-file
      | wpcnt|google-auto-placed|ezoic|mv-ad-box
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
    if any(map(_BUILDERS.match, names)):
        names = [_WIDGET.sub("", name) for name in names]
    # The id of a heading is made of its words, and so is any id that is long.
    if identity and tag not in HEADINGS and identity.count("-") <= 3 and not _SECTIONS.search(classes or ""):
        names.append(identity)
    judged = [_judge(name[:_LONGEST]) for name in names]
    comments = any(talk for _, talk in judged)
    return comments or any(noise for noise, _ in judged), comments


@lru_cache(maxsize=4096)
def _judge(name: str) -> tuple[bool, bool]:
    """Whether a single name is that of noise, and whether it is that of comments."""
    return _NOISE.search(name) is not None, _COMMENTS.search(name) is not None


def _names(element: _Element) -> tuple[bool, bool]:
    return noise_by_name(element.tag, element.get("id"), element.get("class"))


def _is_note(element: _Element) -> bool:
    """Whether a footer or an aside is one of the article: its footnotes, the source of a quotation, a remark."""
    classes, above = element.get("class") or "", element.getparent()
    if _NOTE.search(classes) or (above is not None and above.tag in _QUOTATIONS):
        return True
    if element.tag == "footer":
        return next(element.iter("cite"), None) is not None and not _names(element)[0]
    return element.tag == "aside" and not _names(element)[0] and (_is_remark(element, classes))


def _is_remark(aside: _Element, classes: str) -> bool:
    """Whether an aside is the author's: it says so, or stands between paragraphs and leads nowhere else."""
    if _REMARK.search(classes.lower()):
        return True
    before, after = aside.getprevious(), aside.getnext()
    if (
        before is None
        or before.tag in ("header", *HEADINGS)  # below the title stands when the post was published
        or after is None
        or after.tag not in ("p", *HEADINGS)
        or next(aside.iter("ul", "nav", "form", *HEADINGS), None) is not None
    ):
        return False
    linked = sum(len(text_content(link)) for link in aside.iter("a"))
    return linked < 0.5 * len(text_content(aside))


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
    if tag == "span" and READ_OUT.search((element.get("class") or "")[:_LONGEST]):
        return True
    return tag not in _INLINE_TAGS or not any(
        above.tag in _SENTENCES for above, _ in zip(element.iterancestors(), range(4), strict=False)
    )
