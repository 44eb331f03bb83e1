"""TimeGate and TimeMaps of captures (RFC 7089)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ..archive import PageCapture
from ..memento import LINK_FORMAT, Memento, TimeMap, read_http_date
from ..urls import split_url
from .address import CONTENT, ReplayAddress
from .collection import ReplayCollection
from .reply import Reply

__all__ = ["MementoRequest", "capture_map", "memento_reply"]

_REQUEST = re.compile(r"(?P<service>timegate|timemap/link|timemap/json)/(?P<url>https?:/+[^/?#].*)", re.S)


@dataclass(frozen=True, slots=True)
class MementoRequest:
    """A request for ``timegate``, ``timemap/link`` or ``timemap/json`` of a page."""

    prefix: str
    service: str
    url: str

    @classmethod
    def parse(cls, path: str, prefix: str) -> MementoRequest | None:
        """Read a path with its query, still percent-encoded; ``None`` if it asks for something else."""
        found = _REQUEST.fullmatch(path.removeprefix(f"{prefix}/")) if path.startswith(f"{prefix}/") else None
        if found is None:
            return None
        url = re.sub(r"^(https?):/+", r"\1://", found["url"])
        return cls(prefix, found["service"], url) if split_url(url) is not None else None


def memento_reply(collection: ReplayCollection, asked: MementoRequest, origin: str, accept: str | None) -> Reply:
    """The reply of a service; ``accept`` is the ``Accept-Datetime`` header."""
    found = collection.find(ReplayAddress(asked.prefix, "", _now(), CONTENT, asked.url))
    if found is None:
        return Reply(404, {"Content-Type": "text/plain; charset=utf-8", "Vary": "accept-datetime"}, b"Not archived\n")
    address, captures = found
    time_map = capture_map(address, captures, origin)
    if asked.service == "timemap/link":
        return Reply(200, {"Content-Type": LINK_FORMAT, "Cache-Control": "no-store"}, time_map.link_format().encode())
    if asked.service == "timemap/json":
        return Reply(200, {"Content-Type": "application/json", "Cache-Control": "no-store"}, time_map.json().encode())
    moment = read_http_date(accept) if accept else None
    if accept and moment is None:
        text = b"Accept-Datetime must be a date such as Sat, 01 Mar 2014 12:00:00 GMT\n"
        return Reply(400, {"Content-Type": "text/plain; charset=utf-8", "Vary": "accept-datetime"}, text)
    chosen = time_map.closest(moment)
    assert chosen is not None
    headers = {"Location": chosen.uri, "Vary": "accept-datetime", "Link": time_map.link_header(chosen)}
    return Reply(302, headers | {"Cache-Control": "no-store"})


def capture_map(address: ReplayAddress, captures: Sequence[PageCapture], origin: str) -> TimeMap:
    """The TimeMap of the captures of an address: those of pages or, if there is none, of redirects and errors."""
    pages = [one for one in captures if one.status.startswith("2")] or list(captures)
    base = "" if origin == "'self'" else origin
    services = f"{base}{address.prefix}"
    at = ReplayAddress(address.prefix, address.folder, "", CONTENT, address.url)
    mementos = [
        Memento(f"{base}{at.at(timestamp).path}", moment)
        for timestamp in sorted({one.timestamp for one in pages})
        if (moment := _moment(timestamp)) is not None
    ]
    quoted = at.at("1").path.partition("mp_/")[2]
    return TimeMap(
        address.url,
        f"{services}/timegate/{quoted}",
        f"{services}/timemap/link/{quoted}",
        f"{services}/timemap/json/{quoted}",
        tuple(mementos),
    )


def _moment(timestamp: str) -> datetime | None:
    try:
        return datetime.strptime(timestamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _now() -> str:
    return f"{datetime.now(UTC):%Y%m%d%H%M%S}"
