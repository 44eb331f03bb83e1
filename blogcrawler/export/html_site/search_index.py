"""A full-text index in JavaScript files; a search loads only the files with its words.

Words are found by their beginning. Scripts without spaces between words are indexed by pairs of characters.
``assets/search.js`` splits queries in the same way.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO

from ...terminal import json_text
from .catalog import Listed

__all__ = ["SearchIndex", "search_terms"]

_SPOOLS = 256
_BYTES_PER_SHARD = 1 << 18
_POSTS_PER_FILE = 200
_MAX_TEXT = 500_000
_MAX_TERM = 40
#: Han, kana, Hangul, Thai, Lao, Khmer, Burmese.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)"
)


class _WordCharacters(dict[int, int]):
    """Maps every character that is not part of a word to a space."""

    def __missing__(self, code: int) -> int:
        self[code] = code if unicodedata.category(chr(code))[0] in "LMN" else 32
        return self[code]


_WORDS = _WordCharacters()


def search_terms(text: str) -> set[str]:
    """The terms under which a text is found."""
    terms: set[str] = set()
    for word in unicodedata.normalize("NFKC", text[:_MAX_TEXT]).lower().translate(_WORDS).split():
        for number, part in enumerate(_UNSPACED.split(word)):
            if number % 2:
                terms.update(part)
                terms.update(part[at : at + 2] for at in range(len(part) - 1))
            elif part:
                terms.add(part[:_MAX_TERM])
    return terms


def _shard(term: str) -> int:
    """The file of a term. Only its first two characters count: terms with the same beginning are together."""
    return (ord(term[0]) * 31 + (ord(term[1]) if len(term) > 1 else 0)) % _SPOOLS


class SearchIndex:
    """Collects terms in temporary files, so that memory stays small, and writes the index at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._files: dict[int, IO[str]] = {}
        self._posts = 0
        folder.mkdir()

    def add(self, text: str) -> None:
        """Add the next post, with all its text."""
        number = self._posts
        self._posts += 1
        for term in search_terms(text):
            self._spool(_shard(term)).write(f"{term}\t{number}\n")

    def _spool(self, shard: int) -> IO[str]:
        if shard not in self._files:
            file = self._path(shard).open("w", encoding="utf-8", errors="replace", newline="\n")
            self._files[shard] = self._stack.enter_context(file)
        return self._files[shard]

    def _path(self, shard: int) -> Path:
        return self._folder / f"{shard}.part"

    def finish(self, posts: Iterable[Listed]) -> int:
        """Write the index, and what results show of the posts, in the order of :meth:`add`.

        Returns the number of files with terms.
        """
        self._stack.close()
        size = sum(self._path(shard).stat().st_size for shard in self._files)
        shards = 1
        while shards < _SPOOLS and size > shards * _BYTES_PER_SHARD:
            shards *= 2
        for shard in range(shards):
            terms: dict[str, list[int]] = {}
            for term, number in self._spooled(range(shard, _SPOOLS, shards)):
                terms.setdefault(term, []).append(number)
            text = f"searchIndex({shard}, {json_text(terms)});\n"
            (self._folder / f"terms-{shard}.js").write_text(text, encoding="utf-8", errors="replace")
        self._write_posts(iter(posts))
        return shards

    def _spooled(self, shards: Iterable[int]) -> Iterator[tuple[str, int]]:
        for shard in shards:
            if shard in self._files:
                with self._path(shard).open(encoding="utf-8", newline="\n") as lines:
                    for line in lines:
                        term, _, number = line.partition("\t")
                        yield term, int(number)
                self._path(shard).unlink()

    def _write_posts(self, posts: Iterator[Listed]) -> None:
        number = 0
        while group := list(islice(posts, _POSTS_PER_FILE)):
            rows = [[one.path, one.title, one.date, one.language, one.excerpt, one.about] for one in group]
            text = f"searchPosts({number}, {json_text(rows)});\n"
            (self._folder / f"posts-{number}.js").write_text(text, encoding="utf-8", errors="replace")
            number += 1
