"""Shared by all commands: the program itself, the options that choose the archive, and opening it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..crawl_settings import CrawlSettings
from ..errors import UsageError
from ..store import Store, open_existing_store
from ..version import __version__
from .config_option import option_defaults

__all__ = [
    "ARCHIVE",
    "HOME_OPTION",
    "AsJson",
    "Database",
    "Home",
    "app",
    "help_without_command",
    "open_archive",
    "usage_mistake",
]

#: The order of the commands in the help text.
_COMMAND_ORDER = (
    "crawl update add work queue pause resume drain runs deep posts search show web replay diff changes blogs rules"
    " explain stats watch feeds extract analyze kb reextract export upload sparql align verify doctor completion"
).split()

#: Begins like the address of a blog: with a scheme, or with a host.
_ADDRESS = re.compile(r"^(https?:|[\w-]+(\.[\w-]+)*\.[a-z]{2,}(/|:|$))", re.IGNORECASE)

_EXTRA_ARGUMENTS = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)")


class _OrderedGroup(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(self.commands, key=_COMMAND_ORDER.index)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and _ADDRESS.search(args[0]):
            raise UsageError(f"{args[0]} is not a command; to crawl it: blogcrawler crawl {args[0]}")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=_OrderedGroup,
    help="Harvest whole blogs: every post as a clean record and as a web archive.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Rich's tables cut addresses and names of settings off at 80 columns
)

HOME_OPTION = typer.Option("--home", envvar="BLOGCRAWLER_HOME", metavar="DIR", help="Folder for all results.")
_DATABASE = typer.Option(
    "--database",
    envvar="BLOGCRAWLER_DATABASE_URL",
    metavar="URL",
    help="Database, such as postgresql://user@host/name. Default: a file in the folder for all results.",
)
Home = Annotated[Path, HOME_OPTION]
Database = Annotated[str | None, _DATABASE]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for other programs.")]

ARCHIVE = CrawlSettings().home


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"blogcrawler {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    context: typer.Context,
    config: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Config file, before or after the command. Default: blogcrawler.toml in this folder."
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version.")
    ] = False,
) -> None:
    commands: dict[str, Any] = getattr(context.command, "commands", {})
    context.default_map = option_defaults(
        config, {name: getattr(command, "commands", ()) for name, command in commands.items()}
    )


def help_without_command(error: typer.TyperException) -> str:
    """The help text, if the error is that a group of commands was called without one; else empty."""
    context = getattr(error, "ctx", None)
    message = error.format_message()
    return message if context is not None and message == context.get_help() else ""


def usage_mistake(error: typer.TyperException) -> str:
    """One line about a wrong option, argument or command."""
    context = getattr(error, "ctx", None)
    message = error.format_message().strip()
    if context is None or not message:
        return message
    if extra := _EXTRA_ARGUMENTS.fullmatch(message):
        message = f"too many arguments: {extra[1]}"
        if any("--blog" in parameter.opts for parameter in context.command.params):
            message += f"; to choose a blog: --blog {extra[1]}"
    end = "" if message.endswith((".", "?")) else "."
    return f"{message}{end} See: {context.command_path} -h"


@contextmanager
def open_archive(home: Path, database: str | None) -> Iterator[Store]:
    """Open the archive for reading, without creating an empty one."""
    with closing(open_existing_store(database, home)) as store:
        yield store
