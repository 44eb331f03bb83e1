"""The knowledge base: recognises the type of web application behind a page, and the level of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from lxml.etree import _Element, fromstring

from ...errors import KnowledgeError
from ..language.expression import Expression
from ..language.index import Index
from .http_document import Document, address
from .model import Application, Detection, Level
from .xml_reader import read_application, with_parents

__all__ = ["Detected", "KnowledgeBase", "application_title", "known_applications", "shipped_files"]

_Key = tuple[str, int, int]
#: Addresses for which the result is cached.
_CACHE_SIZE = 4096


@dataclass(frozen=True, slots=True)
class Detected:
    """The type and level of a page, and the patterns that matched."""

    application: Application
    level: Level | None
    by: Detection


class _Recogniser:
    """One index for the detections of several things, by name in order of priority."""

    def __init__(self, detections: Mapping[str, Iterable[Detection]]) -> None:
        self._detections = {name: tuple(listed) for name, listed in detections.items()}
        self._order = {name: number for number, name in enumerate(self._detections)}
        self._index: Index[_Key] = Index(
            ((name, place, number), pattern)
            for name, listed in self._detections.items()
            for place, detection in enumerate(listed)
            for number, pattern in enumerate(detection.patterns)
        )

    def first(self, roots: Iterable[_Element]) -> tuple[str, Detection] | None:
        """The first thing that the walk recognises."""
        return next(self._recognised(roots), None)

    def best(self, roots: Iterable[_Element]) -> tuple[str, Detection] | None:
        """Of all recognised things, the one with the highest priority."""
        return min(self._recognised(roots), key=lambda found: self._order[found[0]], default=None)

    def _recognised(self, roots: Iterable[_Element]) -> Iterator[tuple[str, Detection]]:
        matched: dict[tuple[str, int], int] = {}
        for name, place, _ in self._index.matches(roots):
            detection = self._detections[name][place]
            matched[name, place] = matched.get((name, place), 0) + 1
            if matched[name, place] == len(detection.patterns):
                yield name, detection


class KnowledgeBase:
    """All known types of web applications, behind one index.

    ``applications`` include what they inherit from their parents. One walk finds the type, stopping at the first match;
    then the children that refine it and its levels are matched.
    """

    def __init__(self, applications: Mapping[str, Application]) -> None:
        self.applications = dict(applications)
        self._children: dict[str, list[str]] = {}
        for name, application in self.applications.items():
            self._children.setdefault(application.parent, []).append(name)
        tops = {
            name: application.detect
            for name, application in self.applications.items()
            if application.detect and not self._is_refinement(application)
        }
        self._types = _Recogniser(tops)
        self._refinements = {
            name: _Recogniser({child: self.applications[child].detect for child in children})
            for name, children in self._children.items()
            if name and self.applications[name].detect
        }
        self._levels: dict[str, _Recogniser] = {}
        self._avoiding: dict[str, Index[Expression]] = {}
        self._redundant: dict[str, Index[Expression]] = {}
        # The same links, such as a blog's menu, are on each of its pages.
        self._avoided = lru_cache(_CACHE_SIZE)(self._find_avoided)

    def _is_refinement(self, application: Application) -> bool:
        parent = self.applications.get(application.parent)
        return parent is not None and bool(parent.detect)

    def detect(self, document: Document) -> Detected | None:
        """The type and level of a page; None if the type is unknown."""
        found = self.recognise(document)
        if found is None:
            return None
        application, by = found
        return Detected(application, self.level(application, document), by)

    def recognise(self, document: Document) -> tuple[Application, Detection] | None:
        """The most specific known type of a page, and the detection that matched."""
        found = self._types.first(document.roots)
        if found is None:
            return None
        name, by = found
        while name in self._refinements:
            finer = self._refinements[name].best(document.roots)
            if finer is None:
                break
            name, by = finer
        return self.applications[name], by

    def level(self, application: Application, document: Document) -> Level | None:
        """The level of a page of a known type: the first in the type's order with a matching pattern."""
        recogniser = self._levels.get(application.name)
        if recogniser is None:
            recogniser = self._levels[application.name] = _Recogniser(
                {level.name: level.detect for level in application.levels}
            )
        found = recogniser.best(document.roots)
        return application.level(found[0]) if found else None

    def avoids(self, application: Application, url: str) -> Expression | None:
        """The expression that says that an address of this application is never to be followed, if there is one."""
        return self._avoided(application.name, url)

    def _find_avoided(self, name: str, url: str) -> Expression | None:
        return _first(self._avoiding, name, self.applications[name].avoid.urls, url)

    def is_redundant(self, application: Application, url: str) -> bool:
        """Whether an address leads to nothing new if the list of posts on the home page is complete."""
        return _first(self._redundant, application.name, application.redundant.urls, url) is not None


def _first(
    indexes: dict[str, Index[Expression]], name: str, paths: tuple[Expression, ...], url: str
) -> Expression | None:
    """The first of an application's expressions that matches an address; each application has an index."""
    if not paths:
        return None
    index = indexes.get(name)
    if index is None:
        index = indexes[name] = Index((path, path) for path in paths)
    return next(index.matches([address(url)]), None)


def shipped_files() -> dict[str, bytes]:
    """The files of the package ``knowledge_base``, by the name of the type, such as ``forum/phpbb``."""
    found: dict[str, bytes] = {}
    for category in ("blog", "forum", "wiki", "qa"):
        _collect(files("knowledge_base"), category, found)
    return found


def _collect(folder: Traversable, name: str, found: dict[str, bytes], prefix: str = "") -> None:
    file = folder / f"{name}.xml"
    if file.is_file():
        found[prefix + name] = file.read_bytes()
    inner = folder / name
    if inner.is_dir():
        for entry in sorted(inner.iterdir(), key=lambda one: one.name):
            if entry.name.endswith(".xml"):
                _collect(inner, entry.name.removesuffix(".xml"), found, f"{prefix}{name}/")


def application_title(name: str) -> str:
    """How people call a type that comes with the program, such as ``WordPress``; the name if there is no such type."""
    return _titles().get(name, name)


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    return {name: fromstring(data).get("title", name) for name, data in shipped_files().items()}


@lru_cache(maxsize=1)
def known_applications() -> KnowledgeBase:
    """The knowledge base that comes with the program."""
    schema = (files("knowledge_base") / "schema.rng").read_bytes()
    shipped = shipped_files()
    if not shipped:
        raise KnowledgeError("the package knowledge_base has no types of applications")
    return KnowledgeBase(with_parents(read_application(data, name, schema) for name, data in shipped.items()))
