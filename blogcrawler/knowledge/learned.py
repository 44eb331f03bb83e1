"""What crawls have learned of a type: patterns and actions that are added to what is known, with their origin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .expression import Expression
from .grammar import parse_expression
from .model import Application, Detection, Extraction, Follow, Level

__all__ = ["DETECT", "FOLLOW", "Learned", "with_action", "with_learned"]

#: What is learned besides semantic types: a pattern that recognises a level, and links to follow.
DETECT, FOLLOW = "detect", "follow"


@dataclass(frozen=True, slots=True)
class Learned:
    """A pattern or an action that was learned on a site, as a repair of one that failed there (``instead``).

    ``type`` is a semantic type, ``detect`` or ``follow``; links to follow lead ``to`` another level, or to more of the
    same.
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
        """The action that :meth:`record` gave."""
        path = parse_expression(str(record["path"]), f"learned from {record['origin']}")
        application, level, kind = (str(record[name]) for name in ("application", "level", "type"))
        return cls(application, level, kind, path, record["origin"], record["instead"], record.get("to", ""))

    def follow(self) -> Follow:
        """The navigation action: further pages of a list come first, as in the shipped files."""
        pages = self.to == self.level
        return Follow(self.path, self.to, 1 if pages else 2, pages, self.origin)


def with_learned(application: Application, learned: Iterable[Learned]) -> Application:
    """The application with what was learned of it: asked after what was known."""
    levels = {level.name: level for level in application.levels}
    for one in learned:
        level = levels.get(one.level)
        if level is not None and (application.name + "/").startswith(one.application + "/"):
            levels[one.level] = with_action(level, one)
    return replace(application, levels=tuple(levels.values()))


def with_action(level: Level, learned: Learned) -> Level:
    """The level with what was learned of it."""
    if learned.type == DETECT:
        if any(learned.path in detection.patterns for detection in level.detect):
            return level
        return replace(level, detect=(*level.detect, Detection((learned.path,))))
    if learned.type == FOLLOW:
        if any(action.path == learned.path for action in level.follow):
            return level
        return replace(level, follow=(*level.follow, learned.follow()))
    if any(action.path == learned.path for action in level.fields(learned.type)):
        return level
    return replace(level, extract=(*level.extract, Extraction(learned.type, learned.path, learned.origin)))
