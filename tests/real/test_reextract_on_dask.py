"""Blogs are extracted again by the workers of a real Dask cluster, also when one of them is killed."""

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
from crawl_processes import crawl

pytestmark = pytest.mark.real


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen([*command, "--no-dashboard", "--scheduler-file", str(file)], stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 60
        while not file.exists() or not file.read_text():
            assert process.poll() is None
            assert time.monotonic() < end, "the scheduler does not start"
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]
    finally:
        process.kill()
        process.wait()


def start_worker(address: str, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
    folder.mkdir()
    options = ["--no-dashboard", "--local-directory", str(folder)]
    return subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL, start_new_session=True)


def test_a_lost_worker_costs_no_blog(tmp_path: Path, scheduler: str) -> None:
    home = tmp_path / "home"
    for seed in range(2):
        with BlogSite() as site:
            fill(site, make_posts(8, seed=seed))
            assert crawl(home, site.url).poll() == 0
    workers = [start_worker(scheduler, tmp_path / f"worker{n}") for n in range(2)]
    command = [sys.executable, "-m", "blogcrawler", "reextract", "--home", str(home), "--json", "--dask", scheduler]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        while not list(home.glob("*/reextract.log")):  # a worker is at work
            assert program.poll() is None
            time.sleep(0.05)
        os.killpg(workers[0].pid, signal.SIGKILL)
        out, _ = program.communicate(timeout=300)
    finally:
        for process in (program, *workers):
            process.kill()
            process.wait()
    assert program.returncode == 0
    found = [json.loads(line) for line in out.splitlines()]
    assert [(one["unchanged"], one["changed"], one["new"], one["error"]) for one in found] == [(8, 0, 0, None)] * 2
