"""Extraction beside its peers, on posts of the corpus that the feed did not list.

    python benchmarks/extraction.py                  # the table: methods, quality, time
    python benchmarks/extraction.py --curve          # quality against the number of training pages
    python benchmarks/extraction.py --growth         # learning time against page size
    python benchmarks/extraction.py --write docs     # tables and plots into a folder

Needs the corpus (CORPUS, by default ../shared/corpus) and the extra ``bench``. Times are ratios to
``lxml.html.fromstring`` of the same page in the same run: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import lxml.html
from corpus import CORPUS, load_scorer
from lxml import etree
from w3lib.encoding import html_to_unicode

from blogcrawler.dates import DateCandidate, DateOrigin, Moment, best_date
from blogcrawler.dom import BLOCK_TAGS, Page, is_comments, parse_page, words
from blogcrawler.extraction import (
    ArticleRule,
    Cleaner,
    Extractor,
    RuleSet,
    forest_rules,
    html_text,
    html_to_text,
    learn,
    learn_list_clock,
    listed_dates,
    more_exact_date,
    own_entries,
    sigfeed,
    training_samples,
)
from blogcrawler.extraction.learning.article_rules.forest import coverage_rules
from blogcrawler.feeds import parse_feed
from blogcrawler.items import Feed, FeedEntry
from blogcrawler.urls import resolve

SCORER = load_scorer()
#: The clock is stopped so many times for each page; the best counts, for us, for the peers and for lxml.
TRIES = 2
#: For what is a ratio of ours alone, so many times: the quotient of two short times is unsteady.
STEADY = 5
PLAIN = Cleaner(ArticleRule("", 0.0))


@dataclass
class Blog:
    """One blog of the corpus: its pages, what is known of its posts, and the feeds to learn from."""

    folder: Path
    entries: list[dict[str, Any]] = field(init=False)
    test: list[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.entries = json.loads((self.folder / "entries.json").read_text())
        listed = json.loads((self.folder / "split.json").read_text())["test"]
        self.test = [entry for entry in self.entries if entry["url"] in listed]
        self.feed_url = json.loads((self.folder / "blog.json").read_text())["feed_url"]
        self.by_key = {SCORER.url_key(entry["url"]): entry for entry in self.entries}

    def raw(self, entry: dict[str, Any]) -> bytes:
        return (self.folder / "site" / entry["path"]).read_bytes()

    def page(self, entry: dict[str, Any]) -> Page:
        return parse_page(html_to_unicode(None, self.raw(entry))[1], entry["url"])

    def feed(self, file: str) -> Feed:
        return parse_feed((self.folder / file).read_bytes(), self.feed_url)

    def training(self, feed: Feed) -> list[tuple[FeedEntry, Page]]:
        pairs = []
        for entry in feed.entries:
            known = next((k for k in (entry.url, *entry.alternatives) if SCORER.url_key(k) in self.by_key), None)
            if known:
                pairs.append((entry, self.page(self.by_key[SCORER.url_key(known)])))
        return pairs


def blogs() -> list[Blog]:
    return [Blog(folder) for folder in sorted((CORPUS / "blogs").iterdir()) if (folder / "entries.json").exists()]


# --- ours -----------------------------------------------------------------------------------------------------


def by_rules(
    blog: Blog, feed_file: str, pages: int | None = None, *, without: str = ""
) -> Callable[[dict[str, Any], str], dict[str, Any]]:
    """Our own way, with a feed of the blog; ``without`` its "texts", or without the "feed"."""
    feed = blog.feed(feed_file)
    pairs = blog.training(feed)[:pages]
    if without == "texts":
        pairs = [(replace(entry, content_html=None, summary_html=None), page) for entry, page in pairs]
    elif without == "feed":
        pages = [page for _, page in pairs]
        pairs = list(zip(own_entries(pages), pages, strict=True))
    extractor = Extractor(learn(pairs, None if without == "feed" else feed.language))
    dates = listed(blog, pairs, extractor.rules)

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        got = extractor.extract(parse_page(html, entry["url"]))
        if date := more_exact_date(got.published, dates.get(SCORER.url_key(entry["url"]))):
            got.published = date
            got.dates.insert(0, DateCandidate(date, DateOrigin.LIST))
        dating = best_date(got.dates)  # as in a crawl
        return record(got) | ({"published": dating.date} if dating is not None and dating.is_usable else {})

    return run


def listed(blog: Blog, pairs: list[tuple[FeedEntry, Page]], rules: RuleSet) -> dict[str, str]:
    """The dates beside links on the blog's pages that are no posts: as in a crawl, where posts show no date, or no
    hour, and if those of the training posts are the feed's."""
    if rules.published and not rules.published[0].daily:
        return {}
    dates: dict[str, Moment] = {}
    posts = {blog.folder / "site" / entry["path"] for entry in blog.entries}
    root = urljoin(blog.entries[0]["url"], "/")
    for file in sorted((blog.folder / "site").rglob("*.html")):
        if file in posts or not file.is_file():
            continue
        url = urljoin(root, file.relative_to(blog.folder / "site").as_posix().removesuffix("index.html"))
        page = parse_page(html_to_unicode(None, file.read_bytes())[1], url)

        def post(href: str, page: Page = page) -> str | None:
            key = SCORER.url_key(resolve(page.base, href) or "")
            return key if key in blog.by_key else None

        for key, moment in listed_dates(page, post, (rules.language or "en").split("-")[0]).items():
            if moment.hour is not None or not rules.published:
                dates.setdefault(key, moment)
    known = {SCORER.url_key(page.url): entry.published for entry, page in pairs}
    shown = [(moment, known[key]) for key, moment in dates.items() if known.get(key)]
    clock = learn_list_clock(shown, hours=bool(rules.published))
    return {key: clock.set(moment).iso() for key, moment in dates.items()} if clock else {}


