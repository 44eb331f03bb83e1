"""Blogs with unusual layouts, as some real ones have: is every post harvested once and completely, with few requests?

    python benchmarks/unusual_layouts.py [--only feed] [--keep FOLDER]
    python benchmarks/unusual_layouts.py --write docs             # the totals into docs/frontier.md

A proxy on loopback serves each under its own host names, and the project's own spider crawls it in a separate process.
Prints the posts, those that were found, what else was harvested, and requests per post.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import fixtures.odd_feeds
import fixtures.odd_links
import fixtures.odd_responses
import fixtures.odd_urls  # noqa: F401
from fixtures.invented_sites import LAYOUTS, ROOT, Proxy, World

from blogcrawler.urls import page_key

BEGIN, END = "<!-- benchmarks/unusual_layouts.py --write docs writes this -->", "<!-- unusual layouts -->"


def crawl(world: World, proxy: str, home: Path) -> dict[str, Any]:
    """Crawl a world; returns the results."""
    settings = (
        "AUTOTHROTTLE_ENABLED=0",
        "DOWNLOAD_DELAY=0",
        "LOG_LEVEL=INFO",
        f"BLOGCRAWLER_HOME={home}",
        "BLOGCRAWLER_MEDIA_ENABLED=0",
        "BLOGCRAWLER_REQUISITES_ENABLED=0",
    )
    command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={world.seed or world.home}"]
    command += [part for setting in settings for part in ("-s", setting)]
    begun = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"http_proxy": proxy},
        timeout=300,
        check=False,
        capture_output=True,
        text=True,
    )
    lines = [line for file in home.glob("*/posts.jsonl") for line in file.read_text().splitlines()]
    records = {page_key(record["url"]): record for record in map(json.loads, lines)}
    wanted = {page_key(url): text for url, text in world.posts.items()}
    whole = sum(
        " ".join(records[key]["text"].split()) == " ".join(text.split())
        for key, text in wanted.items()
        if key in records
    )
    (home.parent / f"{home.name}.log").write_text(done.stderr)
    return {
        "posts": len(wanted),
        "missed": sorted(wanted.keys() - records.keys()),
        "wrong": sorted(records.keys() - wanted.keys()),
        "twice": len(lines) - len(records),
        "whole": whole,
        "requests": len(world.asked),
        "seconds": time.monotonic() - begun,
        "traceback": "Traceback" in done.stderr,
        "notes": re.findall(r"^Note +(.*)", done.stderr, re.MULTILINE),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a regular expression that the names of layouts match")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep results and logs there")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put the totals into the documents there")
    options = parser.parse_args()
    worlds = {}
    for number, (name, make) in enumerate(LAYOUTS.items()):
        if re.search(options.only, name):
            worlds[name] = World(f"b{number}.test")
            make(worlds[name])
    proxy = Proxy(list(worlds.values()))
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(2) as pool:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        rows = {
            name: pool.submit(crawl, world, proxy.address, folder / name.replace(" ", "-"))
            for name, world in worlds.items()
        }
        print(
            "| layout | posts | found | not posts | twice | complete | requests ÷ post |\n"
            "|---|---:|---:|---:|---:|---:|---:|"
        )
        for name, row in rows.items():
            one = row.result()
            found = one["posts"] - len(one["missed"])
            print(
                f"| {name} | {one['posts']} | {found} | {len(one['wrong'])} | {one['twice']} | {one['whole']} "
                f"| {one['requests'] / one['posts']:.2f} |{'  TRACEBACK' if one['traceback'] else ''}",
                flush=True,
            )
            for kind in ("missed", "wrong", "notes"):
                if one[kind] and (kind != "notes" or one["missed"] or one["wrong"]):
                    print(
                        f"    {kind}: {', '.join(one[kind][:4])}{' …' if len(one[kind]) > 4 else ''}", file=sys.stderr
                    )
        told = sums([row.result() for row in rows.values()])
    print(told)
    if options.write:
        file = ROOT / options.write / "frontier.md"
        before, _, rest = file.read_text().partition(BEGIN)
        file.write_text(f"{before}{BEGIN}\n\n{told}\n\n{END}{rest.partition(END)[2]}")


def sums(rows: list[dict[str, Any]]) -> str:
    """The number of layouts without errors, and the totals of errors."""
    right = sum(not (one["missed"] or one["wrong"] or one["twice"] or one["traceback"]) for one in rows)
    posts, missed, wrong, twice, requests = (
        sum(one[name] if isinstance(one[name], int) else len(one[name]) for one in rows)
        for name in ("posts", "missed", "wrong", "twice", "requests")
    )
    return (
        f"Of {len(rows)} unusual layouts, {right} gave every post once and nothing else: {posts - missed:,} of"
        f" {posts:,} posts, {wrong} other pages, {twice} twice, {requests / posts:.2f} requests per post."
    )


if __name__ == "__main__":
    main()
