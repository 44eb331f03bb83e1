"""Number of requests to find a blog's posts, in our order and in others.

    python benchmarks/frontier.py                   # the table
    python benchmarks/frontier.py --write docs      # into docs/frontier.md, with the harvest curves

Needs the corpus' complete sites (CORPUS); they are served without their sitemaps. Our own crawl is the real spider with
its scheduler, fed from disk; ``--real`` also lets Scrapy crawl them from the corpus' server, which must agree.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

import corpus
from fixtures.corpus_sites import CORPUS, ROOT, Site, sites
from fixtures.download_orders import Graph, at_random, bfs, lifo, milestones, oracle
from fixtures.path_bandit import PathBandit
from fixtures.simulated_crawl import simulate

from blogcrawler.frontier import KnnPredictor
from blogcrawler.spiders import newcrawl

SHARES = (0.5, 0.9, 0.95, 0.99, 1.0)
SEEDS = range(5)
OURS, BANDIT = "kNN", "bandit"
BEGIN, END = "<!-- make bench-frontier writes this -->", "<!-- end of the tables -->"
Reached = dict[float, float | None]


def crawl(site: Site, predictor: type = KnnPredictor) -> Any:
    """Our crawl of a site, with a given predictor."""

    def fetch(url: str) -> tuple[int, str, bytes]:
        answer = site.answer(url)
        return answer.status, answer.kind, answer.body

    newcrawl.NearestLinks = predictor
    try:
        with tempfile.TemporaryDirectory() as home:
            return simulate(site.home, fetch, home, window=4)
    finally:
        newcrawl.NearestLinks = KnnPredictor


def wget(site: Site, port: int, log: Path) -> list[str]:
    """The order of a real crawl by GNU wget."""
    before = len(log.read_text().splitlines()) if log.exists() else 0
    with tempfile.TemporaryDirectory() as folder:
        command = ["wget", "-q", "-r", "-l", "inf", "--follow-tags=a,area", "-e", "robots=off", site.home]
        environment = {"http_proxy": f"http://127.0.0.1:{port}", "PATH": "/usr/bin:/bin"}
        subprocess.run(command, cwd=folder, env=environment, timeout=300, check=False)
    rows = [json.loads(line) for line in log.read_text().splitlines()[before:]]
    return [f"http://{row['host']}{row['path']}" for row in rows if row["host"] == site.host]


def real(site: Site, port: int, log: Path) -> tuple[list[str], float]:
    """The order of a crawl by Scrapy, from the server's log; and the share of prediction in its CPU time."""
    before = len(log.read_text().splitlines()) if log.exists() else 0
    cpu = _children()
    with tempfile.TemporaryDirectory() as folder:
        corpus.crawl(site.folder, port, Path(folder), 300, "-s", "BLOGCRAWLER_MEDIA_ENABLED=0")
        text = (Path(folder) / f"{site.folder.name}.log").read_text()
    said = re.search(r"'frontier/prediction_seconds': ([\d.]+)", text)
    share = float(said[1]) / (_children() - cpu) if said else 0.0
    rows = [json.loads(line) for line in log.read_text().splitlines()[before:]]
    return [f"http://{row['host']}{row['path']}" for row in rows if row["host"] == site.host], share


