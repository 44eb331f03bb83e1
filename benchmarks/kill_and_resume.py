"""Kill a crawl with SIGKILL at random times, resume it, and count what was lost and what was fetched twice.

python benchmarks/kill_and_resume.py --posts 3000 --kills 50
python benchmarks/kill_and_resume.py --write docs             # into docs/frontier.md
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from http.server import ThreadingHTTPServer
from pathlib import Path

from fixtures.generated_blog import GeneratedBlog, handler

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- benchmarks/kill_and_resume.py --write docs writes this -->", "<!-- end of the result -->"


def start(url: str, home: Path) -> subprocess.Popen[bytes]:
    """Start the crawl, or resume it if it was killed before."""
    settings = ("AUTOTHROTTLE_ENABLED=0", "DOWNLOAD_DELAY=0", f"JOBDIR={home / 'job'}", "LOG_LEVEL=ERROR")
    command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}"]
    command += [part for setting in settings for part in ("-s", setting)]
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return subprocess.Popen(
        command, cwd=ROOT, env=environment | {"BLOGCRAWLER_HOME": str(home)}, stderr=subprocess.DEVNULL
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=3000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put the result into the documents there")
    options = parser.parse_args()
    blog = GeneratedBlog(options.posts, 1500)
    dice = random.Random(options.seed)
    asked: list[str] = []

    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(blog, asked.append))
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # killed clients hang up
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    kills = 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        process = start(url, home)
        while kills < options.kills:
            until = len(asked) + dice.randrange(1, 2 * options.posts // (options.kills + 1))
            while process.poll() is None and len(asked) < until:
                time.sleep(0.003)
            time.sleep(0.05 * dice.random())
            if process.poll() is not None:
                break
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            process = start(url, home)
        process.wait()
        lines = [line for file in home.glob("*/posts.jsonl") for line in file.read_text().splitlines()]
        got = sorted(json.loads(line)["url"] for line in lines)
    pages = Counter(path for path in asked if path != "/robots.txt")
    again = sum(number - 1 for number in pages.values())
    same = got == sorted(url.rstrip("/") + post.path for post in blog.posts)
    told = (
        f"Killed {kills} times: {len(got):,} of {options.posts:,} posts, {'each once' if same else 'NOT each once'}; "
        f"{len(pages):,} pages, {again:,} of them fetched again ({again / len(pages):.2%})."
    )
    print(told)
    if options.write:
        file = ROOT / options.write / "frontier.md"
        before, _, rest = file.read_text().partition(BEGIN)
        file.write_text(f"{before}{BEGIN}\n\n{told}\n\n{END}{rest.partition(END)[2]}")
    sys.exit(not same)


if __name__ == "__main__":
    main()
