"""Adaptation to templates that the knowledge base does not know (Section 6 of the AAH paper).

What is learned is added to what is known, never put in its place, and says where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from lxml.etree import _Element

from ...dom import ElementMap, Page
from ..language.expression import Expression, Operator, Step, Test
from ..language.index import Index
from ..model.learned import DETECT, Learned, with_action
from ..model.model import Application, Extraction, Level
from ..model.values import language_of
from .candidate_paths import aligned
from .choose_path import FEWEST_PAGES, PathVocabulary, Patience, choose, paths_of
from .field_places import PostPages
from .frame import Frame
from .relax import PathParts, name_words, page_parts, relaxed

__all__ = ["adapt_level", "adapt_new", "adapt_recrawl"]

_MOST_TRIED, _MOST_RELAXED, _AT_ONCE, _COMPARED = 3000, 600, 200, 6
#: What most pages lack for good reasons; whatever looks like it would be taken for it.
_OPTIONAL = frozenset({"updated", "count", "parent", "link", "id"})
#: One page of so many may be made otherwise than the rest.
_ODD = 5
#: Fields that no list has, or not in the same place.
_TELLING = ("content", "title", "published")
#: Words in the names of what is on the page of a post.
_POSTS = frozenset("post entry article single story".split())
_COMMENTS = frozenset({"comment", "comments"})
_MOST_FOUND = 20
#: Articles are told by what differs among pages, titles by the head or the article, the rest by where these stand.
_ORDER = ("content", "title", "published", "author")


def failing(level: Level, pages: Sequence[Page]) -> list[str]:
    """The semantic types of a level that no action finds on most of these pages."""
    types = dict.fromkeys(action.type for action in level.extract if action.type not in _OPTIONAL)
    return [kind for kind in types if sum(_finds(level, kind, page) for page in pages) < 0.5 * len(pages)]


def _finds(level: Level, kind: str, page: Page) -> bool:
    return any(action.path.find(page.tree) for action in level.fields(kind))


def adapt_new(
    application: Application, level: Level, pages: Iterable[Page], origin: str, siblings: Iterable[Application] = ()
) -> list[Learned]:
    """Algorithm 2: actions for what fails on a new site, relaxed from those that are known.

    ``pages`` are several pages of the level. Where a field may stand on them is told by what they state of themselves
    and by what differs among them; an action must find such a place on most pages, and nothing else on any. Relaxations
    of the known actions are tried first, then what else finds the places, nearest to what siblings know.
    """
    pages, siblings = list(pages), list(siblings)
    if len(pages) < FEWEST_PAGES:
        return []
    wanted = failing(level, pages)
    if not wanted:
        return []
    seen = [ElementMap(page, language_of(page)) for page in pages]
    posts = PostPages(seen)
    preferred = _sibling_parts(siblings, level.name)
    fixed = [detection.patterns[0] for detection in level.detect]
    found: list[Learned] = []
    for kind in sorted(wanted, key=lambda one: _ORDER.index(one) if one in _ORDER else len(_ORDER)):
        known = level.fields(kind)
        vocabulary = PathVocabulary(kind, level.name, [action.path for action in known], siblings)
        for there in posts.places(kind, [_frame(level, one) for one in seen], vocabulary.names):
            path = choose(
                chain(_relaxed(known, pages[0], fixed, preferred), paths_of(there.pages, vocabulary)),
                there.pages,
                seen,
                Patience(),
                several=kind == "tag",
                compared=_COMPARED if kind == "content" else 1,
                fits=partial(_differ, kind, there.stated),
            )
            if path is not None:
                found.append(Learned(application.name, level.name, kind, path, origin, str(known[0].path)))
                level = with_action(level, found[-1])
                break
    return found


def _frame(level: Level, seen: ElementMap) -> Frame:
    title, content = (_first(level, kind, seen) for kind in ("title", "content"))
    return Frame(seen, title, content)


def _first(level: Level, kind: str, seen: ElementMap) -> _Element | None:
    found = (one for action in level.fields(kind) for one in action.path.find_elements(seen.page.tree)[:1])
    return next((one for one in found if one in seen.order), None)


def _differ(kind: str, stated: bool, values: Sequence[str]) -> bool:
    """Whether what stands on several pages can be what it is looked for: what all pages have is the template's.

    One author may have written all, and all may have been moved here on the day that they state.
    """
    if kind == "author" or (kind == "published" and stated):
        return True
    return len({value.strip().lower() for value in values}) >= max(2, len(values) // 2)


def _relaxed(
    known: Sequence[Extraction], page: Page, fixed: Sequence[Expression], preferred: PathParts
) -> Iterator[Expression]:
    """The relaxations of some actions that find anything on a page."""
    parts = page_parts(page.tree)
    here = set(parts.tests)
    preferred = PathParts(tuple(test for test in preferred.tests if test in here), preferred.tags)
    share = max(1, _MOST_RELAXED // max(1, len(known)))
    for action in known:
        yield from _there(islice(relaxed(action.path, parts, fixed, preferred), share), page)


def _there(candidates: Iterable[Expression], page: Page) -> Iterator[Expression]:
    """Those of many expressions that find something on a page, in their order; most find nothing."""
    candidates = iter(candidates)
    while some := list(islice(candidates, _AT_ONCE)):
        there = set(Index(enumerate(some)).matches([page.tree]))
        yield from (candidate for number, candidate in enumerate(some) if number in there)


def adapt_level(
    application: Application, level: Level, pages: Sequence[Page], others: Sequence[Page], origin: str
) -> Learned | None:
    """A detection pattern for a level whose own find none of ``pages``: on nearly all of these, on none of ``others``.

    Relaxations of the patterns are tried first, then where the level's fields stand, then what is named after posts.
    What is a part of menus and pagers tells nothing: it may be on any page.
    """
    patterns = [detection.patterns[0] for detection in level.detect if len(detection.patterns) == 1]
    if len(pages) < FEWEST_PAGES or any(pattern.find(page.tree) for pattern in patterns for page in pages):
        return None
    patience, seen = Patience(), ElementMap(pages[0], language_of(pages[0]))
    for pattern, candidate in _level_patterns(patterns, level, pages[0]):
        if not patience.is_left():
            return None
        there = sum(bool(candidate.find(page.tree)) for page in pages)
        if there < len(pages) - len(pages) // _ODD or any(candidate.find(page.tree) for page in others):
            continue
        if not all(map(seen.is_in_navigation, candidate.find_elements(pages[0].tree)[:_MOST_FOUND])):
            return Learned(application.name, level.name, DETECT, candidate, origin, str(pattern or ""))
    return None


def _level_patterns(
    patterns: Sequence[Expression], level: Level, page: Page
) -> Iterator[tuple[Expression | None, Expression]]:
    """What may recognise a level, with the pattern that it is a relaxation of."""
    parts = page_parts(page.tree)
    for pattern in patterns:
        if pattern.steps[0].node not in ("url", "parameter", "header", "cookie"):
            for candidate in _there(islice(relaxed(pattern, parts), _MOST_TRIED), page):
                yield pattern, candidate
    for kind in _TELLING:
        for action in level.fields(kind):
            yield None, action.path.elements
    # Comments may be on other pages, too.
    for names in (_POSTS, _COMMENTS):
        for test in (test for test in parts.tests if name_words(test.string) & names):
            for element in Expression((Step("*", (test,)),)).find_elements(page.tree)[:1]:
                yield None, Expression((Step(element.tag, (test,)),))


def _sibling_parts(siblings: Iterable[Application], level: str) -> PathParts:
    tests: dict[Test, None] = {}
    tags: dict[str, None] = {}
    for sibling in siblings:
        for known in sibling.levels:
            if known.name != level:
                continue
            for action in known.extract:
                for step in action.path.elements.steps:
                    tags.setdefault(step.node)
                    for test in step.predicates:
                        if isinstance(test, Test) and test.operator is not Operator.CONTAINS and test.string.split():
                            tests.setdefault(Test(test.value, Operator.WORD, test.string.split()[0]))
    return PathParts(tuple(tests), tuple(tag for tag in tags if tag != "*"))


def adapt_recrawl(
    application: Application,
    level: Level,
    pages: Sequence[tuple[Page, Mapping[str, str]]],
    origin: str,
) -> list[Learned]:
    """Algorithm 1: actions for what was stored of these pages, still stands on them, and is found no more.

    ``pages`` come with the values that an earlier crawl had of them (``title``, ``author``, ``content``…). A value that
    has vanished from its page says nothing about the structure.
    """
    found = []
    for kind in dict.fromkeys(name for _, stored in pages for name in stored):
        there = [(page, stored[kind]) for page, stored in pages if stored.get(kind)]
        path = aligned(kind, [action.path for action in level.fields(kind)], there)
        if path is not None:
            instead = str(level.fields(kind)[0].path) if level.fields(kind) else ""
            found.append(Learned(application.name, level.name, kind, path, origin, instead))
    return found
