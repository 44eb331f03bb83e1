"""The first record of a WARC file: who made it, with which software and settings."""

from __future__ import annotations

from dataclasses import dataclass

from ..version import __version__

__all__ = ["WarcInfo"]


@dataclass(frozen=True, slots=True)
class WarcInfo:
    """What the first record of every WARC file says about the crawl; empty values are left out."""

    software: str = f"blogcrawler/{__version__}"
    operator: str | None = None
    robots: str | None = None
    user_agent: str | None = None
    part_of: str | None = None

    def fields(self) -> bytes:
        """The block of a ``warcinfo`` record (WARC/1.1, 6.2)."""
        values = {
            "software": self.software,
            "format": "WARC File Format 1.1",
            "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            "operator": self.operator,
            "robots": self.robots,
            "http-header-user-agent": self.user_agent,
            "isPartOf": self.part_of,
        }
        lines = (f"{name}: {' '.join(value.split())}\r\n" for name, value in values.items() if value)
        return "".join(lines).encode()
