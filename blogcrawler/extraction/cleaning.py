"""From the article's node to clean HTML and plain text.

The node is cleaned in place: the page is read no further after that. What goes: scripts, styles, forms,
what the rule says, what calls itself noise. What stays is reduced to harmless attributes, with all
addresses absolute and lazy pictures resolved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urljoin

from lxml import etree
from lxml.etree import _Element

from .lazy import show_hidden, wake
from .noise import DISCUSSION_OPENERS, is_noise, opens_discussion
from .outline import BLOCK_TAGS
from .reading import find, node_text
from .rules import ArticleRule
from .samples import REPEATED_SHARE, shingles
from .similarity import squash, words
from .text import html_to_text

__all__ = ["Article", "Cleaner", "absolute"]

_DROPPED_TAGS = frozenset(
    "script style noscript template form input button select option textarea label object applet embed frame frameset "
    "link meta base title head nav dialog canvas datalist portal fencedframe".split()
)
_VERBATIM_TAGS = frozenset({"xmp", "listing", "plaintext"})
#: What templates put behind a heading to link to it.
_HEADING_LINKS = frozenset({"¶", "#", "§", "🔗", "⚓", "¶ "})
_NOISE_TAGS = frozenset({"footer", "aside", "menu"})
_KEPT_ATTRIBUTES = frozenset(
    "href src alt title width height colspan rowspan datetime cite lang dir id name class start reversed type value "
    "srcset sizes poster controls allowfullscreen open align headers scope abbr span rel display encoding "
    "mathvariant stretchy fence separator accent columnalign rowspacing columnspacing linethickness".split()
)
_ADDRESSES = frozenset({"href", "src", "cite", "poster", "srcset"})
_SAFE_SCHEMES = ("http:", "https:", "mailto:", "tel:", "ftp:", "geo:", "magnet:", "news:", "irc:", "xmpp:")
# Browsers do not see them, so that "java&#9;script:" is a script.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\ufdd0-\ufdef\ufffe\uffff]")
_SCHEME = re.compile(r"^\s*([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_LAZY_TAGS = frozenset({"img", "iframe", "source", "video", "audio"})
_CANDIDATES = re.compile(r",\s+|(?<=[\d.][wx]),")
_NAME = re.compile(
    r'^\.//(?:\*\[@id="(?P<id>[^"]+)"\]'
    r'|(?P<tag>\w+)\[contains\(concat\(" ",normalize-space\(@class\)," "\)," (?P<cls>[^" ]+) "\)\])$'
)
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


def absolute(base: str, address: str) -> str | None:
    """The address made absolute; ``None`` if it is no address or not one to be followed or shown."""
    address = _UNSEEN.sub("", address).strip()
    scheme = _SCHEME.match(address)
    if scheme:
        return address if address.lower().startswith(_SAFE_SCHEMES) else None
    try:
        return urljoin(base, address)
    except ValueError:
        return None


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
        self._spare_ids: set[str] = set()
        self._spare_classes: set[tuple[str, str]] = set()
        for selector in rule.spare:
            named = _NAME.match(selector)
            if named and named["id"]:
                self._spare_ids.add(named["id"])
            elif named:
                self._spare_classes.add((named["tag"], named["cls"]))
        self._after, self._until = rule.after, rule.until
        self._longest = 1.3 * max(map(len, rule.phrases), default=0) + 20
        self._phrases = {shingle for phrase in rule.phrases for shingle in shingles(words(phrase))}
        self._verdicts: dict[tuple[str, str | None, str | None], str] = {}

    def clean(self, node: _Element, base: str) -> Article:
        """Clean the node in place and give the article."""
        self._cut(node)
        for element in [found for path in self._paths for found in find(node, path)]:
            if element is not node:
                _drop(element)
        self._drop_noise(node, base)
        if self._phrases:
            self._drop_phrases(node)
        node.tail = None
        html = _inner_html(node)
        links = dict.fromkeys(str(anchor.get("href")) for anchor in node.iter("a") if anchor.get("href"))
        return Article(html, html_to_text(html), list(links))

    def _cut(self, node: _Element) -> None:
        """Cut off what stands before the article's beginning and behind its end."""
        for mark in find(node, self._until, first=True) if self._until else ():
            _drop_following(mark, node)
            _drop(mark)
        for mark in find(node, self._after, first=True) if self._after else ():
            _drop_preceding(mark, node)
            _drop(mark)

    def _drop_phrases(self, node: _Element) -> None:
        """Drop blocks whose text stands on most pages of the blog."""
        blocks = [element for element in node.iter(*BLOCK_TAGS) if element is not node and element.tag != "br"]
        edges = blocks if len(blocks) <= sum(_EDGES) else blocks[: _EDGES[0]] + blocks[-_EDGES[1] :]
        for element in edges:
            if element.getparent() is None:
                continue
            text = node_text(element)
            if 0 < len(text) <= self._longest:
                said = shingles(words(text))
                if sum(shingle in self._phrases for shingle in said) >= REPEATED_SHARE * len(said):
                    _drop(element)

    def _verdict(self, tag: str, identity: str | None, classes: str | None, element: _Element) -> str:
        """``drop`` (learned), ``noise`` (by name) or ``keep``; asked once for each name."""
        key = (tag, identity, classes)
        verdict = self._verdicts.get(key)
        if verdict is None:
            pairs = {(tag, token) for token in (classes or "").split()}
            if identity in self._ids or pairs & self._classes:
                verdict = "drop"
            elif identity in self._spare_ids or pairs & self._spare_classes:
                verdict = "keep"
            else:
                verdict = "noise" if is_noise(element) else "keep"
            if len(self._verdicts) < 10_000:  # ids with numbers in them must not fill the memory
                self._verdicts[key] = verdict
        return verdict

    def _drop_noise(self, node: _Element, base: str) -> None:
        """Drop what is not the article's, and reduce the attributes of the rest to harmless ones."""
        doomed: list[_Element] = []
        opened: set[_Element | None] = set()
        size = -1
        measured = 0
        for element in node.iterdescendants():
            tag = element.tag
            if tag in _DROPPED_TAGS:
                if tag == "noscript" and (picture := show_hidden(element)) is not None:
                    _scrub(picture, "img", picture.keys(), base)
                doomed.append(element)
                continue
            if tag in _VERBATIM_TAGS:  # browsers read all that follows as their text
                element.tag = tag = "pre"
            if tag == "a" and element.text in _HEADING_LINKS and not len(element):
                doomed.append(element)
                continue
            names = element.keys()
            if not names and tag not in _NOISE_TAGS:
                continue
            identity, classes = element.get("id"), element.get("class")
            if identity is not None or classes is not None or tag in _NOISE_TAGS:
                verdict = self._verdict(tag, identity, classes, element)
                if verdict == "noise":
                    size = _length(node) if size < 0 else size
                    measured += 1
                    if measured > _MOST_MEASURED or _length(element) > _TOO_MUCH * size > 0:
                        verdict = "keep"
                if verdict != "keep":
                    doomed.append(element)
            if tag in DISCUSSION_OPENERS and element.getparent() not in opened and opens_discussion(element):
                opened.add(element.getparent())
                doomed.extend(element.itersiblings())
            _scrub(element, tag, names, base)
        for element in doomed:
            if element.getparent() is not None:
                _drop(element)


