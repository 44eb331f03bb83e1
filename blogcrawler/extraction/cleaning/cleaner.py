"""Cleaning the article's element: out come clean HTML, plain text and links.

Scripts, styles, forms, boilerplate and what the blog's rule names are removed. What remains keeps only harmless
attributes; URLs become absolute and lazily loaded pictures get their source. The element is changed in place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import islice, takewhile
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import (
    BLOCK_TAGS,
    DISCUSSION_OPENERS,
    HEADINGS,
    HIDING_ATTRIBUTES,
    drop,
    drop_following,
    drop_preceding,
    ends_article,
    find,
    heading_box,
    is_comments,
    is_hidden_or_navigation,
    is_noise,
    iter_backwards,
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
from .heading_links import is_heading_link, move_id_to_heading, opens_chapter, title_heading
from .plain_text import html_to_text
from .share_buttons import is_share_button
from .title_and_byline_lines import TitleAndBylineLines

__all__ = ["Article", "Cleaner"]

#: The class of what KaTeX shows to readers, behind the MathML of the same formula.
_RENDERED_FORMULA = "katex-html"
#: The attributes of most elements: those of highlighted code.
_ONLY_CLASS = ["class"]
_NOISE_TAGS = frozenset({"footer", "aside", "menu"})
_PHRASE_TAGS = BLOCK_TAGS - {"br"}
_MEDIA_TAGS = ("img", "iframe", "video", "audio", "picture", "svg")
_LINKS = etree.XPath("descendant::a/@href", smart_strings=False)
_TEXT_LENGTH = etree.XPath("string-length(normalize-space())")
#: Repeated phrases are looked for in this many blocks at the beginning and the end: templates put them there.
_FIRST_BLOCKS, _LAST_BLOCKS = 3, 8
#: Blocks are compared with the phrases up to this many times the length of the longest, plus some characters.
_PHRASE_TOLERANCE, _PHRASE_MARGIN = 1.3, 20
#: An element that only its name calls noise stays if it holds more than this share of the article's text.
_MAX_NOISE_SHARE = 0.4
#: Measuring noise takes time; more elements than this are never noise on one page.
_MAX_MEASURED = 30
#: Verdicts to remember. Ids with numbers in them would fill the memory.
_MAX_VERDICTS = 10_000
#: A line of separators only, left over at the beginning or the end where what they separated was removed.
_SEPARATORS = frozenset("|·•")
_SEPARATOR_LINE = re.compile(r"\s*[|·•](?:[ |·•])*(?=\n|$)")
_MAX_SEPARATOR_LINE = 20


class _Verdict(Enum):
    """What an element's tag, id and classes say about it."""

    KEEP = auto()
    #: The blog's rule drops it.
    DROP = auto()
    #: It is named like boilerplate.
    NOISE = auto()
    #: It is named like the line numbers of code, or like a label with the code's language.
    LINE_NUMBERS = auto()
    LANGUAGE_LABEL = auto()
    #: It may hold code, although it is not a ``<pre>``.
    CODE = auto()
    RENDERED_FORMULA = auto()


# Looked up for each element of each article.
_KEEP, _NOISE, _CODE = _Verdict.KEEP, _Verdict.NOISE, _Verdict.CODE


@dataclass(frozen=True, slots=True)
class Article:
    """An article as a record holds it."""

    html: str
    text: str
    links: list[str]


_BY_NAME = re.compile(
    r'^\.//(?:\*\[@id="(?P<id>[^"]+)"\]'
    r'|(?P<tag>\w+)\[contains\(concat\(" ",normalize-space\(@class\)," "\)," (?P<cls>[^" ]+) "\)\])$'
)


@dataclass(slots=True)
class _Selectors:
    """Selectors of a rule, sorted by what they ask for: comparing names is faster than searching the tree."""

    ids: set[str] = field(default_factory=set)
    #: Pairs of a tag and a class.
    classes: set[tuple[str, str]] = field(default_factory=set)
    others: list[str] = field(default_factory=list)

    @classmethod
    def sort(cls, selectors: Iterable[str]) -> _Selectors:
        found = cls()
        for selector in selectors:
            named = _BY_NAME.match(selector)
            if named is None:
                found.others.append(selector)
            elif named["id"]:
                found.ids.add(named["id"])
            else:
                found.classes.add((named["tag"], named["cls"]))
        return found

    def name(self, identity: str | None, classes: set[tuple[str, str]]) -> bool:
        """Whether they ask for an element with this id or one of these classes."""
        return identity in self.ids or not classes.isdisjoint(self.classes)


