"""Addresses of the replay: ``/replay/BLOG/20140301120000mp_/http://some.blog/``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

from ..urls import join_url, split_url

__all__ = ["CONTENT", "FRAMED", "RAW", "ReplayAddress"]

#: What to show at an address: the page in a frame, the page itself with its links changed, or the bytes as archived.
#: pywb and the Wayback Machine use the same marks.
FRAMED, CONTENT, RAW = "", "mp_", "id_"
_ADDRESS = re.compile(
    r"(?:(?P<folder>[^/]+)/)?(?P<timestamp>\d{1,14})(?P<mode>[a-z]{2}_)?/(?P<url>https?:/+[^/?#].*)", re.S
)
_SAFE = "%/:=&?~#+!$,;@*[]"
_EARLIEST, _LATEST = "00010101000000", "99991231235959"


@dataclass(frozen=True, slots=True)
class ReplayAddress:
    """A page at a moment. ``folder`` is the blog's; if it is empty, any blog may have the page.

    ``prefix`` is the path of the replay on its server. The timestamp has 14 digits.
    """

    prefix: str
    folder: str
    timestamp: str
    mode: str
    url: str

    @classmethod
    def parse(cls, path: str, prefix: str) -> ReplayAddress | None:
        """Read a path with its query, still percent-encoded; ``None`` if it is not an address of the replay."""
        found = _ADDRESS.fullmatch(path.removeprefix(f"{prefix}/")) if path.startswith(f"{prefix}/") else None
        if found is None:
            return None
        url = re.sub(r"^(https?):/+", r"\1://", found["url"])  # servers in between may have merged the slashes
        if split_url(url) is None:
            return None
        stamp = found["timestamp"]
        mode = found["mode"] or FRAMED
        if mode not in (FRAMED, RAW):
            mode = CONTENT  # other archives have more of them: cs_, js_, im_
        # The rest of a date that is not given is its beginning: 2014 is 20140101000000.
        stamp += _EARLIEST[len(stamp) :] if len(stamp) >= 4 else _LATEST[len(stamp) :]
        return cls(prefix, unquote(found["folder"] or ""), stamp, mode, url)

    @property
    def path(self) -> str:
        """The path and query of the address, safe in HTML attributes and stylesheets."""
        folder = f"/{quote(self.folder, safe='')}" if self.folder else ""
        return f"{self.prefix}{folder}/{self.timestamp}{self.mode}/{quote(self.url, safe=_SAFE)}"

    def of(self, url: str) -> ReplayAddress:
        """The address of another page at the same moment."""
        return replace(self, url=url)

    def at(self, timestamp: str) -> ReplayAddress:
        """The same page at another moment."""
        return replace(self, timestamp=timestamp)

    def with_mode(self, mode: str) -> ReplayAddress:
        """The same page shown in another way."""
        return replace(self, mode=mode)

    def resolve(self, written: str, base: str) -> str:
        """The path for an address as it is written in a page; unchanged if it does not lead to the web."""
        text = written.strip()
        if not text or text.startswith("#"):
            return written
        url = web_url(base, text)
        return self.of(url).path if url is not None else written


def web_url(base: str, written: str) -> str | None:
    """The absolute URL of an address in a page, with its fragment; ``None`` if it does not lead to the web."""
    # Browsers ignore line breaks and tabs in addresses, and take a backslash for a slash.
    text = re.sub(r"[\t\n\r]", "", written.strip())
    if "\\" in text.partition("?")[0]:
        text = text.replace("\\", "/")
    joined = join_url(base, text)
    if joined is None or split_url(joined) is None:
        return None
    scheme, _, rest = joined.partition(":")
    return f"{scheme.lower()}:{rest}"
