"""Crawl blogs of the corpus from a server with faults: how many posts are lost, and how many requests it costs.

    python benchmarks/faults.py [BLOG …] [--errors 0.1 --hangs 0.03 --cuts 0.03] [--seed 1]

Each blog is crawled twice: from a server without faults, and from one that answers some requests with 503, some not at
all, and cuts some bodies in the middle. The target is 99.5 % of the posts within twice the requests. Downloads time out
after a few seconds and pauses are short, so that it takes minutes; neither changes the number of requests.
Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from corpus import CORPUS, crawl, serve

MIN_FOUND, MAX_REQUESTS = 0.995, 2.0
BLOGS = (
    "54chen-2014", "amandamcg-orangette", "apod-taigi", "barijaona", "eigenbaukombinat-website", "oj",
    "stevebarnett-dogblog", "yous-yous-be",
)  # fmt: skip
SETTINGS = ("DOWNLOAD_TIMEOUT=4", "BLOGCRAWLER_BACK_OFF=0.05", "BLOGCRAWLER_RENDER=never")
LIMIT = 420
#: Posts with another text that are shown, of each blog.
SHOWN = 3


@dataclass(frozen=True, slots=True)
class Harvest:
    """The records of a crawl by address (their text), and the number of requests that the server saw."""

    texts: dict[str, str]
    requests: int
    code: int


def harvest(folder: Path, out: Path, *faults: str) -> Harvest:
    """Crawl one blog from a server with these options."""
    out.mkdir()
    log = out / "requests.jsonl"
    server, port = serve([folder], "--sitemap", "--log", str(log), *faults)
    try:
        result = crawl(folder, port, out, LIMIT, *(part for one in SETTINGS for part in ("-s", one)))
    finally:
        server.terminate()
        server.wait()
    texts = {post["url"]: post.get("text") or "" for post in result["posts"]}
    return Harvest(texts, len(log.read_text().splitlines()), result["code"])


def difference(clean: str, faulty: str) -> str:
    """Where two texts begin to differ, and how long they are."""
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(clean, faulty, strict=False)))
    return f"{len(clean)} and {len(faulty)} characters, {clean[start:][:60]!r} and {faulty[start:][:60]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("blogs", nargs="*", default=BLOGS)
    parser.add_argument("--errors", default="0.1", help="share of requests that are answered with 503")
    parser.add_argument("--hangs", default="0.03", help="share that is never answered")
    parser.add_argument("--cuts", default="0.03", help="share whose body is cut in the middle")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    faults = ["--error-rate", options.errors, "--hang-rate", options.hangs, "--truncate-rate", options.cuts]
    posts = found = requests = with_faults = other = 0
    for name in options.blogs:
        with tempfile.TemporaryDirectory() as folder:
            clean = harvest(CORPUS / "blogs" / name, Path(folder, "clean"))
            faulty = harvest(CORPUS / "blogs" / name, Path(folder, "faulty"), *faults, "--seed", options.seed)
        missed = sorted(clean.texts.keys() - faulty.texts.keys())
        differ = [url for url, text in clean.texts.items() if faulty.texts.get(url, text) != text]
        posts, found = posts + len(clean.texts), found + len(clean.texts) - len(missed)
        requests, with_faults, other = requests + clean.requests, with_faults + faulty.requests, other + len(differ)
        print(
            f"{name:<28} {len(clean.texts) - len(missed):>4} of {len(clean.texts):>4} posts, "
            f"{len(differ)} other texts, {faulty.requests:>5} requests instead of {clean.requests:>5} "
            f"({faulty.requests / clean.requests:.2f} ×)"
            + (f", exit codes {clean.code} and {faulty.code}" if clean.code or faulty.code else "")
            + (f", missed {missed[:3]}" if missed else ""),
            flush=True,
        )
        for url in differ[:SHOWN]:
            print(f"  {url}: {difference(clean.texts[url], faulty.texts[url])}", flush=True)
    share, times = found / posts, with_faults / requests
    is_met = share >= MIN_FOUND and times <= MAX_REQUESTS
    print(
        f"{share:.2%} of {posts:,} posts, {other} with another text, {times:.2f} × the requests "
        f"(target ≥ {MIN_FOUND:.1%} within {MAX_REQUESTS:g} ×: {'met' if is_met else 'MISSED'})"
    )
    sys.exit(not is_met)


if __name__ == "__main__":
    main()
