"""The program ``blogcrawler``: crawls blogs and shows what was saved. One module per group of commands."""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

from ..errors import BlogCrawlerError, UsageError
from ..terminal import one_line
from . import (  # noqa: F401  each registers its commands
    analyze,
    archive_commands,
    blogs,
    completion,
    crawl,
    doctor,
    explain,
    export,
    extract,
    history_commands,
    kb,
    replay,
    search,
    sparql,
    update,
    verify,
    web,
)
from .completion import prepare_completion
from .config_option import config_first
from .program import app, usage_mistake

__all__ = ["app", "main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the program. Exit codes: 0 success, 1 nothing harvested or found, 2 wrong usage, 130 Ctrl-C."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    prepare_completion()
    try:
        given = config_first(sys.argv[1:] if arguments is None else arguments)
        sys.exit(app(given, prog_name="blogcrawler", standalone_mode=False))
    except BlogCrawlerError as error:
        _fail(str(error), 2 if isinstance(error, UsageError) else 1)
    except typer.TyperException as error:
        _fail(usage_mistake(error), error.exit_code)
    except typer.Abort:
        _fail("aborted", 1)


def _fail(message: str, code: int) -> NoReturn:
    if message:
        print(f"Error: {one_line(message)}", file=sys.stderr)
    sys.exit(code)
