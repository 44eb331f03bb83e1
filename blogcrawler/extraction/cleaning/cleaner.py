"""From the article's node to clean HTML and plain text.

The node is cleaned in place: the page is read no further after that. What goes: scripts, styles, forms,
what the rule says, what calls itself noise. What stays is reduced to harmless attributes, with all
addresses absolute and lazy pictures resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import (
    BLOCK_TAGS,
    DISCUSSION_OPENERS,
    HEADINGS,
    NOT_SHOWN,
    backwards,
    drop,
    drop_following,
    drop_preceding,
    ends_article,
    find,
    heading_box,
    is_comments,
    is_noise,
    is_not_shown,
    opens_discussion,
    squash,
    text_content,
    words,
)
from ..fields.title_text import is_title_text
from ..repeated_text import REPEATED_SHARE, shingles
from ..rules import ArticleRule
from .attributes import absolute_url, attribute_names, clean_attributes
from .code_blocks import (
    is_code_box,
    is_code_comment,
    is_language_label,
    is_line_numbers,
    may_be_code,
    names_language,
    names_line_numbers,
)
from .element_replacement import REPLACED_TAGS, replace_element, with_wrapping_link
from .heading_links import is_heading_link, opens_chapter, title_heading
from .plain_text import html_to_text
from .share_buttons import is_share_button
from .title_and_byline_lines import TitleAndBylineLines

__all__ = ["Article", "Cleaner"]

#: KaTeX shows a formula a second time, behind what machines read.
_DRAWN_FORMULA = "katex-html"
#: As the pieces of highlighted code have it.
_CLASS_ALONE = ["class"]
_NOISE_TAGS = frozenset({"footer", "aside", "menu"})
_NAME = re.compile(
    r'^\.//(?:\*\[@id="(?P<id>[^"]+)"\]'
    r'|(?P<tag>\w+)\[contains\(concat\(" ",normalize-space\(@class\)," "\)," (?P<cls>[^" ]+) "\)\])$'
)
_PHRASE_TAGS = BLOCK_TAGS - {"br"}
_MEDIA = ("img", "iframe", "video", "audio", "picture", "svg")
_LINKS = etree.XPath("descendant::a/@href", smart_strings=False)
_LENGTH = etree.XPath("string-length(normalize-space())")
#: What repeats on many pages stands around the article: in its first and last blocks.
_EDGES = (3, 8)
#: A node that is noise by name alone stays if it holds more than this share of the article's text.
_TOO_MUCH = 0.4
#: How large noise is, is not asked more often on one page.
_MOST_MEASURED = 30


@dataclass(frozen=True, slots=True)
class Article:
    """The article in the forms of the record."""

    html: str
    text: str
    links: list[str]


#: A line of bars only, which parted what was dropped, at the beginning or the end.
_BAR = frozenset("|·•")
_BARS, _FEW = re.compile(r"\s*[|·•](?:[ |·•])*(?=\n|$)"), 20


class Cleaner:
    """Cleans article nodes by a rule. One cleaner serves all posts of a blog: it remembers names."""

    def __init__(self, rule: ArticleRule) -> None:
        self._ids: set[str] = set()
        self._classes: set[tuple[str, str]] = set()
        self._paths: list[str] = []
        for selector in rule.drop:
            named = _NAME.match(selector)
            if named is None:
                self._paths.append(selector)
            elif named["id"]:
                self._ids.add(named["id"])
            else:
                self._classes.add((named["tag"], named["cls"]))
        self._titles = rule.titles
        self._spare_ids: set[str] = set()
        self._spare_classes: set[tuple[str, str]] = set()
        self._spare_tags: set[str] = set()
        for selector in rule.spare:
            named = _NAME.match(selector)
            if named and named["id"]:
                self._spare_ids.add(named["id"])
            elif named:
                self._spare_classes.add((named["tag"], named["cls"]))
            else:
                self._spare_tags.add(selector.removeprefix(".//"))
        self._pictures = frozenset(rule.pictures)
        self._after, self._until, self._ends = rule.after, rule.until, rule.ends
        self._longest = 1.3 * max(map(len, rule.phrases), default=0) + 20
        self._phrases = {shingle for phrase in rule.phrases for shingle in shingles(words(phrase))}
        self._verdicts: dict[tuple[str, str | None, str | None], str] = {}

    def clean(
        self, node: _Element, base: str, title: str | None = None, around: TitleAndBylineLines | None = None
    ) -> Article:
        """Clean the node in place and give the article, without the title that it may begin with.

        ``around`` are lines that may stand around it, for nodes of which no feed says what is the article's.
        """
        placed = [found for path in self._paths for found in find(node, path)]  # before anything moves
        placed += [found for path in self._titles for found in find(node, path) if _is_title(found, title)]
        self._cut(node, base)
        for element in placed:
            if element is not node:
                drop(element)
        self._drop_noise(node, base)
        if self._phrases:
            self._drop_phrases(node)
        if title and (heading := title_heading(node, title)) is not None:
            drop(heading)
        if around is not None:
            around.drop(node)
        node.tail = None
        html = _inner_html(node)
        text = html_to_text(html)
        last = text.rfind("\n") + 1
        if (text[:1] in _BAR and _BARS.match(text)) or (text[last : last + 1] in _BAR and _BARS.match(text, last)):
            for element in [e for e in node.iterdescendants() if _BARS.fullmatch(_short_text(e, _FEW) or "")]:
                drop(element)
            html = _inner_html(node)
            text = html_to_text(html)
        links = dict.fromkeys(filter(None, cast("list[str]", _LINKS(node))))
        return Article(html, text, list(links))

    def _cut(self, node: _Element, base: str) -> None:
        """Cut off what stands before the article's beginning and behind its end."""
        for mark in find(node, self._until, first=True) if self._until else ():
            drop_following(mark, node)
            drop(mark)
        for heading in list(node.iter(*HEADINGS)) if self._ends else ():
            if ends_article(heading, base):
                first = heading_box(heading, node)
                for element in [first, *first.itersiblings()]:
                    drop(element)
        for mark in find(node, self._after, first=True) if self._after else ():
            if not self._is_in_noise(mark, node):
                drop_preceding(mark, node)
                drop(mark)

    def _is_in_noise(self, mark: _Element, node: _Element) -> bool:
        """Whether a mark stands in what is dropped anyway: on this page it is no mark, but a comment's byline."""
        for above in takewhile(lambda holder: holder is not node, mark.iterancestors()):
            identity, classes = above.get("id"), above.get("class")
            if (identity or classes) and (
                self._verdict(above.tag, identity, classes, above) == "drop" or is_comments(above)
            ):
                return True
        return False

    def _drop_phrases(self, node: _Element) -> None:
        """Drop blocks whose text stands on most pages of the blog."""
        first = islice((e for e in node.iterdescendants() if e.tag in _PHRASE_TAGS), _EDGES[0])
        last = islice((e for e in backwards(node) if e.tag in _PHRASE_TAGS), _EDGES[1])
        for element in dict.fromkeys([*first, *last]):
            text = _short_text(element, self._longest)
            if text and element.getparent() is not None:
                said = shingles(words(text))
                repeated = sum(map(self._phrases.__contains__, said)) >= REPEATED_SHARE * len(said)
                if repeated and not _holds_picture(element) and not opens_chapter(element):
                    drop(element)

    def _verdict(self, tag: str, identity: str | None, classes: str | None, element: _Element) -> str:
        """``drop`` (learned), ``noise`` (by name), ``keep``, or what else it is; asked once for each name."""
        key = (tag, identity, classes)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self._judge(tag, identity, classes or "", element)
            if len(self._verdicts) < 10_000:  # ids with numbers in them must not fill the memory
                self._verdicts[key] = verdict
        return verdict

    def _judge(self, tag: str, identity: str | None, classes: str, element: _Element) -> str:
        pairs = {(tag, token) for token in classes.split()}
        if identity in self._ids or pairs & self._classes:
            return "drop"
        if identity in self._spare_ids or pairs & self._spare_classes or tag in self._spare_tags:
            return "keep"
        if names_line_numbers(classes):
            return "numbers"
        if names_language(tag, classes):
            return "language"
        if classes == _DRAWN_FORMULA:
            return "drawn"
        return "noise" if is_noise(element) else "code" if may_be_code(tag, classes) else "keep"

    def _drop_noise(self, node: _Element, base: str) -> None:
        """Drop what is not the article's, and reduce the attributes of the rest to harmless ones."""
        doomed: list[_Element] = []
        opened: set[_Element | None] = set()
        noisy: list[_Element] = []
        verdicts = self._verdicts
        for element in node.iterdescendants():
            tag = element.tag
            if tag in REPLACED_TAGS:
                if tag == "img" and self._pictures and absolute_url(base, element.get("src") or "") in self._pictures:
                    tag = ""
                else:
                    tag = replace_element(element, tag, base)
                if not tag:
                    doomed += with_wrapping_link(element)
                    continue
            names = attribute_names(element)
            if not names:
                if tag in _NOISE_TAGS and tag not in self._spare_tags and is_noise(element):
                    noisy.append(element)
                continue
            alone = names == _CLASS_ALONE
            if not alone and not NOT_SHOWN.isdisjoint(names) and is_not_shown(element):
                doomed.append(element)
                continue
            identity, classes = None if alone else element.get("id"), element.get("class")
            if identity is not None or classes is not None or tag in _NOISE_TAGS:
                verdict = verdicts.get((tag, identity, classes)) or self._verdict(tag, identity, classes, element)
                if verdict != "keep":
                    if _goes(element, verdict):
                        doomed.append(element)
                        continue
                    if verdict == "noise" and not is_code_comment(element):
                        noisy.append(element)
                    elif verdict == "code" and is_code_box(element):
                        element.tag = tag = "pre"
            if tag in DISCUSSION_OPENERS:
                if tag == "a" and (is_heading_link(element) or is_share_button(element)):
                    doomed.append(element)
                    continue
                named = "id" in names or "name" in names
                if named and opens_discussion(element) and element.getparent() not in opened:
                    opened.add(element.getparent())
                    doomed.extend(element.itersiblings())
            if not alone:
                clean_attributes(element, tag, names, base)
        if noisy:
            most = _TOO_MUCH * cast("float", _LENGTH(node))
            doomed += [e for e in noisy[:_MOST_MEASURED] if not cast("float", _LENGTH(e)) > most > 0]
        for element in doomed:
            if element.getparent() is not None:
                drop(element)


