"""Reads the XML files of the knowledge base, checking them against ``schema.rng`` and the grammar of expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.etree import _Element

from ...errors import KnowledgeError
from ..language.expression import Expression
from ..language.grammar import parse_expression
from .model import Application, Avoid, Detection, Extraction, Follow, Level, Objects

__all__ = ["read_application", "with_parents"]


def read_application(data: bytes, name: str, schema: bytes, file: str | None = None) -> Application:
    """The application that an XML file describes; ``name`` is its path in the hierarchy (``forum/phpbb``)."""
    file = file or f"{name}.xml"
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise KnowledgeError(f"{file}, line {line}, column {column}: {error.msg}") from None
    rules = _schema(schema)
    if not rules.validate(root):
        first = rules.error_log[0]
        raise KnowledgeError(f"{file}, line {first.line}: {first.message}")
    return _Reader(data, file).application(root, name)


@lru_cache(maxsize=4)
def _schema(schema: bytes) -> etree.RelaxNG:
    return etree.RelaxNG(etree.fromstring(schema))


class _Reader:
    def __init__(self, data: bytes, file: str) -> None:
        self._lines = data.decode("utf-8", "replace").splitlines()
        self._file = file

    def application(self, root: _Element, name: str) -> Application:
        levels = tuple(self._level(element) for element in root.iterchildren("level"))
        names = [level.name for level in levels]
        for element, level in zip(root.iterchildren("level"), names, strict=True):
            if names.count(level) > 1:
                raise KnowledgeError(f"{self._file}, line {element.sourceline}: there are two levels {level!r}")
        return Application(
            name=name,
            title=root.get("title", ""),
            detect=self._detect(root),
            levels=levels,
            avoid=self._avoid(root.find("avoid")),
            redundant=self._avoid(root.find("redundant")),
            only=_is_true(root, "only"),
        )

    def _avoid(self, element: _Element | None) -> Avoid:
        return Avoid() if element is None else Avoid(self._all(element, "url"), self._all(element, "link"))

    def _level(self, element: _Element) -> Level:
        level = Level(
            name=element.get("name", ""),
            terminal=_is_true(element, "terminal"),
            detect=self._detect(element),
            follow=tuple(
                Follow(
                    self._expression(one),
                    one.get("to"),
                    int(one.get("order", "5")),
                    _is_true(one, "pages"),
                    one.get("origin", ""),
                )
                for one in element.iterchildren("follow")
            ),
            extract=self._extractions(element),
            objects=tuple(
                Objects(one.get("type", ""), self._all(one, "at"), self._extractions(one))
                for one in element.iterchildren("objects")
            ),
        )
        if not level.terminal and (level.extract or level.objects):
            raise KnowledgeError(
                f"{self._file}, line {element.sourceline}: the level {level.name!r} extracts something, "
                'but only levels with terminal="true" may'
            )
        return level

    def _detect(self, element: _Element) -> tuple[Detection, ...]:
        detect = element.find("detect")
        if detect is None:
            return ()
        return tuple(
            Detection(self._all(one, "pattern") if one.tag == "all" else (self._expression(one),)) for one in detect
        )

    def _extractions(self, element: _Element) -> tuple[Extraction, ...]:
        return tuple(
            Extraction(one.get("type", ""), self._expression(one), one.get("origin", ""))
            for one in element.iterchildren("extract")
        )

    def _all(self, element: _Element, tag: str) -> tuple[Expression, ...]:
        return tuple(self._expression(one) for one in element.iterchildren(tag))

    def _expression(self, element: _Element) -> Expression:
        line = cast("int", element.sourceline or 0)
        text = (element.text or "").strip()
        # The parser knows only the line of an element; the expression follows its start tag.
        written = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        column = written.find(text) + 1
        return parse_expression(text, f"{self._file}, line {line}", max(column, 1))


def _is_true(element: _Element, name: str) -> bool:
    return element.get(name) in ("true", "1")


def with_parents(applications: Iterable[Application]) -> dict[str, Application]:
    """The applications by name, each with what it inherits from its parents; its own actions come first."""
    own = {application.name: application for application in applications}
    return {name: _inherit(application, own) for name, application in sorted(own.items())}


def _inherit(application: Application, own: Mapping[str, Application]) -> Application:
    if not application.parent:
        return application
    if application.parent not in own:
        raise KnowledgeError(f"{application.name}.xml: there is no {application.parent}.xml to refine")
    parent = _inherit(own[application.parent], own)
    inherited = {level.name: level for level in parent.levels}
    levels = [_merge(level, inherited.pop(level.name, None)) for level in application.levels]
    return replace(
        application,
        levels=(*levels, *inherited.values()),
        avoid=application.avoid + parent.avoid,
        redundant=application.redundant + parent.redundant,
        only=application.only or parent.only,
    )


def _merge(level: Level, parent: Level | None) -> Level:
    if parent is None:
        return level
    return Level(
        name=level.name,
        terminal=level.terminal or parent.terminal,
        detect=level.detect + parent.detect,
        follow=level.follow + parent.follow,
        extract=level.extract + parent.extract,
        objects=level.objects + parent.objects,
    )
