"""The type of a file by its content, because names and servers are often wrong.

The signatures are those of https://mimesniff.spec.whatwg.org/ and of the formats' own specifications.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["MediaType", "media_type"]


class MediaType(NamedTuple):
    """A MIME type and the usual extension of its files."""

    mime: str
    extension: str


_PREFIXES: tuple[tuple[bytes, MediaType], ...] = (
    (b"\xff\xd8\xff", MediaType("image/jpeg", "jpg")),
    (b"\x89PNG\r\n\x1a\n", MediaType("image/png", "png")),
    (b"GIF87a", MediaType("image/gif", "gif")),
    (b"GIF89a", MediaType("image/gif", "gif")),
    (b"II*\0", MediaType("image/tiff", "tif")),
    (b"MM\0*", MediaType("image/tiff", "tif")),
    (b"\0\0\1\0", MediaType("image/x-icon", "ico")),
    (b"\xff\x0a", MediaType("image/jxl", "jxl")),
    (b"\0\0\0\x0cJXL \r\n\x87\n", MediaType("image/jxl", "jxl")),
    (b"\0\0\0\x0cjP  \r\n\x87\n", MediaType("image/jp2", "jp2")),
    (b"8BPS", MediaType("image/vnd.adobe.photoshop", "psd")),
    (b"ID3", MediaType("audio/mpeg", "mp3")),
    (b"fLaC", MediaType("audio/flac", "flac")),
    (b"MThd\0\0\0\6", MediaType("audio/midi", "mid")),
    (b"#!AMR", MediaType("audio/amr", "amr")),
    (b"FLV\1", MediaType("video/x-flv", "flv")),
    (b"\0\0\1\xba", MediaType("video/mpeg", "mpg")),
    (b"\0\0\1\xb3", MediaType("video/mpeg", "mpg")),
    (b"0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel", MediaType("video/x-ms-asf", "asf")),
    (b"%PDF-", MediaType("application/pdf", "pdf")),  # feeds of papers and comics attach them
)
_RIFF = {
    b"WEBP": MediaType("image/webp", "webp"),
    b"WAVE": MediaType("audio/wav", "wav"),
    b"AVI ": MediaType("video/x-msvideo", "avi"),
}
_BRANDS = (
    (b"avi[fs]", MediaType("image/avif", "avif")),
    (b"hei[cxms]|hev[cx]|mif1|msf1", MediaType("image/heic", "heic")),
    (b"M4[AB] ", MediaType("audio/mp4", "m4a")),
    (b"qt  ", MediaType("video/quicktime", "mov")),
    (b"....", MediaType("video/mp4", "mp4")),
)
_OGG = (
    (b"\x01video", MediaType("video/ogg", "ogv")),
    (b"\x80theora", MediaType("video/ogg", "ogv")),
    (b"OpusHead", MediaType("audio/ogg", "opus")),
)
_AUDIO_OGG = MediaType("audio/ogg", "ogg")
_WEBM, _MATROSKA = MediaType("video/webm", "webm"), MediaType("video/x-matroska", "mkv")
_MP3, _AAC = MediaType("audio/mpeg", "mp3"), MediaType("audio/aac", "aac")
_BMP = MediaType("image/bmp", "bmp")
_SVG = MediaType("image/svg+xml", "svg")
_SVG_START = re.compile(
    rb"^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE\s+svg[^>\[]*(?:\[[^\]]*\]\s*)?>\s*)?"
    rb"(?:<!--.*?-->\s*)*<(?:\w+:)?svg[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_HEAD_SIZE = 4096


def media_type(content: bytes) -> MediaType | None:
    """The type of a picture or recording; ``None`` if it is neither."""
    head = bytes(content[:_HEAD_SIZE])
    for prefix, kind in _PREFIXES:
        if head.startswith(prefix):
            return kind
    match head[:4], head[4:8]:
        case b"RIFF", _:
            return _RIFF.get(head[8:12])
        case b"OggS", _:
            return next((kind for mark, kind in _OGG if mark in head[:200]), _AUDIO_OGG)
        case b"\x1aE\xdf\xa3", _:
            return _WEBM if b"webm" in head[:64] else _MATROSKA
        case _, b"ftyp":
            brand = head[8:12]
            return next((kind for brands, kind in _BRANDS if re.match(brands, brand, re.DOTALL)), None)
        case _, b"moov" | b"mdat" | b"wide":
            return MediaType("video/quicktime", "mov")
    if head[:2] == b"BM" and head[6:10] == b"\0\0\0\0" and len(head) > 18:
        return _BMP
    if len(head) > 3 and head[0] == 0xFF:
        return _mpeg_audio(head)
    return _SVG if _SVG_START.match(head) else None


def _mpeg_audio(head: bytes) -> MediaType | None:
    """MP3 without a tag, or AAC in an ADTS stream, by the first frame's header."""
    if head[1] & 0xF6 == 0xF0:
        return _AAC
    is_layer = head[1] & 0xE0 == 0xE0 and head[1] & 0x18 != 0x08 and head[1] & 0x06
    is_valid = head[2] & 0xF0 not in (0x00, 0xF0) and head[2] & 0x0C != 0x0C
    return _MP3 if is_layer and is_valid else None
