"""docs/stats.md lists the stats that the code counts, and no others: their names are an interface."""

from __future__ import annotations

import re
from pathlib import Path

from blogcrawler.frontier import Rejection

ROOT = Path(__file__).resolve().parents[1]
COUNTED = re.compile(r'(?:(?:inc|set|max)_value|\bCount|\.count)\(\s*f?"([\w{}./]*/[\w{}./]+)"')
#: Scrapy's, which some of our components count as Scrapy would; and what is passed between ours.
NOT_OURS = re.compile(r"downloader/response_\w+(/.+)?$|robotstxt/(?!unreachable)|blogcrawler/")
#: What is put into names.
PARTS = {
    "requisites/{}": ("fetched", "failed", "known", "left_out"),
    "pages/rejected/{}": tuple(Rejection),
    "frontier/{}": ("gone", "refused", "failed"),
}


def documented() -> set[str]:
    rows = [line for line in (ROOT / "docs" / "stats.md").read_text().splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([a-z_]+/[a-z_/]+)`", row.split("|")[1])}


def counted() -> set[str]:
    found = set()
    for file in (ROOT / "blogcrawler").rglob("*.py"):
        found |= {name for name in COUNTED.findall(file.read_text()) if not NOT_OURS.match(name)}
    assert len(found) > 70
    return found


def as_pattern(name: str) -> re.Pattern[str]:
    return re.compile(
        "".join(r"\w+" if part.startswith("{") else re.escape(part) for part in re.split(r"({[^}]*})", name))
    )


def test_every_stat_is_documented() -> None:
    names = documented()
    missing = {name for name in counted() if not any(as_pattern(name).fullmatch(one) for one in names)}
    assert missing == set()


def test_every_documented_stat_is_counted() -> None:
    patterns = [as_pattern(name) for name in counted()]
    assert {name for name in documented() if not any(pattern.fullmatch(name) for pattern in patterns)} == set()


def test_every_part_of_a_composed_name_is_documented() -> None:
    expected = {name.format(part) for name, parts in PARTS.items() for part in parts}
    assert expected <= documented()
