"""Cleaning the article's element: out come clean HTML, plain text and links.

Scripts, styles, forms, boilerplate and what the blog's rule names are removed. What remains keeps only harmless
attributes; URLs become absolute and lazily loaded pictures get their source. The element is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...dom import (
    DISCUSSION_OPENERS,
    HEADINGS,
    drop,
    drop_following,
    drop_preceding,
    ends_article,
    find,
    heading_box,
    is_comments,
    is_hidden_or_navigation,
    is_noise,
    opens_discussion,
    text_content,
    words,
)
from ...urls import page_key
from ..fields.title_text import is_title_text
from ..rules import ArticleRule
from .article_edges import last_heading, trim_edges
from .attributes import absolute_url, attribute_names, attribute_plan, clean_by_plan
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
from .heading_links import is_heading_link, move_id_to_heading, title_heading
from .plain_text import html_to_text
from .repeated_phrases import RepeatedPhrases
from .rule_selectors import RuleSelectors
from .separator_lines import drop_separator_lines, has_separator_line
from .share_buttons import is_share_button
from .title_and_byline_lines import TitleAndBylineLines

__all__ = ["Article", "Cleaner"]

#: The class of the visible part of a KaTeX formula, which follows its MathML.
_RENDERED_FORMULA = "katex-html"
_WITHOUT_HOST = ("http:///", "https:///")
_NOISE_TAGS = frozenset({"footer", "aside", "menu"})
_TEXT_LENGTH = etree.XPath("string-length(normalize-space())")
#: An element that only its name calls noise stays if it holds more than this share of the article's text.
_MAX_NOISE_SHARE = 0.4
#: Measuring noise takes time; more elements than this are never noise on one page.
_MAX_MEASURED = 30
#: Verdicts to remember. Ids with numbers in them would fill the memory.
_MAX_VERDICTS = 10_000


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


class Cleaner:
    """Cleans articles by a rule. One cleaner serves all posts of a blog, because it remembers verdicts."""

    def __init__(self, rule: ArticleRule) -> None:
        self._rule = rule
        self._drop, self._spare = RuleSelectors.sort(rule.drop), RuleSelectors.sort(rule.spare)
        self._spare_tags = {selector.removeprefix(".//") for selector in self._spare.others}
        self._pictures = frozenset(rule.pictures)
        self._phrases = RepeatedPhrases(rule.phrases) if rule.phrases else None
        self._verdicts: dict[tuple[str, str | None, str | None], _Verdict] = {}

    def clean(
        self, node: _Element, base: str, title: str | None = None, lines: TitleAndBylineLines | None = None
    ) -> Article:
        """Clean an element in place and return the article, without the title that it may begin with.

        ``lines`` removes lines with the title or the date, for articles whose bounds no feed has confirmed.
        """
        html, text = self._clean(node, base, title, lines)
        return Article(html, text, _links_elsewhere(node, base))

    def clean_text(self, node: _Element, base: str, title: str | None = None) -> str:
        """The text of the article that ``clean`` returns."""
        return self._clean(node, base, title, None)[1]

    def _clean(
        self, node: _Element, base: str, title: str | None, lines: TitleAndBylineLines | None
    ) -> tuple[str, str]:
        """Clean an element in place and return its HTML and its text."""
        rule = self._rule
        selected = [found for selector in self._drop.others for found in find(node, selector)]  # before anything moves
        selected += [found for selector in rule.titles for found in find(node, selector) if _is_title(found, title)]
        ending = last_heading(node)
        self._cut(node, base)
        for element in selected:
            if element is not node:
                drop(element)
        self._drop_noise(node, base)
        if self._phrases:
            self._phrases.drop(node)
        if title and (heading := title_heading(node, title)) is not None:
            drop(heading)
        if lines is not None:
            lines.drop(node)
        trim_edges(node, base, ending)
        node.tail = None
        html = _inner_html(node)
        text = html_to_text(html)
        if has_separator_line(text):
            drop_separator_lines(node)
            trim_edges(node, base, ending)
            html = _inner_html(node)
            text = html_to_text(html)
        return html, text

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
        """Whether a mark is inside an element to drop. Then it is something else, such as a comment's byline."""
        for above in takewhile(lambda holder: holder is not node, mark.iterancestors()):
            identity, classes = above.get("id"), above.get("class")
            if (identity or classes) and (
                self._verdict(above.tag, identity, classes, above) is _Verdict.DROP or is_comments(above)
            ):
                return True
        return False

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
            plan = attribute_plan(tag, *names)
            if plan.may_hide and is_hidden_or_navigation(element):
                doomed.append(element)
                continue
            if plan.has_class or plan.has_id or tag in _NOISE_TAGS:
                identity = element.get("id") if plan.has_id else None
                classes = element.get("class") if plan.has_class else None
                verdict = verdicts.get((tag, identity, classes)) or self._verdict(tag, identity, classes, element)
                if verdict is not _KEEP:
                    if _is_dropped(element, verdict):
                        doomed.append(element)
                        continue
                    if verdict is _NOISE and not is_code_comment(element):
                        noisy.append(element)
                    elif verdict is _CODE and is_code_box(element):
                        element.tag = tag = "pre"
                        plan = attribute_plan(tag, *names)
            if tag in DISCUSSION_OPENERS:
                if tag == "a":
                    if is_heading_link(element):
                        move_id_to_heading(element)
                        doomed.append(element)
                        continue
                    if is_share_button(element):
                        doomed.append(element)
                        continue
                named = plan.has_id or "name" in names
                if named and opens_discussion(element) and element.getparent() not in opened:
                    opened.add(element.getparent())
                    doomed.extend(element.itersiblings())
            if plan.has_changes:
                clean_by_plan(element, tag, plan, base)
        _drop_all(doomed)
        if noisy:  # measured without scripts, which may be longer than the article
            most = _MAX_NOISE_SHARE * cast("float", _TEXT_LENGTH(node))
            _drop_all([e for e in noisy[:_MAX_MEASURED] if not cast("float", _TEXT_LENGTH(e)) > most > 0])


def _drop_all(elements: Iterable[_Element]) -> None:
    for element in elements:
        if element.getparent() is not None:
            drop(element)


def _links_elsewhere(node: _Element, base: str) -> list[str]:
    """The addresses that an element links to, without places on the same page and addresses without a host."""
    hrefs = (href for link in node.iterdescendants("a") if (href := link.get("href")))
    links = dict.fromkeys(href for href in hrefs if not href.startswith(_WITHOUT_HOST))
    places = [link for link in links if "#" in link]
    if places:
        here, prefix = page_key(base), base.partition("#")[0] + "#"
        for link in places:
            if link.startswith(prefix) or page_key(link) == here:
                del links[link]
    return list(links)


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


def _inner_html(node: _Element) -> str:
    html = etree.tostring(node, encoding="utf-8", method="html").decode()  # faster than "unicode"
    return html[html.index(">") + 1 : html.rindex("<")].strip() if len(node) or node.text else ""
