"""Crawl every blog of the corpus with its full feed, with teasers only and without a feed; print one table.

    python benchmarks/acceptance.py                        # all three, two blogs at a time
    python benchmarks/acceptance.py --feeds none --only www.

Scores count posts that the feed does not list, averaged per blog and then over the blogs. The second line leaves out
what cannot be found: titles, authors and days that the page does not state, pages that are not posts and texts that
only feeds have (``fixtures/disputed_gold.toml``); it ignores tracking parameters in expected addresses. Below the table
are the blogs that pull it down: posts not found, the worst articles, crawls that ended with an error, posts without
text, posts that were fetched but rejected. Records that are not in the gold are counted: some are posts that the gold
does not list, the others are not posts.

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from comments import comment_scores
from corpus import CORPUS, crawl, load_scorer, serve
from fixtures.stated_gold import NOT_POSTS, stated_rows, summed, with_gold_addresses

FEEDS = {"full": "feed.train.xml", "partial": "feed.summary.xml", "none": ""}
COLUMNS = ("found", "f1", "success", "title", "author", "date", "comments", "comment_authors")


def harvest(folder: Path, feed: str, out: Path, limit: float) -> dict[str, Any]:
    """Crawl one blog through a server of its own."""
    options = ["--sitemap", "--feed-file", FEEDS[feed] or "feed.train.xml"]
    if feed == "none":
        path = unquote(urlsplit(json.loads((folder / "blog.json").read_text())["feed_url"]).path) or "/feed.xml"
        options += ["--hide", f"^{re.escape(path.rstrip('/'))}/?$"]
    shutil.rmtree(out / folder.name, ignore_errors=True)  # an earlier crawl
    server, port = serve([folder], *options)
    try:
        return crawl(folder, port, out, limit)
    finally:
        server.terminate()
        server.wait()


def fetched(warcs: Iterable[Path], key: Callable[[str], str]) -> set[str]:
    """The keys of the pages that a crawl has fetched, according to the index of its web archive."""
    lines = (line for warc in warcs for line in (warc / "index.cdxj").read_text().splitlines())
    captures = (json.loads(line.split(" ", 2)[2]) for line in lines if not line.startswith("!"))
    return {key(one["url"]) for one in captures if one["status"] == "200"}


def rejected_posts(folder: Path, result: dict[str, Any], home: Path, key: Callable[[str], str]) -> dict[str, Any]:
    """The posts that were fetched but are not among the records, and the number of records that the gold lacks."""
    gold = {key(entry["url"]) for entry in json.loads((folder / "entries.json").read_text())}
    records = {key(post["url"]) for post in result["posts"]}
    warcs = [index.parent for index in home.glob("*/warc/index.cdxj")]
    rejected = gold & fetched(warcs, key) - records
    return {
        "rejected": sorted(rejected),
        "not posts": len(rejected & {key(url) for url in NOT_POSTS}),
        "not in gold": len(records - gold),
    }


def worst_share(rows: list[dict[str, Any]], share: float) -> float:
    """The mean F1 of the worst blogs."""
    scores = sorted(row["f1"] for row in rows if row["f1"] is not None)
    worst = scores[: max(1, round(share * len(scores)))]
    return sum(worst) / len(worst)


def stated_scores(folder: Path, posts: list[dict[str, Any]], scorer: Any) -> dict[str, Any]:
    """The scores of a blog, counting only values that its pages state."""
    entries = json.loads((folder / "entries.json").read_text())
    rows = scorer.score(folder, with_gold_addresses(posts, [entry["url"] for entry in entries]))["rows"]
    return {"blog": folder.name, **summed(stated_rows(folder, entries, rows, scorer))}


def report(feed: str, rows: list[dict[str, Any]], scorer: Any) -> None:
    """Print the averages of one kind of feed, and what pulls them down."""
    total = scorer.summary(rows)
    scored = [row for row in rows if row["f1"] is not None]
    print(f"\n## {feed} feed: {len(rows)} blogs, {sum(row['test_posts'] for row in rows)} posts not in the feed")
    print("  ".join(f"{name} {total[name]:.4f}" for name in COLUMNS if total[name] is not None))
    stated = scorer.summary([row["stated"] for row in rows])
    print("stated on the pages:", "  ".join(f"{name} {stated[name]:.4f}" for name in COLUMNS[:6]))
    worst = min(scored, key=lambda row: row["f1"])
    print(f"worst blog {worst['f1']:.3f} ({worst['blog']}), worst 10 % {worst_share(scored, 0.1):.3f}, "
          f"worst 25 % {worst_share(scored, 0.25):.3f}")  # fmt: skip
    least = min((row["stated"] for row in rows if row["stated"]["f1"] is not None), key=lambda row: row["f1"])
    print(f"worst blog by what pages state {least['f1']:.3f} ({least['blog']})")
    print(f"fetched and rejected {sum(len(row['rejected']) for row in rows)} "
          f"({sum(row['not posts'] for row in rows)} of them are not posts), "
          f"records not in the gold {sum(row['not in gold'] for row in rows)}")  # fmt: skip
    for row in sorted(rows, key=lambda row: (row["f1"] if row["f1"] is not None else 1, row["blog"])):
        weak = [f"{name} {row[name]:.2f}" for name in COLUMNS if row[name] is not None and row[name] < 0.9]
        weak += [f"exit code {row['code']}"] if row["code"] else []
        weak += [f"{row['empty']} posts without text"] if row["empty"] else []
        weak += [f"{len(row['rejected'])} rejected ({row['rejected'][0]})"] if row["rejected"] else []
        if weak:
            print(f"  {row['blog']}: {', '.join(weak)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--feeds", nargs="+", choices=FEEDS, default=list(FEEDS))
    parser.add_argument("--only", default="", help="a part of the folder's name (a regular expression)")
    parser.add_argument("--out", type=Path, default=Path("/tmp/blogcrawler-acceptance"))
    parser.add_argument("--rescore", action="store_true", help="score the records of the last run again")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=300, help="seconds for one crawl")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    scorer = load_scorer()
    folders = [f for f in sorted((CORPUS / "blogs").iterdir()) if (f / "entries.json").exists()]
    folders = [f for f in folders if re.search(options.only, f.name)]
    for feed in options.feeds:
        out = options.out / feed
        out.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(options.jobs) as pool:
            if options.rescore:
                results = [{"posts": scorer.read_jsonl(out / f"{f.name}.jsonl"), "code": 0} for f in folders]
            else:
                results = list(pool.map(lambda f, feed=feed, out=out: harvest(f, feed, out, options.limit), folders))
        rows = []
        for folder, result in zip(folders, results, strict=True):
            row = scorer.score(folder, result["posts"]) | comment_scores(folder, result["posts"], scorer)
            row |= rejected_posts(folder, result, out / folder.name, scorer.url_key)
            row["stated"] = stated_scores(folder, result["posts"], scorer)
            row |= {"code": result["code"], "empty": sum(not post["text"] for post in result["posts"])}
            rows.append(row)
        report(feed, rows, scorer)


if __name__ == "__main__":
    main()
