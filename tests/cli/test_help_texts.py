"""The help texts: each list of commands shows whole sentences, and options show values, not Python types."""

from __future__ import annotations

import re

import pytest

from blogcrawler.cli import app, main

GROUPS = [[], *([group.name] for group in app.registered_groups), ["watch", "page"]]
COMMANDS = [info.callback.__name__ for info in app.registered_commands]


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def help_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    with pytest.raises(SystemExit):
        main([*command, "-h"])
    return capsys.readouterr().out


@pytest.mark.parametrize("group", GROUPS, ids=" ".join)
def test_no_summary_of_a_command_is_cut_off(capsys: pytest.CaptureFixture[str], group: list[str]) -> None:
    out = help_of(capsys, *group)
    summaries = out.split("Commands:\n")[1].splitlines()
    assert summaries
    assert [line for line in summaries if line.endswith("...")] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_options_name_their_values(capsys: pytest.CaptureFixture[str], command: str) -> None:
    options = help_of(capsys, command).split("Options:\n")[1]
    assert re.findall(r"<[a-z].*?>", options) == [], "a Python type instead of a name for the value"
