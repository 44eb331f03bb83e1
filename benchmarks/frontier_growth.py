"""Cost of a page for a large frontier: CPU and memory with 10³ … 10⁶ URLs, and a seen-set of 10⁷.

    python benchmarks/frontier_growth.py                    # prints the tables
    python benchmarks/frontier_growth.py --seen 10000000    # the seen-set alone

On a generated site, every page has ten new links and twenty known ones. Measures everything that the frontier does with
a page: look up its links, read their features and predict their gain in one call, queue them, learn from the page, mark
it as done, and choose the next one. Each size is measured in a separate process, after its first pages, when caches are
full.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from blogcrawler.dom import parse_page
from blogcrawler.frontier import (
    DiskFrontier,
    Explorer,
    Gain,
    KnnPredictor,
    Scope,
    learn_pattern,
    link_features_of,
    page_links,
    priority_of,
)
from blogcrawler.frontier.disk_set import url_digest
from blogcrawler.frontier.queue.knn_predictor import load_numpy
from blogcrawler.urls import page_key

ROOT = Path(__file__).resolve().parent.parent
HOME = "https://example.org/"
SIZES = (10**3, 10**4, 10**5, 10**6)
WARMING_UP, PAGES = 200, 300
NEW, KNOWN = 10, 20
GROWN = ("<!-- make bench-frontier writes the growth -->", "<!-- end of the growth -->")
SEEN = ("<!-- make bench-frontier writes the seen-set -->", "<!-- end of the seen-set -->")
PATTERN = learn_pattern(f"{HOME}20{n:02}/05/a-post-{n}/" for n in range(10, 20))
DATA = json.dumps(
    {"url": HOME * 4, "meta": {"depth": 3}, "callback": "parse_page", "errback": "failed"} | {"x": "y" * 150}
).encode()


def address(number: int) -> str:
    """The address of a page of the site; one in ten is a post."""
    if number % 10 == 0:
        return f"{HOME}{2000 + number % 20}/{1 + number % 12:02}/a-post-about-{number}/"
    return f"{HOME}{('tag', 'topic', 'author')[number % 3]}/{number % 977}/page/{number}/"


def memory() -> int:
    """The resident memory of this process, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def fill(frontier: DiskFrontier, size: int, features: bytes, dice: random.Random) -> None:
    """Fill a frontier with ``size`` URLs in key order, which is faster than adding them one by one."""
    keys = sorted((url_digest(page_key(address(number))), number) for number in range(size))
    rows = ((key, 0, dice.randrange(300), number + 1, features[0], features, DATA) for key, number in keys)
    frontier._db.executemany("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    frontier._queued, frontier._number = size, size + 1
    frontier.save_state({"filled": size})


def grown(size: int, folder: Path) -> dict[str, float]:
    """Cost of a page, in CPU and memory, for a frontier that knows ``size`` addresses."""
    load_numpy()
    frontier = DiskFrontier(folder / "frontier.db")
    explorer = Explorer(frontier, KnnPredictor(), min_gain=0)
    scope, dice = Scope(HOME, PATTERN), random.Random(1)
    example = parse_page(f"<ul class=tags><li><a href={address(1)}>tag</a></ul>", HOME)
    (link,) = page_links(example, scope)
    features = link_features_of(link, PATTERN, "list")
    fill(frontier, size, features.packed(), dice)
    predicting = [0.0]
    predict, learn = explorer.predictor.predict, explorer.predictor.learn

    def timed(call):  # type: ignore[no-untyped-def]
        def run(*arguments):  # type: ignore[no-untyped-def]
            begun = time.process_time()
            try:
                return call(*arguments)
            finally:
                predicting[0] += time.process_time() - begun

        return run

    pages = []
    for turn in range(WARMING_UP + PAGES):
        numbers = [size + NEW * turn + n for n in range(NEW)] + [dice.randrange(size) for _ in range(KNOWN)]
        rows = "".join(f"<li class=tag-{n % 7}><a href={address(n)}>tag {n}</a></li>" for n in numbers)
        pages.append(parse_page(f"<div class=side><ul>{rows}</ul></div>", HOME))
    explorer.predictor.predict, explorer.predictor.learn = timed(predict), timed(learn)  # type: ignore[method-assign]
    for number, page in enumerate(pages):
        if number == WARMING_UP:  # caches are full
            before, predicting[0], started = memory(), 0.0, time.process_time()
        new = [link for link in page_links(page, scope) if not frontier.knows(page_key(link.url))]
        clues = [link_features_of(link, PATTERN, "list") for link in new]
        for link, one, gain in zip(new, clues, explorer.predict(clues), strict=True):
            frontier.add(page_key(link.url), DATA, priority_of(one, gain), features=one.packed())
        explorer.learn(clues[-1] if clues else None, Gain(0, dice.randrange(3)))
        taken = explorer.next(0)
        assert taken is not None
        json.loads(taken[1])
        frontier.done(taken[0])
    spent = time.process_time() - started
    urls = PAGES * (NEW + KNOWN)
    found = {
        "addresses": size, "page": spent / PAGES * 1e3, "url": spent / urls * 1e6,
        "predicting": predicting[0] / PAGES * 1e3, "memory": memory() / 1e6, "grown": (memory() - before) / 1e6,
        "file": (folder / "frontier.db").stat().st_size / 1e6,
    }  # fmt: skip
    frontier.close()
    return found


def seen(size: int, folder: Path) -> dict[str, float]:
    """Cost and memory of a seen-set of this size."""
    frontier = DiskFrontier(folder / "frontier.db")
    before, peak = memory(), 0
    started = time.process_time()
    for number in range(size):
        frontier.add(page_key(address(number)), b"", 0)
        if number % 10_000 == 0:
            frontier.save_state({"so far": number})
            peak = max(peak, memory())
    spent = time.process_time() - started
    begun = time.process_time()
    dice = random.Random(2)
    assert all(frontier.knows(page_key(address(dice.randrange(size)))) for _ in range(10_000))
    assert not any(frontier.knows(page_key(address(size + n))) for n in range(10_000))
    found = {
        "addresses": size, "add": spent / size * 1e6, "look up": (time.process_time() - begun) / 20_000 * 1e6,
        "memory": (peak - before) / 1e6, "file": (folder / "frontier.db").stat().st_size / 1e6,
    }  # fmt: skip
    frontier.close()
    return found


def measured(which: str, size: int) -> dict[str, float]:
    """Run a measurement in a separate process."""
    command = [sys.executable, __file__, "--one", which, str(size)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(json.loads(out))


def report_growth(rows: list[dict[str, float]]) -> str:
    lines = [
        "| known URLs | CPU per page | CPU per link | prediction per page | memory | growth over 300 pages | file |",
        "|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row['addresses']:,.0f} | {row['page']:.2f} ms | {row['url']:.0f} µs | {row['predicting']:.2f} ms "
        f"| {row['memory']:.0f} MB | {row['grown']:.1f} MB | {row['file']:,.0f} MB |"
        for row in rows
    ]
    costs = {row["addresses"]: row["url"] for row in rows}
    if 10**4 in costs and 10**6 in costs:
        lines += ["", f"A link costs {costs[10**6] / costs[10**4]:.2f} times as much at 10⁶ URLs as at 10⁴."]
    return "\n".join(lines)


def report_seen(rows: list[dict[str, float]]) -> str:
    lines = ["| URLs in the seen-set | add | look up | memory | file |", "|---:|---:|---:|---:|---:|"]
    lines += [
        f"| {row['addresses']:,.0f} | {row['add']:.0f} µs | {row['look up']:.0f} µs | {row['memory']:.1f} MB "
        f"| {row['file']:,.0f} MB |"
        for row in rows
    ]
    return "\n".join(lines)


def write(folder: Path, marks: tuple[str, str], text: str) -> None:
    """Put a table between its marks in docs/frontier.md."""
    file = ROOT / folder / "frontier.md"
    before, _, rest = file.read_text().partition(marks[0])
    file.write_text(f"{before}{marks[0]}\n\n{text}\n\n{marks[1]}{rest.partition(marks[1])[2]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=list(SIZES))
    parser.add_argument("--seen", type=int, nargs="*", default=[10**7])
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put the tables into the documents there")
    options = parser.parse_args()
    if options.one:
        with tempfile.TemporaryDirectory() as folder:
            measure = {"grown": grown, "seen": seen}[options.one[0]]
            print(json.dumps(measure(int(options.one[1]), Path(folder))))
        return
    for which, sizes, report, marks in (
        ("grown", options.sizes, report_growth, GROWN),
        ("seen", options.seen, report_seen, SEEN),
    ):
        if sizes:
            text = report([measured(which, size) for size in sizes])
            print(text, flush=True)
            if options.write:
                write(options.write, marks, text)


if __name__ == "__main__":
    main()
