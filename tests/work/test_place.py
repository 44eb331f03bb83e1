from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from blogcrawler.errors import UsageError
from blogcrawler.work.place import place_of, public_address


def test_a_folder_has_one_name_on_all_machines(tmp_path: Path) -> None:
    assert place_of(tmp_path / "a") == place_of(tmp_path / "a") != place_of(tmp_path / "b")
    with pytest.raises(UsageError, match="cannot write to the folder"):
        place_of(Path("/proc/nothing"))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("93.184.216.34", "93.184.216.34"), ("10.0.0.1", None), ("127.0.0.1", None), (None, None)],
)
def test_only_public_addresses_count(answer: str | None, expected: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: Any, **__: Any) -> list[Any]:
        if answer is None:
            raise socket.gaierror("unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert public_address("https://some.blog/") == expected
