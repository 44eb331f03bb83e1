"""Memory of a crawl of a generated site of 3,000 pages: its peak, and whether it grows with every page.

    python benchmarks/memory.py [--posts 2000]

This process serves the site on loopback; the crawl runs in another one, with ``JOBDIR``. Its resident memory is
read from /proc twice a second, together with the number of pages fetched so far. A crawl that takes longer than a
second per post is stopped; what was measured until then is printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

from fixtures.generated_blog import GeneratedBlog, handler

ROOT = Path(__file__).resolve().parent.parent
TARGET_MB = 300
ARTICLE_BYTES = 16_000  # makes pages of about 20 kB
LIMIT = 600.0
LIMIT_PER_POST = 1.0  # some twenty times what an idle machine needs
PROGRESS = 1_000
MB = 1e6

Sample = tuple[int, float]
"""Pages fetched, bytes resident."""


def status(pid: int, name: str) -> float:
    """A memory figure of a process, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    return 0.0


def growth(samples: list[Sample]) -> float:
    """Bytes per page: the slope of the line that fits the samples best."""
    number = len(samples)
    x_mean = sum(x for x, _ in samples) / number
    y_mean = sum(y for _, y in samples) / number
    spread = sum((x - x_mean) ** 2 for x, _ in samples)
    return sum((x - x_mean) * (y - y_mean) for x, y in samples) / spread if spread else 0.0


def crawl(url: str, home: Path, fetched: list[int], limit: float) -> tuple[list[Sample], float, int]:
    """Crawl and measure; returns the samples, the peak and the exit code."""
    settings = {
        "BLOGCRAWLER_HOME": str(home),
        "JOBDIR": str(home / "job"),
        "LOG_FILE": str(home / "log"),
        "AUTOTHROTTLE_ENABLED": "0",
        "DOWNLOAD_DELAY": "0",
    }
    options = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}", *options]
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    samples: list[Sample] = []
    peak = 0.0
    deadline = time.monotonic() + limit
    shown = 0
    while process.poll() is None:
        if time.monotonic() > deadline:
            process.kill()
        if resident := status(process.pid, "VmRSS"):
            samples.append((fetched[0], resident))
            peak = max(peak, status(process.pid, "VmHWM"))
            if fetched[0] >= shown + PROGRESS:
                shown = fetched[0]
                print(f"after {shown} requests {resident / MB:.1f} MB, peak {peak / MB:.1f} MB", flush=True)
        time.sleep(0.5)
    return samples, peak, process.returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=2_000)
    options = parser.parse_args()
    blog = GeneratedBlog(options.posts, ARTICLE_BYTES)
    fetched = [0]

    def count(_: str) -> None:
        fetched[0] += 1

    with ThreadingHTTPServer(("127.0.0.1", 0), handler(blog, count)) as server, tempfile.TemporaryDirectory() as name:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = Path(name)
        limit = LIMIT + LIMIT_PER_POST * options.posts
        samples, peak, code = crawl(f"http://127.0.0.1:{server.server_port}/", home, fetched, limit)
        server.shutdown()
        posts = sum(len(file.read_text().splitlines()) for file in home.glob("*/posts.jsonl"))
    print(f"{len(blog.pages)} pages, {fetched[0]} requests, {posts} of {options.posts} posts, exit code {code}")
    if len(samples) < 8:
        sys.exit("too few samples: use a larger number of --posts")
    print(f"{'pages':>7}  {'resident':>9}")
    for quarter in range(5):
        pages, resident = samples[min(len(samples) - 1, quarter * len(samples) // 4)]
        print(f"{pages:>7}  {resident / MB:6.1f} MB")
    # Memory that is freed when the crawl closes does not count.
    second_half = [sample for sample in samples if fetched[0] / 2 <= sample[0] < fetched[0]]
    rise = growth(second_half)
    print(f"peak {peak / MB:.1f} MB (target < {TARGET_MB}: {'met' if peak < TARGET_MB * MB else 'MISSED'}); "
          f"{rise:+.0f} bytes per page in the second half "
          "(target: 0)")  # fmt: skip


if __name__ == "__main__":
    main()
