"""The commands that documents show, as lists of words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PROGRAMS = ("blogcrawler", "scrapy", "make")
_FENCE = re.compile(r"^(```|~~~)(\w*)")
_SHELL = ("", "bash", "sh", "console")


@dataclass(frozen=True, slots=True)
class ShownCommand:
    """A command in a document; ``output`` is what the document shows below it."""

    document: str
    words: tuple[str, ...]
    output: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.document}: {' '.join(self.words)}"


def shown_commands(document: Path) -> list[ShownCommand]:
    """All commands of our programs in a document's blocks of code, in their order."""
    found: list[ShownCommand] = []
    open_block = False
    for line in _code_lines(document.read_text()):
        if line is None:
            open_block = False
            continue
        words = _words(line.removeprefix("$ "))
        if words[:1] and words[0] in _PROGRAMS:
            found.append(ShownCommand(document.name, tuple(words)))
            open_block = line.startswith("$ ")
        elif open_block and line.strip():
            last = found.pop()
            found.append(ShownCommand(last.document, last.words, (*last.output, line)))
    return found


def _code_lines(markdown: str) -> Iterator[str | None]:
    """The lines of all shell blocks, continued ones joined; ``None`` after each block."""
    fence, language, pending = "", "", ""
    for line in [*markdown.splitlines(), ""]:
        if mark := _FENCE.match(line):
            fence, language = ("", "") if fence else (mark[1], mark[2])
            yield None
        elif fence or line.startswith("    "):
            if fence and language not in _SHELL:
                continue
            text = pending + (line if fence else line[4:])
            pending = text.rstrip("\\") if text.endswith("\\") else ""
            if not pending:
                yield text
        elif line:
            yield None


def _words(line: str) -> list[str]:
    """The words of a command without its comment, pipe and redirection; empty if it is not one."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return []
    ends = [at for at, word in enumerate(words) if word in ("|", ">", ">>", "&&")]
    return words[: ends[0]] if ends else words
