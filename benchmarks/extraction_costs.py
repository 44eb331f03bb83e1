"""What learning and applying rules cost, relative to parsing, and relative to another version of the code.

    python benchmarks/extraction_costs.py --old ../old [--rounds 2] [--every 3] [--unchecked]

The ratio of Python to C differs between machines, builds of Python and other load by a third and more. So the old
version (the folder of a checkout) is measured in the same run: for each group of blogs the two take turns, each in a
process of its own. The least CPU time of each blog and page counts. "Bare" is what reading an article takes at least:
visiting its elements once, serialising them, and making text of that. ``--unchecked`` also measures today's version
without what it does to the articles and titles that the rules find: compare them with those of the training pages and
with the names of the blog, trim the edges of articles, and remove footnote marks.
Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).resolve().parent.parent
#: Number of blogs that a process measures before the other version has its turn.
GROUP = 10
#: Number of measurements of each time in a process.
TRIES = 3
UNCHECKED = "unchecked"
#: What is measured: for each blog or page, the seconds of each step.
Seconds = dict[str, dict[str, float]]


def measure(folder: Path, first: int, every: int) -> Iterator[tuple[str, dict[str, float]]]:
    """The times of a group of blogs with the code in a folder."""
    sys.path[:0] = [str(folder), str(folder / "benchmarks")]
    import extraction as benchmark
    import lxml.html

    from blogcrawler.extraction import Extractor, learn

    def least(run, arguments=((),)):
        """The least time; the arguments of each try are made before."""
        return min(benchmark.clock(lambda given=given: run(*given))[0] for given in arguments)

    # Old versions always consume the page.
    consuming = {"consume": True} if "consume" in inspect.signature(Extractor.extract).parameters else {}
    for blog in benchmark.blogs()[::every][first : first + GROUP]:
        feed = blog.feed("feed.train.xml")
        pairs = blog.training(feed)
        raws = [blog.raw(blog.by_key[benchmark.SCORER.url_key(page.url)]) for _, page in pairs]
        rules = learn(pairs, feed.language)
        yield (
            f"blog {blog.folder.name}",
            {
                "learning": least(learn, ((blog.training(feed), feed.language) for _ in range(TRIES))),
                "parsing": least(lambda raws=raws: [lxml.html.fromstring(raw) for raw in raws], [()] * TRIES),
            },
        )
        extractor = Extractor(rules)

        def apply(page, extractor=extractor):
            extractor.extract(page, **consuming)

        for entry in blog.test:
            raw = blog.raw(entry)
            found = {
                "applying": least(apply, ((blog.page(entry),) for _ in range(TRIES))),
                "parsing": least(lambda raw=raw: lxml.html.fromstring(raw), [()] * TRIES),
            }
            nodes = blog.page(entry).tree.xpath(rules.article[0].selector) if rules.article else []

            def read_bare(node):
                for element in node.iterdescendants():
                    element.keys()
                benchmark.html_to_text(etree.tostring(node, encoding="utf-8", method="html").decode())

            if nodes:
                found["bare"] = least(read_bare, [nodes[:1]] * TRIES)
            yield f"page {entry['url']}", found


def switch_checks_off() -> None:
    """Let the checks of what the rules find do nothing."""
    from blogcrawler.extraction import article_reader, extractor
    from blogcrawler.extraction.cleaning import cleaner, plain_text

    for holder, name, instead in (
        (article_reader._Doubts, "is_plausible", lambda *_: True),
        (extractor.Extractor, "_names_blog", lambda *_: False),
        (cleaner, "last_heading", lambda *_: None),
        (cleaner, "trim_edges", lambda *_: None),
        (plain_text, "without_footnote_marks", lambda html: html),
    ):
        assert hasattr(holder, name), f"{name} has another name now"
        setattr(holder, name, instead)


def add_round(version: str, folder: Path, first: int, every: int, into: Seconds) -> None:
    """Measure a group of blogs in a process of its own, and keep the least times."""
    command = [sys.executable, __file__, "--measure", str(folder), "--first", str(first), "--every", str(every)]
    command += ["--unchecked"] if version == UNCHECKED else []
    environment = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    for name, seconds in json.loads(done.stdout).items():
        known = into.setdefault(name, seconds)
        into[name] = {step: min(time, known[step]) for step, time in seconds.items()}


def report(codes: dict[str, Seconds]) -> str:
    """The medians of the ratios to parsing, and to the same step of the other version."""
    measured = [name for name in next(iter(codes.values())) if all(name in code for code in codes.values())]
    parsing = {name: min(code[name]["parsing"] for code in codes.values()) for name in measured}
    shown = [f"Python {sys.version}, libxml2 {'.'.join(map(str, etree.LIBXML_VERSION))}"]
    for step in ("learning", "applying", "bare"):
        names = [name for name in measured if all(step in code[name] for code in codes.values())]
        for version, code in codes.items():
            ratio = statistics.median(code[name][step] / parsing[name] for name in names)
            shown.append(f"{step:9} {version:9} {ratio:6.2f} × parsing ({len(names)})")
        for version in codes.keys() - {"old"} if "old" in codes and step != "bare" else ():
            change = statistics.median(codes[version][name][step] / codes["old"][name][step] for name in names)
            shown.append(f"{step:9} {version} is {change:.2f} × old (median)")
    return "\n".join(shown)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, help="the folder of another version's checkout")
    parser.add_argument("--rounds", type=int, default=2, help="how often each version has its turn (%(default)s)")
    parser.add_argument("--every", type=int, default=1, help="only every so many blogs (%(default)s)")
    parser.add_argument("--unchecked", action="store_true", help="also measure without the checks of what rules find")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        if options.unchecked:
            switch_checks_off()
        print(json.dumps(dict(measure(options.measure, options.first, options.every))))
        return
    from corpus import CORPUS

    folders = {"now": ROOT} | ({UNCHECKED: ROOT} if options.unchecked else {})
    folders |= {"old": options.old.resolve()} if options.old else {}
    codes: dict[str, Seconds] = {version: {} for version in folders}
    blogs = sum((folder / "entries.json").exists() for folder in (CORPUS / "blogs").iterdir())
    for first in range(0, -(-blogs // options.every), GROUP):
        for _ in range(options.rounds):
            for version, folder in folders.items():
                add_round(version, folder, first, options.every, codes[version])
    print(report(codes))


if __name__ == "__main__":
    main()
