"""Reading a feed's document type declaration: harmless entities are kept, everything else is dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from ...errors import FeedError

__all__ = ["Doctype", "read_doctype"]

_ENTITY = re.compile(
    r"""<!ENTITY\s+(?P<parameter>%\s+)?(?P<name>[^\s"'<>%&;]+)\s+
        (?:(?:SYSTEM|PUBLIC)\b | "(?P<double>[^"]*)" | '(?P<single>[^']*)')""",
    re.X | re.I,
)
_TOKEN = re.compile(r"""["'\[\]<>]""")
# HTML's own entities are one or two characters long; hand-written ones hold names and copyright notices.
_MAX_VALUE_LENGTH = 256
_MAX_ENTITIES = 2_000
_REFERENCE = re.compile(r"&(?!#|(?:amp|lt|gt|quot|apos);)|%")


@dataclass(frozen=True, slots=True)
class Doctype:
    """A feed's DTD: ``end`` is where it ends in the document, ``entities`` maps the declared names to their texts.

    External entities have an empty text: nothing is ever loaded.
    """

    end: int
    entities: dict[str, str] = field(default_factory=dict)


def read_doctype(text: str, start: int, url: str) -> Doctype:
    """Read the ``<!DOCTYPE …>`` that begins at ``start``, without expanding anything.

    :raises FeedError: if an entity is long or contains other entities, as in an XML bomb.
    """
    end = _end(text, start)
    entities: dict[str, str] = {}
    for number, match in enumerate(_ENTITY.finditer(text, start, end)):
        if number >= _MAX_ENTITIES:
            raise FeedError(f"{url} declares more than {_MAX_ENTITIES} XML entities; refused as dangerous")
        if match["parameter"]:
            continue
        value = match["double"] if match["double"] is not None else match["single"]
        if value is None:
            entities[match["name"]] = ""
            continue
        if len(value) > _MAX_VALUE_LENGTH or _REFERENCE.search(value):
            raise FeedError(f"{url} declares XML entities that expand (an XML bomb); refused as dangerous")
        entities[match["name"]] = unescape(value)
    return Doctype(end, entities)


def _end(text: str, start: int) -> int:
    """The position after the declaration. Handles quotes and the internal subset in brackets."""
    depth = 0
    position = start + len("<!DOCTYPE")
    in_subset = False
    while match := _TOKEN.search(text, position):
        position = match.end()
        match match.group():
            case '"' | "'" as quote:
                closing = text.find(quote, position)
                if closing != -1:
                    position = closing + 1
            case "[":
                in_subset = True
            case "]":
                in_subset, depth = False, 0
            case "<":
                if not in_subset:  # never closed: what follows is the document
                    return position - 1
                depth += 1
            case _:
                if depth:
                    depth -= 1
                elif not in_subset:
                    return position
    return len(text)
