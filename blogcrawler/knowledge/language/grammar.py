"""The grammar of expressions: a tokenizer and a recursive descent parser, with errors that state the position.

expr      ::= step | step "/" expr | step "//" expr
step      ::= nodetest | step "[" predicate "]"
nodetest  ::= tag | "@" tag | "*" | "@*" | "text()"
predicate ::= "contains(" value "," string ")" | value "=" string | value "~=" string | integer | "last()"
value     ::= tag | "@" tag
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...errors import KnowledgeError
from .expression import ANY, TEXT, Expression, Operator, Position, Step, Test

__all__ = ["parse_expression"]

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<string>'[^']*'|"[^"]*")
      | (?P<integer>[0-9]+)
      | (?P<name>[A-Za-z_][\w.\-]*)
      | (?P<sign>//|/|\[|\]|\(|\)|@|,|~=|=|\*)""",
    re.VERBOSE,
)
_MAX_LENGTH, _MAX_STEPS, _MAX_PREDICATES = 1000, 20, 8


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def parse_expression(text: str, where: str = "", column: int = 1) -> Expression:
    """Parse an expression; ``where`` and ``column`` give its position for error messages."""
    return _Parser(text, where, column).parse()


class _Parser:
    def __init__(self, text: str, where: str, column: int) -> None:
        self._where = where
        self._column = column
        self._text = text
        self._at = 0
        if len(text) > _MAX_LENGTH:
            raise KnowledgeError(self._message(f"an expression has at most {_MAX_LENGTH} characters", 0))
        self._tokens = self._tokenize(text)

    def _tokenize(self, text: str) -> list[_Token]:
        tokens, at = [], 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                what = (
                    "a string that does not end" if text[at] in "'\"" else f"{text[at]!r} is not part of an expression"
                )
                raise KnowledgeError(self._message(what, at))
            kind = match.lastgroup or ""
            if kind != "space":
                tokens.append(_Token(kind, match[0], at))
            at = match.end()
        tokens.append(_Token("end", "", len(text)))
        return tokens

    def parse(self) -> Expression:
        deep = True
        if self._is("/"):
            self._fail("an expression does not begin with /; it may match at any depth")
        self._take("//")
        steps = [self._step(deep)]
        while self._token.kind != "end":
            if self._take("//"):
                deep = True
            elif self._take("/"):
                deep = False
            else:
                self._fail(f"expected /, // or [, not {self._token.text!r}")
            if not steps[-1].is_element:
                self._fail(f"nothing comes after {steps[-1].node}", back=True)
            steps.append(self._step(deep))
            if len(steps) > _MAX_STEPS:
                self._fail(f"an expression has at most {_MAX_STEPS} steps")
        return Expression(tuple(steps))

    def _step(self, deep: bool) -> Step:
        node = self._node()
        predicates: list[Test | Position] = []
        while self._is("["):
            if node.startswith("@") or node == TEXT:
                self._fail(f"a predicate of {node} can never hold")
            self._next()
            predicates.append(self._predicate())
            self._expect("]")
            if len(predicates) > _MAX_PREDICATES:
                self._fail(f"a step has at most {_MAX_PREDICATES} predicates")
        return Step(node, tuple(predicates), deep)

    def _node(self) -> str:
        if self._take("*"):
            return ANY
        if self._take("@"):
            return "@*" if self._take("*") else "@" + self._name("the name of an attribute")
        name = self._name("a tag, @attribute, * or text()")
        if self._is("("):
            if name != "text":
                self._fail(f"{name}() is not a node test; only text() is supported")
            self._next()
            self._expect(")")
            return TEXT
        return name

    def _predicate(self) -> Test | Position:
        token = self._token
        if token.kind == "integer":
            self._next()
            number = int(token.text[:9])
            if number < 1:
                self._fail("positions count from 1", back=True)
            return Position(number)
        if token.kind == "name" and self._tokens[self._at + 1].text == "(":
            self._next()
            self._next()
            if token.text == "last":
                self._expect(")")
                return Position(0)
            if token.text != "contains":
                self._fail(f"{token.text}() is unknown here; contains() and last() are known", token=token)
            value = self._value()
            self._expect(",")
            string = self._string()
            self._expect(")")
            return Test(value, Operator.CONTAINS, string)
        value = self._value()
        if self._take("="):
            return Test(value, Operator.EQUALS, self._string())
        if self._take("~="):
            at = self._token
            string = self._string()
            if not string or string.split() != [string]:
                self._fail("~= compares with one word", token=at)
            return Test(value, Operator.WORD, string)
        return self._fail(f"expected = or ~= and a string after {value}")

    def _value(self) -> str:
        if self._take("@"):
            return "@" + self._name("the name of an attribute")
        return self._name("a tag or @attribute")

    def _string(self) -> str:
        token = self._token
        if token.kind != "string":
            self._fail("expected a string in quotes")
        self._next()
        return token.text[1:-1]

    def _name(self, expected: str) -> str:
        token = self._token
        if token.kind != "name":
            self._fail(f"expected {expected}" + (f", not {token.text!r}" if token.text else ""))
        self._next()
        return token.text

    # --- tokens -----------------------------------------------------------------------------------------

    @property
    def _token(self) -> _Token:
        return self._tokens[self._at]

    def _next(self) -> None:
        self._at += 1

    def _is(self, sign: str) -> bool:
        kind, text, _ = self._tokens[self._at]
        return text == sign and kind == "sign"

    def _take(self, sign: str) -> bool:
        taken = self._is(sign)
        self._at += taken
        return taken

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            self._fail(f"expected {sign}" + (f", not {self._token.text!r}" if self._token.text else ""))

    def _fail(self, what: str, *, back: bool = False, token: _Token | None = None) -> Test:
        at = token or self._tokens[self._at - back]
        raise KnowledgeError(self._message(what, at.column))

    def _message(self, what: str, at: int) -> str:
        place = f"{self._where}, column {self._column + at}" if self._where else f"column {self._column + at}"
        shown = self._text if len(self._text) <= 120 else self._text[:119] + "…"
        return f"{place}: {what}, in the expression {shown!r}"
