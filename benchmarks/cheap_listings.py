"""Number of requests to fetch all posts if sitemaps and feeds list them: a real WordPress, and a blog like Blogger's.

    python benchmarks/cheap_listings.py [--posts 500]
    python benchmarks/cheap_listings.py --write docs             # into docs/frontier.md

Counts every request that the site has answered, including robots.txt, feeds and sitemaps: until the last post was
fetched, and until the crawl ended. WordPress has the same requirements as the real tests.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

from fixtures.blogger_blog import BloggerBlog, handler

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from wordpress import MISSING, WordPresses, some_posts  # noqa: E402

TARGET = 1.05
BEGIN, END = "<!-- benchmarks/cheap_listings.py --write docs writes this -->", "<!-- end of cheap listings -->"
PERMALINKS = ("/%postname%/", "/%year%/%monthnum%/%postname%/", "/?p=%post_id%")
Row = tuple[str, int, int, int, int]


def crawl(url: str) -> None:
    """Our crawl, with comments, without pictures."""
    with tempfile.TemporaryDirectory() as home:
        settings = (
            "AUTOTHROTTLE_ENABLED=0",
            "DOWNLOAD_DELAY=0",
            "LOG_LEVEL=ERROR",
            f"BLOGCRAWLER_HOME={home}",
            "BLOGCRAWLER_MEDIA_ENABLED=0",
            "BLOGCRAWLER_REQUISITES_ENABLED=0",
        )
        command = [sys.executable, "-m", "scrapy", "crawl", "newcrawl", "-a", f"url={url}"]
        command += [part for setting in settings for part in ("-s", setting)]
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=900)


def row(name: str, asked: list[str], posts: set[str]) -> Row:
    """The number of posts, of fetched posts, of requests until the last one, and of all requests."""
    found = [place for place, path in enumerate(asked, 1) if path in posts]
    return name, len(posts), len(posts & set(asked)), max(found, default=0), len(asked)


def wordpress(posts: int) -> Iterator[Row]:
    if MISSING:
        print(f"WordPress is left out: {', '.join(MISSING)} are missing", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder, WordPresses(Path(folder)) as wordpresses:
        for permalinks in PERMALINKS:
            with wordpresses.site() as site:
                written = some_posts(posts)
                ids = [one for part in range(0, posts, 100) for one in site.add_posts(written[part : part + 100])]
                form = "" if "?" in permalinks else permalinks
                site.php(
                    "global $wp_rewrite; $wp_rewrite->set_permalink_structure($given); flush_rewrite_rules();", form
                )
                addresses = site.php("return array_map('get_permalink', $given);", ids)
                site.forget_requests()
                crawl(site.url)
                asked = [request.partition(" ")[2] for request in site.requests()]
                yield row(f"WordPress, `{permalinks}`", asked, {url.removeprefix(site.url) for url in addresses})


def blogger(posts: int) -> Iterator[Row]:
    for sitemap in (True, False):
        asked: list[str] = []
        blog = BloggerBlog(posts, sitemap)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler(blog, asked.append)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            crawl(f"http://127.0.0.1:{server.server_port}/")
            server.shutdown()
        yield row(f"like Blogger, {'with its sitemap' if sitemap else 'feeds only'}", asked, set(blog.posts))


def report(rows: list[Row]) -> str:
    lines = ["| blog | posts | fetched | requests until the last post | ÷ posts | all requests | ÷ posts |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for name, posts, fetched, last, every in rows:
        lines.append(
            f"| {name} | {posts:,} | {fetched:,} | {last:,} | {last / posts:.3f} | {every:,} | {every / posts:.3f} |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=int, default=500)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put the table into the documents there")
    options = parser.parse_args()
    rows = [*wordpress(options.posts), *blogger(options.posts)]
    text = report(rows)
    print(text)
    met = sum(last <= TARGET * posts and fetched == posts for _, posts, fetched, last, _ in rows)
    print(f"{met} of {len(rows)} fetched all posts with at most {TARGET} requests per post")
    if options.write:
        file = ROOT / options.write / "frontier.md"
        before, _, rest = file.read_text().partition(BEGIN)
        file.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
