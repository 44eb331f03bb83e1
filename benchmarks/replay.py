"""Do replayed pages look like the live ones? Real WordPress themes and sites of real generators, in Chromium.

    python benchmarks/replay.py                    # the table
    python benchmarks/replay.py --save FOLDER      # also save the screenshots
    python benchmarks/replay.py --bare             # crawls without page requisites, for comparison

For the home page and the newest post of each blog: whether the text is the same, and the share of pixels that are. Has
the same requirements as the real tests (``make test`` installs them). Blogs that are not installed are left out.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from crawl_processes import crawl, records  # noqa: E402
from generators import KINDS, make  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from sample_writings import some_writings  # noqa: E402
from screenshots import Look, chromium, look, replayed_url, replaying, similarity  # noqa: E402
from static_site_server import StaticSite  # noqa: E402
from wordpress import MISSING, THEMES, WordPresses, some_posts  # noqa: E402

GENERATORS = ("pelican-notmyidea", "nikola-bootblog4", "hexo-landscape", "hexo-next", "jekyll-minima", "hugo-docsy")
POSTS = 24


@contextmanager
def wordpress(wordpresses: WordPresses, theme: str) -> Iterator[str]:
    with wordpresses.site(theme) as site:
        site.add_posts(some_posts(POSTS))
        yield f"{site.url}/"


@contextmanager
def generated(folder: Path) -> Iterator[str]:
    with StaticSite(folder) as site:
        yield site.url


def measure(name: str, url: str, browser: Browser, options: argparse.Namespace) -> None:
    """Crawl a blog, compare its pages, print a row."""
    with tempfile.TemporaryDirectory(prefix="blogcrawler-replay-") as folder:
        home = Path(folder) / "home"
        program = crawl(home, url, BLOGCRAWLER_REQUISITES_ENABLED=int(not options.bare))
        post = max(records(home), key=lambda record: record["published"] or "")["url"]
        requests = program.stats.get("requisites/requests", 0)
        with replaying(home) as server:
            for kind, address in (("home", url), ("post", post)):
                live, shown = look(browser, address), look(browser, replayed_url(server, address), in_frame=True)
                print_row(name, kind, requests, live, shown)
                if options.save is not None:
                    live.picture.save(options.save / f"{name}-{kind}-live.png")
                    shown.picture.save(options.save / f"{name}-{kind}-replayed.png")


def print_row(name: str, kind: str, requests: int, live: Look, shown: Look) -> None:
    text = "same" if live.text == shown.text else "differs"
    print(f"| {name} | {kind} | {requests} | {text} | {similarity(live.picture, shown.picture):.3f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--save", type=Path, metavar="FOLDER")
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--only", default="", help="a part of the name")
    options = parser.parse_args()
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
    print("| blog | page | requests for requisites | text | similarity |\n|---|---|---|---|---|", flush=True)
    with chromium() as browser:
        if not MISSING and options.only in f"wordpress-{'-'.join(THEMES)}":
            with (
                tempfile.TemporaryDirectory(prefix="blogcrawler-wp-") as folder,
                WordPresses(Path(folder)) as wordpresses,
            ):
                for theme in THEMES:
                    with wordpress(wordpresses, theme) as url:
                        measure(f"wordpress-{theme}", url, browser, options)
        for kind in KINDS:
            if kind.name in GENERATORS and options.only in kind.name and not kind.missing:
                with generated(make(kind, some_writings(POSTS))) as url:
                    measure(kind.name, url, browser, options)


if __name__ == "__main__":
    main()
