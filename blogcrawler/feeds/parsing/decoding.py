"""Decoding the bytes of a feed or sitemap, even if it declares the wrong encoding."""

from __future__ import annotations

import re
import zlib

from w3lib.encoding import http_content_type_encoding, read_bom, resolve_encoding

from ...errors import FeedError

__all__ = ["decode", "gunzip"]

_DECLARED = re.compile(rb"""^[^<]{0,64}<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""", re.S)
# Not used for documents, or slow to decode.
_REFUSED = {
    "idna",
    "punycode",
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
    "undefined",
    "unicode-escape",
}
# Encodings whose bytes are all ASCII: their documents are always valid UTF-8 too.
_SEVEN_BIT = {"iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext", "iso2022_kr", "hz"}
_UNDECODED = re.compile("[\udc80-\udcff]+")
_GZIP_MAGIC = b"\x1f\x8b"


def gunzip(body: bytes, url: str, max_bytes: int) -> bytes:
    """Unpack a gzip body, even a truncated one; return anything else unchanged.

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
    """Decode a document. Tries, in order: BOM, UTF-8, the XML declaration, the HTTP header, Windows-1252.

    UTF-8 comes before the declaration because hardly any document is valid UTF-8 by accident, while wrong
    declarations are common. Undecodable bytes never raise.
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
        return None  # UTF-16 without a BOM is recognised by its bytes
    try:
        b"a".decode(encoding)
    except LookupError:  # a codec, but not for text
        return None
    return encoding


def _mixed(body: bytes) -> str:
    """Decode UTF-8 mixed with Windows-1252: the template has one encoding, the texts another."""
    return _UNDECODED.sub(_as_windows_1252, body.decode("utf-8", "surrogateescape"))


def _as_windows_1252(match: re.Match[str]) -> str:
    return match.group().encode("ascii", "surrogateescape").decode("cp1252", "replace")
