"""What a running crawl says about itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ProgressLine", "parse_progress"]

_LINE = re.compile(
    r"(?P<time>\d+:\d\d:\d\d)\s+(?:(?P<doing>\D.*?), )?"
    r"(?:(?P<extracted>[\d,]+) of (?P<found>[\d,]+) known posts|no posts yet)"
    r"(?:, (?P<queued>-?[\d,]+) in the queue|, (?P<fetched>[\d,]+) of (?P<known>[\d,]+) known pages fetched)?"
    r", (?P<requests>[\d,]+) requests \((?P<rate>[\d.]+)/s, (?P<size>[\d.]+ \w+)\), (?P<failures>[\d,]+) failed"
    r"(?:, (?P<left>.*))?"
)


@dataclass(frozen=True, slots=True)
class ProgressLine:
    """The state of a crawl at one moment: what it does, how many posts it has read of those that it knows.

    ``queued`` are the pages that it knows and has not fetched, ``rate`` is in requests per second. ``left`` says how
    long it will take, as far as that is known.
    """

    time: str
    doing: str
    extracted: int
    found: int
    queued: int
    requests: int
    rate: float
    size: str
    failures: int
    left: str


def parse_progress(line: str) -> ProgressLine | None:
    """The progress in a line that a crawl has printed; ``None`` if the line says something else."""
    match = _LINE.fullmatch(line.strip())
    if match is None:
        return None

    def number(name: str) -> int:
        return int((match[name] or "0").replace(",", ""))

    return ProgressLine(
        match["time"],
        match["doing"] or "",
        number("extracted"),
        number("found"),
        number("queued") or number("known") - number("fetched"),
        number("requests"),
        float(match["rate"]),
        match["size"],
        number("failures"),
        match["left"] or "",
    )
