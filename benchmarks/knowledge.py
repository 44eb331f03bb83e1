"""What the knowledge base recognises and reads, and how fast.

    python benchmarks/knowledge.py [figure3] [detection] [threads]

figure3: the time to recognise the type of a page against the number of known types, with the index and without, as in
Figure 3 of the AAH paper. detection: the type of every blog of the corpus. threads: F1 over the posts of the annotated
threads, a post being right if its words agree with F1 ≥ .8. All but figure3 need the corpus (CORPUS, by default
../shared/corpus).
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from pathlib import Path
from statistics import mean, median

from corpus import CORPUS
from lxml import etree

from blogcrawler.dom import Page, parse_page
from blogcrawler.forum import read_posts, read_repeated_posts
from blogcrawler.items import Comment
from blogcrawler.knowledge import (
    Application,
    Detection,
    Expression,
    KnowledgeBase,
    document,
    known_applications,
    parse_expression,
)

COUNTS = (1, 10, 100, 500, 1000, 2000, 5000)
#: The corpus' names of software whose types have other names.
NAMES = {"Movable Type": "movabletype", "Org-mode": "orgmode", "Distill (R)": "distill"}
SAME = 0.8
PASSES = 5


def timed(action: object, times: int = 5) -> float:
    """The best CPU time of several runs, in milliseconds: the machine may be busy."""
    runs = []
    for _ in range(times):
        begin = time.thread_time()
        action()  # type: ignore[operator]
        runs.append(1000 * (time.thread_time() - begin))
    return min(runs)


# --- Figure 3 ------------------------------------------------------------------------------------------------


def invented(number: int) -> dict[str, Application]:
    """This many types, with patterns like those of real ones."""
    shapes = (
        "meta[@name='generator'][contains(@content, 'Program{n}')]",
        "script[contains(@src, '/static{n}/program.js')]",
        "body[@class~='program-{n}']",
        "div[@id='program{n}']//a[@href='https://program{n}.example/']",
        "link[@rel='stylesheet'][contains(@href, '/themes/p{n}/')]",
    )
    return {
        f"blog{n}": Application(
            f"blog{n}", str(n), tuple(Detection((parse_expression(shape.format(n=n)),)) for shape in shapes)
        )
        for n in range(number)
    }


def invented_page(number: int = 0) -> Page:
    """A page of unknown software, which must be walked completely. No two pages share a URL."""
    head = "".join(
        f'<script src="/js/{number}/{n}/library.js"></script><link rel="stylesheet" href="/css/{number}/{n}.css">'
        for n in range(15)
    )
    body = "".join(
        f'<div class="item list-item" id="item-{n}"><h2 class="title"><a href="/posts/{number}/{n}/">Post {n}</a></h2>'
        f"<p>Some text of post {n}.</p></div>"
        for n in range(250)
    )
    generator = '<meta name="generator" content="Unheard-of 1.0">'
    html = f'<html><head>{generator}{head}</head><body class="home">{body}</body></html>'
    return parse_page(html, "https://unknown.example/")


def figure3() -> list[str]:
    html = etree.tostring(invented_page().tree, encoding="unicode", method="html")
    parsing = timed(lambda: parse_page(html, "https://unknown.example/"), 15)
    lines = [
        f"Parsing the page takes {parsing:.2f} ms. Milliseconds to find that its type is unknown:",
        "",
        "| types | with the index | without | with ÷ parsing |",
        "|---|---|---|---|",
    ]
    first = 0.0
    documents = [document(invented_page(number)) for number in range(15)]
    for number in COUNTS:
        known = invented(number)
        patterns = [pattern for one in known.values() for way in one.detect for pattern in way.patterns]
        runs = []
        for _ in range(PASSES):
            # Each page is new to the index, so nothing is cached from the walk before.
            base = KnowledgeBase(known)
            runs += [timed(lambda base=base, page=page: base.detect(page), 1) for page in documents]
        indexed = min(runs)

        def plainly(patterns: list[Expression] = patterns) -> None:
            for pattern in patterns:
                pattern.find(documents[0].page.tree)

        plain = timed(plainly, 1 if number > 500 else 3)
        if number == 10:
            first = indexed
        lines.append(f"| {number:,} | {indexed:.2f} | {plain:,.1f} | {indexed / parsing:.2f} |")
    lines += ["", f"From 10 to {COUNTS[-1]:,} types: × {indexed / first:.2f}."]
    return lines


# --- detection -----------------------------------------------------------------------------------------------


def pages_of(blog: Path, most: int = 15) -> list[tuple[str, str]]:
    base = json.loads((blog / "blog.json").read_text())["base_url"]
    pages = (file for file in (blog / "site").rglob("*.html") if file.is_file())
    files = sorted(pages, key=lambda file: (len(file.parts), file.name != "index.html", str(file)))
    return [
        (base + str(file.relative_to(blog / "site")).removesuffix("index.html"), file.read_text(errors="replace"))
        for file in files[:most]
    ]


def detection() -> list[str]:
    applications = known_applications().applications
    blogs = {blog: pages_of(blog) for blog in sorted((CORPUS / "blogs").iterdir())}
    found: dict[str, str | None] = {}
    times: dict[str, tuple[float, float]] = {}
    for _ in range(PASSES):
        # Nothing is cached from the pass before.
        base = KnowledgeBase(applications)
        for url, html in (page for pages in blogs.values() for page in pages):
            begin = time.thread_time()
            page = parse_page(html, url)
            parsed = time.thread_time() - begin
            begin = time.thread_time()
            recognised = base.recognise(document(page))
            taken = time.thread_time() - begin
            before = times.get(url, (taken, parsed))
            times[url] = min(taken, before[0]), min(parsed, before[1])
            found[url] = recognised[0].name if recognised else None
    rows: list[str] = []
    counts: Counter[str] = Counter()
    for blog, pages in blogs.items():
        known = json.loads((blog / "blog.json").read_text())
        name = "blog/" + NAMES.get(known["generator"], known["generator"].lower())
        # The site's type is that of its home page, as in a crawl.
        home = found[pages[0][0]] if pages else None
        verdict = "unknown" if home is None else "right" if home.startswith(name) else "wrong"
        counts[verdict] += 1
        elsewhere = Counter(found[url] or "" for url, _ in pages if not (found[url] or name).startswith(name))
        others = ", ".join(f"{number} {other}" for other, number in elsewhere.items()) or "–"
        rows.append(f"| {blog.name} | {known['generator']} | {home or '–'} | {verdict} | {others} |")
    whole = sum(parsing for _, parsing in times.values())
    return [
        "| blog | program | type of the home page | | pages of another type |",
        "|---|---|---|---|---|",
        *rows,
        "",
        f"Home pages: {counts['right']} right, {counts['unknown']} unknown, {counts['wrong']} wrong.",
        f"Recognising the type ÷ parsing: {sum(one for one, _ in times.values()) / whole:.2f} over all {len(times):,} "
        f"pages, median {median(one / other for one, other in times.values()):.2f} a page; best of {PASSES} passes.",
    ]


# --- threads -------------------------------------------------------------------------------------------------


def bag(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", re.sub("<[^>]+>", " ", text).lower()))


def agreement(one: Counter[str], other: Counter[str]) -> float:
    if not one and not other:
        return 1.0
    return 2 * (one & other).total() / (one.total() + other.total())


def right_posts(annotated: list[dict[str, str]], replies: list[Comment]) -> int:
    """The number of posts that were found, each once and in order."""
    wanted, got = [bag(post["text"] or "") for post in annotated], [bag(reply.text) for reply in replies]
    best = [[0] * (len(got) + 1) for _ in range(len(wanted) + 1)]
    for row, want in enumerate(wanted, 1):
        for column, have in enumerate(got, 1):
            hit = best[row - 1][column - 1] + (agreement(want, have) >= SAME)
            best[row][column] = max(hit, best[row - 1][column], best[row][column - 1])
    return best[-1][-1]


def f1(right: int, found: int, wanted: int) -> float:
    return 2 * right / (found + wanted) if found + wanted else 0.0


def threads() -> list[str]:
    base = known_applications()
    lines = ["| page | type | posts | found | right | F1 | F1 by repeated structure |", "|---|---|---|---|---|---|---|"]
    scores: dict[str, list[tuple[int, int, int]]] = {"known": [], "unknown": [], "all, as if unknown": []}
    for file in sorted((CORPUS / "threads").glob("*.html")):
        case = json.loads(file.with_suffix(".json").read_text())
        html, posts = file.read_text(errors="replace"), case["posts"]
        page = parse_page(html, case["url"])
        found = base.detect(document(page))
        known = found is not None and found.level is not None and bool(found.level.objects)
        repeated = read_repeated_posts(parse_page(html, case["url"]))
        again = right_posts(posts, repeated), len(repeated), len(posts)
        scores["all, as if unknown"].append(again)
        if known:
            assert found is not None
            assert found.level is not None
            replies = read_posts(page, found.level)
            score = right_posts(posts, replies), len(replies), len(posts)
            scores["known"].append(score)
        else:
            score = again
            scores["unknown"].append(score)
        name = found.application.name if found and known else "–"
        numbers = f"{score[2]} | {score[1]} | {score[0]} | {f1(*score):.2f} | {f1(*again):.2f}"
        lines.append(f"| {file.stem[:40]} | {name} | {numbers} |")
    lines.append("")
    for name, all_of in scores.items():
        whole = f1(*(sum(one[place] for one in all_of) for place in range(3)))
        average = mean(f1(*one) for one in all_of)
        lines.append(f"{name}: {len(all_of)} pages, F1 {average:.3f} (over all posts {whole:.3f})")
    return lines


PARTS = {"figure3": figure3, "detection": detection, "threads": threads}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="what to measure; by default everything")
    for part in parser.parse_args().parts or PARTS:
        print(f"\n## {part}\n", *PARTS[part](), sep="\n", flush=True)


if __name__ == "__main__":
    main()
