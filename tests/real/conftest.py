from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql import PROGRAMS, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    if not PROGRAMS:
        pytest.skip("PostgreSQL is not installed")
    # Not pytest's folder: postgres may not enter what belongs to root, and socket paths must be short.
    with tempfile.TemporaryDirectory(prefix="blogcrawler-pg-") as folder:
        server = Server(Path(folder))
        try:
            server.start()
            yield server
        finally:
            if (server.folder / "data" / "postmaster.pid").exists():
                server.stop()
