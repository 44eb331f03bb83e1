"""A statement of an ontology."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Triple"]


class Triple(NamedTuple):
    """One statement. Only its object can be a literal."""

    subject: str
    predicate: str
    object: str
    is_literal: bool = False
