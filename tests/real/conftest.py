from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgresql import PROGRAMS, Server
from wordpress import MISSING, WordPresses


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


@pytest.fixture(scope="session")
def wordpresses() -> Iterator[WordPresses]:
    """Makes WordPress sites: ``with wordpresses.site("twentytwentytwo") as site: …``."""
    if MISSING:
        pytest.skip(f"WordPress needs {', '.join(MISSING)}")
    with tempfile.TemporaryDirectory(prefix="blogcrawler-wp-") as folder, WordPresses(Path(folder)) as wordpresses:
        yield wordpresses
