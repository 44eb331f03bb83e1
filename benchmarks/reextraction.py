"""Extract archived blogs of the corpus again, without the network: on one core, on all, and on Dask workers.

    python benchmarks/reextraction.py [--blogs 20] [--out DIR] [--only NAME] [--dask]

First the blogs are crawled into one archive (an archive that is there already is used again). The records must come
out as they were: nothing new, nothing changed. With ``--dask``, blogs are also read by two Dask workers, one of which
is killed; blogs that it had not finished are read by the other.

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from corpus import CORPUS, ROOT, crawl, serve

PROGRAM = [sys.executable, "-m", "blogcrawler"]


def fill(home: Path, folders: list[Path]) -> None:
    """Crawl the blogs into one archive."""

    def one(folder: Path) -> None:
        server, port = serve([folder], "--sitemap", "--feed-file", "feed.train.xml")
        try:
            result = crawl(folder, port, home.parent / "logs", 600, "-s", f"BLOGCRAWLER_HOME={home}")
            print(f"  {folder.name}: {len(result['posts'])} posts", flush=True)
        finally:
            server.terminate()
            server.wait()

    (home.parent / "logs").mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, folders))


def offline() -> dict[str, str]:
    """An environment in which every request would fail."""
    return os.environ | {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "no_proxy": ""}


def reextract(home: Path, *options: str) -> tuple[float, list[dict]]:
    """Run the command; the wall-clock time, and what it says of each blog."""
    started = time.monotonic()
    command = [*PROGRAM, "reextract", "--json", "--home", str(home), *options]
    done = subprocess.run(command, cwd=ROOT, env=offline(), capture_output=True, text=True)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    return time.monotonic() - started, results


def report(name: str, seconds: float, results: list[dict]) -> None:
    total = {key: sum(one[key] for one in results) for key in ("unchanged", "changed", "new")}
    failed = [f"{one['blog']}: {one['error']}" for one in results if one["error"]]
    print(f"{name}: {seconds:.1f} s, {len(results)} blogs, {total['unchanged']} posts the same, {total['changed']} "
          f"changed, {total['new']} new, {len(failed)} failed", flush=True)  # fmt: skip
    for line in failed:
        print(f"  failed {line}")
    for one in results:
        if one["changed"] or one["new"]:
            print(f"  {one['blog']}: {one['changed']} changed, {one['new']} new")


def on_dask(home: Path) -> tuple[float, list[dict]]:
    """Two workers, of which one is killed after ten seconds."""
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
         "--scheduler-file", str(home.parent / "scheduler.json")],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    file = home.parent / "scheduler.json"
    while not file.exists():
        time.sleep(0.1)
    address = json.loads(file.read_text())["address"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard",
              "--no-nanny", "--local-directory", str(home.parent)]  # fmt: skip
    workers = [
        subprocess.Popen(worker, env=offline(), stderr=subprocess.DEVNULL, start_new_session=True) for _ in range(2)
    ]
    try:
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(reextract, home, "--dask", address)
            time.sleep(10)
            os.killpg(workers[0].pid, signal.SIGKILL)
            return running.result()
    finally:
        for process in workers:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        scheduler.kill()
        file.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blogs", type=int, default=20)
    parser.add_argument("--only", default="", help="a part of the folder's name (a regular expression)")
    parser.add_argument("--out", type=Path, default=Path("/tmp/blogcrawler-reextraction"))
    parser.add_argument("--dask", action="store_true")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    folders = [f for f in sorted((CORPUS / "blogs").iterdir()) if (f / "entries.json").exists()]
    folders = [f for f in folders if re.search(options.only, f.name)][: options.blogs]
    home = options.out / "archive"
    if not home.exists():
        fill(home, folders)
    one, results = reextract(home, "--jobs", "1")
    report("one process ", one, results)
    cores = os.cpu_count() or 1
    several, results = reextract(home, "--jobs", str(cores))
    report(f"{cores} processes", several, results)
    print(f"faster on {cores} cores: {one / several:.2f} ×")
    if options.dask:
        report("Dask, one of two workers killed", *on_dask(home))


if __name__ == "__main__":
    main()
