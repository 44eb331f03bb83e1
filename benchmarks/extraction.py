"""Compares extraction with other tools, on posts of the corpus that the feed did not list.

    python benchmarks/extraction.py                  # the table: methods, quality, time
    python benchmarks/extraction.py --write docs     # table and plots into a folder; the plots are extraction_curves'

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
from functools import partial
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import lxml.html
from acceptance import worst_share
from corpus import CORPUS, load_scorer
from extraction_peers import PEERS, peers
from lxml import etree
from w3lib.encoding import html_to_unicode

from blogcrawler.dates import DateCandidate, DateOrigin, Moment, best_date
from blogcrawler.dom import BLOCK_TAGS, Page, element_path, is_comments, parse_page, words
from blogcrawler.extraction import (
    PUBLISHED_FOREST,
    ArticleRule,
    Cleaner,
    Extractor,
    ForestParameters,
    RuleSet,
    blogforever_article_rule,
    blogforever_title_rule,
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
    uncleaned_text,
)
from blogcrawler.extraction.learning.article_rules.forest import coverage_rules
from blogcrawler.feeds import parse_feed
from blogcrawler.items import Feed, FeedEntry
from blogcrawler.urls import resolve

SCORER = load_scorer()
#: Number of time measurements for each page; the best counts, for us, for the other tools and for lxml.
TRIES = 2
#: Number of measurements for ratios of our own times: the quotient of two short times is noisy.
STEADY = 5
PLAIN = Cleaner(ArticleRule("", 0.0))
#: The feeds with teasers of the corpus have this many words of each post.
TEASER_WORDS = 45
#: A summary of at least this share of the text's length is not a teaser.
TEASER_SHARE = 0.6
#: A method gets what is known about a post from the feed, and its page, and gives the fields it has found.
Method = Callable[[dict[str, Any], str], dict[str, Any]]


@dataclass
class Blog:
    """One blog of the corpus: its pages, what is known of its posts, and the feeds to learn from."""

    folder: Path
    entries: list[dict[str, Any]] = field(init=False)
    test: list[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.entries = json.loads((self.folder / "entries.json").read_text())
        listed = json.loads((self.folder / "split.json").read_text())["test"]
        keys = {SCORER.url_key(url) for url in listed}
        self.test = [entry for entry in self.entries if SCORER.url_key(entry["url"]) in keys]
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


def by_rules(blog: Blog, feed_file: str, pages: int | None = None, *, without: str = "") -> Method:
    """Our own method, with a feed of the blog; ``without`` its "texts", or without the "feed"."""
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
    """The dates next to links on the blog's lists. As in a crawl, they are used if posts show no date or no time, and
    if those of the training posts agree with the feed.
    """
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


def by_patterns(rules: list[ArticleRule]) -> Method:
    extractor = Extractor(RuleSet(article=tuple(rules)))
    return lambda entry, html: {"text": extractor.extract(parse_page(html, entry["url"])).text}


def as_published(selector: str | None) -> Method:
    """All text of the element that a published algorithm finds: none of them cleans it."""
    return lambda entry, html: {"text": uncleaned_text(parse_page(html, entry["url"]), selector) if selector else ""}


def by_blogforever(blog: Blog, feed_file: str, pages: int | None = None) -> Method:
    """The algorithm of the BlogForever crawler: article and title."""
    pairs = blog.training(blog.feed(feed_file))[:pages]
    article, title = as_published(blogforever_article_rule(pairs)), as_published(blogforever_title_rule(pairs))
    return lambda entry, html: {**article(entry, html), "title": title(entry, html)["text"]}


def published_forest(
    pairs: list[tuple[FeedEntry, Page]], keywords: str, parameters: ForestParameters = PUBLISHED_FOREST
) -> Method:
    """FOREST without our additions: one pattern, keywords from whole pages or from the feed, nothing removed."""
    return as_published(first_selector(forest_rules(pairs, keywords=keywords, keep=1, parameters=parameters)))


def first_selector(rules: list[ArticleRule]) -> str | None:
    return rules[0].selector if rules else None


def teaser(entry: dict[str, Any]) -> str:
    """What a feed with teasers says: the feed's own summary if it is one, else the first words of the text."""
    text, summary = html_text(entry["content_html"]), html_text(entry["summary_html"])
    if summary and len(summary) < TEASER_SHARE * len(text):
        return summary
    return " ".join((text or summary).split()[:TEASER_WORDS])