def record(got: Any) -> dict[str, Any]:
    return {"title": got.title, "authors": got.authors, "published": got.published, "text": got.text}


def by_patterns(rules: list[ArticleRule]) -> Callable[[dict[str, Any], str], dict[str, Any]]:
    extractor = Extractor(RuleSet(article=tuple(rules)))
    return lambda entry, html: {"text": extractor.extract(parse_page(html, entry["url"])).text}


def by_sigfeed(entry: dict[str, Any], html: str) -> dict[str, Any]:
    item = FeedEntry(
        url=entry["url"], title=entry["title"], content_html=entry["content_html"] or entry["summary_html"]
    )
    (sample,) = training_samples([(item, parse_page(html, entry["url"]))])
    node = sigfeed(sample)
    return {"text": "" if node is None else PLAIN.clean(sample.outline.nodes[node], entry["url"]).text}


def by_description(entry: dict[str, Any], html: str) -> dict[str, Any]:
    return {"text": " ".join(html_text(entry["content_html"] or entry["summary_html"]).split()[:45])}


def ours(blog: Blog) -> Iterator[tuple[str, Callable[[dict[str, Any], str], dict[str, Any]]]]:
    bare = [(FeedEntry(url=entry.url), page) for entry, page in blog.training(blog.feed("feed.train.xml"))]
    yield "blogcrawler, full feed", by_rules(blog, "feed.train.xml")
    yield "blogcrawler, partial feed", by_rules(blog, "feed.summary.xml")
    yield "blogcrawler, titles only", by_rules(blog, "feed.train.xml", without="texts")
    yield "blogcrawler, no feed", by_rules(blog, "feed.train.xml", without="feed")
    yield "FOREST (tf-idf, no feed)", by_patterns(forest_rules(bare))
    yield "SIGFEED", by_sigfeed
    yield "COVERAGE", by_patterns(coverage_rules(bare))
    yield "DESCRIPTION", by_description


# --- peers ----------------------------------------------------------------------------------------------------


def iso(value: Any) -> str | None:
    return value.isoformat() if isinstance(value, date | datetime) else value


