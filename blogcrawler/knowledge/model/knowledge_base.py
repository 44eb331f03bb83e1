"""The knowledge base: which type of web application a page is of, and which level of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from lxml.etree import _Element

from ...errors import KnowledgeError
from ..language.expression import Expression
from ..language.index import Index
from .http_document import Document, address
from .model import Application, Detection, Level
from .xml_reader import read_application, with_parents

__all__ = ["Detected", "KnowledgeBase", "known_applications", "shipped_files"]

_Key = tuple[str, int, int]
_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class Detected:
    """What a page was recognised as, and by which pattern."""

    application: Application
    level: Level | None
    by: Detection


class _Recogniser:
    """One index for the ways to recognise each of several things; the first in order is the answer."""

    def __init__(self, ways: Mapping[str, Iterable[Detection]]) -> None:
        self._ways = {name: tuple(detections) for name, detections in ways.items()}
        self._order = {name: number for number, name in enumerate(self._ways)}
        self._index: Index[_Key] = Index(
            ((name, way, number), pattern)
            for name, detections in self._ways.items()
            for way, detection in enumerate(detections)
            for number, pattern in enumerate(detection.patterns)
        )

    def first(self, roots: Iterable[_Element]) -> tuple[str, Detection] | None:
        """What the walk recognises first."""
        return next(self._recognised(roots), None)

    def best(self, roots: Iterable[_Element]) -> tuple[str, Detection] | None:
        """Of all that is recognised, what comes first in order."""
        return min(self._recognised(roots), key=lambda found: self._order[found[0]], default=None)

    def _recognised(self, roots: Iterable[_Element]) -> Iterator[tuple[str, Detection]]:
        partly: dict[tuple[str, int], int] = {}
        for name, way, _ in self._index.matches(roots):
            detection = self._ways[name][way]
            partly[name, way] = partly.get((name, way), 0) + 1
            if partly[name, way] == len(detection.patterns):
                yield name, detection


class KnowledgeBase:
    """All types of web applications that are known, behind one index.

    ``applications`` hold what their parents know already. A type is looked for in one walk that stops at the first
    that matches; then its children are asked, which refine it, and its levels.
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
        # A blog's menu is on each of its pages.
        self._avoided = lru_cache(_REMEMBERED)(self._find_avoided)

    def _is_refinement(self, application: Application) -> bool:
        parent = self.applications.get(application.parent)
        return parent is not None and bool(parent.detect)

    def detect(self, document: Document) -> Detected | None:
        """The type and level of a page; nothing if the type is unknown."""
        found = self.recognise(document)
        if found is None:
            return None
        application, by = found
        return Detected(application, self.level(application, document), by)

    def recognise(self, document: Document) -> tuple[Application, Detection] | None:
        """The type of a page, as fine as it is known, and what gave it away."""
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
        """The level of a page whose type is known: the first in the type's order that has a pattern that matches."""
        recogniser = self._levels.get(application.name)
        if recogniser is None:
            recogniser = self._levels[application.name] = _Recogniser(
                {level.name: level.detect for level in application.levels}
            )
        found = recogniser.best(document.roots)
        return application.level(found[0]) if found else None

    def avoids(self, application: Application, url: str) -> Expression | None:
        """The expression because of which an address of this application is never followed."""
        return self._avoided(application.name, url)

    def _find_avoided(self, name: str, url: str) -> Expression | None:
        return _first(self._avoiding, name, self.applications[name].avoid.urls, url)

    def is_redundant(self, application: Application, url: str) -> bool:
        """Whether an address leads to nothing new where the list of posts on the home page is complete."""
        return _first(self._redundant, application.name, application.redundant.urls, url) is not None


def _first(
    indexes: dict[str, Index[Expression]], name: str, paths: tuple[Expression, ...], url: str
) -> Expression | None:
    """The first of an application's expressions that an address matches; there is an index for each application."""
    if not paths:
        return None
    index = indexes.get(name)
    if index is None:
        index = indexes[name] = Index((path, path) for path in paths)
    return next(index.matches([address(url)]), None)


def shipped_files() -> dict[str, bytes]:
    """The files of the package ``knowledge_base`` by the name of the type, such as ``forum/phpbb``."""
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


@lru_cache(maxsize=1)
def known_applications() -> KnowledgeBase:
    """The knowledge base that is shipped with the program."""
    schema = (files("knowledge_base") / "schema.rng").read_bytes()
    shipped = shipped_files()
    if not shipped:
        raise KnowledgeError("the package knowledge_base has no types of applications")
    return KnowledgeBase(with_parents(read_application(data, name, schema) for name, data in shipped.items()))
