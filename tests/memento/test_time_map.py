from __future__ import annotations

import json
import re
from datetime import UTC, datetime

import pytest

from blogcrawler.memento import Memento, TimeMap, http_date, read_http_date

MOMENTS = [datetime(2014, 3, day, 12, tzinfo=UTC) for day in (1, 5, 20)]
MAP = TimeMap(
    'http://a.example/?x="><y>',
    "http://me/timegate/u",
    "http://me/timemap/link/u",
    "http://me/timemap/json/u",
    tuple(Memento(f"http://me/{one:%Y%m%d%H%M%S}/u", one) for one in MOMENTS),
)
#: A link of RFC 6690, section 2.
_LINK = re.compile(r'<([^<>\s"]*)>((?:; ?[a-z]+="[^"]*")*)')


def links(text: str) -> list[tuple[str, dict[str, str]]]:
    """Parse link format strictly: everything must be part of a link or a separator."""
    assert re.fullmatch(rf"\s*{_LINK.pattern}(?:,\s*{_LINK.pattern})*\s*", text)
    return [(uri, dict(re.findall(r'([a-z]+)="([^"]*)"', rest))) for uri, rest in _LINK.findall(text)]


def test_dates_follow_rfc_1123() -> None:
    assert http_date(MOMENTS[0]) == "Sat, 01 Mar 2014 12:00:00 GMT"
    assert read_http_date("Sat, 01 Mar 2014 12:00:00 GMT") == MOMENTS[0]
    for text in ("", "2014-03-01", "Sat, 01 Mar 2014 12:00:00 +0100", "Sat, 41 Mar 2014 12:00:00 GMT", "x" * 9999):
        assert read_http_date(text) is None


@pytest.mark.parametrize(
    ("day", "closest", "current"), [(1, 0, 0), (2, 0, 0), (4, 1, 0), (10, 1, 1), (14, 2, 1), (30, 2, 2)]
)
def test_the_closest_memento_and_the_one_that_was_current(day: int, closest: int, current: int) -> None:
    moment = datetime(2014, 3, day, tzinfo=UTC)
    assert MAP.closest(moment) == MAP.mementos[closest]
    assert MAP.at(moment) == MAP.mementos[current]
    assert MAP.closest(None) == MAP.at(None) == MAP.mementos[2]


def test_the_map_is_link_format() -> None:
    found = links(MAP.link_format())
    assert [one["rel"] for _, one in found] == [
        "original",
        "self",
        "timegate",
        "first memento",
        "memento",
        "last memento",
    ]
    assert found[0][0] == "http://a.example/?x=%22%3E%3Cy%3E"
    assert found[1][1] | {"rel": ""} == {
        "rel": "",
        "type": "application/link-format",
        "from": "Sat, 01 Mar 2014 12:00:00 GMT",
        "until": "Thu, 20 Mar 2014 12:00:00 GMT",
    }
    assert [one["datetime"] for _, one in found[3:]] == [http_date(one) for one in MOMENTS]


def test_the_header_names_the_neighbours_of_a_memento() -> None:
    relations = {uri: one["rel"] for uri, one in links(MAP.link_header(MAP.mementos[1])) if "memento" in one["rel"]}
    assert list(relations.values()) == ["first prev memento", "memento", "next last memento"]
    only = TimeMap("o", "g", "l", "j", MAP.mementos[:1])
    assert links(only.link_header(MAP.mementos[0]))[-1][1]["rel"] == "first last memento"
    assert len(links(TimeMap("o", "g", "l", "j", ()).link_header())) == 4


def test_the_map_is_json() -> None:
    shown = json.loads(MAP.json())
    assert shown["mementos"]["first"] == {"datetime": "2014-03-01T12:00:00Z", "uri": MAP.mementos[0].uri}
    assert len(shown["mementos"]["list"]) == 3
