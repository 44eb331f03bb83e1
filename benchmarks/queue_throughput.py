"""Queue generated blogs, crawl them by four workers, and compare the throughput at the beginning with that at the end.

    python benchmarks/queue_throughput.py [--blogs 1000] [--workers 4]

The blogs are tiny, and each has a server name of its own. With one machine, SQLite is the queue. Blogs per minute
depend on what else the machine does; the CPU seconds of workers and crawls per blog hardly do.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

from fixtures.generated_blog import GeneratedBlog, handler

from blogcrawler.store import open_store

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"
SETTINGS = ("AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0", "BLOGCRAWLER_CRAWLS_PER_ADDRESS=0", "BLOGCRAWLER_DELIVER=0")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Sample:
    """At one moment: the number of blogs that are done, CPU seconds, and the memory of the largest worker."""

    seconds: float
    done: int
    cpu: float
    memory: int


def processes() -> dict[int, tuple[int, float]]:
    """The parent and the CPU seconds of each process, with those of its children that have ended."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                words = (folder / "stat").read_text().rpartition(")")[2].split()
                found[int(folder.name)] = int(words[1]), sum(map(int, words[11:15])) / TICKS
    return found


def cpu_seconds(workers: list[int]) -> float:
    """What these processes and all below them have used."""
    found = processes()
    tree = set(workers)
    while more := {pid for pid, (parent, _) in found.items() if parent in tree} - tree:
        tree |= more
    return sum(found[pid][1] for pid in tree if pid in found)


def resident(worker: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{worker}/statm").read_text().split()[1]) * PAGE
    return 0


def watch(workers: list[subprocess.Popen[bytes]], home: Path, minutes: float) -> list[Sample]:
    """A sample every other second, until the workers have ended or time is up."""
    pids, began = [worker.pid for worker in workers], time.monotonic()
    samples = [Sample(0, 0, cpu_seconds(pids), 0)]
    with closing(open_store(None, home)) as store:
        while any(worker.poll() is None for worker in workers) and time.monotonic() < began + 60 * minutes:
            time.sleep(2)
            done = sum(run["runs"] for (_, outcome), run in store.runs.totals().items() if outcome == "complete")
            cpu = max(samples[-1].cpu, cpu_seconds(pids))  # less when a worker has ended
            samples.append(Sample(time.monotonic() - began, done, cpu, max(map(resident, pids))))
    return samples


def report(samples: list[Sample], blogs: int) -> None:
    """The throughput by quarters of the blogs."""
    ends = [next(one for one in samples if one.done >= blogs * quarter / QUARTERS) for quarter in range(QUARTERS + 1)]
    rates, costs = [], []
    for number, (began, ended) in enumerate(pairwise(ends), 1):
        done = max(ended.done - began.done, 1)
        rates.append(done / max(ended.seconds - began.seconds, 1) * 60)
        costs.append((ended.cpu - began.cpu) / done)
        print(f"quarter {number}: {rates[-1]:.1f} blogs per minute, {costs[-1]:.2f} CPU seconds per blog, "
              f"largest worker {ended.memory / 1e6:.0f} MB")  # fmt: skip
    print(f"last ÷ first: {rates[-1] / rates[0]:.2f} × the blogs per minute, {costs[-1] / costs[0]:.2f} × the CPU")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blogs", type=int, default=1000)
    parser.add_argument("--posts", type=int, default=3)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=30, help="end after this time")
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(GeneratedBlog(options.posts, 200)))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        # The server answers as a proxy for any name.
        proxy = {"http_proxy": f"http://127.0.0.1:{server.server_port}", "no_proxy": "", "PYTHONPATH": str(ROOT)}
        listed = home / "blogs.txt"
        listed.write_text("".join(f"http://blog{number}.example/\n" for number in range(options.blogs)))
        run = [sys.executable, "-c", PROGRAM]
        subprocess.run([*run, "add", str(listed), "--home", folder], check=True, env=os.environ | proxy)
        given = [part for setting in SETTINGS for part in ("-s", setting)]
        words = [*run, "work", "--once", "--slots", "1", "--home", folder, *given]
        workers = [
            subprocess.Popen(words, env=os.environ | proxy, stdout=subprocess.DEVNULL) for _ in range(options.workers)
        ]
        try:
            samples = watch(workers, home, options.minutes)
        finally:
            for worker in workers:
                worker.terminate()
                worker.wait()
        with closing(open_store(None, home)) as store:
            posts = store.count()
    last = samples[-1]
    print(
        f"{last.done:,} of {options.blogs:,} blogs, {posts:,} posts, {last.seconds:.0f} s, {last.cpu:.0f} CPU seconds"
    )
    if last.done >= QUARTERS:
        report(samples, last.done)
    sys.exit(last.done < options.blogs)


if __name__ == "__main__":
    main()
