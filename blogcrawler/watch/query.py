"""The language of watches: words, "phrases", AND, OR, NOT, beginnings* and NEAR/n."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import UsageError
from .words import cut

__all__ = ["And", "Condition", "Near", "Not", "Or", "Term", "parse_query", "terms_of"]

_MAX_LENGTH = 4_000
_MAX_TERMS = 200
_MAX_DEPTH = 20
_MAX_DISTANCE = 100
"""Bounds for what a person may ask for; longer lists of words are several watches."""

_TYPOGRAPHIC_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»「」『』＂", '"'))
_PART = re.compile(
    r"""\s*(?:
    (?P<bracket>[()])
    |"(?P<phrase>[^"]*)(?P<end>"?)
    |NEAR/(?P<distance>\d+)(?=[\s("]|$)
    |(?P<operator>AND|OR|NOT)(?=[\s("]|$)
    |(?P<minus>-(?=[\w"(]))
    |(?P<word>[^\s"()]+)
    )""",
    re.VERBOSE,
)
#: What ends a list of terms that are all needed.
_ENDS = (("bracket", ")"), ("operator", "OR"))


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or several that must follow each other. The last one may be the beginning of a word."""

    pieces: tuple[str, ...]
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class And:
    """All of these."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of these."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Not this."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Near:
    """One of each side, with at most ``distance`` words between their beginnings, in any order."""

    left: Term | Or
    right: Term | Or
    distance: int


Condition = Term | And | Or | Not | Near


def parse_query(query: str) -> Condition:
    """What a watch asks for. ``UsageError`` says what is wrong with it."""
    if len(query) > _MAX_LENGTH:
        raise UsageError(f"the query is too long; at most {_MAX_LENGTH:,} characters, or several watches")
    condition = _Parser(query).parse()
    if len(list(terms_of(condition))) > _MAX_TERMS:
        raise UsageError(f"the query has too many words; at most {_MAX_TERMS}, or several watches")
    if not _needs_a_word(condition):
        raise UsageError("the query would match nearly everything; it needs a word that must occur")
    return condition


def terms_of(condition: Condition) -> Iterator[Term]:
    """All terms of a condition, also those under NOT."""
    match condition:
        case Term():
            yield condition
        case And(parts) | Or(parts):
            for part in parts:
                yield from terms_of(part)
        case Not(part):
            yield from terms_of(part)
        case Near(left, right):
            yield from terms_of(left)
            yield from terms_of(right)


def _needs_a_word(condition: Condition) -> bool:
    """Whether only texts match that have at least one of the words."""
    match condition:
        case And(parts):
            return any(map(_needs_a_word, parts))
        case Or(parts):
            return all(map(_needs_a_word, parts))
        case Not():
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    at: int


class _Parser:
    """A parser by recursive descent. OR binds weakest, then AND (or nothing between two terms), then NEAR, then NOT."""

    def __init__(self, query: str) -> None:
        self._tokens = list(_tokens(query.translate(_TYPOGRAPHIC_QUOTES)))
        self._at = 0
        self._depth = 0

    def parse(self) -> Condition:
        if not self._tokens:
            raise UsageError('the query is empty; give a word, or a "phrase" in quotes')
        condition = self._any()
        if (token := self._peek()) is not None:
            raise UsageError(f"there is a {token.text!r} too many in the query, at character {token.at + 1}")
        return condition

    def _any(self) -> Condition:
        parts = [self._all()]
        while self._accept("operator", "OR"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Or(_flat(Or, parts))

    def _all(self) -> Condition:
        parts = [self._near()]
        while (token := self._peek()) is not None and (token.kind, token.text) not in _ENDS:
            self._accept("operator", "AND")
            parts.append(self._near())
        return parts[0] if len(parts) == 1 else And(_flat(And, parts))

    def _near(self) -> Condition:
        first = left = self._one()
        found: list[Condition] = []
        while (token := self._accept("near")) is not None:
            right = self._one()
            distance = int(token.text[:6])
            if not 1 <= distance <= _MAX_DISTANCE:
                raise UsageError(f"NEAR/{token.text} is not possible; the distance is 1 to {_MAX_DISTANCE} words")
            if not isinstance(left, Term | Or) or not isinstance(right, Term | Or) or _has_operators(left, right):
                raise UsageError("both sides of NEAR must be words, phrases, or several of them joined by OR")
            found.append(Near(left, right, distance))
            left = right
        return first if not found else found[0] if len(found) == 1 else And(tuple(found))

    def _one(self) -> Condition:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise UsageError(f"the query is nested too deeply; at most {_MAX_DEPTH} levels")
        try:
            token = self._peek()
            if token is None:
                raise UsageError("the query ends too early; a word or a bracket is missing")
            self._at += 1
            if token.kind == "not":
                return Not(self._one())
            if token.text == "(" and token.kind == "bracket":
                condition = self._any()
                if not self._accept("bracket", ")"):
                    raise UsageError(f"the bracket at character {token.at + 1} of the query is not closed")
                return condition
            if token.kind in ("word", "phrase"):
                return _term(token)
            shown = f"NEAR/{token.text}" if token.kind == "near" else token.text
            raise UsageError(f"there is no word before {shown!r} in the query, at character {token.at + 1}")
        finally:
            self._depth -= 1

    def _peek(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _accept(self, kind: str, text: str | None = None) -> _Token | None:
        token = self._peek()
        if token is None or token.kind != kind or text not in (None, token.text):
            return None
        self._at += 1
        return token


def _tokens(query: str) -> Iterator[_Token]:
    at = 0
    query = query.rstrip()
    while (found := _PART.match(query, at)) is not None:
        start = found.start(found.lastgroup or 0)
        at = found.end()
        if found["bracket"]:
            yield _Token("bracket", found["bracket"], start)
        elif found["phrase"] is not None:
            if not found["end"]:
                raise UsageError("a quotation mark in the query is not closed")
            star = query[at : at + 1] == "*"
            at += star
            yield _Token("phrase", found["phrase"] + "*" * star, start)
        elif found["distance"]:
            yield _Token("near", found["distance"], start)
        elif found["operator"]:
            yield _Token("not" if found["operator"] == "NOT" else "operator", found["operator"], start)
        elif found["minus"]:
            yield _Token("not", "-", start)
        else:
            yield _Token("word", found["word"], start)


def _term(token: _Token) -> Term:
    pieces = cut(token.text)
    if not pieces:
        raise UsageError(f"{token.text!r} in the query has no letters or digits")
    prefix = token.text.endswith("*")
    if prefix and len(pieces[-1]) < 2:
        raise UsageError(f"{token.text!r} would match too much; give at least two letters before the asterisk")
    return Term(tuple(pieces), prefix)


def _flat(kind: type[And] | type[Or], parts: list[Condition]) -> tuple[Condition, ...]:
    return tuple(
        one for part in parts for one in (part.parts if isinstance(part, And | Or) and type(part) is kind else (part,))
    )


def _has_operators(*sides: Term | Or) -> bool:
    return any(not isinstance(part, Term) for side in sides if isinstance(side, Or) for part in side.parts)