def _is_title(element: _Element, title: str | None) -> bool:
    return title is None or is_title_text(words(text_content(element)), words(title))


def _goes(element: _Element, verdict: str) -> bool:
    """Whether an element of which there is such a verdict goes, however large it is."""
    return (
        verdict == "drop"
        or (verdict == "numbers" and is_line_numbers(element))
        or (verdict == "language" and is_language_label(element))
        or (verdict == "drawn" and element.getprevious() is not None)
    )


def _holds_picture(element: _Element) -> bool:
    """Whether there are other blocks in an element, and pictures or the like: what repeats is less than all of it."""
    return (
        next(element.iterdescendants(*_MEDIA), None) is not None
        and next(element.iterdescendants(*_PHRASE_TAGS), None) is not None
    )


def _short_text(element: _Element, longest: float) -> str:
    """The text of an element, read no further than to ``longest``; empty if it is longer."""
    texts: list[str] = []
    size = 0
    for text in cast("Iterator[str]", element.itertext()):
        size += len(text.strip())
        if size > longest:
            return ""
        texts.append(text)
    shown = squash("".join(texts))
    return shown if len(shown) <= longest else ""


def _inner_html(node: _Element) -> str:
    html = etree.tostring(node, encoding="utf-8", method="html").decode()  # faster than "unicode"
    return html[html.index(">") + 1 : html.rindex("<")].strip() if len(node) or node.text else ""
