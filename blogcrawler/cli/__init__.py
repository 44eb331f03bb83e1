"""The program ``blogcrawler``: crawls blogs and shows what was saved. One module per group of commands."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import NoReturn

import typer

from ..errors import BlogCrawlerError, UsageError
from ..terminal import one_line

# Each of these modules registers its commands.
from . import align, completion, doctor, watch, watch_page  # noqa: F401
from .archive import (  # noqa: F401
    archive_commands,
    blogs,
    changes,
    diff_command,
    export,
    feed_study,
    history_commands,
    search,
    sparql,
    upload,
    verify,
)
from .completion import prepare_completion
from .config_option import config_first
from .crawling import crawl, deep, reextract, update  # noqa: F401
from .pages import analyze, explain, extract, kb  # noqa: F401
from .program import app, help_without_command, usage_mistake
from .serving import replay, web  # noqa: F401
from .working import add, queue, runs, work  # noqa: F401

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
        if shown := help_without_command(error):
            with suppress(BrokenPipeError):
                print(shown, flush=True)
            sys.exit(error.exit_code)
        _fail(usage_mistake(error), error.exit_code)
    except typer.Abort:
        _fail("aborted", 1)


def _fail(message: str, code: int) -> NoReturn:
    if message:
        print(f"Error: {one_line(message)}", file=sys.stderr)
    sys.exit(code)
