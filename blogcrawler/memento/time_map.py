"""The TimeMap of a page: the list of its mementos, which are its states that are known."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from .accept_datetime import http_date

__all__ = ["LINK_FORMAT", "Memento", "TimeMap"]

#: The media type of RFC 6690.
LINK_FORMAT = "application/link-format"
_SAFE = "%/:=&?~#+!$,;@*[]()'"


@dataclass(frozen=True, slots=True)
class Memento:
    """A state of a page: where it is shown, and since when the page was so."""

    uri: str
    moment: datetime


@dataclass(frozen=True, slots=True)
class TimeMap:
    """The mementos of one page, oldest first, and the addresses of the services for it."""

    original: str
    timegate: str
    link_map: str
    json_map: str
    mementos: tuple[Memento, ...]

    def closest(self, moment: datetime | None) -> Memento | None:
        """The memento that is closest in time; the last one without a moment."""
        if not self.mementos:
            return None
        if moment is None:
            return self.mementos[-1]
        wanted = moment.timestamp()
        return min(self.mementos, key=lambda one: abs(one.moment.timestamp() - wanted))

    def at(self, moment: datetime | None) -> Memento | None:
        """The memento that was current at a moment; before the first one, the first one."""
        if moment is None:
            return self.closest(None)
        until = [one for one in self.mementos if one.moment <= moment]
        return until[-1] if until else next(iter(self.mementos), None)

    def link_header(self, shown: Memento | None = None) -> str:
        """The ``Link`` header of a response: services, first and last memento, those before and after ``shown``."""
        links = [
            _link(self.original, "original"),
            _link(self.timegate, "timegate"),
            _link(self.link_map, "timemap", type=LINK_FORMAT),
            _link(self.json_map, "timemap", type="application/json"),
        ]
        return ", ".join([*links, *self._memento_links(shown)])

    def link_format(self) -> str:
        """The TimeMap as RFC 6690 has it."""
        about = {"type": LINK_FORMAT}
        if self.mementos:
            about |= {"from": http_date(self.mementos[0].moment), "until": http_date(self.mementos[-1].moment)}
        lines = [
            _link(self.original, "original"),
            _link(self.link_map, "self", **about),
            _link(self.timegate, "timegate"),
        ]
        last = len(self.mementos) - 1
        for place, one in enumerate(self.mementos):
            names = [name for name, at in (("first", 0), ("last", last)) if place == at]
            lines.append(_link(one.uri, " ".join([*names, "memento"]), datetime=http_date(one.moment)))
        return ",\n".join(lines) + "\n"

    def json(self) -> str:
        """The TimeMap in the JSON of the Time Travel service of mementoweb.org."""
        every = [{"datetime": _iso(one.moment), "uri": one.uri} for one in self.mementos]
        shown = {
            "original_uri": self.original,
            "timegate_uri": self.timegate,
            "timemap_uri": {"link_format": self.link_map, "json_format": self.json_map},
            "mementos": {"first": every[0], "last": every[-1], "list": every} if every else {"list": []},
        }
        return json.dumps(shown, ensure_ascii=False, indent=1)

    def _memento_links(self, shown: Memento | None) -> Iterator[str]:
        if not self.mementos:
            return
        places: dict[int, list[str]] = {}
        at = self.mementos.index(shown) if shown in self.mementos else None
        for name, place in (
            ("first", 0),
            ("prev", at - 1 if at else None),
            ("", at),
            ("next", at + 1 if at is not None and at + 1 < len(self.mementos) else None),
            ("last", len(self.mementos) - 1),
        ):
            if place is not None:
                places.setdefault(place, []).append(name)
        for place in sorted(places):
            one = self.mementos[place]
            relation = " ".join([*filter(None, places[place]), "memento"])
            yield _link(one.uri, relation, datetime=http_date(one.moment))


def _link(uri: str, relation: str, **attributes: str) -> str:
    """One link. Addresses are foreign: what could end them is escaped."""
    shown = "".join(f'; {name}="{value}"' for name, value in attributes.items())
    return f'<{quote(uri, safe=_SAFE)}>; rel="{relation}"{shown}'


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
