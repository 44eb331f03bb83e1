"""Our crawl compared with GNU wget on real sites: WordPress in three themes, and a forum.

    python benchmarks/wget_comparison.py [--posts 31] [--threads 30]

Both fetch the HTML pages of the same site; requests are counted by the site. The table shows the share of 2-grams (two
words in a row) and of external links in the site's content (posts, comments, posts of threads) that our pages contain,
relative to the pages that wget fetched, as in Section 8 of the AAH paper. Has the same requirements as the real tests.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from forum import running_forum, some_threads  # noqa: E402
from warcio.archiveiterator import ArchiveIterator  # noqa: E402
from wordpress import THEMES, WordPresses, some_posts  # noqa: E402

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
SETTINGS = (
    "AUTOTHROTTLE_ENABLED=0",
    "DOWNLOAD_DELAY=0",
    "TELNETCONSOLE_ENABLED=0",
    "REMOTE_CONTROL_ENABLED=0",
    "BLOGCRAWLER_REQUISITES_ENABLED=0",  # pages are what is compared
)
_WORD = re.compile(r"\w+")


def grams(text: str) -> set[tuple[str, str]]:
    found = _WORD.findall(text.lower())
    return set(pairwise(found))


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html)


def ours(url: str, home: Path) -> list[str]:
    """The pages that our crawl has archived."""
    command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}", "-L", "ERROR"]
    for setting in (f"BLOGCRAWLER_HOME={home}", *SETTINGS):
        command += ["-s", setting]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, timeout=900, capture_output=True)
    pages = []
    for file in home.rglob("*.warc.gz"):
        with file.open("rb") as stream:
            pages += [
                record.content_stream().read().decode("utf-8", "replace")
                for record in ArchiveIterator(stream)
                if record.rec_type == "response"
            ]
    return pages


def wget(url: str, folder: Path) -> list[str]:
    """The pages that wget has fetched, with its default depth."""
    kinds = "css,js,png,jpg,jpeg,gif,svg,woff,woff2,ico,ttf,eot,map"
    command = ["wget", "-q", "-r", "-np", "-e", "robots=off", "-R", kinds, "-P", str(folder), url]
    subprocess.run(command, env=ENVIRONMENT, check=False, timeout=900)
    return [file.read_text(errors="replace") for file in folder.rglob("*") if file.is_file()]


def row(name: str, site: object, written: list[str], folder: Path) -> tuple[str, int, int]:
    url = str(site.url)  # type: ignore[attr-defined]
    site.forget_requests()  # type: ignore[attr-defined]
    mine = ours(url, folder / "ours")
    own = len(site.requests())  # type: ignore[attr-defined]
    site.forget_requests()  # type: ignore[attr-defined]
    theirs = wget(url, folder / "wget")
    other = len(site.requests())  # type: ignore[attr-defined]
    wanted = set().union(*(grams(plain(text)) for text in written))
    links = {link for text in written for link in re.findall(r'href="(https?://[^"]+)"', text)}
    have, there = "\n".join(mine), "\n".join(theirs)
    got, reference = grams(plain(have)) & wanted, grams(plain(there)) & wanted
    found, known = ({link for link in links if link in pages} for pages in (have, there))
    shares = [len(one & other_one) / max(1, len(other_one)) for one, other_one in ((got, reference), (found, known))]
    text = f"| {name} | {other:,} | {own:,} | {other / own:.1f} × | {shares[0]:.1%} | {shares[1]:.1%} of {len(known)} |"
    return text, own, other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=31)
    parser.add_argument("--threads", type=int, default=30)
    options = parser.parse_args()
    print(
        "| site | requests of wget | ours | fewer | 2-grams | external links |\n|---|---|---|---|---|---|", flush=True
    )
    total = [0, 0]
    with tempfile.TemporaryDirectory(prefix="blogcrawler-wget-") as name:
        folder = Path(name)
        (folder / "wp").mkdir()
        with WordPresses(folder / "wp") as wordpresses:
            for theme in THEMES:
                with wordpresses.site(theme) as site:
                    posts = some_posts(options.posts)
                    for number, post in enumerate(posts):
                        post["post_content"] += (
                            f'<p>See <a href="https://elsewhere{number}.example/page">there</a>.</p>'
                        )
                    ids = site.add_posts(posts)
                    comments = [
                        {
                            "comment_post_ID": ids[number % len(ids)],
                            "comment_author": f"reader{number}",
                            "comment_content": f"Remark number {number} of a reader, seen in {1900 + number}.",
                            "comment_author_email": f"r{number}@example.org",
                        }
                        for number in range(220)
                    ]
                    site.add_comments(comments)
                    written = [post["post_content"] for post in posts] + [one["comment_content"] for one in comments]
                    text, own, other = row(f"WordPress, {theme}", site, written, folder / theme)
                    print(text, flush=True)
                    total = [total[0] + own, total[1] + other]
        threads = some_threads(options.threads)
        (folder / "forum").mkdir()
        with running_forum(folder / "forum", threads) as forum:
            written = [post["html"] for thread in threads for post in thread["posts"]]
            text, own, other = row("forum (Spirit)", forum, written, folder / "f")
            print(text, flush=True)
            total = [total[0] + own, total[1] + other]
    print(f"| all | {total[1]:,} | {total[0]:,} | {total[1] / total[0]:.1f} × | | |")


if __name__ == "__main__":
    main()
