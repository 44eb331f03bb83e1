"""What a crawl of a blog costs at least: the bare spider of ``cpu.py`` with each duty added to it by itself.

    python benchmarks/cpu_floor.py [--runs 3] [--only 54chen]

The duties are what the bare spider leaves out: importing the libraries, writing the web archive, reading posts, saving
and indexing them, JSON lines, a queue on disk. Each is done in the simplest way, with nothing for errors, other
databases, versions or unusual pages; see ``fixtures/floor_spider.py``. What is on a page is not found out, but taken
from the records of our crawl: recognising posts and lists, ranking links, comment platforms and whether a page needs a
browser cost nothing here. In one more row, rules are learned once and each post is read by them, with our own code.
Each run is a separate process whose CPU time (user and system) the kernel reports.
Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median

from corpus import CORPUS, ROOT, serve
from cpu import SITES, Run, bare, run

from blogcrawler.store import open_store

#: What a crawl has to do, and how the spider and Scrapy are told to do it.
DUTIES = {
    "importing SQLAlchemy, warcio, NumPy, feedparser": ("imports", False, False),
    "web archive: request and response records": ("archive", False, False),
    "reading posts with the tree that has the links": ("reading", False, False),
    "saving each post, indexing all for search": ("database", False, False),
    "posts as JSON lines": ("items", True, False),
    "a queue on disk": ("", False, True),
    "all of these": ("imports,archive,reading,database,items", True, True),
    "all of these, posts read by learned rules": ("imports,archive,rules,database,items", True, True),
}


def ours(url: str, port: int, folder: Path) -> Run:
    """Our crawl; ``folder`` gets the addresses that it fetched, and its posts by the address of their pages."""
    result = run(["crawl", "newcrawl", "-a", f"url={url}"], folder, ROOT, port)
    lines = [line for index in folder.glob("home/*/warc/index.cdxj") for line in index.read_text().splitlines()]
    places = [json.loads(line.split(" ", 2)[2]) for line in lines]
    urls = {(f"warc/{place['filename']}", int(place["offset"])): place["url"] for place in places}
    (folder / "allowed").write_text("\n".join(url for url in urls.values() if not url.endswith("/robots.txt")))
    lines = [line for file in folder.glob("home/*/posts.jsonl") for line in file.read_text().split("\n") if line]
    posts = [json.loads(line) for line in lines]
    pages = {urls[post["warc"]["file"], post["warc"]["offset"]]: post for post in posts if post["warc"]}
    (folder / "posts.json").write_text(json.dumps(pages))
    with closing(open_store(None, folder / "home")) as store:
        blog = store.blog(url)
    assert blog is not None
    (folder / "blog.json").write_text(json.dumps({"feed": blog.feed, "rules": blog.rules}))
    return result


def with_duty(url: str, port: int, found: Path, duty: tuple[str, bool, bool]) -> Run:
    """The bare spider with a duty."""
    also, has_items, has_queue = duty
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("allowed", "posts.json", "blog.json"):
            (folder / file).symlink_to(found / file)
        spider = ROOT / "benchmarks" / "fixtures" / "floor_spider.py"
        arguments = {"url": url, "allowed": folder / "allowed", "posts": folder / "posts.json", "also": also}
        command = [
            "runspider",
            str(spider),
            *(part for item in arguments.items() for part in ("-a", "=".join(map(str, item)))),
        ]
        command += ["-O", f"{folder / 'out.jsonl'}:jsonlines"] if has_items else []
        command += ["-s", f"JOBDIR={folder / 'job'}"] if has_queue else []
        return run(command, folder, folder, port)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="a part of the site's name")
    options = parser.parse_args()
    if not (CORPUS / "sites").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'sites'} (set CORPUS to its folder)")
    every = sorted(f for f in (CORPUS / "sites").iterdir() if (f / "blog.json").exists())
    folders = [f for f in every if (options.only in f.name if options.only else f.name in SITES)]
    server, port = serve(folders, "--hide", "sitemap")
    seconds = dict.fromkeys(["bare spider", *DUTIES, "our crawl"], 0.0)
    try:
        for folder in folders:
            url = json.loads((folder / "blog.json").read_text())["base_url"].replace("https://", "http://")
            runs: dict[str, list[float]] = {name: [] for name in seconds}
            for _ in range(options.runs):
                with tempfile.TemporaryDirectory() as name:
                    found = Path(name)
                    runs["our crawl"].append(ours(url, port, found).seconds)
                    allowed = set((found / "allowed").read_text().split("\n"))
                    runs["bare spider"].append(bare(url, port, allowed).seconds)
                    for duty, how in DUTIES.items():
                        runs[duty].append(with_duty(url, port, found, how).seconds)
            for duty, measured in runs.items():
                seconds[duty] += median(measured)
                print(f"{folder.name[:24]:<24} {duty:<50} {', '.join(f'{one:.2f}' for one in measured)}", flush=True)
    finally:
        server.terminate()
        server.wait()
    base = seconds["bare spider"]
    print(f"\n{'sum of ' + str(len(folders)) + ' sites, medians':<50} {'seconds':>8} {'÷ bare':>7}")
    for name, one in seconds.items():
        more = (
            f"{one / base:7.2f}"
            if name == "bare spider" or name == "our crawl" or name.startswith("all")
            else f"{(one - base) / base:+7.2f}"
        )
        print(f"{name:<50} {one:8.2f} {more}")


if __name__ == "__main__":
    main()
