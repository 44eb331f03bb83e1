"""Sites made by real generators with real themes: what the knowledge base recognises, and the results of crawls.

    python benchmarks/site_generators.py              # types, levels, posts found, fields read by the actions
    python benchmarks/site_generators.py --crawl      # records compared with the sources, by type of feed
    python benchmarks/site_generators.py --only hexo  # one generator or theme
    python benchmarks/site_generators.py --more       # crawls of further generators, which it installs with npm

Has the same requirements as the real tests: ``make .programs/.installed``, and a system-wide Jekyll. Themes that are
not installed are left out. The second table counts the posts that were harvested exactly once and, of these, the fields
that match the source. An author or a tag that neither page nor feed shows cannot be right.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

import application_sites  # noqa: E402
import documentation_sites  # noqa: E402
from crawl_processes import crawl, records  # noqa: E402
from expected_knowledge import what_is_known  # noqa: E402
from generators import KINDS, MORE, UNSEEN, Kind, make  # noqa: E402
from sample_writings import Writing, some_writings, varied_writings  # noqa: E402
from static_site_server import FEEDS, StaticSite  # noqa: E402

POSTS = some_writings(24)


def installed(only: str) -> list[Kind]:
    return [kind for kind in (*KINDS, UNSEEN) if only in kind.name and not kind.missing]


def varied(kind: Kind) -> list[Writing]:
    return varied_writings(24, kind.language)


def further(only: str) -> list[Kind]:
    """The further generators that can be installed; prints why others cannot."""
    found = []
    for kind in MORE:
        if only not in kind.name:
            continue
        why = (application_sites if kind.program in application_sites.MAKERS else documentation_sites).install(
            kind.program
        )
        try:
            if not why:
                make(kind, varied(kind))
        except RuntimeError as error:
            why = str(error)[:500]
        if why:
            print(f"{kind.name} cannot be installed: {why}", file=sys.stderr)
        else:
            found.append(kind)
    return found


def print_known(kinds: Sequence[Kind]) -> None:
    print(
        "| generator, theme | type | lists | posts | posts found | fields read |\n|---|---|---|---|---|---|", flush=True
    )
    for kind in kinds:
        known = what_is_known(make(kind, POSTS), POSTS)
        lists = ", ".join(dict.fromkeys(level for page, level in known.levels.items() if page != "post"))
        cells = [
            f"{kind.program}, {kind.theme}",
            known.type,
            lists,
            known.levels["post"],
            f"{len(known.led)} of {len(POSTS)}",
            ", ".join(sorted(known.fields)) or "–",
        ]
        print(f"| {' | '.join(cells)} |", flush=True)


def right_fields(record: dict[str, object], post: Writing) -> list[str]:
    """The fields of a record that match the source."""
    lines = [line for line in (" ".join(line.split()) for line in str(record["text"]).splitlines()) if line]
    tags = set(map(str.lower, record["tags"]))  # type: ignore[call-overload]
    right = {
        "title": record["title"] == post.title,
        "author": record["authors"] == post.authors,
        "date": str(record["published"])[:10] == str(post.day),
        "article": lines == [" ".join(line.split()) for line in post.lines if line],
        "tags": set(post.tags) <= tags <= {*post.tags, post.category.lower()},
    }
    return [name for name, is_right in right.items() if is_right]


COLUMNS = ("requests", "posts", "not posts", "title", "author", "date", "article", "tags")


def print_row(site: str, feed: str, right: Counter[str]) -> None:
    print(f"| {' | '.join([site, feed, *(str(right[name]) for name in COLUMNS)])} |", flush=True)


def print_crawls(kinds: Sequence[Kind], write: Callable[[Kind], list[Writing]] = lambda kind: POSTS) -> None:
    print(f"| generator, theme | feed | {' | '.join(COLUMNS)} |\n{'|---' * (2 + len(COLUMNS))}|", flush=True)
    totals: dict[str, Counter[str]] = {feed: Counter() for feed in FEEDS}
    for kind in kinds:
        for feed in FEEDS:
            with tempfile.TemporaryDirectory(prefix="blogcrawler-made-") as folder:
                with StaticSite(make(kind, write(kind)), feed) as site:
                    crawl(Path(folder) / "home", site.url)
                    requests = len(site.asked)
                found = records(Path(folder) / "home")
            right: Counter[str] = Counter()
            foreign = len(found)
            for post in write(kind):
                mine = [record for record in found if post.slug in record["url"]]
                foreign -= len(mine)
                if len(mine) == 1:
                    right.update(["posts", *right_fields(mine[0], post)])
            right.update({"sites": 1, "requests": requests, "not posts": foreign})
            totals[feed] += right
            print_row(f"{kind.program}, {kind.theme}", feed, right)
    for feed, right in totals.items():
        print_row(f"all {right['sites']}", feed, right)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crawl", action="store_true")
    parser.add_argument("--more", action="store_true", help="crawl sites of further generators")
    parser.add_argument("--only", default="", help="a part of the names of generators and themes")
    options = parser.parse_args()
    if options.more:
        print_crawls(further(options.only), varied)
    else:
        (print_crawls if options.crawl else print_known)(installed(options.only))


if __name__ == "__main__":
    main()
