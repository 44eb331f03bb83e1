"""An HTTP exchange as bytes, and the few fields that the archive reads from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

__all__ = ["Exchange", "ResponseHead", "Truncation", "in_origin_form", "without_interim"]

Truncation = Literal["length", "time", "disconnect", "unspecified"]
"""Why a response ends early (WARC/1.1, 5.13 "WARC-Truncated")."""

# As in warcio, a line of nothing but white space ends the head, so that payload digests agree.
_HEAD_END = re.compile(rb"\n[ \t\r\v\f]*\n")
_AUTHORITY = re.compile(rb"^https?://[^/?]*", re.IGNORECASE)
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})")
_MIME = re.compile(rb"^content-type[ \t]*:[ \t]*([^\s;,]+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One HTTP request and its response, byte for byte.

    ``request`` is in origin form, ``response`` the final one (see the functions of this module). ``began`` is when the
    request was sent (with a time zone), ``ip`` the server's address if known, and ``truncated`` why the response is
    incomplete, if it is.
    """

    url: str
    request: bytes
    response: bytes
    began: datetime
    ip: str | None = None
    truncated: Truncation | None = None


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The fields of a response that the index needs. ``size`` is where the payload begins."""

    size: int
    complete: bool
    status: int | None
    mime: str

    @classmethod
    def read(cls, response: bytes) -> ResponseHead:
        """Read the head of a response, which may be cut off anywhere."""
        end = _HEAD_END.search(response)
        size = end.end() if end else len(response)
        head = response[:size]
        status = _STATUS.match(head)
        mime = _MIME.search(head)
        return cls(
            size=size,
            complete=end is not None,
            status=int(status[1]) if status else None,
            mime=mime[1].decode("ascii", "replace").lower() if mime else "unk",
        )


def without_interim(response: bytes) -> bytes:
    """The response without "100 Continue", "103 Early Hints" and the like before it.

    WARC readers take the first status line for the final one, so an interim response would hide the page.
    """
    while response.startswith(b"HTTP/1.") and response[8:10] == b" 1":
        end = _HEAD_END.search(response)
        response = response[end.end() :] if end else b""
    return response


def in_origin_form(request: bytes) -> bytes:
    """A request to a proxy in the form that the server gets: only the path, without the proxy's credentials."""
    head, blank, body = request.partition(b"\r\n\r\n")
    line, *headers = head.split(b"\r\n")
    method, target, version = line.split(b" ")
    path = _AUTHORITY.sub(b"", target)
    if not path.startswith(b"/"):
        path = b"/" + path
    kept = [header for header in headers if not header.lower().startswith(b"proxy-")]
    return b"\r\n".join([b" ".join((method, path, version)), *kept]) + blank + body