def by_sigfeed(entry: dict[str, Any], html: str, *, clean: bool = False) -> dict[str, Any]:
    item = FeedEntry(url=entry["url"], title=entry["title"], content_html=escape(teaser(entry)))
    (sample,) = training_samples([(item, parse_page(html, entry["url"]))])
    node = sigfeed(sample)
    if node is None:
        return {"text": ""}
    element = sample.outline.nodes[node]
    if clean:
        return {"text": PLAIN.clean(element, entry["url"]).text}
    return {"text": uncleaned_text(sample.outline.page, element_path(element))}


def by_description(entry: dict[str, Any], html: str) -> dict[str, Any]:
    return {"text": teaser(entry)}


def ours(blog: Blog) -> Iterator[tuple[str, Method]]:
    bare = [(FeedEntry(url=entry.url), page) for entry, page in blog.training(blog.feed("feed.train.xml"))]
    teasers = blog.training(blog.feed("feed.summary.xml"))
    yield "blogcrawler, full feed", by_rules(blog, "feed.train.xml")
    yield "blogcrawler, partial feed", by_rules(blog, "feed.summary.xml")
    yield "blogcrawler, titles only", by_rules(blog, "feed.train.xml", without="texts")
    yield "blogcrawler, no feed", by_rules(blog, "feed.train.xml", without="feed")
    yield "FOREST with our additions (tf-idf)", by_patterns(forest_rules(bare))
    yield "FOREST with our additions (teasers)", by_patterns(forest_rules(teasers, keywords="feed"))
    yield "SIGFEED with our cleaning, teaser", partial(by_sigfeed, clean=True)
    yield "BlogForever, full feed", by_blogforever(blog, "feed.train.xml")
    yield "BlogForever, partial feed", by_blogforever(blog, "feed.summary.xml")
    yield "FOREST as published (tf-idf)", published_forest(bare, "tf-idf")
    yield "FOREST as published (teasers)", published_forest(teasers, "feed")
    yield "SIGFEED as published, teaser", by_sigfeed
    yield "COVERAGE as published", as_published(first_selector(coverage_rules(bare, parameters=PUBLISHED_FOREST)))
    yield "DESCRIPTION (teaser)", by_description


# --- running ----------------------------------------------------------------------------------------------------


def clock(run: Callable[[], Any], times: int = 1) -> tuple[float, Any]:
    """The CPU seconds of a call, the least of several tries: other processes can only slow a try down."""
    spent, result = float("inf"), None
    for _ in range(times):
        started = time.process_time()
        result = run()
        spent = min(spent, time.process_time() - started)
    return spent, result


@dataclass
class Results:
    """For each method a score per blog, a time ratio per page, and the number of lines of comments in the article, with
    their total; for our rules also the times of learning and of applying alone, as ratios to parsing.
    """

    scores: defaultdict[str, list[dict]] = field(default_factory=lambda: defaultdict(list))
    ratios: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    comments: defaultdict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    learning: list[float] = field(default_factory=list)
    applying: list[float] = field(default_factory=list)


