from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_archive import make_archive
from starlette.testclient import TestClient

from blogcrawler.web import WebOptions, web_app

TOKEN = "a secret token"


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive that tests only read."""
    home = tmp_path_factory.mktemp("archive")
    make_archive(home, posts=25, pictures=1)
    return home


@pytest.fixture(scope="session")
def reader(archive: Path) -> Iterator[TestClient]:
    """A visitor of a server without a token."""
    with TestClient(web_app(WebOptions(archive)), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def visitor(archive: Path) -> Iterator[TestClient]:
    """A visitor, not logged in, of a server with a token and a replay server."""
    options = WebOptions(archive, token=TOKEN, replay="http://127.0.0.1:9999/replay")
    with TestClient(web_app(options), base_url="http://127.0.0.1", follow_redirects=False) as client:
        yield client


@pytest.fixture
def owner(visitor: TestClient) -> TestClient:
    """The same visitor, logged in."""
    assert visitor.post("/login", data={"token": TOKEN}).status_code == 303
    return visitor