def _length(element: _Element) -> int:
    return len(squash("".join(cast("Iterable[str]", element.itertext()))))


def _drop(element: _Element) -> None:
    parent = element.getparent()
    if parent is None:
        return
    tail = element.tail
    if tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
    parent.remove(element)


def _drop_following(mark: _Element, node: _Element) -> None:
    """Remove all that stands behind a mark in a node."""
    while mark is not node and (above := mark.getparent()) is not None:
        mark.tail = None
        for element in list(mark.itersiblings()):
            above.remove(element)
        mark = above


def _drop_preceding(mark: _Element, node: _Element) -> None:
    """Remove all that stands before a mark in a node."""
    while mark is not node and (above := mark.getparent()) is not None:
        for element in list(mark.itersiblings(preceding=True)):
            above.remove(element)
        above.text = None
        mark = above


def _scrub(element: _Element, tag: str, names: Sequence[str | bytes], base: str) -> None:
    """Reduce an element's attributes to harmless ones and make its addresses absolute."""
    attributes = element.attrib
    if tag in _LAZY_TAGS:
        wake(element)
        names = element.keys()
    if any(str(name).startswith("{") for name in names):  # lxml cannot remove by such a name
        kept = [(name, attributes[name]) for name in names if name in _KEPT_ATTRIBUTES]
        attributes.clear()
        attributes.update(kept)
        names = [name for name, _ in kept]
    for name in names:
        if name in _ADDRESSES:
            value = str(attributes[name])
            if tag == "img" and name == "src" and value[:11].lower() == "data:image/":
                continue
            address = _srcset(value, base) if name == "srcset" else absolute(base, value)
            if address is None:
                del attributes[name]
            elif address != value:
                attributes[name] = address
        elif name not in _KEPT_ATTRIBUTES:
            del attributes[name]


def _srcset(value: str, base: str) -> str | None:
    parts = []
    for part in _CANDIDATES.split(value):
        address, _, width = part.strip().rstrip(",").partition(" ")
        made = absolute(base, address) if address else None
        if made:
            parts.append(f"{made} {width}".strip())
    return ", ".join(parts) or None


def _inner_html(node: _Element) -> str:
    html = etree.tostring(node, encoding="unicode", method="html")
    return html[html.index(">") + 1 : html.rindex("<")].strip() if len(node) or node.text else ""
