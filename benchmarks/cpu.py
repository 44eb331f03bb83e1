"""CPU time of our crawl, side by side with a bare Scrapy spider that fetches the same pages and follows the same links.

    python benchmarks/cpu.py [--runs 3] [--only 54chen] [--old ../old]

Both crawl each site of the corpus in turn, each run in a separate process whose CPU time (user and system) the
kernel reports. Our first run decides which URLs the bare spider may fetch. The cost of starting up is measured by
crawling a host that does not exist.
``--old`` measures another version of the code, too: the folder of a worktree.
Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from corpus import CORPUS, ROOT, serve

TARGET = 1.45
SITES = ("54chen-2014", "chillaranand-punchagan-muse-amuse-in")
#: For both: no waiting, as many requests at once, nothing that listens on a port, the same log.
COMMON = {
    "AUTOTHROTTLE_ENABLED": "0",
    "DOWNLOAD_DELAY": "0",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "4",
    "ROBOTSTXT_OBEY": "1",
    "LOG_LEVEL": "INFO",
    "TELNETCONSOLE_ENABLED": "0",
    "REMOTE_CONTROL_ENABLED": "0",
}


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl: its CPU seconds and what it fetched."""

    seconds: float
    requests: int
    bytes: int


def run(command: list[str], folder: Path, cwd: Path, port: int) -> Run:
    """Run a crawl in a separate process."""
    log = folder / "log"
    settings = [part for name, value in COMMON.items() for part in ("-s", f"{name}={value}")]
    environment = os.environ | {
        "http_proxy": f"http://127.0.0.1:{port}",
        "no_proxy": "",
        "BLOGCRAWLER_HOME": str(folder / "home"),
        "BLOGCRAWLER_MEDIA_ENABLED": "0",  # pages are what both fetch
        "BLOGCRAWLER_REQUISITES_ENABLED": "0",
        "PYTHONPATH": str(cwd),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # do not measure compiling
    process = subprocess.Popen(
        [sys.executable, "-m", "scrapy", *command, *settings, "-s", f"LOG_FILE={log}"],
        cwd=cwd,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # reaped above
    text = log.read_text()

    def stat(name: str) -> int:
        found = re.search(rf"'downloader/{name}': (\d+)", text)
        return int(found[1]) if found else 0

    return Run(usage.ru_utime + usage.ru_stime, stat("request_count"), stat("response_bytes"))


def ours(url: str, port: int, code: Path = ROOT) -> tuple[Run, set[str]]:
    """A crawl by the code in a folder, and the addresses that its archive holds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result = run(["crawl", "newcrawl", "-a", f"url={url}"], folder, code, port)
        lines = [line for index in folder.glob("home/*/warc/index.cdxj") for line in index.read_text().splitlines()]
    urls = {json.loads(line.split(" ", 2)[2])["url"] for line in lines}
    return result, {url for url in urls if not url.endswith("/robots.txt")}


def bare(url: str, port: int, allowed: set[str]) -> Run:
    """The bare spider's crawl of these addresses."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "allowed").write_text("\n".join(allowed))
        spider = ROOT / "benchmarks" / "fixtures" / "bare_spider.py"
        command = ["runspider", str(spider), "-a", f"url={url}", "-a", f"allowed={folder / 'allowed'}"]
        return run(command, folder, folder, port)


def measure(name: str, url: str, port: int, runs: int, old: Path | None) -> dict[str, float]:
    """Print the results of one site; returns the median seconds of each spider."""
    allowed: set[str] = set()
    results: dict[str, list[Run]] = {}
    for _ in range(runs):
        mine, urls = ours(url, port)
        allowed = allowed or urls
        results.setdefault("ours", []).append(mine)
        if old is not None:
            results.setdefault("old", []).append(ours(url, port, old)[0])
        results.setdefault("bare", []).append(bare(url, port, allowed))
    seconds = {who: median(run.seconds for run in done) for who, done in results.items()}
    for who, done in results.items():
        last = done[-1]
        print(
            f"{name[:24]:<24} {who:<4}  {last.requests:>5} requests  {last.bytes / 1e6:5.1f} MB  "
            f"{seconds[who]:6.2f} s  {1000 * seconds[who] / max(1, last.requests):5.1f} ms a request  "
            f"(runs {_list(r.seconds for r in done)})",
            flush=True,
        )
    return seconds


def _list(values) -> str:
    return ", ".join(f"{value:.2f}" for value in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="a part of the site's name")
    parser.add_argument("--old", type=Path, metavar="FOLDER", help="a worktree with another version of the code")
    options = parser.parse_args()
    old = options.old.resolve() if options.old else None
    if not (CORPUS / "sites").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'sites'} (set CORPUS to its folder)")
    every = sorted(f for f in (CORPUS / "sites").iterdir() if (f / "blog.json").exists())
    folders = [f for f in every if (options.only in f.name if options.only else f.name in SITES)]
    server, port = serve(folders, "--hide", "sitemap")
    try:
        started = measure("a host that does not exist", "http://nowhere.example/", port, options.runs, old)
        rows = []
        for folder in folders:
            url = json.loads((folder / "blog.json").read_text())["base_url"].replace("https://", "http://")
            rows.append(measure(folder.name, url, port, options.runs, old))
            print(f"{folder.name[:24]:<24} ratio {rows[-1]['ours'] / rows[-1]['bare']:.2f}", flush=True)
    finally:
        server.terminate()
        server.wait()
    for who in started.keys() - {"bare"}:
        total, base = (sum(row[one] for row in rows) for one in (who, "bare"))
        net = (total - len(rows) * started[who]) / (base - len(rows) * started["bare"])
        ratio = total / base
        verdict = "" if who == "old" else f" (target ≤ {TARGET}: {'met' if ratio <= TARGET else 'MISSED'})"
        print(f"CPU, {who} ÷ bare: {ratio:.2f}{verdict}; without starting up: {net:.2f}")


if __name__ == "__main__":
    main()
