"""Crawl every blog of the corpus through the project's own spider and score the records.

    python benchmarks/corpus.py blogs --feed-file feed.train.xml     # posts that the feed did not list
    python benchmarks/corpus.py sites                                # complete sites, no sitemap

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parent.parent
CORPUS = Path(os.environ.get("CORPUS", ROOT.parent / "shared" / "corpus"))
TOOLS = CORPUS.parent / "tools"


def load_scorer() -> ModuleType:
    """The corpus's own scorer; exits with a message if it is missing."""
    if not (TOOLS / "score.py").is_file():
        sys.exit(f"the corpus is missing: {TOOLS / 'score.py'} (set CORPUS to the corpus's folder)")
    spec = importlib.util.spec_from_file_location("score", TOOLS / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def serve(folders: list[Path], *options: str) -> tuple[subprocess.Popen[str], int]:
    """Start the blog server; its process and port."""
    command = [sys.executable, str(TOOLS / "blogserver.py"), *map(str, folders), "--port", "0", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    return server, json.loads(server.stdout.readline())["port"]


def crawl(folder: Path, port: int, out: Path, limit: float, *arguments: str) -> dict:
    """Crawl one blog in a separate process; returns what it printed at the end, and its records."""
    blog = json.loads((folder / "blog.json").read_text())
    url = blog["base_url"].replace("https://", "http://")
    home = out / folder.name
    records = out / f"{folder.name}.jsonl"
    records.unlink(missing_ok=True)
    environment = {**os.environ, "http_proxy": f"http://127.0.0.1:{port}", "BLOGCRAWLER_HOME": str(home)}
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "crawl",
        "newcrawl",
        "-a",
        f"url={url}",
        "-O",
        f"{records}:jsonlines",
    ]
    command += [
        "-s",
        "AUTOTHROTTLE_ENABLED=0",
        "-s",
        "DOWNLOAD_DELAY=0",
        "-s",
        "BLOGCRAWLER_MEDIA_ENABLED=0",
        "-s",
        "BLOGCRAWLER_REQUISITES_ENABLED=0",
        "-s",
        f"LOG_FILE={out / folder.name}.log",
        *arguments,
    ]
    started = time.monotonic()
    try:
        code = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=limit).returncode
    except subprocess.TimeoutExpired:
        code = -1
    posts = [json.loads(line) for line in records.read_text().splitlines()] if records.exists() else []
    return {
        "blog": folder.name,
        "url": url,
        "code": code,
        "seconds": time.monotonic() - started,
        "posts": posts,
    }


def site_row(folder: Path, result: dict, key) -> dict:
    """The share of a complete site's posts that were found, and of other pages that were taken for posts."""
    base = result["url"]
    listed = [p for p in (folder / "posts.txt").read_text().split("\n") if p]
    unreachable = set((folder / "posts_unreachable.txt").read_text().split("\n"))
    want = {key(urljoin(base, p)) for p in listed if p not in unreachable}
    all_posts = {key(urljoin(base, p)) for p in listed}
    got = {key(p["url"]) for p in result["posts"]}
    wrong = sorted(got - all_posts)
    return {
        "blog": folder.name, "code": result["code"], "posts": len(want), "found": len(want & got) / len(want),
        "emitted": len(got), "not posts": len(wrong) / max(1, len(got)), "missed": sorted(want - got)[:5],
        "wrong": wrong[:5], "seconds": round(result["seconds"], 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=("blogs", "sites"))
    parser.add_argument("--feed-file", default="feed.train.xml")
    parser.add_argument("--only", help="a part of the folder's name")
    parser.add_argument("--out", type=Path, default=Path("/tmp/blogcrawler-corpus"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one crawl")
    options = parser.parse_args()
    if not (CORPUS / options.which).is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / options.which} (set CORPUS to its folder)")
    scorer = load_scorer()
    folders = sorted(f for f in (CORPUS / options.which).iterdir() if (f / "blog.json").exists())
    if options.only:
        folders = [f for f in folders if re.search(options.only, f.name)]
    options.out.mkdir(parents=True, exist_ok=True)
    blogs = options.which == "blogs"
    server, port = serve(
        folders, *(("--sitemap", "--feed-file", options.feed_file) if blogs else ("--hide", "sitemap"))
    )
    try:
        with ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda f: crawl(f, port, options.out, options.limit), folders))
    finally:
        server.terminate()
    rows = []
    for folder, result in zip(folders, results, strict=True):
        if blogs:
            row = scorer.score(folder, result["posts"])
            row.pop("rows")
            row |= {
                "code": result["code"],
                "emitted": len(result["posts"]),
                "seconds": round(result["seconds"], 1),
            }
            print(*(f"{k}={v}" for k, v in row.items() if v not in (1.0, None)), flush=True)
        else:
            row = site_row(folder, result, scorer.url_key)
            print(json.dumps(row, ensure_ascii=False), flush=True)
        rows.append(row)
    if blogs:
        print(json.dumps(scorer.summary(rows) | {"exit codes": sorted({r["code"] for r in rows})}))
    else:
        print(f"found {min(r['found'] for r in rows):.4f} at least, "
              f"not posts {max(r['not posts'] for r in rows):.4f} at most")  # fmt: skip


if __name__ == "__main__":
    main()