def evaluate(only: str | None, chosen: str, *, timed: bool = True) -> Results:
    """Run all methods on all blogs; without ``timed``, each only once."""
    tries = TRIES if timed else 1
    results = Results()
    scores, ratios, learning = results.scores, results.ratios, results.learning
    rivals = list(peers(chosen))
    for blog in blogs():
        if only and only not in blog.folder.name:
            continue
        feed = blog.feed("feed.train.xml")
        pairs = blog.training(feed)
        if timed:
            learning.append(learning_ratio(blog, feed))
            results.applying += applying_ratio(blog, Extractor(learn(pairs, feed.language)))
        for name, method in [*ours(blog), *rivals]:
            posts = []
            for entry in blog.test:
                raw = blog.raw(entry)
                html = html_to_unicode(None, raw)[1]
                parsing, _ = clock(lambda raw=raw: lxml.html.fromstring(raw), tries)
                try:
                    spent, got = clock(lambda e=entry, h=html, m=method: m(e, h), tries)
                except Exception as error:  # a tool that fails on a page has not found its article
                    spent, got = 0.0, {}
                    print(f"{name}: {type(error).__name__} on {entry['url']}", file=sys.stderr)
                posts.append({"url": entry["url"], **got})
                results.comments[name].append(comments_taken(blog, entry, got.get("text") or ""))
                if timed and parsing and spent:
                    ratios[name].append(spent / parsing)
            row = SCORER.score(blog.folder, posts)
            row["short"] = [
                r["f1"] for r, e in zip(row["rows"], blog.test, strict=True)
                if "f1" in r and len(html_text(e["content_html"])) < 600
            ]  # fmt: skip
            row["exact"] = exact_share(row, blog.test, posts)
            scores[name].append(row)
        print(".", end="", flush=True, file=sys.stderr)
    return results


def measure_costs(only: str | None) -> Results:
    """What learning and applying cost, and nothing else."""
    results = Results()
    for blog in blogs():
        if not only or only in blog.folder.name:
            feed = blog.feed("feed.train.xml")
            results.learning.append(learning_ratio(blog, feed))
            results.applying += applying_ratio(blog, Extractor(learn(blog.training(feed), feed.language)))
    return results


def costs(results: Results) -> str:
    """The costs as a sentence of the docs."""
    applying, learning = statistics.median(results.applying), statistics.median(results.learning)
    return (
        f"Applying all rules to a parsed page, cleaning included, takes {applying:.1f} × the time of parsing it\n"
        "(median over pages; the table's times include our own parsing). "
        f"Learning takes {learning:.1f} × the time of parsing the training pages (median over blogs)."
    )


def exact_share(row: dict[str, Any], entries: list[dict[str, Any]], posts: list[dict[str, Any]]) -> float | None:
    """The share of the articles that have exactly the words of the feed's text, in the same order."""
    plain, text_of = SCORER.plain, SCORER.text_of
    same = [
        plain(text_of(entry["content_html"])) == plain(post.get("text") or "")
        for scored, entry, post in zip(row["rows"], entries, posts, strict=True)
        if "f1" in scored
    ]
    return sum(same) / len(same) if same else None


def learning_ratio(blog: Blog, feed: Feed) -> float:
    """The time of learning, as a ratio to parsing the training pages."""
    pairs = blog.training(feed)
    raws = [blog.raw(blog.by_key[SCORER.url_key(page.url)]) for _, page in pairs]
    learn(pairs[:1], feed.language)  # the month names of a language are loaded once per process
    parsing, _ = clock(lambda: [lxml.html.fromstring(raw) for raw in raws], STEADY)
    # Pages cache what was read from them, so each try gets freshly parsed pages, as in a crawl.
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
    """The number of lines of the page's comments that are in its article, and of all lines of comments.

    Comments are the contents of blocks named after comments (not comments in code), unless the feed has them.
    """
    inside = [node for node in blog.page(entry).tree.iter(*BLOCK_TAGS) if is_comments(node)]
    shown = (html_to_text(etree.tostring(node, encoding="unicode", method="html")) for node in inside)
    lines = {" ".join(words(line)) for said in shown for line in said.split("\n")}
    own = " ".join(words(html_text(entry["content_html"] or "")))
    lines = {line for line in lines if line.count(" ") > 3 and line not in own}
    article = " ".join(words(text))
    return sum(line in article for line in lines), len(lines)


