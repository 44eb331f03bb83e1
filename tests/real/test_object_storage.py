"""Crawls, pages and exports with a real S3 server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from blogsite import BlogSite, fill, make_posts
from crawl_processes import crawl, records, start, start_crawl
from s3_server import PYTHON, s3_server

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not PYTHON.exists(), reason="needs .venv-s3, which `make test` creates"),
]
STORAGE = "s3://blogs/archive"


@pytest.fixture(scope="module")
def s3() -> Iterator[dict[str, str]]:
    with s3_server() as environment:
        yield environment


def listed(s3: dict[str, str], path: str) -> dict[str, int]:
    """The sizes of what the server has, by path."""
    program = f"import fsspec, json; fs = fsspec.filesystem('s3'); print(json.dumps(fs.du({path!r}, total=False)))"
    done = subprocess.run([sys.executable, "-c", program], env=os.environ | s3, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else {}


def test_a_crawl_uploads_its_archive_and_everything_works_without_the_local_files(
    tmp_path: Path, s3: dict[str, str]
) -> None:
    home = tmp_path / "home"
    env = s3 | {"BLOGCRAWLER_STORAGE": STORAGE, "BLOGCRAWLER_STORAGE_KEEP": "0"}
    with BlogSite() as site:
        fill(site, make_posts(8))
        program = start_crawl(home, site.url, env=env)
        assert program.wait() == 0, program.log[-3000:]
        url = site.url
    (folder,) = (path.parent for path in home.glob("*/posts.jsonl"))
    assert not list(folder.glob("warc/*.warc.gz"))
    sizes = listed(s3, f"blogs/archive/{folder.name}")
    assert {Path(name).name for name in sizes} >= {*json.loads((folder / "warc/remote.json").read_text())["files"]}

    checked = start(home, "blogcrawler", "verify", "--home", str(home), env=env)
    assert checked.wait() == 0, checked.out
    again = start(home, "blogcrawler", "reextract", url, "--json", "--home", str(home), env=env)
    assert again.wait() == 0, again.log
    assert json.loads(again.out)["unchanged"] == 8
    explained = start(home, "blogcrawler", "explain", records(home)[0]["url"], "--home", str(home), env=env)
    assert explained.wait() == 0, explained.log


def test_a_killed_crawl_and_a_storage_that_was_away_lose_nothing(tmp_path: Path, s3: dict[str, str]) -> None:
    home, job = tmp_path / "home", tmp_path / "job"
    away = {"FSSPEC_S3": json.dumps({"key": "k", "secret": "s", "endpoint_url": "http://127.0.0.1:9"})}
    env = {"BLOGCRAWLER_STORAGE": "s3://blogs/killed", "BLOGCRAWLER_STORAGE_KEEP": "0"}
    with BlogSite() as site:
        fill(site, make_posts(12))
        killed = start_crawl(home, site.url, env=s3 | env, JOBDIR=job, DOWNLOAD_DELAY="0.2")
        while len(site.asked) < 12 and killed.poll() is None:
            time.sleep(0.02)
        killed.send(signal.SIGKILL)
        killed.wait()
        assert not listed(s3, "blogs/killed")
        resumed = start_crawl(home, site.url, env=away | env, JOBDIR=job)
        assert resumed.wait() == 0, resumed.log[-3000:]
    assert "Not uploaded" in resumed.log
    assert len(list(home.glob("*/warc/*.warc.gz"))) == 2

    uploaded = start(home, "blogcrawler", "upload", "--home", str(home), env=s3 | env)

    assert uploaded.wait() == 0, uploaded.log
    assert "2 removed from the disk" in uploaded.out
    assert len(records(home)) == 12
    checked = start(home, "blogcrawler", "verify", "--home", str(home), env=s3 | env)
    assert checked.wait() == 0, checked.out


def test_an_export_goes_to_the_storage(tmp_path: Path, s3: dict[str, str]) -> None:
    home = tmp_path / "home"
    with BlogSite() as site:
        fill(site, make_posts(5))
        assert crawl(home, site.url).poll() == 0
    for output in ("s3://blogs/out/posts.jsonl", "s3://blogs/out/archive.wacz"):
        program = start(home, "blogcrawler", "export", "-o", output, "--home", str(home), env=s3)
        assert program.wait() == 0, program.log
        assert f"Wrote 5 posts to {output}" in program.out
    assert set(listed(s3, "blogs/out")) == {"blogs/out/posts.jsonl", "blogs/out/archive.wacz"}
