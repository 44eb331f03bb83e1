"""A few changed inputs for everything that reads foreign bytes; ``make fuzz`` runs many more."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import fuzz
import pytest

READERS = fuzz.readers()


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
