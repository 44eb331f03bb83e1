"""Expressions of the knowledge base: the fragment of XPath of the AAH paper (Figure 2), as dataclasses.

They have only downward axes and simple predicates, so that thousands of them fit into one automaton, and so that an
expression can be relaxed step by step. There is one addition to the paper's fragment: ``@class~='post'`` is true if
``post`` is one of the words of the attribute, as in CSS.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import cast

from lxml import etree
from lxml.etree import _Element

__all__ = ["Expression", "Operator", "Position", "Step", "Test"]

ANY = "*"
TEXT = "text()"


class Operator(Enum):
    """How a predicate compares a value with a string."""

    EQUALS = "="
    CONTAINS = "contains"
    WORD = "~="


@dataclass(frozen=True, slots=True)
class Test:
    """A predicate over an attribute (``@class``) or over the text of a child element (``a``)."""

    value: str
    operator: Operator
    string: str

    def __str__(self) -> str:
        quoted = quote(self.string)
        if self.operator is Operator.CONTAINS:
            return f"contains({self.value}, {quoted})"
        return f"{self.value}{self.operator.value}{quoted}"

    def xpath(self) -> str:
        """The predicate in standard XPath 1.0."""
        if self.operator is Operator.WORD:
            return f"contains(concat(' ', normalize-space({self.value}), ' '), {quote(f' {self.string} ')})"
        return str(self)


@dataclass(frozen=True, slots=True)
class Position:
    """A predicate ``[3]`` or ``[last()]`` (0)."""

    number: int

    def __str__(self) -> str:
        return str(self.number) if self.number else "last()"

    def xpath(self) -> str:
        """The predicate in standard XPath 1.0."""
        return str(self)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a node test (``div``, ``*``, ``@href``, ``@*``, ``text()``) with its predicates.

    ``deep`` says that the step searches all descendants (``//``), not only children.
    """

    node: str
    predicates: tuple[Test | Position, ...] = ()
    deep: bool = False

    def __str__(self) -> str:
        return self.node + "".join(f"[{predicate}]" for predicate in self.predicates)

    @property
    def is_element(self) -> bool:
        """Whether the step finds elements, rather than attributes or text."""
        return not self.node.startswith("@") and self.node != TEXT


@dataclass(frozen=True, slots=True)
class Expression:
    """A path of steps. The first may match at any depth: a leading ``//`` is implied."""

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps[0].deep:
            object.__setattr__(self, "steps", (replace(self.steps[0], deep=True), *self.steps[1:]))

    def __str__(self) -> str:
        first, *rest = self.steps
        return str(first) + "".join(("//" if step.deep else "/") + str(step) for step in rest)

    def xpath(self) -> str:
        """The expression in standard XPath 1.0, relative to an element."""
        first, *rest = self.steps
        # The element itself is included, so that the field of an object may be the object.
        if not first.is_element:
            start = "descendant-or-self::*/"
        elif any(isinstance(predicate, Position) for predicate in first.predicates):
            start = ".//"
        else:
            start = "descendant-or-self::"
        return start + _xpath(first) + "".join(("//" if step.deep else "/") + _xpath(step) for step in rest)

    @property
    def elements(self) -> Expression:
        """The expression without its last step if that is an attribute or text."""
        return self if self.steps[-1].is_element or len(self.steps) == 1 else Expression(self.steps[:-1])

    def starts_with(self, other: Expression) -> bool:
        """Whether ``other`` is a prefix of this expression."""
        return self.steps[: len(other.steps)] == other.steps

    def find(self, element: _Element) -> list[_Element | str]:
        """What the expression finds in an element, in document order: elements, or strings for attributes and text."""
        return cast("list[_Element | str]", _compiled(self.xpath())(element))

    def is_in(self, root: _Element) -> bool:
        """Whether the expression finds anything in the document of an element, including that element."""
        steps = "".join(("//" if step.deep else "/") + _xpath(step) for step in self.steps[1:])
        return bool(_compiled("//" + _xpath(self.steps[0]) + steps)(root))

    def find_elements(self, element: _Element) -> list[_Element]:
        """The elements that the expression finds; for attributes and text, the elements that have them."""
        return [found for found in self.elements.find(element) if isinstance(found, _Element)]


def quote(string: str) -> str:
    """An XPath string literal. XPath 1.0 has no escapes, so a string cannot contain both kinds of quotes."""
    return f'"{string}"' if "'" in string else f"'{string}'"


def _xpath(step: Step) -> str:
    return step.node + "".join(f"[{predicate.xpath()}]" for predicate in step.predicates)


@lru_cache(maxsize=4096)
def _compiled(xpath: str) -> etree.XPath:
    return etree.XPath(xpath, smart_strings=False)
