"""Draw docs/crawl.svg: what a terminal shows of a real crawl of a generated blog on loopback.

python docs/picture.py
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).resolve().parent
URL = "http://old-pier.example/"
COLUMNS = 104
_CURSOR = re.compile(r"\x1b\[(?:\d*[A-HJK]|\?25[lh])|\r")


def in_terminal(command: list[str], environment: dict[str, str]) -> str:
    """All that a command writes to its terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)  # noqa: S603
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


def main() -> None:
    program = str(Path(sys.executable).parent / "blogcrawler")
    generated = [sys.executable, str(HERE.parent / "benchmarks" / "generated.py"), "--posts", "240"]
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(generated, stdout=subprocess.PIPE, text=True) as blog,  # noqa: S603
    ):
        assert blog.stdout is not None
        try:
            proxy = blog.stdout.readline().split()[0]
            os.chdir(folder)
            environment = os.environ | {"http_proxy": proxy, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS)}
            crawl = in_terminal([program, "crawl", URL], environment)
            posts = in_terminal([program, "posts", "--limit", "3"], environment)
        finally:
            blog.terminate()
    frames = [part for part in re.split(r"(?:\x1b\[2K|\x1b\[1A)+", crawl) if " posts " in part]
    end = crawl[crawl.rindex("\x1b[2K") :]
    for line in (
        f"[bold green]$[/] blogcrawler crawl {URL}",
        frames[len(frames) // 2],
        "[dim]⋮[/]",
        end,
        "\n[bold green]$[/] blogcrawler posts --limit 3",
        posts,
    ):
        text = Text.from_markup(line) if line.lstrip().startswith("[") else Text.from_ansi(_CURSOR.sub("", line))
        console.print(text, highlight=False, end="\n")
    # Without the fonts that Rich would have the reader's browser fetch from another site.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", console.export_svg(title="blogcrawler"), flags=re.DOTALL)
    (HERE / "crawl.svg").write_text(svg)


if __name__ == "__main__":
    main()
