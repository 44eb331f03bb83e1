"""A browser and an archive that only remember what they were asked to do."""

from __future__ import annotations

from typing import Any

from blogcrawler.dom import parse_page
from blogcrawler.rendering.renderer import Rendered


class Browser:
    """Renders every page as ``html``; with ``None`` rendering fails."""

    def __init__(self, html: str | None) -> None:
        self.html = html
        self.asked: list[tuple[str, bytes]] = []

    async def render(self, url: str, document: Any, platforms: Any = (), folder: Any = None) -> Rendered | None:
        self.asked.append((url, document.body))
        return Rendered(parse_page(self.html, url), self.html) if self.html is not None else None

    async def close(self) -> None:
        pass


class Archive:
    """Remembers the conversions written to it."""

    def __init__(self) -> None:
        self.written: list[tuple[Any, ...]] = []

    def write_conversion(self, *what: Any) -> None:
        self.written.append(what)

    def release(self) -> None:
        pass
