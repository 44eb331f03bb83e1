"""Rendering speed, and whether memory stays flat, including Chromium: make bench-rendering.

Renders pages of a made-up blog on loopback, each with a script that adds a part of it, and measures the memory of the
crawl and of all its child processes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from blogsite import Answer, BlogSite, fill, make_posts, post_page  # noqa: E402

FASTER_THAN = 3.0
GROWTH = 1.25
SCRIPT = "const p = document.createElement('p'); p.id = 'drawn'; p.textContent = 'drawn'; document.body.append(p);"


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        children.setdefault(parent, []).append(int(folder.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def memory(pid: int) -> float:
    """Megabytes of a process and its descendants, counting shared memory once (PSS)."""
    total = 0
    for one in family(pid):
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1000


def rendered(log: Path) -> int:
    """The number of pages rendered so far."""
    return log.read_text().count("\n") if log.exists() else 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=500)
    arguments.add_argument("--at-once", type=int, default=4)
    given = arguments.parse_args()
    posts = make_posts(given.pages)
    with BlogSite() as site, tempfile.TemporaryDirectory() as folder:
        fill(site, posts, in_feed=15, per_list=50, sitemap=True)
        site.pages["/app.js"] = Answer(SCRIPT, "text/javascript")
        for post in posts:
            site.pages[post.path] = Answer(post_page(post, more="<script src=/app.js></script>"))
        settings = {
            "AUTOTHROTTLE_ENABLED": 0,
            "DOWNLOAD_DELAY": 0,
            "LOG_FILE": f"{folder}/log",
            "BLOGCRAWLER_RENDER_PAGES": given.at_once,
            "CONCURRENT_ITEMS": 100,
        }
        command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={site.url}", "-a", "render=always"]
        command += [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
        records = Path(folder, "records.jsonl")
        process = subprocess.Popen(
            [*command, "-O", f"{records}:jsonlines"], cwd=ROOT, env=os.environ | {"BLOGCRAWLER_HOME": f"{folder}/home"}
        )
        seen: list[tuple[float, int, float]] = []
        while process.poll() is None:
            seen.append((time.monotonic(), rendered(records), memory(process.pid)))
            time.sleep(1)
        lines = records.read_text().splitlines()
        drawn = sum('"rendered": true' in line for line in lines)
    if process.returncode or drawn != given.pages:
        print(f"only {drawn} of {given.pages} pages were rendered")
        return 1
    start, end = (
        next(one for one in seen if one[1] > 0),
        next((one for one in seen if one[1] >= given.pages), seen[-1]),
    )
    rate = (end[1] - start[1]) / (end[0] - start[0])
    early, late = (
        [size for _, number, size in seen if low <= number / given.pages < high]
        for low, high in ((0.1, 0.4), (0.7, 1.0))
    )
    growth = statistics.median(late) / statistics.median(early)
    print(f"{given.pages} pages, {given.at_once} at a time: {rate:.1f} pages per second (target: {FASTER_THAN:g})")
    print(
        f"memory of crawl and Chromium: {statistics.median(early):.0f} MB in the first half, "
        f"{statistics.median(late):.0f} MB in the second, {max(size for *_, size in seen):.0f} MB at most; "
        f"growth {growth:.2f} (target: at most {GROWTH:g})"
    )
    return 0 if rate >= FASTER_THAN and growth <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
