"""Triples from files: RDF/XML, Turtle and N-Triples, also compressed. The only module here that reads files."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast
from xml.parsers import expat

from ...errors import UsageError
from ...extras import needs_extra
from .triple import Triple

__all__ = ["read_triples"]

_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*[\"']([\w.:-]{1,40})")
_DECLARATION = re.compile(r"^\ufeff?\s*<\?xml.*?\?>", re.DOTALL)
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CHUNK = 4096
#: The declarations before the first element end within this many bytes.
_MAX_PROLOG = 1_000_000
_MAX_ENTITY = 1_000
_BASE = "http://base.invalid/"


def read_triples(file: Path) -> Iterator[Triple]:
    """The triples of a file, whose ending says what it is: .rdf, .owl, .xml, .ttl, .nt, each also with .gz.

    Raises :exc:`UsageError` if it cannot be read or is not valid.
    """
    with needs_extra("rdf"):
        from pyoxigraph import Literal, RdfFormat, parse

    xml = RdfFormat.RDF_XML
    formats = {"rdf": xml, "owl": xml, "xml": xml, "ttl": RdfFormat.TURTLE, "nt": RdfFormat.N_TRIPLES}
    is_compressed = file.suffix.lower() == ".gz"
    format_ = formats.get((file.with_suffix("") if is_compressed else file).suffix.lower().lstrip("."))
    if format_ is None:
        raise UsageError(f"{file}: the name must end in .{', .'.join(formats)}, or one of these and .gz")
    try:
        with _open(file, is_compressed) as opened:
            source = _safe_xml(opened) if format_ == xml else opened
            for triple in parse(source, format=format_, base_iri=_BASE, lenient=True):
                target, is_literal = triple.object, isinstance(triple.object, Literal)
                yield Triple(
                    _name(triple.subject),
                    triple.predicate.value,
                    target.value if is_literal else _name(target),
                    is_literal,
                )
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from None
    except (SyntaxError, ValueError, LookupError, EOFError, zlib.error, expat.ExpatError) as error:
        raise UsageError(f"{file} is not valid: {error}") from None


def _open(file: Path, is_compressed: bool) -> IO[bytes]:
    return cast("IO[bytes]", gzip.open(file)) if is_compressed else file.open("rb")


def _name(term: Any) -> str:
    """An address as it is; a blank node or a quoted triple as it is written."""
    return term.value if type(term).__name__ == "NamedNode" else str(term)


def _safe_xml(opened: IO[bytes]) -> IO[Any]:
    """The file from its beginning, in an encoding that the parser knows, after a check for exploding entities."""
    _check_entities(opened)
    opened.seek(0)
    beginning = opened.read(_CHUNK)
    opened.seek(0)
    declared = _DECLARED.match(beginning)
    encoding = (
        "utf-16" if beginning.startswith(_UTF_16) else declared[1].decode("ascii").lower() if declared else "utf-8"
    )
    if encoding in ("utf-8", "utf8"):
        return opened
    text = io.TextIOWrapper(opened, encoding=encoding, newline="")
    read = text.read(_CHUNK)
    # The parser refuses any document that declares another encoding than UTF-8.
    return cast("IO[str]", _Rest(_DECLARATION.sub("", read, count=1), text))


class _Rest(io.TextIOBase):
    """A text that has been read, followed by what has not."""

    def __init__(self, beginning: str, rest: IO[str]) -> None:
        self._beginning, self._rest = beginning, rest

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> str:
        begun, self._beginning = self._beginning, ""
        if not begun:
            return self._rest.read(-1 if size is None else size)
        if size is not None and 0 <= size < len(begun):
            begun, self._beginning = begun[:size], begun[size:]
        return begun


def _check_entities(opened: IO[bytes]) -> None:
    """Raise :exc:`ValueError` if entities contain others: a few hundred bytes can expand to gigabytes."""
    has_begun = False

    def begin(*_: object) -> None:
        nonlocal has_begun
        has_begun = True

    def check(name: str, _is_parameter: bool, value: str | None, *_: object) -> None:
        if value is not None and ("&" in value or len(value) > _MAX_ENTITY):
            raise ValueError(f"the entity {name} is too long or contains others")

    parser = expat.ParserCreate()
    parser.StartElementHandler = begin
    parser.EntityDeclHandler = check
    while not has_begun:
        chunk = opened.read(_CHUNK)
        if not chunk or opened.tell() > _MAX_PROLOG:
            raise ValueError("it has no XML element")
        parser.Parse(chunk)