class Cleaner:
    """Cleans articles by a rule. One cleaner serves all posts of a blog, because it remembers verdicts."""

    def __init__(self, rule: ArticleRule) -> None:
        self._rule = rule
        self._drop, self._spare = _Selectors.sort(rule.drop), _Selectors.sort(rule.spare)
        self._spare_tags = {selector.removeprefix(".//") for selector in self._spare.others}
        self._pictures = frozenset(rule.pictures)
        self._phrases = {shingle for phrase in rule.phrases for shingle in shingles(words(phrase))}
        self._max_phrase = _PHRASE_TOLERANCE * max(map(len, rule.phrases), default=0) + _PHRASE_MARGIN
        self._verdicts: dict[tuple[str, str | None, str | None], _Verdict] = {}

    def clean(
        self, node: _Element, base: str, title: str | None = None, lines: TitleAndBylineLines | None = None
    ) -> Article:
        """Clean an element in place and return the article, without the title that it may begin with.

        ``lines`` removes lines with the title or the date, for articles whose bounds no feed has confirmed.
        """
        rule = self._rule
        selected = [found for selector in self._drop.others for found in find(node, selector)]  # before anything moves
        selected += [found for selector in rule.titles for found in find(node, selector) if _is_title(found, title)]
        self._cut(node, base)
        for element in selected:
            if element is not node:
                drop(element)
        self._drop_noise(node, base)
        if self._phrases:
            self._drop_phrases(node)
        if title and (heading := title_heading(node, title)) is not None:
            drop(heading)
        if lines is not None:
            lines.drop(node)
        node.tail = None
        html = _inner_html(node)
        text = html_to_text(html)
        if _has_separator_line(text):
            for element in [e for e in node.iterdescendants() if _is_separator_line(e)]:
                drop(element)
            html = _inner_html(node)
            text = html_to_text(html)
        links = dict.fromkeys(filter(None, cast("list[str]", _LINKS(node))))
        return Article(html, text, list(links))

    def _cut(self, node: _Element, base: str) -> None:
        """Remove what comes before the article's beginning and after its end."""
        rule = self._rule
        for mark in find(node, rule.until, first=True) if rule.until else ():
            drop_following(mark, node)
            drop(mark)
        for heading in list(node.iter(*HEADINGS)) if rule.ends else ():
            if ends_article(heading, base):
                first = heading_box(heading, node)
                for element in [first, *first.itersiblings()]:
                    drop(element)
        for mark in find(node, rule.after, first=True) if rule.after else ():
            if not self._is_in_noise(mark, node):
                drop_preceding(mark, node)
                drop(mark)

    def _is_in_noise(self, mark: _Element, node: _Element) -> bool:
        """Whether a mark is inside something to drop: then it is no mark on this page, but a comment's byline."""
        for above in takewhile(lambda holder: holder is not node, mark.iterancestors()):
            identity, classes = above.get("id"), above.get("class")
            if (identity or classes) and (
                self._verdict(above.tag, identity, classes, above) is _Verdict.DROP or is_comments(above)
            ):
                return True
        return False

    def _drop_phrases(self, node: _Element) -> None:
        """Drop blocks whose text many pages of the blog repeat."""
        first = islice((e for e in node.iterdescendants() if e.tag in _PHRASE_TAGS), _FIRST_BLOCKS)
        last = islice((e for e in iter_backwards(node) if e.tag in _PHRASE_TAGS), _LAST_BLOCKS)
        for element in dict.fromkeys([*first, *last]):
            text = _short_text(element, self._max_phrase)
            if text and element.getparent() is not None:
                own = shingles(words(text))
                is_repeated = sum(map(self._phrases.__contains__, own)) >= REPEATED_SHARE * len(own)
                if is_repeated and not _holds_picture(element) and not opens_chapter(element):
                    drop(element)

    def _verdict(self, tag: str, identity: str | None, classes: str | None, element: _Element) -> _Verdict:
        """The verdict on a tag with these names, judged once and then remembered."""
        key = (tag, identity, classes)
        verdict = self._verdicts.get(key)
        if verdict is None:
            verdict = self._judge(tag, identity, classes or "", element)
            if len(self._verdicts) < _MAX_VERDICTS:
                self._verdicts[key] = verdict
        return verdict

    def _judge(self, tag: str, identity: str | None, classes: str, element: _Element) -> _Verdict:
        pairs = {(tag, name) for name in classes.split()}
        if self._drop.name(identity, pairs):
            return _Verdict.DROP
        if self._spare.name(identity, pairs) or tag in self._spare_tags:
            return _Verdict.KEEP
        if names_line_numbers(classes):
            return _Verdict.LINE_NUMBERS
        if names_language(tag, classes):
            return _Verdict.LANGUAGE_LABEL
        if classes == _RENDERED_FORMULA:
            return _Verdict.RENDERED_FORMULA
        if is_noise(element):
            return _Verdict.NOISE
        return _Verdict.CODE if may_be_code(tag, classes) else _Verdict.KEEP

    def _drop_noise(self, node: _Element, base: str) -> None:
        """Drop what does not belong to the article, and keep only harmless attributes of the rest."""
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
            only_class = names == _ONLY_CLASS
            if not only_class and not HIDING_ATTRIBUTES.isdisjoint(names) and is_hidden_or_navigation(element):
                doomed.append(element)
                continue
            identity, classes = None if only_class else element.get("id"), element.get("class")
            if identity is not None or classes is not None or tag in _NOISE_TAGS:
                verdict = verdicts.get((tag, identity, classes)) or self._verdict(tag, identity, classes, element)
                if verdict is not _KEEP:
                    if _is_dropped(element, verdict):
                        doomed.append(element)
                        continue
                    if verdict is _NOISE and not is_code_comment(element):
                        noisy.append(element)
                    elif verdict is _CODE and is_code_box(element):
                        element.tag = tag = "pre"
            if tag in DISCUSSION_OPENERS:
                if tag == "a":
                    if is_heading_link(element):
                        move_id_to_heading(element)
                        doomed.append(element)
                        continue
                    if is_share_button(element):
                        doomed.append(element)
                        continue
                named = "id" in names or "name" in names
                if named and opens_discussion(element) and element.getparent() not in opened:
                    opened.add(element.getparent())
                    doomed.extend(element.itersiblings())
            if not only_class:
                clean_attributes(element, tag, names, base)
        if noisy:
            most = _MAX_NOISE_SHARE * cast("float", _TEXT_LENGTH(node))
            doomed += [e for e in noisy[:_MAX_MEASURED] if not cast("float", _TEXT_LENGTH(e)) > most > 0]
        for element in doomed:
            if element.getparent() is not None:
                drop(element)


