"""From the bytes of a feed or sitemap to its text, whatever encoding it claims or has."""

from __future__ import annotations

import re
import zlib

from w3lib.encoding import http_content_type_encoding, read_bom, resolve_encoding

from ...errors import FeedError

__all__ = ["decode", "gunzip"]

_DECLARED = re.compile(rb"""^[^<]{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""", re.S)
# Not encodings of documents, or slow to decode.
_REFUSED = {
    "idna",
    "punycode",
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
    "undefined",
    "unicode-escape",
}
# Encodings whose bytes are all ASCII, so that "it decodes as UTF-8" says nothing.
_SEVEN_BIT = {"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr", "hz"}
_UNDECODED = re.compile("[\udc80-\udcff]+")
_GZIP_MAGIC = b"\x1f\x8b"


def gunzip(body: bytes, url: str, max_bytes: int) -> bytes:
    """Unpack a gzip body, as much as there is of it; anything else comes back unchanged.

    :raises FeedError: if it grows beyond ``max_bytes``.
    """
    out = bytearray()
    while body.startswith(_GZIP_MAGIC):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            out += unpacker.decompress(body, max_bytes + 1 - len(out))
        except zlib.error as error:
            if out:
                break
            raise FeedError(f"{url} is a broken gzip file: {error}") from error
        if len(out) > max_bytes:
            raise FeedError(f"{url} unpacks to more than {max_bytes:,} bytes; refused")
        body = unpacker.unused_data
    return bytes(out) if out else body


def decode(body: bytes, content_type: str | None = None) -> str:
    """Decode a document by what it *is*: BOM, valid UTF-8, its declaration, the HTTP header, Windows-1252.

    Valid UTF-8 goes before the declaration because documents that pass as UTF-8 by accident hardly
    exist, while wrong declarations are common. Bytes that fit nothing never raise.
    """
    bom_encoding, bom = read_bom(body)
    if bom_encoding and bom:
        return body[len(bom) :].decode(bom_encoding, "replace")
    for sign, encoding in ((b"<\0", "utf-16-le"), (b"\0<", "utf-16-be")):
        if body.startswith(sign):
            return body.decode(encoding, "replace")
    declared = _DECLARED.match(body)
    claims = [
        _known(declared.group(1).decode("ascii")) if declared else None,
        _known(http_content_type_encoding(content_type) if content_type else None),
    ]
    for claim in claims:
        if claim in _SEVEN_BIT:
            return body.decode(claim, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        pass
    for claim in claims:
        if claim and claim != "utf-8":
            return body.decode(claim, "replace")
    return _mixed(body)


def _known(name: str | None) -> str | None:
    encoding = resolve_encoding(name) if name else None
    if encoding is None or encoding in _REFUSED or encoding.startswith(("utf-16", "utf-32")):
        return None  # UTF-16 without a BOM is seen from its bytes
    try:
        b"a".decode(encoding)
    except LookupError:  # a codec, but not of text
        return None
    return encoding


def _mixed(body: bytes) -> str:
    """UTF-8 with Windows-1252 in between, as templates of one encoding around texts of another give it."""
    return _UNDECODED.sub(_as_windows_1252, body.decode("utf-8", "surrogateescape"))


def _as_windows_1252(match: re.Match[str]) -> str:
    return match.group().encode("ascii", "surrogateescape").decode("cp1252", "replace")
