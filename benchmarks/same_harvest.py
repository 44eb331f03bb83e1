"""Crawl the corpus with two versions of the code and compare what they harvest.

    python benchmarks/same_harvest.py --old ../old-checkout          # another checkout
    python benchmarks/same_harvest.py --old HEAD~20                  # or a revision of this one
    python benchmarks/same_harvest.py --old ../old-checkout --feed-file none --only wordpress

For every blog it compares the records (all fields but times and positions in the archive), the requests, and the
contents of the WARC files (type, address, HTTP status and body of every record). The order of requests is not compared:
training pages are fetched at the same time. Exit code 1 if anything differs.

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha1
from pathlib import Path
from typing import Any

from corpus import CORPUS, ROOT, TOOLS
from warcio.archiveiterator import ArchiveIterator

#: Fields that differ from one crawl to the next.
VOLATILE = frozenset({"fetched", "warc"})
SETTINGS = {
    "AUTOTHROTTLE_ENABLED": 0,
    "DOWNLOAD_DELAY": 0,
    "CONCURRENT_REQUESTS": 1,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
    "BLOGCRAWLER_MEDIA_ENABLED": 0,
    "BLOGCRAWLER_REQUISITES_ENABLED": 0,
    "BLOGCRAWLER_RENDER": "never",
}


def crawl(tree: Path, blog: Path, out: Path, feed_file: str, limit: float) -> None:
    """Crawl one blog with the code in ``tree``; records, requests and WARC files go to ``out``."""
    if (out / "done").exists():
        return
    out.mkdir(parents=True, exist_ok=True)
    for old in out.rglob("*.jsonl"):
        old.unlink()
    feed = ["--hide", "feed"] if feed_file == "none" else ["--feed-file", feed_file]
    command = [sys.executable, str(TOOLS / "blogserver.py"), str(blog), "--port", "0", "--sitemap", *feed]
    server = subprocess.Popen([*command, "--log", str(out / "requests.jsonl")], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        port = json.loads(server.stdout.readline())["port"]
        url = json.loads((blog / "blog.json").read_text())["base_url"].replace("https://", "http://")
        environment = os.environ | {
            "http_proxy": f"http://127.0.0.1:{port}",
            "BLOGCRAWLER_HOME": str(out / "home"),
            "PYTHONPATH": str(tree),
            "SCRAPY_SETTINGS_MODULE": "blogcrawler.settings",
        }
        arguments = [part for name, value in SETTINGS.items() for part in ("-s", f"{name}={value}")]
        with (out / "crawl.log").open("w") as log:
            code = subprocess.run(
                [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}", *arguments],
                cwd=out, env=environment, stdout=log, stderr=log, timeout=limit,
            ).returncode  # fmt: skip
        (out / "done").write_text(str(code))
    except subprocess.TimeoutExpired:
        (out / "done").write_text("timeout")
    finally:
        server.terminate()
        server.wait()


def records(out: Path) -> dict[str, dict[str, Any]]:
    """The records of a crawl by address, without what differs from one crawl to the next."""
    lines = [line for file in out.glob("home/*/posts.jsonl") for line in file.read_text().split("\n") if line]
    posts = [json.loads(line) for line in lines]
    return {post["url"]: {name: value for name, value in post.items() if name not in VOLATILE} for post in posts}


def requests(out: Path) -> Counter[str]:
    """The requested URLs, and how often each was requested."""
    file = out / "requests.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    return Counter(f"{row['method']} {row['host']}{row['path']}" for row in rows)


def archived(out: Path) -> Counter[tuple[str, str, str, str]]:
    """The contents of the WARC files: type, URL, HTTP status and digest of the body of every record."""
    found: Counter[tuple[str, str, str, str]] = Counter()
    for file in sorted(out.glob("home/*/warc/*.warc.gz")):
        with file.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "warcinfo":
                    continue
                status = record.http_headers.get_statuscode() if record.rec_type == "response" else ""
                body = sha1(record.content_stream().read(), usedforsecurity=False).hexdigest()
                target = record.rec_headers.get_header("WARC-Target-URI") or ""
                found[record.rec_type, target, status, body] += 1
    return found


def differences(old: Path, new: Path) -> Iterator[str]:
    """The differences between two crawls of a blog, one line each."""
    codes = [(out / "done").read_text() for out in (old, new)]
    if codes[0] != codes[1]:
        yield f"exit code {codes[0]} before, {codes[1]} now"
    before, now = records(old), records(new)
    for url in before.keys() - now.keys():
        yield f"lost post {url}"
    for url in now.keys() - before.keys():
        yield f"new post {url}"
    for url in before.keys() & now.keys():
        for name in before[url].keys() | now[url].keys():
            values = [before[url].get(name), now[url].get(name)]
            if values[0] != values[1]:
                yield f"{url} {name}: {str(values[0])[:120]!r} before, {str(values[1])[:120]!r} now"
    asked = [requests(out) for out in (old, new)]
    if asked[0] != asked[1]:
        gone, added = asked[0] - asked[1], asked[1] - asked[0]
        yield f"requests: {sum(gone.values())} fewer, {sum(added.values())} more; {[*gone, *added][:3]}"
    stored = [archived(out) for out in (old, new)]
    if stored[0] != stored[1]:
        gone, added = stored[0] - stored[1], stored[1] - stored[0]
        yield f"WARC records: {sum(gone.values())} gone, {sum(added.values())} new; {[*gone, *added][:2]}"


def checkout(name: str, folder: Path) -> Path:
    """The code to compare with: a folder, or a revision that is checked out into ``folder``."""
    if (Path(name) / "blogcrawler").is_dir():
        return Path(name).resolve()
    tree = folder / "tree"
    subprocess.run(["git", "worktree", "add", "--force", "--detach", str(tree), name], cwd=ROOT, check=True)
    return tree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="a checkout of the old code, or a git revision")
    parser.add_argument("--feed-file", default="feed.train.xml", help="the blogs' feed; none: hide it")
    parser.add_argument("--only", default="", help="a part of the folder's name")
    parser.add_argument("--out", type=Path, help="keep the crawls here, and reuse those of an earlier run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one crawl")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    blogs = [one for one in sorted((CORPUS / "blogs").iterdir()) if (one / "blog.json").exists()]
    blogs = [one for one in blogs if options.only in one.name]
    with tempfile.TemporaryDirectory(prefix="blogcrawler-same-") as temporary:
        out = options.out or Path(temporary)
        trees = {"old": checkout(options.old, Path(temporary)), "new": ROOT}
        jobs = [(which, blog) for blog in blogs for which in trees]
        with ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(lambda job: crawl(trees[job[0]], job[1], out / job[0] / job[1].name, options.feed_file,
                                            options.limit), jobs))  # fmt: skip
        differing = 0
        for blog in blogs:
            lines = list(differences(out / "old" / blog.name, out / "new" / blog.name))
            differing += bool(lines)
            for line in lines[:5]:
                print(f"{blog.name}: {line}", flush=True)
        posts = sum(len(records(out / "new" / blog.name)) for blog in blogs)
        print(f"{len(blogs)} blogs, {posts} posts: {differing} blogs differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
