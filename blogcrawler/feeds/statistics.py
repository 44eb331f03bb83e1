"""Statistics of feeds, as in "Archiving Data Objects using Web Feeds" (Oita and Senellart): the intervals between
publications, for one blog and pooled over several."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import fmean, quantiles, stdev

__all__ = ["Intervals", "feed_type", "intervals", "pooled_deviation"]

_HOUR = timedelta(hours=1)
_ROOT = re.compile(rb"<(?:\w+:)?(rss|feed|rdf)\b([^>]*)>", re.I)
_VERSION = re.compile(rb"""version\s*=\s*["']([\d.]{1,5})""")


@dataclass(frozen=True, slots=True)
class Intervals:
    """The intervals between ``number`` + 1 publications, in hours."""

    number: int
    shortest: float
    lower: float
    median: float
    upper: float
    longest: float
    mean: float
    deviation: float


def intervals(published: Iterable[datetime]) -> Intervals | None:
    """The statistics of a blog; ``None`` with fewer than three dates."""
    dates = sorted(date if date.tzinfo else date.replace(tzinfo=UTC) for date in published)
    hours = [(later - earlier) / _HOUR for earlier, later in pairwise(dates)]
    if len(hours) < 2:
        return None
    lower, median, upper = quantiles(hours, n=4, method="inclusive")
    return Intervals(len(hours), min(hours), lower, median, upper, max(hours), fmean(hours), stdev(hours))


def pooled_deviation(every: Sequence[Intervals]) -> float | None:
    """The standard deviation of several blogs' intervals, each about its own mean."""
    freedom = sum(one.number - 1 for one in every)
    if freedom <= 0:
        return None
    return math.sqrt(sum((one.number - 1) * one.deviation**2 for one in every) / freedom)


def feed_type(body: bytes) -> str | None:
    """The dialect of a feed, in words: ``RSS 2.0``, ``Atom``, ``RDF``, ``JSON Feed``."""
    head = body[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        return "JSON Feed"
    root = _ROOT.search(head)
    if root is None:
        return None
    name, version = root[1].lower(), _VERSION.search(root[2])
    if name == b"rss":
        return f"RSS {version[1].decode()}" if version else "RSS"
    return "Atom" if name == b"feed" else "RDF"
