from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.media import media_type


@pytest.mark.parametrize(
    ("content", "mime", "extension"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg", "jpg"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png", "png"),
        (b"GIF89a\1\0\1\0", "image/gif", "gif"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "image/webp", "webp"),
        (b"\0\0\0\x20ftypavif\0\0\0\0avifmif1", "image/avif", "avif"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "image/heic", "heic"),
        (b"BM\x9a\0\0\0\0\0\0\0\x7a\0\0\0\x6c\0\0\0\x02", "image/bmp", "bmp"),
        (b'<?xml version="1.0"?>\n<!-- hello -->\n<svg xmlns="http://www.w3.org/2000/svg">', "image/svg+xml", "svg"),
        (b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg width="1">', "image/svg+xml", "svg"),
        (b"ID3\4\0\0\0\0\0\0", "audio/mpeg", "mp3"),
        (b"\xff\xfb\x90\x64\0\0", "audio/mpeg", "mp3"),
        (b"\xff\xf1\x50\x80\0\0", "audio/aac", "aac"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "audio/wav", "wav"),
        (b"fLaC\0\0\0\x22", "audio/flac", "flac"),
        (b"OggS\0\2" + bytes(22) + b"\x01vorbis", "audio/ogg", "ogg"),
        (b"OggS\0\2" + bytes(22) + b"OpusHead", "audio/ogg", "opus"),
        (b"OggS\0\2" + bytes(22) + b"\x80theora", "video/ogg", "ogv"),
        (b"\0\0\0\x18ftypM4A \0\0\0\0", "audio/mp4", "m4a"),
        (b"\0\0\0\x18ftypisom\0\0\2\0", "video/mp4", "mp4"),
        (b"\0\0\0\x14ftypqt  \0\0\0\0", "video/quicktime", "mov"),
        (b"\x1aE\xdf\xa3\x9fB\x86\x81\1B\xf7\x81\1B\xf2\x81\4B\xf3\x81\x08B\x82\x84webm", "video/webm", "webm"),
        (b"%PDF-1.7", "application/pdf", "pdf"),
    ],
)
def test_types_are_recognised_by_the_first_bytes(content: bytes, mime: str, extension: str) -> None:
    assert media_type(content) == (mime, extension)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<!DOCTYPE html><html><body><svg></svg>",
        b"<html><title>404</title>",
        b"Not found",
        b'{"error": "gone"}',
        b"BM is how this text begins",
        b"\xff\xfe<\0h\0t\0m\0l\0",
        b"\x7fELF\2\1\1",
        b"MZ\x90\0",
        b"#!/bin/sh\n",
        b"PK\3\4",
    ],
)
def test_other_files_have_no_media_type(content: bytes) -> None:
    assert media_type(content) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_accepted(content: bytes) -> None:
    kind = media_type(content)
    assert kind is None or (kind.extension.isalnum() and "/" in kind.mime)
