"""A few changed inputs for everything that reads foreign bytes; ``make fuzz`` runs many more."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path

import fuzz
import pytest
from fixtures.foreign_readers import foreign_readers

READERS = foreign_readers()


@pytest.mark.parametrize("name", READERS)
def test_changed_inputs_raise_no_error_but_ours_and_do_not_hang(name: str, tmp_path: Path) -> None:
    read, seeds = READERS[name]
    file = tmp_path / "findings"
    file.touch()
    findings = fuzz.Findings(name, read, file)
    for data in [*seeds, *islice(fuzz.changed(seeds, random.Random(7)), 12)]:
        findings(data)
    assert not file.read_text()


def test_foreign_errors_are_found_once_and_our_own_are_not(tmp_path: Path) -> None:
    from blogcrawler.errors import FeedError

    def read(data: bytes) -> None:
        raise FeedError("ours") if data == b"ours" else KeyError("foreign")

    file = tmp_path / "findings"
    file.touch()
    findings = fuzz.Findings("some", read, file)
    for data in (b"ours", b"a", b"b"):
        findings(data)
    assert len(file.read_text().splitlines()) == 1
    assert "KeyError" in file.read_text()


def test_a_reader_that_does_not_return_is_ended_and_its_input_is_found(tmp_path: Path) -> None:
    """Even one that hangs in a regular expression, which no exception could end."""
    program = (
        "import re, sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); import fuzz; fuzz.LIMIT = 0.3\n"
        "watchdog = fuzz.Watchdog(Path(sys.argv[2])); data = b'a' * 60 + b'!'\n"
        "watchdog.begin(data); re.match(b'(a|aa)+$', data)"
    )
    folder = Path(fuzz.__file__).parent
    done = subprocess.run([sys.executable, "-c", program, folder, tmp_path / "input"], capture_output=True, check=False)
    assert done.returncode == -signal.SIGVTALRM
    assert b"re/__init__.py" in done.stderr
    assert fuzz.Watchdog.last_input(tmp_path / "input") == b"a" * 60 + b"!"
