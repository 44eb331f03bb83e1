"""What a running crawl says about itself."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["CrawlProgress", "parse_progress"]

_LINE = re.compile(
    r"(?P<time>[\d:]+)\s+(?P<extracted>[\d,]+) of (?P<found>[\d,]+) posts, (?P<queued>-?[\d,]+) in the queue,"
    r" (?P<requests>[\d,]+) requests \((?P<rate>[\d.]+)/s, (?P<size>[\d.]+ \w+)\), (?P<failures>[\d,]+) failed"
)


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """The state of a crawl at one moment; ``rate`` is in requests per second."""

    time: str
    extracted: int
    found: int
    queued: int
    requests: int
    rate: float
    size: str
    failures: int


def parse_progress(line: str) -> CrawlProgress | None:
    """The progress in a line that a crawl has printed; ``None`` if the line says something else."""
    match = _LINE.match(line.strip())
    if match is None:
        return None
    numbers = {
        name: int(match[name].replace(",", "")) for name in ("extracted", "found", "queued", "requests", "failures")
    }
    return CrawlProgress(time=match["time"], rate=float(match["rate"]), size=match["size"], **numbers)
