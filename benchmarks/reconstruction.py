"""How like the real pages are pages that are put together without them? On blogs of the corpus.

    python benchmarks/reconstruction.py                  crawls ten blogs, 20 pages each
    python benchmarks/reconstruction.py --home FOLDER    keeps the archive, and uses it if it is there already

For some posts of each blog, the page is put together as if it had never been captured, and compared with its capture:
the share of words, and of links, that are the same in the same order. What a record does not have, such as widgets with
the weather of the day, must differ. Needs the corpus (CORPUS, by default ../shared/corpus) with its tools.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from rebuilt_pages import Comparison, compare  # noqa: E402
from web_corpus import FORUM, crawl_blogs  # noqa: E402

from blogcrawler.items import Blog  # noqa: E402
from blogcrawler.store import DATABASE_FILE, Store, open_store  # noqa: E402


def comparisons(store: Store, home: Path, blog: Blog, number: int) -> list[Comparison]:
    """Some posts of a blog, the first and the last and those at equal distances between them."""
    posts = list(store.posts(blog.url))
    chosen = posts[:: max(1, len(posts) // number)][:number]
    return [one for post in chosen if (one := compare(store, home, blog, post)) is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, metavar="FOLDER")
    parser.add_argument("--posts", type=int, default=8, help="posts of each blog")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="blogcrawler-rebuilt-") as folder:
        home = (options.home or Path(folder)).resolve()
        if not (home / DATABASE_FILE).exists():
            (home / "logs").mkdir(parents=True)
            crawl_blogs(home)
        print("| blog | pages | not put together | text | links |\n|---|---|---|---|---|")
        means = []
        with closing(open_store(None, home)) as store:
            for blog in store.blogs():
                found = comparisons(store, home, blog, options.posts) if blog.url != FORUM else []
                if found:
                    text = statistics.mean(one.text for one in found)
                    links = statistics.mean(one.linked for one in found)
                    failed = sum(not one.words[0] for one in found)
                    means.append((text, links))
                    name = blog.url.split("/")[2]
                    print(f"| {name} | {len(found)} | {failed} | {text:.3f} | {links:.3f} |", flush=True)
        text, links = (statistics.mean(column) for column in zip(*means, strict=True))
        print(f"| mean | | | {text:.3f} | {links:.3f} |")


if __name__ == "__main__":
    main()