def _children() -> float:
    """The CPU time of ended child processes, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(site: Site, with_real: bool) -> tuple[dict[str, Reached], dict[str, list[str]], Any]:
    """The number of requests until each order has reached each share of the posts; the orders; our harvest."""
    graph = Graph(site)
    harvest = crawl(site)
    orders = {
        "oracle": oracle(graph), OURS: harvest.fetched, BANDIT: crawl(site, PathBandit).fetched,
        "BFS": bfs(graph), "LIFO": lifo(graph),
    }  # fmt: skip
    reached: dict[str, Reached] = {name: dict(milestones(site, order, SHARES)) for name, order in orders.items()}
    dice = [at_random(graph, seed) for seed in SEEDS]
    orders["random"] = dice[0]
    tries = [milestones(site, order, SHARES) for order in dice]
    reached["random"] = {share: mean(one[share] or len(dice[0]) for one in tries) for share in SHARES}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        server, port = corpus.serve([site.folder], "--hide", site.hide, "--log", str(log))
        try:
            if shutil.which("wget"):
                orders["wget"] = wget(site, port, log)
                reached["wget"] = dict(milestones(site, orders["wget"], SHARES))
            if with_real:
                order, harvest.stats["share"] = real(site, port, log)
                reached["kNN, Scrapy"] = dict(milestones(site, order, SHARES))
        finally:
            server.terminate()
            server.wait()
    return reached, orders, harvest


def report(results: list[tuple[Site, dict[str, Reached], Any]]) -> str:
    """The tables as Markdown."""
    lines = ["| site | order | " + " | ".join(f"{share:.0%}" for share in SHARES) + " | 95 % ÷ oracle |"]
    lines.append("|---|---|" + "---:|" * (len(SHARES) + 1))
    ratios: dict[str, list[float]] = {}
    for site, reached, harvest in results:
        best = reached["oracle"][0.95] or 1
        for name, row in reached.items():
            ratio = (row[0.95] or len(harvest.fetched)) / best
            ratios.setdefault(name, []).append(ratio)
            cells = ["–" if row[share] is None else f"{row[share]:,.0f}" for share in SHARES]
            lines.append(f"| {site.host} ({len(site.posts)}) | {name} | " + " | ".join(cells) + f" | {ratio:.2f} |")
    lines += ["", "| order | 95 % ÷ oracle, macro average |", "|---|---:|"]
    lines += [f"| {name} | {mean(values):.2f} |" for name, values in ratios.items()]
    lines += ["", "| site | requests | posts fetched | prediction, share of CPU | ended |", "|---|---:|---:|---:|---|"]
    for site, _, harvest in results:
        got = {site.key(url) for url in harvest.fetched} & site.posts
        share = len(got) / len(site.posts)
        cpu = f"{harvest.stats['share']:.1%}" if "share" in harvest.stats else "–"
        lines.append(f"| {site.host} | {len(harvest.fetched):,} | {share:.1%} | {cpu} | {harvest.reason} |")
    return "\n".join(lines)


def plot(results: list[tuple[Site, dict[str, list[str]]]], file: Path) -> None:
    """The harvest curves: posts over requests."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "frontier"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(results), figsize=(4 * len(results), 3.4), squeeze=False)
    for axis, (site, orders) in zip(axes[0], results, strict=True):
        for name, order in orders.items():
            got: set[str] = set()
            curve = []
            for url in order:
                got |= {site.key(url)} & site.posts
                curve.append(len(got) / len(site.posts))
            axis.plot(range(1, len(curve) + 1), curve, label=name, linewidth=2.4 if name == OURS else 1.1)
        axis.set_title(site.host, fontsize=9)
        axis.set_xlabel("requests")
    axes[0][0].set_ylabel("share of the posts")
    axes[0][0].legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def write(folder: Path, text: str) -> None:
    """Put the tables between the marks in docs/frontier.md."""
    file = folder / "frontier.md"
    before, _, rest = file.read_text().partition(BEGIN)
    file.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a part of the folder's name")
    parser.add_argument("--real", action="store_true", help="crawl with Scrapy, too")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="put tables and curves into the documents there")
    options = parser.parse_args()
    if not (CORPUS / "sites").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'sites'} (set CORPUS to its folder)")
    results, curves = [], []
    for site in sites(options.only):
        reached, orders, harvest = measure(site, options.real)
        results.append((site, reached, harvest))
        curves.append((site, orders))
        print(site.folder.name, {name: row[0.95] for name, row in reached.items()}, file=sys.stderr, flush=True)
    text = report(results)
    print(text)
    if options.write:
        write(options.write if options.write.is_absolute() else ROOT / options.write, text)
        plot(curves, ROOT / options.write / "frontier.svg")


if __name__ == "__main__":
    main()
