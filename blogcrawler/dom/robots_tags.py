"""What a page's owner asks of robots beyond robots.txt: ``<meta name=robots>`` and the header ``X-Robots-Tag``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape

__all__ = ["NOT_KEPT", "RobotsTags"]

#: What forbids that a page becomes a record.
NOT_KEPT = frozenset({"noarchive", "noindex"})
#: Other words for them. "nocache" is Bing's.
_MEANING = {"none": ("noindex", "nofollow"), "nocache": ("noarchive",)}
#: Rules with a value, whose names are not those of robots: "unavailable_after: 25 Jun 2030 15:00:00 GMT".
_WITH_VALUE = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
#: Meta tags are in the head. A long one is searched no further than its limit, so that no page costs time.
_HEAD_BYTES = 65_536
_META = re.compile(rb"<!--.*?(?:-->|\Z)|<(meta)\s([^<>]{1,1000})", re.IGNORECASE | re.DOTALL)
_ATTRIBUTE = re.compile(r"""([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


@dataclass(frozen=True, slots=True)
class RobotsTags:
    """The tags that a crawl respects, and the name by which pages may address it (as in robots.txt)."""

    respected: frozenset[str] = frozenset()
    agent: str = "blogcrawler"

    @classmethod
    def of_crawl(cls, respected: Iterable[str], user_agent: str) -> RobotsTags:
        """The tags of a setting, for the first word of a user agent."""
        name = re.split(r"[/\s(]", user_agent.strip(), maxsplit=1)[0].lower()
        return cls(frozenset(respected), name or "blogcrawler")

    def stated(self, headers: Iterable[str], body: bytes) -> frozenset[str]:
        """The respected tags that the headers ``X-Robots-Tag`` or the head of an HTML page state."""
        if not self.respected:
            return frozenset()
        found = {tag for header in headers for tag in self._in_header(header)} | set(self._in_head(body))
        return self.respected & {meant for tag in found for meant in _MEANING.get(tag, (tag,))}

    def _in_header(self, header: str) -> Iterable[str]:
        """The tags of a header, without those that are for other robots: ``otherbot: noindex, nofollow``."""
        is_for_us = True
        for part in header.lower().split(","):
            name, colon, rest = part.partition(":")
            if colon and name.strip() not in _WITH_VALUE:
                is_for_us, part = name.strip() == self.agent, rest
            if is_for_us:
                yield part.strip()

    def _in_head(self, body: bytes) -> Iterable[str]:
        for match in _META.finditer(body, 0, _HEAD_BYTES):
            if match[1] is None or b"content" not in match[2].lower():
                continue
            values = _ATTRIBUTE.findall(match[2].decode("latin-1"))
            attributes = {name.lower(): unescape("".join(value)).strip().lower() for name, *value in values}
            if attributes.get("name") in ("robots", self.agent):
                yield from (tag.strip() for tag in attributes.get("content", "").split(","))