def taken_share(pages: list[tuple[int, int]]) -> float:
    """The mean share of the comments' lines that are in the article, over pages with comments."""
    return statistics.mean([taken / lines for taken, lines in pages if lines] or [0.0])


def share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def table(results: Results) -> str:
    scores, ratios = results.scores, results.ratios
    lines = [
        "| method | P | R | F1 | worst 10 % | worst 25 % | right | exact | short posts | title | author | date "
        "| comments taken | time ÷ parse |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, rows in scores.items():
        mean = SCORER.summary(rows)
        short = [f1 for row in rows for f1 in row["short"]]
        scored = [row for row in rows if row["f1"] is not None]
        exact = [row["exact"] for row in rows if row["exact"] is not None]
        has = {key: any(row[key] for row in rows) for key in ("title", "author", "date")}
        cells = ["" if mean[k] is None else f"{mean[k]:.3f}" for k in ("p", "r", "f1")]
        cells += [f"{worst_share(scored, part):.3f}" if scored else "" for part in (0.1, 0.25)]
        cells += [share(mean["success"]), share(statistics.mean(exact)) if exact else ""]
        cells += [f"{statistics.mean(short):.3f}" if short else ""]
        cells += [share(mean[k]) if has[k] else "" for k in ("title", "author", "date")]
        cells += [share(taken_share(results.comments[name]))]
        cells += [f"{statistics.median(ratios[name]):.1f} ×" if ratios[name] else ""]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def coverage(results: Results) -> str:
    """How many posts and blogs each figure covers; the same for all methods."""
    rows = next(iter(results.scores.values()))

    def count(has: Callable[[dict[str, Any]], bool]) -> str:
        numbers = [sum(map(has, row["rows"])) for row in rows]
        return f"{sum(numbers):,} posts of {sum(map(bool, numbers))} blogs"

    short = [len(row["short"]) for row in rows]
    parts = [f"{what} {count(lambda row, key=key: key in row)}" for what, key in COVERED.items()]
    parts.append(f"short posts {sum(short):,} posts of {sum(map(bool, short))} blogs")
    return (
        "The figures cover: " + ", ".join(parts) + ". The right text is what the blog's own feed gives as the whole "
        "article; an article is exact if it has the same words in the same order."
    )


#: What the figures of the table are about, and the scorer's name for it.
COVERED = {"articles": "f1", "titles": "title", "authors": "author", "dates": "date"}


def fill(document: Path, text: str) -> None:
    """Replace the table of the last run in the document."""
    before, found, rest = document.read_text().partition("| method | P | R |")
    _, _, after = rest.partition("(median over blogs).")
    if not found:
        sys.exit(f"{document} has no table to replace")
    document.write_text(before + text + after)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="a part of the blog's name")
    parser.add_argument("--peers", default=",".join(PEERS), help="tools to compare with: %(default)s; empty for none")
    parser.add_argument("--untimed", action="store_true", help="measure quality only; much faster")
    parser.add_argument("--costs", action="store_true", help="measure only what learning and applying cost")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.untimed and options.write:
        parser.error("the table in the docs has times")
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    if options.costs:
        print(f"{costs(measure_costs(options.only))}\nPython {sys.version}; against other code: extraction_costs.py")
        return
    results = evaluate(options.only, options.peers, timed=not options.untimed)
    text = table(results)
    pages = sum(lines > 0 for _, lines in results.comments["blogcrawler, full feed"])
    text += f"\n\n{coverage(results)}\n\n{pages} of the pages hold comments."
    if results.applying:
        text += f" {costs(results)}"
    print(text)
    if options.write:
        fill(options.write / "extraction.md", text)
        from extraction_curves import choose, plot_extraction  # it imports this module

        means = {name: SCORER.summary(rows)["f1"] for name, rows in results.scores.items()}
        plot_extraction(options.write, choose(options.only), means)


if __name__ == "__main__":
    main()
