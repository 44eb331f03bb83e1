"""A capture: the entry of one response in an archive's index."""

from __future__ import annotations

import json
from dataclasses import dataclass

from .exchange import ResponseHead
from .record import sha1
from .surt import surt

__all__ = ["Capture"]

EMPTY_DIGEST = sha1(b"")


@dataclass(frozen=True, slots=True)
class Capture:
    """The index entry of a response or revisit record.

    ``original`` says that the record has a complete 200 payload, which later revisits may refer to.
    """

    url: str
    key: str
    date: str
    mime: str
    status: int
    digest: str
    offset: int
    length: int
    original: bool

    @classmethod
    def of(
        cls,
        head: ResponseHead,
        *,
        url: str,
        method: bytes,
        date: str,
        digest: str,
        offset: int,
        length: int,
        revisit: bool,
        whole: bool,
    ) -> Capture | None:
        """The capture for a record, or None if replay should not find it.

        Responses to anything but GET, "304 Not Modified" and truncated heads are in the archive, but replay would show
        them as empty pages instead of the real ones.
        """
        if method != b"GET" or not head.complete or head.status is None or head.status == 304:
            return None
        try:
            key = surt(url)
        except ValueError:
            return None
        return cls(
            url=url,
            key=key,
            date=date,
            mime="warc/revisit" if revisit else head.mime,
            status=head.status,
            digest=digest,
            offset=offset,
            length=length,
            original=whole and not revisit and head.status == 200 and digest != EMPTY_DIGEST,
        )

    def cdxj(self, file: str) -> str:
        """The capture as a line of a CDXJ index in pywb's format."""
        timestamp = self.date[:19].translate(_WITHOUT_SEPARATORS)
        fields = {
            "url": self.url,
            "mime": self.mime,
            "status": str(self.status),
            "digest": self.digest.removeprefix("sha1:"),
            "length": str(self.length),
            "offset": str(self.offset),
            "filename": file,
        }
        return f"{self.key} {timestamp} {json.dumps(fields)}"


_WITHOUT_SEPARATORS = str.maketrans("", "", "-:T")