def peers(chosen: str) -> Iterator[tuple[str, Callable[[dict[str, Any], str], dict[str, Any]]]]:
    """The peers that are chosen and installed, each with its version."""
    for name, load in PEERS.items():
        if name not in chosen.split(","):
            continue
        try:
            yield f"{name} {version(name)}", load()
        except (PackageNotFoundError, ImportError):
            print(f"{name} is not installed and left out (pip install -e .[bench])", file=sys.stderr)


def _trafilatura() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from trafilatura import bare_extraction

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        got = bare_extraction(html, url=entry["url"], with_metadata=True, include_comments=False)
        if got is None:
            return {}
        names = [got.author] if got.author else []
        return {"title": got.title, "authors": names, "published": got.date, "text": got.text or ""}

    return run


def _readability() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from readability import Document

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        document = Document(html)
        return {"title": document.short_title(), "text": html_text(document.summary(html_partial=True))}

    return run


def _newspaper() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from newspaper import Article

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        article = Article(entry["url"], fetch_images=False)
        article.download(input_html=html)
        article.parse()
        published = iso(article.publish_date)
        return {"title": article.title, "authors": article.authors, "published": published, "text": article.text}

    return run


def _resiliparse() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        tree = HTMLTree.parse(html)
        return {"title": tree.title, "text": extract_plain_text(tree, main_content=True)}

    return run


def _goose() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        article = goose.extract(raw_html=html)
        published = iso(article.publish_datetime_utc) or article.publish_date
        return {
            "title": article.title,
            "authors": article.authors,
            "published": published,
            "text": article.cleaned_text,
        }

    return run


def _boilerpy() -> Callable[[dict[str, Any], str], dict[str, Any]]:
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor(raise_on_failure=False)

    def run(entry: dict[str, Any], html: str) -> dict[str, Any]:
        document = extractor.get_doc(html)
        return {"title": document.title, "text": document.content}

    return run


PEERS = {
    "trafilatura": _trafilatura,
    "readability-lxml": _readability,
    "newspaper4k": _newspaper,
    "resiliparse": _resiliparse,
    "goose3": _goose,
    "boilerpy3": _boilerpy,
}

# --- running ----------------------------------------------------------------------------------------------------


def clock(run: Callable[[], Any], times: int = 1) -> tuple[float, Any]:
    """The seconds of CPU that something takes, the least of so many tries: other work slows a try down, never up."""
    spent, result = float("inf"), None
    for _ in range(times):
        started = time.process_time()
        result = run()
        spent = min(spent, time.process_time() - started)
    return spent, result


@dataclass
class Results:
    """For each method a score a blog, a time ratio a page, and how many lines of comments it took for the article's, of
    how many; and for our rules the times of learning and of applying alone, as ratios to parsing."""

    scores: defaultdict[str, list[dict]] = field(default_factory=lambda: defaultdict(list))
    ratios: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    comments: defaultdict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    learning: list[float] = field(default_factory=list)
    applying: list[float] = field(default_factory=list)


def evaluate(only: str | None, chosen: str) -> Results:
    """Run all methods on all blogs."""
    results = Results()
    scores, ratios, learning = results.scores, results.ratios, results.learning
    rivals = list(peers(chosen))
    for blog in blogs():
        if only and only not in blog.folder.name:
            continue
        feed = blog.feed("feed.train.xml")
        pairs = blog.training(feed)
        learning.append(learning_ratio(blog, feed))
        results.applying += applying_ratio(blog, Extractor(learn(pairs, feed.language)))
        for name, method in [*ours(blog), *rivals]:
            posts = []
            for entry in blog.test:
                raw = blog.raw(entry)
                html = html_to_unicode(None, raw)[1]
                parsing, _ = clock(lambda raw=raw: lxml.html.fromstring(raw), TRIES)
                try:
                    spent, got = clock(lambda e=entry, h=html, m=method: m(e, h), TRIES)
                except Exception as error:  # a peer that breaks on a page has not found its article
                    spent, got = 0.0, {}
                    print(f"{name}: {type(error).__name__} on {entry['url']}", file=sys.stderr)
                posts.append({"url": entry["url"], **got})
                results.comments[name].append(comments_taken(blog, entry, got.get("text") or ""))
                if parsing and spent:
                    ratios[name].append(spent / parsing)
            row = SCORER.score(blog.folder, posts)
            row["short"] = [
                r["f1"] for r, e in zip(row["rows"], blog.test, strict=True)
                if "f1" in r and len(html_text(e["content_html"])) < 600
            ]  # fmt: skip
            scores[name].append(row)
        print(".", end="", flush=True, file=sys.stderr)
    return results


