"""Complete sites of the corpus, answered from disk as the corpus' server would, with every post known."""

from __future__ import annotations

import importlib.util
import json
import os
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urljoin, urlsplit

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus"))
TOOLS = CORPUS.parent / "tools"


def load_tool(name: str) -> ModuleType:
    """A module of the corpus' tools."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says to a request."""

    status: int
    kind: str
    body: bytes


NOT_FOUND = Answer(404, "text/html", b"<html><body>not found</body></html>")


@dataclass
class Site:
    """One complete site; ``hide`` are the paths that it does not give away."""

    folder: Path
    hide: str = "sitemap"
    tools: Any = field(default_factory=lambda: load_tool("blogserver"), repr=False)
    key: Any = field(default_factory=lambda: load_tool("score").url_key, repr=False)

    def __post_init__(self) -> None:
        self._blog = self.tools.Blog(self.folder, "feed.xml", False)
        meta = json.loads((self.folder / "blog.json").read_text())
        self.home: str = meta["base_url"].replace("https://", "http://")
        self.host = urlsplit(self.home).netloc

    @cached_property
    def posts(self) -> frozenset[str]:
        """The keys of all posts that some link leads to."""
        listed, unreachable = (
            {self.key(urljoin(self.home, line)) for line in (self.folder / name).read_text().split("\n") if line}
            for name in ("posts.txt", "posts_unreachable.txt")
        )
        return frozenset(listed - unreachable)

    def answer(self, url: str) -> Answer:
        parts = urlsplit(url)
        file = None if self.hide and re.search(self.hide, parts.path) else self._blog.find(parts.path)
        if parts.netloc.lower() != self.host or file is None:
            return NOT_FOUND
        kind = self.tools.Handler.kind(file, self._blog)
        body = file.read_bytes()
        if kind.startswith(self.tools.TEXTUAL):
            for text in ("https://", "https:\\/\\/"):
                body = body.replace((text + self.host).encode(), (text.replace("s:", ":") + self.host).encode())
        return Answer(200, kind, body)


def sites(only: str = "") -> list[Site]:
    """The complete sites of the corpus."""
    folders = sorted(f for f in (CORPUS / "sites").iterdir() if (f / "posts.txt").exists())
    tools, key = load_tool("blogserver"), load_tool("score").url_key
    return [Site(folder, tools=tools, key=key) for folder in folders if re.search(only, folder.name)]
