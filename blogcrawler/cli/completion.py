"""``blogcrawler completion``: scripts that let a shell complete commands and options."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from ..errors import UsageError
from .program import app

#: Set by the scripts when they ask the program for completions.
_ASKED = "_BLOGCRAWLER_COMPLETE"
_SHELLS = {
    "bash": "blogcrawler completion bash >> ~/.bashrc",
    "zsh": "blogcrawler completion zsh >> ~/.zshrc",
    "fish": "blogcrawler completion fish > ~/.config/fish/completions/blogcrawler.fish",
}


@app.command(epilog="Install it: " + "; ".join(_SHELLS.values()))
def completion(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")],
) -> None:
    """Print a shell script for tab completion."""
    if shell not in _SHELLS:
        raise UsageError(f"there is no completion for {shell}; choose one of {', '.join(_SHELLS)}")
    print(get_completion_script(prog_name="blogcrawler", complete_var=_ASKED, shell=shell))


def prepare_completion() -> None:
    """Let Typer answer the shell's requests for completions: it does not unless its own options are enabled."""
    if _ASKED in os.environ:
        completion_init()
