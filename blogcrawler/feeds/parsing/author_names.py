"""Extracting author names from the many formats that feeds use."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .texts import plain

__all__ = ["author_names"]

_MAIL = r"[^\s@<>()\[\],;:]+@[^\s@<>()\[\],;:]+"
_NAMED_MAIL = re.compile(rf"^(?:mailto:)?{_MAIL}\s*\(\s*(?P<name>[^()]*(?:\([^()]*\)[^()]*)*)\)$")
_MAIL_ANYWHERE = re.compile(rf"\s*[(<\[]?\s*(?:mailto:)?{_MAIL}\s*[)>\]]?\s*")
_URL = re.compile(r"^(?:https?:|www\.|//)\S*$", re.I)
_BYLINE = re.compile(r"^(?:posted |written |published )?by:?\s+", re.I)
_AND = re.compile(r"\s+(?:and|&|und|et|y|och|og|en|e|i|и)\s+", re.I)
_MAX_LENGTH = 100


def author_names(values: Iterable[str | None]) -> tuple[str, ...]:
    """The distinct names in ``values``, in order, without email addresses and URLs."""
    names: dict[str, str] = {}
    for value in values:
        for person in _people(_without_mail(value)) if value else ():
            names.setdefault(person.casefold(), person)
    return tuple(names.values())


def _without_mail(value: str) -> str:
    # Removed first, because plain() would take "<mail>" for a tag.
    value = re.sub(rf"<\s*(?:mailto:)?{_MAIL}\s*>", " ", value)
    text = plain(value)
    if match := _NAMED_MAIL.match(text):
        return match["name"].strip()
    return _MAIL_ANYWHERE.sub(" ", text).strip() if "@" in text else text


def _people(text: str) -> list[str]:
    """Split a list of people: "Ann Lee, Bob Ray and Cy Fox", but neither "Lee, Ann" nor "Dolce & Gabbana"."""
    text = _BYLINE.sub("", text)
    people = [part for part in re.split(r"\s*[;|]\s*", text) if part]
    found: list[str] = []
    for part in people:
        listed = [name for piece in part.split(",") if (name := piece.strip())]
        listed = [*listed[:-1], *_AND.split(listed[-1])] if listed else []
        whole = all(len(name.split()) > 1 for name in listed) or len(listed) > 2
        found += listed if whole else [part]
    return [name for name in (person.strip(" ,") for person in found) if _is_name(name)]


def _is_name(name: str) -> bool:
    return 0 < len(name) <= _MAX_LENGTH and not _URL.match(name) and any(c.isalnum() for c in name)
