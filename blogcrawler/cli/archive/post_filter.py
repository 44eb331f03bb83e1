"""Which posts ``blogcrawler posts`` lists: those with some words, a tag, an author, a date or a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import typer

from ...errors import UsageError
from ...items import Post
from ...store import words_matcher

__all__ = ["Author", "Language", "PostFilter", "Search", "Since", "Tag", "Until"]

Search = Annotated[
    str | None, typer.Option("--search", metavar="WORDS", help="Only posts with these words, as for `search`.")
]
Tag = Annotated[str | None, typer.Option("--tag", metavar="TAG", help="Only posts with this tag.")]
Author = Annotated[str | None, typer.Option("--author", metavar="NAME", help="Only posts by this author.")]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only posts since 2024, 2024-03 or 2024-03-31.")
]
Until = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Only posts until this date, inclusive.")]
Language = Annotated[
    str | None, typer.Option("--language", metavar="CODE", help="Only posts in this language, e.g. en.")
]

_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True, slots=True)
class PostFilter:
    """What posts must have. Upper and lower case make no difference; an undated post has no date to match."""

    search: str | None = None
    tag: str | None = None
    author: str | None = None
    since: str | None = None
    until: str | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        for name, date in (("since", self.since), ("until", self.until)):
            if date is not None and not _DATE.fullmatch(date):
                raise UsageError(f"--{name} {date} is not a date; write it like 2024, 2024-03 or 2024-03-31")

    def __bool__(self) -> bool:
        return self != PostFilter()

    def select(self, posts: Iterable[Post]) -> Iterator[Post]:
        """Those of the posts that have it all."""
        return filter(self.matches, posts)

    def matches(self, post: Post) -> bool:
        """Whether a post has it all."""
        return self._has_date(post) and self._has_names(post) and self._has_words(post)

    def _has_date(self, post: Post) -> bool:
        date = post.published or ""
        since, until = self.since or "", self.until or ""
        if not date:
            return not since and not until
        return date[: len(since)] >= since and (not until or date[: len(until)] <= until)

    def _has_names(self, post: Post) -> bool:
        tag, author = (self.tag or "").casefold().removeprefix("#"), (self.author or "").casefold()
        language, wanted = (post.language or "").lower(), (self.language or "").lower()
        return (
            (not tag or tag in (one.casefold() for one in post.tags))
            and (not author or any(author in one.casefold() for one in post.authors))
            and (not wanted or language == wanted or language.startswith((f"{wanted}-", f"{wanted}_")))
        )

    def _has_words(self, post: Post) -> bool:
        if not self.search:
            return True
        return _matcher(self.search)(f"{post.title or ''}\n{post.text}")


@lru_cache(1)
def _matcher(words: str) -> Callable[[str], bool]:
    return words_matcher(words)
