"""``blogcrawler web`` as a program: what it prints, and what it refuses."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from sample_archive import make_archive

from blogcrawler.cli import main
from blogcrawler.cli.serving.web import _names

PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit):
        main(["web", *arguments])
    return capsys.readouterr().err


def test_it_prints_its_address_serves_and_ends(tmp_path: Path) -> None:
    make_archive(tmp_path, posts=2, pictures=0)
    command = [sys.executable, "-c", PROGRAM, "web", "--home", str(tmp_path), "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = line.split()[4]
        assert line == f"The archive is at {address} (read-only; Ctrl-C stops it)\n"
        with urllib.request.urlopen(address) as answer:
            assert b"Harbour Notes" in answer.read()
        events = urllib.request.urlopen(f"{address}crawls/events")  # a page that is open must not keep it running
        assert events.readline() == b"data: []\n"
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=30)
        events.close()
    assert (process.returncode, rest, errors) == (0, "", "")


def test_a_port_that_is_in_use_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        said = complaint(capsys, "--home", str(tmp_path), "--token", "a secret token", "--port", str(port))
    assert said == f"Error: port {port} is in use; choose another one with --port\n"


def test_without_an_archive_it_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "blogcrawler crawl URL" in complaint(capsys, "--home", str(tmp_path))


def test_a_short_token_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "at least 8 characters" in complaint(capsys, "--home", str(tmp_path), "--token", "short")


def test_a_host_that_is_not_this_machine_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "--home", str(tmp_path), "--token", "a secret token", "--host", "192.0.2.1")
    assert "cannot listen on 192.0.2.1" in said


def test_a_server_for_everyone_still_refuses_made_up_names() -> None:
    names = _names("0.0.0.0", ["archive.example"])
    assert {"127.0.0.1", "localhost", "archive.example", socket.gethostname()} <= set(names)
    assert "*" not in names
