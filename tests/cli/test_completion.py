"""Shell completion and ``-h``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from blogcrawler.cli import app, main

PROGRAM = [str(Path(sys.executable).with_name("blogcrawler"))]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return (int(end.value.code or 0), *capsys.readouterr())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(capsys, shell):
    code, out, _ = run(capsys, "completion", shell)
    assert code == 0
    assert "_BLOGCRAWLER_COMPLETE" in out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=out, text=True, check=True)


def test_another_shell_is_refused(capsys):
    assert run(capsys, "completion", "dos")[::2] == (
        2,
        "Error: there is no completion for dos; choose one of bash, zsh, fish\n",
    )


@pytest.mark.parametrize(
    ("line", "expected"), [("blogcrawler ver", "verify"), ("blogcrawler crawl --cook", "--cookie-file")]
)
def test_the_program_completes_commands_and_options(line, expected):
    words = line.split()
    environment = {
        "_BLOGCRAWLER_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    out = subprocess.run(PROGRAM, env=environment, capture_output=True, text=True).stdout
    assert expected in out.split()


@pytest.mark.parametrize(
    "command", [[], ["kb"], ["kb", "diff"], *([info.callback.__name__] for info in app.registered_commands)]
)
def test_h_is_help(capsys, command):
    code, out, _ = run(capsys, *command, "-h")
    assert code == 0
    assert "Usage:" in out
