"""Patterns and actions that crawls have learned about a type; they are added to the known ones, with their origin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..language.expression import Expression
from ..language.grammar import parse_expression
from .model import Application, Detection, Extraction, Follow, Level, Objects

__all__ = ["DETECT", "FOLLOW", "OF_POSTS", "Learned", "with_action", "with_learned"]

#: Learned things that are not fields: a pattern that recognises a level, and links to follow.
DETECT, FOLLOW = "detect", "follow"
#: Prefix of the types of fields of a thread's posts.
OF_POSTS = "post:"


@dataclass(frozen=True, slots=True)
class Learned:
    """A pattern or an action that was learned on a site, to repair one that failed there (``instead``).

    ``type`` is a semantic type, the field of a thread's posts (``post:content``), ``detect`` or ``follow``. Links to
    follow lead ``to`` another level, or to further pages of the same.
    """

    application: str
    level: str
    type: str
    path: Expression
    origin: str
    instead: str = ""
    to: str = ""

    def record(self) -> dict[str, Any]:
        """The action as plain JSON values."""
        record = {
            "application": self.application,
            "level": self.level,
            "type": self.type,
            "path": str(self.path),
            "origin": self.origin,
            "instead": self.instead,
        }
        return record | {"to": self.to} if self.to else record

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Learned:
        """The action that :meth:`record` was called on."""
        path = parse_expression(str(record["path"]), f"learned from {record['origin']}")
        application, level, kind = (str(record[name]) for name in ("application", "level", "type"))
        return cls(application, level, kind, path, record["origin"], record["instead"], record.get("to", ""))

    def follow(self) -> Follow:
        """The navigation action; further pages of a list come first, as in the files of the knowledge base."""
        pages = self.to == self.level
        return Follow(self.path, self.to, 1 if pages else 2, pages, self.origin)


def with_learned(application: Application, learned: Iterable[Learned]) -> Application:
    """The application with what was learned about it; known actions come first."""
    levels = {level.name: level for level in application.levels}
    for one in learned:
        level = levels.get(one.level)
        if level is not None and (application.name + "/").startswith(one.application + "/"):
            levels[one.level] = with_action(level, one)
    return replace(application, levels=tuple(levels.values()))


def with_action(level: Level, learned: Learned) -> Level:
    """The level with what was learned about it."""
    if learned.type == DETECT:
        if any(learned.path in detection.patterns for detection in level.detect):
            return level
        return replace(level, detect=(*level.detect, Detection((learned.path,))))
    if learned.type == FOLLOW:
        if any(action.path == learned.path for action in level.follow):
            return level
        return replace(level, follow=(*level.follow, learned.follow()))
    if learned.type.startswith(OF_POSTS):
        return replace(level, objects=_with_field(level.objects, learned))
    if any(action.path == learned.path for action in level.fields(learned.type)):
        return level
    return replace(level, extract=(*level.extract, Extraction(learned.type, learned.path, learned.origin)))


def _with_field(known: tuple[Objects, ...], learned: Learned) -> tuple[Objects, ...]:
    """The objects with one more field; fields that were learned on one site belong together."""
    field = Extraction(learned.type.removeprefix(OF_POSTS), learned.path, learned.origin)
    for number, objects in enumerate(known):
        if not objects.paths and objects.fields and objects.fields[0].origin == learned.origin:
            if field in objects.fields:
                return known
            return (*known[:number], replace(objects, fields=(*objects.fields, field)), *known[number + 1 :])
    return (*known, Objects("post", (), (field,)))
