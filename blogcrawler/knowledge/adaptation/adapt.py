"""Adapts to templates that the knowledge base does not know (Section 6 of the AAH paper).

What is learned is added to the known actions, never replaces them, and carries its origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice

from lxml.etree import _Element

from ...dom import ElementMap, Page, is_xpath_name
from ..language.expression import Expression, Operator, Step, Test
from ..language.index import Index
from ..model.learned import DETECT, Learned, with_action
from ..model.model import Application, Extraction, Level
from ..model.values import language_of
from .candidate_paths import aligned
from .choose_path import MIN_PAGES, PathVocabulary, choose, paths_of
from .field_places import PostPages
from .frame import Frame
from .relax import PathParts, name_words, page_parts, relaxed
from .work_budget import WorkBudget

__all__ = ["adapt_level", "adapt_new", "adapt_recrawl"]

_MAX_PATTERNS, _MAX_RELAXED = 3000, 1500
#: Expressions to match in one walk.
_BATCH_SIZE = 200
#: Good expressions for an article to choose from.
_COMPARED_ARTICLES = 6
#: Fields that most pages lack for good reasons: an action for them would find something similar.
_OPTIONAL = frozenset({"updated", "count", "parent", "link", "id"})
#: One page in five may have another template than the others.
_PAGES_PER_ODD_PAGE = 5
#: Fields that lists do not have, or not in the same place.
_POST_FIELDS = ("content", "title", "published")
#: Words in the names of elements on the page of a post.
_POSTS = frozenset("post entry article single story".split())
_COMMENTS = frozenset({"comment", "comments"})
_MAX_FOUND = 20
#: Articles are what differs among pages; titles follow from the head or the article, the rest from both.
_ORDER = ("content", "title", "published", "author")


def failing_types(level: Level, pages: Sequence[Page]) -> list[str]:
    """The semantic types of a level that the actions find on fewer than half of these pages."""
    types = dict.fromkeys(action.type for action in level.extract if action.type not in _OPTIONAL)
    return [kind for kind in types if sum(_finds(level, kind, page) for page in pages) < 0.5 * len(pages)]


def _finds(level: Level, kind: str, page: Page) -> bool:
    return any(action.path.find(page.tree) for action in level.fields(kind))


def adapt_new(
    application: Application, level: Level, pages: Iterable[Page], origin: str, siblings: Iterable[Application] = ()
) -> list[Learned]:
    """Algorithm 2: actions for the fields that are not found on a new site, relaxed from the known ones.

    ``pages`` are several pages of the level. Their metadata and the differences among them show where a field may be;
    an action must find such a place on most pages, and hardly ever anything else. Relaxations of the known actions are
    tried first, then other expressions for the places, those closest to what sibling types use first.
    """
    pages, siblings = list(pages), list(siblings)
    if len(pages) < MIN_PAGES:
        return []
    wanted = failing_types(level, pages)
    if not wanted:
        return []
    mapped = [ElementMap(page, language_of(page)) for page in pages]
    posts = PostPages(mapped)
    preferred = _sibling_parts(siblings, level.name)
    fixed = [detection.patterns[0] for detection in level.detect]
    found: list[Learned] = []
    for kind in sorted(wanted, key=lambda one: _ORDER.index(one) if one in _ORDER else len(_ORDER)):
        known = level.fields(kind)
        vocabulary = PathVocabulary(kind, level.name, [action.path for action in known], siblings)
        for place in posts.places(kind, [_frame(level, one) for one in mapped], vocabulary.names):
            path = choose(
                chain(_relaxed(known, pages[0], fixed, preferred), paths_of(place.pages, vocabulary)),
                place.pages,
                mapped,
                WorkBudget(),
                several=kind == "tag",
                compared=_COMPARED_ARTICLES if kind == "content" else 1,
                fits=partial(_differ, kind, place.stated),
            )
            if path is not None:
                found.append(Learned(application.name, level.name, kind, path, origin, str(known[0].path)))
                level = with_action(level, found[-1])
                break
    return found


def _frame(level: Level, mapped: ElementMap) -> Frame:
    title, content = (_first(level, kind, mapped) for kind in ("title", "content"))
    return Frame(mapped, title, content)


def _first(level: Level, kind: str, mapped: ElementMap) -> _Element | None:
    found = (one for action in level.fields(kind) for one in action.path.find_elements(mapped.page.tree)[:1])
    return next((one for one in found if one in mapped.order), None)


def _differ(kind: str, stated: bool, values: Sequence[str]) -> bool:
    """Whether the values of several pages can be the field: what all pages have in common is part of the template.

    One author may have written all posts, and all may have been moved here on the day that they state.
    """
    if kind == "author" or (kind == "published" and stated):
        return True
    return len({value.strip().lower() for value in values}) >= max(2, len(values) // 2)


def _relaxed(
    known: Sequence[Extraction], page: Page, fixed: Sequence[Expression], preferred: PathParts
) -> Iterator[Expression]:
    """The relaxations of some actions that find something on a page."""
    parts = page_parts(page.tree)
    here = set(parts.tests)
    preferred = PathParts(tuple(test for test in preferred.tests if test in here), preferred.tags)
    share = max(1, _MAX_RELAXED // max(1, len(known)))
    for action in known:
        yield from _matching(relaxed(action.path, parts, fixed, preferred, share), page)


def _matching(candidates: Iterable[Expression], page: Page) -> Iterator[Expression]:
    """The expressions that find something on a page, in their order; most find nothing."""
    candidates = iter(candidates)
    while some := list(islice(candidates, _BATCH_SIZE)):
        matching = set(Index(enumerate(some)).matches([page.tree]))
        yield from (candidate for number, candidate in enumerate(some) if number in matching)


def adapt_level(
    application: Application, level: Level, pages: Sequence[Page], others: Sequence[Page], origin: str
) -> Learned | None:
    """A detection pattern for a level whose own match none of ``pages``: it matches nearly all, and none of ``others``.

    Relaxations of the patterns are tried first, then the level's fields, then elements that are named after posts.
    Elements of menus and pagers are not used: they may be on any page.
    """
    patterns = [detection.patterns[0] for detection in level.detect if len(detection.patterns) == 1]
    if len(pages) < MIN_PAGES or any(pattern.find(page.tree) for pattern in patterns for page in pages):
        return None
    budget, mapped = WorkBudget(), ElementMap(pages[0], language_of(pages[0]))
    for pattern, candidate in _level_patterns(patterns, level, pages[0]):
        if not budget.spend():
            return None
        matching = sum(bool(candidate.find(page.tree)) for page in pages)
        if matching < len(pages) - len(pages) // _PAGES_PER_ODD_PAGE or any(
            candidate.find(page.tree) for page in others
        ):
            continue
        if not all(map(mapped.is_in_navigation, candidate.find_elements(pages[0].tree)[:_MAX_FOUND])):
            return Learned(application.name, level.name, DETECT, candidate, origin, str(pattern or ""))
    return None


def _level_patterns(
    patterns: Sequence[Expression], level: Level, page: Page
) -> Iterator[tuple[Expression | None, Expression]]:
    """Candidates for patterns of a level, each with the pattern that it relaxes."""
    parts = page_parts(page.tree)
    for pattern in patterns:
        if pattern.steps[0].node not in ("url", "parameter", "header", "cookie"):
            for candidate in _matching(relaxed(pattern, parts, limit=_MAX_PATTERNS), page):
                yield pattern, candidate
    for kind in _POST_FIELDS:
        for action in level.fields(kind):
            yield None, action.path.elements
    # Comments come last: they may be on other pages, too.
    for names in (_POSTS, _COMMENTS):
        for test in (test for test in parts.tests if name_words(test.string) & names):
            for element in Expression((Step("*", (test,)),)).find_elements(page.tree)[:1]:
                if is_xpath_name(element.tag):
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
    """Algorithm 1: actions for stored values that are still on these pages, but that no action finds any more.

    ``pages`` come with the values that an earlier crawl stored (``title``, ``author``, ``content``…). A value that
    has vanished from its page says nothing about the template.
    """
    found = []
    for kind in dict.fromkeys(name for _, stored in pages for name in stored):
        with_value = [(page, stored[kind]) for page, stored in pages if stored.get(kind)]
        path = aligned(kind, [action.path for action in level.fields(kind)], with_value)
        if path is not None:
            instead = str(level.fields(kind)[0].path) if level.fields(kind) else ""
            found.append(Learned(application.name, level.name, kind, path, origin, instead))
    return found
