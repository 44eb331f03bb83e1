from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import BlogSite

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BlogSite]:
    """An empty site, which crawls of this test fetch without waiting between requests."""
    fast = "AUTOTHROTTLE_ENABLED = False\nDOWNLOAD_DELAY = 0\nBLOGCRAWLER_BACK_OFF = 0\nRETRY_TIMES = 0\n"
    settings = f"from blogcrawler.settings import *\n{fast}"
    (tmp_path / "fast_settings.py").write_text(settings)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "fast_settings")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    with BlogSite() as site:
        yield site
