"""A crawl of a blog whose feed lists 200,000 pages that do not exist: its time, its memory and how it ends.

    python benchmarks/dead_entries.py [--entries 200000]

The blog has twelve ordinary posts, ten of them in the feed before the dead entries. Also prints how long the reactor
stood still (see ``heartbeat.py``).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from heartbeat import SETTINGS, handler, hostile_blog

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=200_000)
    options = parser.parse_args()
    pages = hostile_blog([])
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler(pages)) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        dead = "".join(f"<item><link>{url}29/d-{number}</link></item>" for number in range(options.entries))
        pages["/feed/"] = pages["/feed/"].replace(b"</channel>", dead.encode() + b"</channel>")
        home = Path(folder)
        settings = SETTINGS | {"BLOGCRAWLER_HOME": folder, "HEARTBEAT_FILE": str(home / "gaps")}
        parts = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "benchmarks")])
        began = time.monotonic()
        command = [sys.executable, "-m", "blogcrawler", "crawl", url, *parts]
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(*re.findall(r"^(?:Posts|Requests|Ended|Note) .*", run.stdout + run.stderr, re.MULTILINE), sep="\n")
        gaps = json.loads((home / "gaps").read_text())["gaps"]
        longest = {
            is_closing: max((gap for gap in gaps if gap[2] is is_closing), default=[0.0, ""])
            for is_closing in (False, True)
        }
        print(
            f"a feed of {options.entries:,} dead entries ({len(pages['/feed/']) / 1e6:.1f} MB): "
            f"{used.ru_utime + used.ru_stime:.0f} s of CPU, {time.monotonic() - began:.0f} s, "
            f"{used.ru_maxrss / 1024:.0f} MB; the reactor stood still for {longest[False][0] * 1000:.0f} ms at most "
            f"({longest[False][1]}), {longest[True][0] * 1000:.0f} ms when the crawl ended"
        )
        server.shutdown()


if __name__ == "__main__":
    main()
