"""Which pages belong to a blog: those on its host and path, and wherever its feed says that its posts are."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from ...urls import adopt, normalize, same_host
from ..posts.url_pattern import PostPattern, Verdict
from .traps import trap_of

__all__ = ["Scope"]

#: URLs whose result is remembered: the links around an article are the same on all pages, and archives can be long.
_MAX_REMEMBERED = 4096


@dataclass(slots=True)
class Scope:
    """The blog at ``home``: pages below its path, and posts of its pattern anywhere on its host."""

    home: str
    pattern: PostPattern = field(default_factory=PostPattern)
    _home: SplitResult = field(init=False)
    _path: str = field(init=False)
    _admitted: dict[str, tuple[str, Verdict] | None] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        self._home = urlsplit(self.home)
        path = self._home.path
        self._path = path if path.endswith("/") else path[: path.rfind("/") + 1] or "/"
        last = path[path.rfind("/") + 1 :]
        if last and "." not in last:  # /blog is a folder without its slash
            self._path = path + "/"

    def adopt(self, url: str) -> str:
        """The normalized URL, with the blog's scheme and host if it differs only in these."""
        made = normalize(url)
        return adopt(made, self._home) if made else url

    def admit(self, url: str) -> tuple[str, Verdict] | None:
        """A normalized URL as the blog writes it and its verdict; ``None`` if it is outside the blog or a trap."""
        if url in self._admitted:
            return self._admitted[url]
        if len(self._admitted) >= _MAX_REMEMBERED:
            self._admitted.clear()
        own = adopt(url, self._home)
        verdict = self.pattern.classify(own)
        wanted = self.contains(own) and not trap_of(own, post=verdict is Verdict.YES)
        admitted = self._admitted[url] = (own, verdict) if wanted else None
        return admitted

    def contains(self, url: str) -> bool:
        """Whether a URL is part of the blog."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            return False
        if not same_host(parts.hostname or "", self._home.hostname or "") or port != self._home.port:
            return False
        if parts.path.startswith(self._path) or parts.path + "/" == self._path:
            return True
        return self.pattern.classify(url) is Verdict.YES
