"""Writes docs/commands.md, the reference of all commands, from the program itself.

python docs/reference.py            # prints it
python docs/reference.py --write    # writes the file
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from blogcrawler.cli import app

FILE = Path(__file__).resolve().parent / "commands.md"
_BEGINNING = """# Commands

<!-- docs/reference.py --write writes this -->

`blogcrawler COMMAND -h` prints the same. `--home`, `--database` and settings can also be set in the environment and the
[config file](settings.md#config-file). The exit code is 0 for success, 1 if nothing was harvested or found or no
blog could be updated, 2 for wrong usage, and 130 after Ctrl-C.
"""


def reference() -> str:
    """The whole document."""
    program = get_command(app)
    context = program.make_context("blogcrawler", [], resilient_parsing=True)
    return "\n".join([_BEGINNING, *_sections(program, context)])


def _sections(group: Any, context: Any) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        own = command.context_class(command, info_name=name, parent=context)
        if hasattr(command, "list_commands"):
            yield from _sections(command, own)
        else:
            yield f"## {own.command_path}\n\n{_one_line(command.help)}\n\n{_usage(command, own)}\n"
            yield "\n".join(["| option | meaning |", "|---|---|", *map(_row, _options(command, own))]) + "\n"


def _usage(command: Any, context: Any) -> str:
    return f"    {context.command_path} {' '.join(command.collect_usage_pieces(context)).replace('…]...', '…]')}"


def _options(command: Any, context: Any) -> list[tuple[str, str]]:
    rows = []
    for parameter in command.get_params(context):
        if getattr(parameter, "hidden", False):
            continue
        names = [*parameter.opts, *parameter.secondary_opts]
        if parameter.param_type_name == "argument":
            written = f"`{parameter.metavar or parameter.name}`"
        else:
            value = "" if parameter.is_flag or getattr(parameter, "count", False) else f" {_value(parameter)}"
            written = ", ".join(f"`{name}{value}`" for name in names)
        if "-h" not in names:
            rows.append((written, _one_line(parameter.help) + _default(parameter)))
    return rows


def _value(parameter: Any) -> str:
    kind = parameter.type_descriptor.annotation
    return parameter.metavar or ("FILE" if kind is Path else "TEXT" if kind is str else "N")


def _default(parameter: Any) -> str:
    """The default, unless it is empty or the help text has it already."""
    default = parameter.default
    if default in (None, False, True, 0, (), "") or callable(default) or "default" in (parameter.help or "").lower():
        return ""
    return f" Default: `{default}`."


def _row(option: tuple[str, str]) -> str:
    return "| " + " | ".join(part.replace("|", r"\|") for part in option) + " |"


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(reference())
    else:
        print(reference(), end="")
