"""Queue generated blogs, crawl them by four workers, and compare the throughput at the beginning with that at the end.

    python benchmarks/queue_throughput.py [--blogs 1000] [--workers 4]

The blogs are tiny, and each has a server name of its own. With one machine, SQLite is the queue.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from datetime import datetime
from http.server import ThreadingHTTPServer
from pathlib import Path

from fixtures.generated_blog import GeneratedBlog, handler

from blogcrawler.store import open_store

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "import sys; from blogcrawler.cli import main; main(sys.argv[1:])"
SETTINGS = ("AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0", "BLOGCRAWLER_CRAWLS_PER_ADDRESS=0", "BLOGCRAWLER_DELIVER=0")


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
        began = time.monotonic()
        workers = [
            subprocess.Popen(words, env=os.environ | proxy, stdout=subprocess.DEVNULL) for _ in range(options.workers)
        ]
        end = began + 60 * options.minutes
        while any(worker.poll() is None for worker in workers) and time.monotonic() < end:
            time.sleep(1)
        for worker in workers:
            worker.terminate()
            worker.wait()
        seconds = time.monotonic() - began
        with closing(open_store(None, home)) as store:
            runs = [run for run in store.runs.recent(limit=10**6) if run.outcome == "complete"]
            posts = store.count()
        times = sorted(datetime.fromisoformat(run.ended).timestamp() for run in runs)
    print(f"{len(runs):,} of {options.blogs:,} blogs, {posts:,} posts, {seconds:.0f} s")
    tenth = max(len(times) // 10, 2)
    rates = [tenth / max(times[at + tenth - 1] - times[at], 1) for at in range(0, len(times) - tenth + 1, tenth)]
    print(f"blogs per second, tenth by tenth: {', '.join(f'{rate:.2f}' for rate in rates)}")
    if len(rates) > 2:
        print(f"last ÷ first: {rates[-1] / rates[0]:.2f}; without the first and the last: {rates[-2] / rates[1]:.2f}")


if __name__ == "__main__":
    main()
