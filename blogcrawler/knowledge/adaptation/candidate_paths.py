"""Finds where a known value is on a page now, and an expression that finds it there and on other pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.etree import _Element

from ...dates import iso_moment
from ...dom import Page, is_xpath_name, node_text, words
from ..language.expression import Expression, Operator, Position, Step, Test
from ..model.values import found_text, language_of

__all__ = ["aligned", "paths_to", "says"]

#: Similarity of two texts that count as the same.
_MIN_SIMILARITY = 0.9
_MAX_PLACES, _MAX_CANDIDATES = 20, 600
#: The share of pages on which a new expression must be right.
_MIN_PAGE_SHARE = 0.7
_NAMING = ("class", "id", "itemprop", "rel")
_DATES = ("datetime", "title", "content")
#: White space that may be around and in a text.
_MAX_WHITE_SPACE = 2000
#: An element without a name may be found by its position among its siblings, if it is one of the first.
_MAX_POSITION = 4
_SKIPPED = frozenset("script style noscript template".split())
#: Tags that say what an element is, without a name.
_MEANINGFUL_TAGS = frozenset("article main header footer section hgroup".split())


def says(kind: str, found: _Element | str, stored: str, language: str = "en") -> bool:
    """Whether what was found is the stored value; ``language`` is that of dates."""
    if kind in ("published", "updated"):
        moment = iso_moment(found_text(found), language)
        return moment is not None and moment[:10] == stored[:10]
    if kind == "content":
        if isinstance(found, str):
            return False
        mine, theirs = words(node_text(found)), words(stored)
        shared = len(set(mine) & set(theirs))
        return bool(theirs) and 2 * shared >= _MIN_SIMILARITY * (len(set(mine)) + len(set(theirs)))
    return found_text(found) == " ".join(stored.split())[:300]


def aligned(kind: str, known: Sequence[Expression], pages: Sequence[tuple[Page, str]]) -> Expression | None:
    """A new expression for values that are on pages where the known expressions do not find them.

    None if the known expressions find them, if the values have vanished, or if no expression is right on most pages
    and wrong on none.
    """
    lost = [(page, stored) for page, stored in pages if not _is_found(kind, known, page, stored)]
    places = [(page, stored, _places(kind, page, stored)) for page, stored in lost]
    changed = [(page, stored, found) for page, stored, found in places if found]
    if len(changed) < 2:
        return None
    candidates = (path for _, _, found in changed[:3] for element in found for path in _paths(kind, element))
    for path in islice(dict.fromkeys(candidates), _MAX_CANDIDATES):
        right = sum(_is_right(kind, path, page, stored) for page, stored, _ in changed)
        # It may miss a page with another template, but must never find something wrong.
        finds = sum(bool(path.find(page.tree)) for page, _, _ in changed)
        if right == finds and right >= max(2, _MIN_PAGE_SHARE * len(changed)):
            return path
    return None


def _is_found(kind: str, known: Sequence[Expression], page: Page, stored: str) -> bool:
    language = language_of(page)
    return any(says(kind, found, stored, language) for path in known for found in path.find(page.tree)[:3])


def _is_right(kind: str, path: Expression, page: Page, stored: str) -> bool:
    found = path.find(page.tree)
    if kind == "tag":
        return 0 < len(found) <= 30 and any(says(kind, one, stored) for one in found)
    # The first is used. If there are many, the first on the next page might be something else.
    return 0 < len(found) <= 3 and says(kind, found[0], stored, language_of(page))


def _places(kind: str, page: Page, stored: str) -> list[_Element]:
    """The elements that contain the value, the innermost first."""
    body = page.tree.find("body")
    elements = list((body if body is not None else page.tree).iter("*"))
    if kind in ("published", "updated"):
        language = language_of(page)
        found = [one for one in elements if one.tag not in _SKIPPED and _dates(kind, one, stored, language)]
    else:
        least, most = (0.6, 1.8) if kind == "content" else (1.0, 3.0)
        size = len(stored) if kind == "content" else min(len(stored), 300)
        lengths = _lengths(elements)
        # Elements that are much shorter or longer need not be read.
        likely = [element for element in elements if least * size <= lengths[element] <= most * size + _MAX_WHITE_SPACE]
        found = [
            element
            for element in likely
            if element.tag not in _SKIPPED and (kind != "content" or len(element)) and says(kind, element, stored)
        ]
    # In document order, outer elements come before inner ones.
    return found[::-1][:_MAX_PLACES]


def _dates(kind: str, element: _Element, stored: str, language: str) -> bool:
    if any(says(kind, value, stored, language) for name in _DATES if (value := element.get(name))):
        return True
    return len(element) == 0 and 6 <= len(element.text or "") <= 60 and says(kind, element, stored, language)


def _lengths(elements: Sequence[_Element]) -> dict[_Element, int]:
    """The length of the text in each element, computed in one walk from the last to the first."""
    lengths: dict[_Element, int] = {}
    for element in reversed(elements):
        inner = sum(lengths.get(child, 0) + len(child.tail or "") for child in element)
        lengths[element] = inner + (len(element.text or "") if element.tag not in _SKIPPED else 0)
    return lengths


def _paths(kind: str, element: _Element) -> Iterator[Expression]:
    """Expressions for an element, the simplest first: by its names, then together with those of its ancestors."""
    ends: tuple[Step, ...] = ()
    if kind in ("published", "updated"):
        for name in _DATES:
            if element.get(name) and iso_moment(element.get(name) or ""):
                ends = (Step(f"@{name}"),)
                break
    yield from paths_to(element, ends)


def paths_to(element: _Element, ends: tuple[Step, ...] = ()) -> Iterator[Expression]:
    """Expressions for an element, the simplest first; ``ends`` are further steps to append.

    They are made of single words of attributes, unlike ``dom.candidate_selectors``, so that an index can look them up.
    """
    own = list(_steps(element))
    if not own:
        return
    for step in own:
        if step.predicates:
            yield Expression((step, *ends))
    around = list(islice(element.iterancestors(), 4))
    for deep, ancestor in enumerate(around):
        for outer in _steps(ancestor):
            if not outer.predicates:
                continue
            for step in own:
                yield Expression((outer, Step(step.node, step.predicates, deep > 0), *ends))
    for step in own:
        if not step.predicates and step.node in ("h1", "time", "article", "main"):
            yield Expression((step, *ends))
    number = 1 + sum(1 for _ in islice(element.itersiblings(element.tag, preceding=True), _MAX_POSITION))
    placed = Step(element.tag, (Position(number),))
    if around and number <= _MAX_POSITION:
        for outer in _steps(around[0]):
            if outer.predicates:
                yield Expression((outer, placed, *ends))
    yield from _by_meaningful_tags(element, around, placed if number <= _MAX_POSITION else None, ends)


def _by_meaningful_tags(
    element: _Element, around: Sequence[_Element], placed: Step | None, ends: tuple[Step, ...]
) -> Iterator[Expression]:
    """Expressions for an element in parts with meaningful tags but without names: ``article/header/p[1]``."""
    plain = Step(element.tag)
    for deep, outer in enumerate(around):
        if outer.tag in _MEANINGFUL_TAGS:
            yield Expression((Step(outer.tag), Step(element.tag, (), deep > 0), *ends))
            if deep == 0 and placed is not None:
                yield Expression((Step(outer.tag), placed, *ends))
            for far, outermost in enumerate(around[deep + 1 :]):
                if outermost.tag in _MEANINGFUL_TAGS:
                    inner = Step(outer.tag, (), far > 0)
                    yield Expression((Step(outermost.tag), inner, Step(element.tag, (), deep > 0), *ends))
                    if deep == 0 and placed is not None:
                        yield Expression((Step(outermost.tag), inner, placed, *ends))
    if around and around[0].tag == "div" and len(around) > 1 and around[1].tag in _MEANINGFUL_TAGS:
        yield Expression((Step(around[1].tag), Step("div"), placed or plain, *ends))


def _steps(element: _Element) -> Iterator[Step]:
    """Steps to an element, by its names and by its tag alone; none if XPath cannot name the tag."""
    if not is_xpath_name(element.tag):
        return
    for name in _NAMING:
        for word in (element.get(name) or "").split()[:8]:
            if '"' not in word and not any(letter.isdigit() for letter in word):
                yield Step(element.tag, (Test(f"@{name}", Operator.WORD, word),))
    yield Step(element.tag)