def learning_ratio(blog: Blog, feed: Feed) -> float:
    """The time of learning, as a ratio to parsing the training pages."""
    pairs = blog.training(feed)
    raws = [blog.raw(blog.by_key[SCORER.url_key(page.url)]) for _, page in pairs]
    learn(pairs[:1], feed.language)  # month names of the language are read once in a process
    parsing, _ = clock(lambda: [lxml.html.fromstring(raw) for raw in raws], STEADY)
    # What was asked of a page is kept with it: each time from pages that were parsed just before, as in a crawl.
    tries = (blog.training(feed) for _ in range(STEADY))
    return min(clock(lambda pairs=pairs: learn(pairs, feed.language))[0] for pairs in tries) / max(parsing, 1e-4)


def applying_ratio(blog: Blog, extractor: Extractor) -> Iterator[float]:
    """For each test page, the time of applying all rules to it just after it was parsed, as a ratio to parsing it."""
    for entry in blog.test:
        raw = blog.raw(entry)
        parsing, _ = clock(lambda raw=raw: lxml.html.fromstring(raw), STEADY)
        tries = (blog.page(entry) for _ in range(STEADY))  # each page is consumed, as in a crawl
        yield min(clock(lambda page=page: extractor.extract(page, consume=True))[0] for page in tries) / parsing


def comments_taken(blog: Blog, entry: dict[str, Any], text: str) -> tuple[int, int]:
    """How many lines of the comments on a page stand in its article, and how many there are.

    Comments are what stands in blocks that call themselves so (not the comments of code), unless the feed has it.
    """
    inside = [node for node in blog.page(entry).tree.iter(*BLOCK_TAGS) if is_comments(node)]
    shown = (html_to_text(etree.tostring(node, encoding="unicode", method="html")) for node in inside)
    lines = {" ".join(words(line)) for said in shown for line in said.split("\n")}
    own = " ".join(words(html_text(entry["content_html"] or "")))
    lines = {line for line in lines if line.count(" ") > 3 and line not in own}
    article = " ".join(words(text))
    return sum(line in article for line in lines), len(lines)


def taken_share(pages: list[tuple[int, int]]) -> float:
    """The mean share of the comments' lines that stand in the article, over pages with comments."""
    return statistics.mean([taken / lines for taken, lines in pages if lines] or [0.0])


