"""Draws docs/result.svg and writes the output of commands in README.md, from a real crawl of a blog on loopback.

python docs/picture.py
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
POSTS = 60
COLUMNS = 100
BLOG = "http://some.blog/"
_CONTROL = re.compile(r"\x1b\[(?:\d*[A-HJK]|\?25[lh])|\r")
_STYLE = re.compile(r"\x1b\[[\d;]*m")
_COMMAND = re.compile(r"^    \$ (blogcrawler .+)$")
#: Rows of the summary of a crawl that the README replaces by an ellipsis.
_LEFT_OUT = re.compile(r"^(  \w|Not posts|Failures|Log)")


def in_terminal(command: str, environment: dict[str, str]) -> str:
    """All that a command writes to its terminal."""
    program = str(Path(sys.executable).parent / "blogcrawler")
    master, slave = pty.openpty()
    arguments = [program, *command.split()[1:]]
    process = subprocess.Popen(arguments, stdin=slave, stdout=slave, stderr=slave, env=environment)  # noqa: S603
    os.close(slave)
    written = b""
    while True:
        try:
            some = os.read(master, 65536)
        except OSError:  # the other side is closed
            break
        if not some:
            break
        written += some
    os.close(master)
    process.wait()
    return written.decode()


@contextmanager
def crawled_blog() -> Iterator[dict[str, str]]:
    """Serve a generated blog as http://some.blog/ and work in an empty folder; yields the environment of commands."""
    server = [sys.executable, str(HERE.parent / "benchmarks" / "fixtures" / "generated_blog.py"), "--posts", str(POSTS)]
    server += ["--article-bytes", "700"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(server, stdout=subprocess.PIPE, text=True) as blog,  # noqa: S603
    ):
        assert blog.stdout is not None
        try:
            proxy = blog.stdout.readline().split()[0]
            os.chdir(folder)
            yield os.environ | {
                "http_proxy": proxy,
                "TERM": "xterm-256color",
                "COLUMNS": str(COLUMNS),
                "BLOGCRAWLER_CONTACT": "https://example.org/about",
            }
        finally:
            blog.terminate()


def with_output(readme: str, environment: dict[str, str]) -> str:
    """The README with the output of the commands that it shows after a $, one after another."""
    lines: list[str] = []
    inside = False
    for line in readme.splitlines():
        if command := _COMMAND.match(line):
            lines.append(line)
            lines += [f"    {row}".rstrip() for row in output_lines(in_terminal(command[1], environment))]
            inside = True
        elif not inside or not line.startswith("    "):
            lines.append(line)
            inside = False
    return "\n".join(lines) + "\n"


def output_lines(written: str) -> list[str]:
    """What stays on the screen, as plain text without empty lines at the edges."""
    kept = re.split(r"(?:\x1b\[2K|\x1b\[1A)+", written)[-1]
    rows = [_STYLE.sub("", row).rstrip() for row in _CONTROL.sub("", kept).splitlines()]
    kept_rows: list[str] = []
    for row in rows:
        if _LEFT_OUT.match(row):
            kept_rows += [] if kept_rows[-1:] == ["…"] else ["…"]
        elif row and not row.startswith("Crawling "):
            kept_rows.append(row)
    return kept_rows


def draw(screens: list[tuple[str, str]]) -> str:
    """An SVG of commands and what they printed."""
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    for command, written in screens:
        console.print(Text.from_markup(f"[bold green]$[/] {command}"), highlight=False)
        console.print(Text.from_ansi(_CONTROL.sub("", written).strip("\n")), highlight=False, end="\n\n")
    # Without the fonts that Rich would have the reader's browser fetch from another site.
    return re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="blogcrawler"), flags=re.DOTALL)


def main() -> None:
    with crawled_blog() as environment:
        README.write_text(with_output(README.read_text(), environment))
        listed = in_terminal("blogcrawler posts some.blog --limit 4", environment)
        shown = in_terminal("blogcrawler posts some.blog --limit 1 --json", environment)
        address = re.findall(r'"url": ?"(http://some\.blog/[^"]+)"', _STYLE.sub("", shown))[0]
        read = in_terminal(f"blogcrawler show {address}", environment)
    screens = [("blogcrawler posts some.blog --limit 4", listed), (f"blogcrawler show {address}", read)]
    (HERE / "result.svg").write_text(draw(screens))


if __name__ == "__main__":
    main()
