"""Pages per second of our crawl and of a bare Scrapy spider that fetches the same pages: wall clock, no delay.

    python benchmarks/throughput.py [--runs 3] [--only 54chen]

Ours extracts posts and writes the web archive and the database meanwhile. Needs the corpus (CORPUS, by default
../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from statistics import median

from corpus import CORPUS, serve
from cpu import SITES, bare, ours

TARGET = 0.6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="a part of the site's name")
    options = parser.parse_args()
    if not (CORPUS / "sites").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'sites'} (set CORPUS to its folder)")
    names = [name for name in SITES if options.only is None or options.only in name]
    folders = [CORPUS / "sites" / name for name in names]
    server, port = serve(folders, "--hide", "sitemap")
    ratios = []
    try:
        for folder in folders:
            url = json.loads((folder / "blog.json").read_text())["base_url"].replace("https://", "http://")
            _, allowed = ours(url, port)
            mine, theirs = [], []
            for _ in range(options.runs):
                began = time.monotonic()
                mine.append(ours(url, port)[0].requests / (time.monotonic() - began))
                began = time.monotonic()
                theirs.append(bare(url, port, allowed).requests / (time.monotonic() - began))
            ratios.append(median(mine) / median(theirs))
            print(f"{folder.name[:24]:<24} ours {median(mine):6.1f} pages/s, bare {median(theirs):6.1f} pages/s, "
                  f"ratio {ratios[-1]:.2f}", flush=True)  # fmt: skip
    finally:
        server.terminate()
        server.wait()
    worst = min(ratios)
    print(f"worst ratio {worst:.2f} (target ≥ {TARGET}: {'met' if worst >= TARGET else 'MISSED'})")


if __name__ == "__main__":
    main()
