from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import BlogSite
from updated_blog import Updates


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[Updates]:
    with BlogSite() as site:
        yield Updates(site, tmp_path / "home", [])
