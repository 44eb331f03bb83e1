"""The option ``--config``, and what the config file and the environment set for all commands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..crawl_settings import CrawlSettings, check_environment

__all__ = ["config_first", "option_defaults"]


def config_first(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``--config FILE`` before the command, so that it may be given after it, too."""
    rest = list(arguments)
    found: list[str] = []
    end = rest.index("--") if "--" in rest else len(rest)
    for at in reversed(range(end)):
        if rest[at] == "--config":
            found = rest[at : at + 2] + found
            del rest[at : at + 2]
        elif rest[at].startswith("--config="):
            found.insert(0, rest.pop(at))
    return found + rest


def option_defaults(config: Path | None, commands: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """Check the environment and the config file; returns the defaults of ``--home`` and ``--database`` by command.

    ``commands`` has the names of all commands, each with those of its subcommands. ``config`` is the file named by the
    option. It becomes an environment variable, which crawls read.
    """
    if config is not None:
        os.environ["BLOGCRAWLER_CONFIG"] = str(config.absolute())
    check_environment(os.environ)
    settings = CrawlSettings.project_settings(os.environ)
    found = {"home": str(settings["BLOGCRAWLER_HOME"])}
    if database := settings["BLOGCRAWLER_DATABASE_URL"]:
        found["database"] = database
    # Groups of commands, such as kb, look for the defaults of a command in their own.
    return {name: found | dict.fromkeys(names, found) for name, names in commands.items()}