def _is_title(element: _Element, title: str | None) -> bool:
    return title is None or is_title_text(words(text_content(element)), words(title))


def _is_dropped(element: _Element, verdict: _Verdict) -> bool:
    """Whether an element with this verdict is dropped, however much text it holds."""
    return (
        verdict is _Verdict.DROP
        or (verdict is _Verdict.LINE_NUMBERS and is_line_numbers(element))
        or (verdict is _Verdict.LANGUAGE_LABEL and is_language_label(element))
        or (verdict is _Verdict.RENDERED_FORMULA and element.getprevious() is not None)
    )


def _holds_picture(element: _Element) -> bool:
    """Whether an element holds both media and other blocks, so that the repeated text is only a part of it."""
    return (
        next(element.iterdescendants(*_MEDIA_TAGS), None) is not None
        and next(element.iterdescendants(*_PHRASE_TAGS), None) is not None
    )


def _has_separator_line(text: str) -> bool:
    """Whether the first or the last line consists of separators."""
    last = text.rfind("\n") + 1
    return (text[:1] in _SEPARATORS and _SEPARATOR_LINE.match(text) is not None) or (
        text[last : last + 1] in _SEPARATORS and _SEPARATOR_LINE.match(text, last) is not None
    )


def _is_separator_line(element: _Element) -> bool:
    return _SEPARATOR_LINE.fullmatch(_short_text(element, _MAX_SEPARATOR_LINE)) is not None


def _short_text(element: _Element, longest: float) -> str:
    """An element's text on one line; empty if it is longer than ``longest``, which is not read to the end."""
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