def share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def table(results: Results) -> str:
    scores, ratios = results.scores, results.ratios
    lines = [
        "| method | P | R | F1 | right | short posts | title | author | date | comments taken | time ÷ parse |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, rows in scores.items():
        mean = SCORER.summary(rows)
        short = [f1 for row in rows for f1 in row["short"]]
        has = {key: any(row[key] for row in rows) for key in ("title", "author", "date")}
        cells = ["" if mean[k] is None else f"{mean[k]:.3f}" for k in ("p", "r", "f1")] + [share(mean["success"])]
        cells += [f"{statistics.mean(short):.3f}" if short else ""]
        cells += [share(mean[k]) if has[k] and name not in TEXT_ONLY else "" for k in ("title", "author", "date")]
        cells += [share(taken_share(results.comments[name]))]
        cells += [f"{statistics.median(ratios[name]):.1f} ×" if ratios[name] else ""]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


TEXT_ONLY = {"FOREST (tf-idf, no feed)", "SIGFEED", "COVERAGE", "DESCRIPTION"}


def curve(only: str | None) -> dict[str, dict[int, dict]]:
    """Scores by the number of training pages, for full and partial feeds."""
    points: dict[str, dict[int, dict]] = {"full feed": {}, "partial feed": {}}
    chosen = [blog for blog in blogs() if not only or only in blog.folder.name]
    for label, file in (("full feed", "feed.train.xml"), ("partial feed", "feed.summary.xml")):
        for count in (1, 2, 4, 8, 16):
            rows = []
            for blog in chosen:
                method = by_rules(blog, file, count)
                posts = [{"url": e["url"], **method(e, html_to_unicode(None, blog.raw(e))[1])} for e in blog.test]
                rows.append(SCORER.score(blog.folder, posts))
            points[label][count] = SCORER.summary(rows)
            print(label, count, points[label][count], flush=True)
    return points


def growth() -> list[tuple[int, float]]:
    """Learning time by page size: the same post, longer and longer; (bytes, seconds a page)."""
    points = []
    for paragraphs in (20, 80, 320, 1280, 5120, 10240):
        pairs = []
        for number in range(4):
            body = "".join(
                f"<p>Paragraph {i} of post {number} says that {i * number} is not {i + number}, "
                + "as words go on and on in a sentence of some length that nobody reads twice. " * 5 + "</p>"
                for i in range(paragraphs)
            )  # fmt: skip
            title = f"A post with the number {number}"
            html = f"<html><title>{title}</title><body><h1>{title}</h1><div class='entry'>{body}</div></body></html>"
            page = parse_page(html, f"http://a.example/{number}")
            pairs.append((FeedEntry(url=page.url, title=title, content_html=body), page))
        spent, _ = clock(lambda pairs=pairs: learn(pairs))
        points.append((len(html), spent / len(pairs)))
        print(f"{len(html) / 1e3:9.0f} kB {1e3 * spent / len(pairs):9.1f} ms a page", flush=True)
    return points


def fill(document: Path, text: str) -> None:
    """Put the table into the document where the one of the last run is."""
    before, found, rest = document.read_text().partition("| method | P |")
    _, _, after = rest.partition("(median over blogs).")
    if not found:
        sys.exit(f"{document} has no table to replace")
    document.write_text(before + text + after)


def plot(folder: Path, points: dict[str, dict[int, dict]], grown: list[tuple[int, float]], scores: dict) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(13, 3.6), layout="constrained")
    names = list(scores)
    values = [SCORER.summary(scores[name])["f1"] for name in names]
    axes[0].barh(
        names[::-1], values[::-1], color=["#999" if n.split()[-1][0].isdigit() else "#27a" for n in names[::-1]]
    )
    axes[0].set_xlim(0.5, 1)
    axes[0].set_title("Article F1")
    for label, rows in points.items():
        axes[1].plot(list(rows), [row["f1"] for row in rows.values()], marker="o", label=label)
    axes[1].set_xscale("log", base=2)
    axes[1].set_xticks([1, 2, 4, 8, 16], ["1", "2", "4", "8", "16"])
    axes[1].set_title("F1 by training pages")
    axes[1].legend()
    axes[2].loglog([size / 1e3 for size, _ in grown], [1e3 * spent for _, spent in grown], marker="o")
    axes[2].set_title("Learning: ms a page by kB")
    figure.savefig(folder / "extraction.svg", metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="a part of the blog's name")
    parser.add_argument("--peers", default=",".join(PEERS), help="those to compare with: %(default)s; empty for none")
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    if options.growth and not options.write:
        growth()
        return
    if options.curve and not options.write:
        curve(options.only)
        return
    results = evaluate(options.only, options.peers)
    text = table(results)
    pages = sum(lines > 0 for _, lines in results.comments["blogcrawler, full feed"])
    text += f"\n\n{pages} of the pages hold comments. Applying all rules to a parsed page, cleaning included, takes "
    text += (
        f"{statistics.median(results.applying):.1f} × the time of parsing it\n(median over pages; the table's times "
    )
    text += "include our own parsing). Learning takes "
    text += f"{statistics.median(results.learning):.1f} × the time of parsing the training pages (median over blogs)."
    print(text)
    if options.write:
        fill(options.write / "extraction.md", text)
        plot(options.write, curve(options.only), growth(), results.scores)


if __name__ == "__main__":
    main()
