"""Records as differences from other records: an earlier version costs about as much as the text that was changed.

A delta is a Zstandard frame whose dictionary is the other record, as ``zstd --patch-from`` makes it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ...errors import StoreError
from ...items import Post

if TYPE_CHECKING or sys.version_info < (3, 14):
    from backports import zstd
else:
    from compression import zstd

__all__ = ["make_delta", "packed", "patched", "unpacked"]

_LEVEL = 12
#: Bits of the largest distance between a text and its copy: 128 MB.
_MIN_WINDOW, _MAX_WINDOW = 10, 27
#: A record of this many bytes is searched for distant copies with another method, which is faster.
_LONG = 1 << 20
#: No record is longer than this many bytes. A damaged delta may claim any length.
_MAX_LENGTH = 1 << 30


def packed(post: Post) -> bytes:
    """The record of a post as bytes: the same bytes for the same record."""
    return json.dumps(post.record(), ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def unpacked(record: bytes) -> Post:
    """The post of a packed record."""
    return Post.from_record(json.loads(record))


def make_delta(base: bytes, record: bytes) -> bytes:
    """What makes ``record`` from ``base``, both packed."""
    option = zstd.CompressionParameter
    distance = (len(base) + len(record)).bit_length()
    options: dict[int, int] = {
        option.compression_level: _LEVEL,
        option.checksum_flag: 1,
        option.window_log: min(max(distance, _MIN_WINDOW), _MAX_WINDOW),
        option.enable_long_distance_matching: int(len(base) > _LONG),
    }
    return bytes(zstd.compress(record, options=options, zstd_dict=_prefix(base)))


def patched(base: bytes, delta: bytes) -> bytes:
    """The record that a delta makes from its base. ``StoreError`` if the base is not the one it was made for."""
    limits: dict[int, int] = {zstd.DecompressionParameter.window_log_max: _MAX_WINDOW}
    try:
        length = zstd.get_frame_info(delta).decompressed_size
        is_possible = length is not None and length < _MAX_LENGTH
        record = bytes(zstd.decompress(delta, zstd_dict=_prefix(base), options=limits)) if is_possible else b""
    except zstd.ZstdError as error:
        raise StoreError(f"an earlier version cannot be read, because a later record was changed: {error}") from None
    if not is_possible or len(record) != length:
        raise StoreError("an earlier version is damaged: its length cannot be right")
    return record


def _prefix(base: bytes) -> tuple[zstd.ZstdDict, int]:
    # Zstandard refuses dictionaries of less than 8 bytes; no record is that short.
    return zstd.ZstdDict(base, is_raw=True).as_prefix
