"""When a crawl ends early: the share of the posts that it has found by then, and the requests that it saves.

    python benchmarks/when_to_stop.py [--posts 600] [--only sitemap]
    python benchmarks/when_to_stop.py --write docs             # into docs/frontier.md

Generated blogs of many layouts, and the corpus' complete sites (without their sitemaps) if there is a corpus. Each is
crawled twice by the project's own spider, from memory: until it stops, and to the last page (``exhaustive=1``).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from fixtures.corpus_sites import CORPUS, ROOT, Site, sites
from fixtures.generated_layouts import HOME, LAYOUTS, LaidOutBlog
from fixtures.simulated_crawl import Fetch, Harvest, simulate

from blogcrawler.urls import page_key

TARGET = 0.99
BEGIN, END = "<!-- benchmarks/when_to_stop.py --write docs writes this -->", "<!-- when it is enough -->"
Row = tuple[str, int, float, Harvest, Harvest]


def crawl(home: str, fetch: Fetch, exhaustive: bool) -> Harvest:
    with tempfile.TemporaryDirectory() as folder:
        return simulate(home, fetch, folder, window=4, exhaustive=str(int(exhaustive)))


def generated(only: str, posts: int, seed: int) -> list[Row]:
    rows = []
    for layout in LAYOUTS:
        if only in layout.name:
            blog = LaidOutBlog(layout, posts, seed)
            wanted = {page_key(url) for url in blog.reachable()}
            first, whole = (crawl(HOME, blog.fetch, exhaustive) for exhaustive in (False, True))
            found = len({page_key(url) for url in first.fetched} & wanted) / len(wanted)
            rows.append((layout.name, len(wanted), found, first, whole))
            print(line(rows[-1]), flush=True)
    return rows


def real(only: str) -> list[Row]:
    rows = []
    for site in sites() if (CORPUS / "sites").is_dir() else []:
        if only in site.host:

            def fetch(url: str, site: Site = site) -> tuple[int, str, bytes]:
                answer = site.answer(url)
                return answer.status, answer.kind, answer.body

            first, whole = (crawl(site.home, fetch, exhaustive) for exhaustive in (False, True))
            found = len({site.key(url) for url in first.fetched} & site.posts) / len(site.posts)
            rows.append((site.host, len(site.posts), found, first, whole))
            print(line(rows[-1]), flush=True)
    return rows


def line(row: Row) -> str:
    name, posts, found, first, whole = row
    saved = 1 - len(first.fetched) / len(whole.fetched)
    ended = "early" if first.reason == "enough" else "no pages left"
    requests = f"{len(first.fetched):,} | {len(whole.fetched):,}"
    return f"| {name} | {posts:,} | {found:.1%} | {requests} | {saved:.0%} | {ended} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0, help="other posts in the same layouts")
    parser.add_argument("--only", default="", help="a part of the name of a layout or host")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put the table into the documents there")
    options = parser.parse_args()
    head = "| blog | posts | found | requests | exhaustive | saved | ended |\n|---|---:|---:|---:|---:|---:|---|"
    print(head)
    rows = generated(options.only, options.posts, options.seed) + real(options.only)
    stopped = [row for row in rows if row[3].reason == "enough"]
    met = sum(found >= TARGET for _, _, found, _, _ in stopped)
    told = f"{len(stopped)} of {len(rows)} ended early, {met} of them with {TARGET:.0%} of the posts or more."
    print(told)
    if options.write:
        file = ROOT / options.write / "frontier.md"
        before, _, rest = file.read_text().partition(BEGIN)
        table = "\n".join((head, *map(line, rows)))
        file.write_text(f"{before}{BEGIN}\n\n{table}\n\n{told}\n\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
