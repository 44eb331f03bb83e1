"""Fuzz everything that reads foreign bytes: no exception but our own, and nothing that takes over two seconds.

    python benchmarks/fuzz.py [--seconds 30] [--only feeds] [--runs 100000]

Each reader runs in a process of its own under atheris, which changes inputs so that they reach new code (libFuzzer).
Exceptions and hangs are collected, one of each kind and place, with an input that causes it. Exit code 1 if there are any.
Without atheris (`pip install atheris`), the inputs are changed at random.
"""

# ruff: noqa: E501

from __future__ import annotations

import argparse
import json
import logging
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

MAX_SECONDS = 2.0
NOW = datetime(2023, 6, 1, tzinfo=UTC)
URL = "https://pier.example/2023/05/post-1/"
Reader = Callable[[bytes], object]

PAGE = (
    b"<html lang=en><head><base href=/x/><title>Tides | Pier</title><meta property=article:published_time content=2023-05-04>"
    b'<script type=application/ld+json>{"@type":"BlogPosting","author":{"name":"Ann"}}</script></head><body><article class=post>'
    b"<h1>Tides</h1><span class=date>May 4, 2023</span> by <a rel=author href=/a>Ann</a><p>They come and go, and nobody asked.</p>"
    b"<img srcset='/a.jpg 1x, /b.jpg 2x'><pre>x</pre></article><div id=comments><h3>2 comments</h3><ol><li class=comment id=c1>"
    b"<cite>Bob</cite> May 5, 2023<p>So.</p></li><li class=comment id=c2><cite>Eve</cite> 3 days ago<p>No.</p></li></ol></div>"
    b"<a href=/page/2/>Older</a><a href='//[x/'>y</a></body></html>"
)
FEED = (
    b"<?xml version='1.0' encoding='utf-8'?><rss version='2.0' xmlns:slash='http://purl.org/rss/1.0/modules/slash/'><channel>"
    b"<title>Pier</title><link>https://pier.example/</link><item><title>Tides</title><link>/2023/05/post-1/</link>"
    b"<pubDate>Thu, 04 May 2023 10:00:00 GMT</pubDate><description>&lt;p&gt;They come&lt;/p&gt;</description>"
    b"<slash:comments>2</slash:comments><enclosure url='/a.mp3' length='x' type='audio/mpeg'/></item></channel></rss>"
)
ATOM = (
    b"<feed xmlns='http://www.w3.org/2005/Atom'><title>Pier</title><link rel='next' href='?page=2'/><entry><id>tag:x</id>"
    b"<title type='html'>T</title><updated>2023-05-04T10:00:00Z</updated><content type='xhtml'><div>x</div></content></entry></feed>"
)
JSON_FEED = (
    b'{"version":"https://jsonfeed.org/version/1.1","title":"Pier","items":[{"id":1,"url":"/a","date_published":"2023-05-04",'
    b'"authors":[{"name":"Ann"}],"content_html":"<p>x","tags":["a",null]}],"next_url":"/2"}'
)
SITEMAP = (
    b"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://pier.example/a</loc>"
    b"<lastmod>2023-05-04</lastmod></url></urlset>"
)
OPML = (
    b"<opml version='2.0'><body><outline text='Pier' xmlUrl='https://pier.example/feed' htmlUrl='//[x'/></body></opml>"
)
DATES = [b"May 4, 2023 at 10:00 am", b"4.5.2023 10:00 Uhr", "2023年5月4日".encode(), b"3 days ago", b"2023-05-04T10:00:00+99:99",
         "۱۴ اردیبهشت ۱۴۰۲".encode(), b"Thu, 04 May 2023 10:00:00 GMT"]  # fmt: skip


def _warc() -> bytes:
    from blogcrawler.archive.record import gzip_record, new_record_id

    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    fields = {"WARC-Target-URI": URL, "WARC-Date": "2023-05-04T10:00:00Z",
              "Content-Type": "application/http; msgtype=response"}  # fmt: skip
    return gzip_record("response", new_record_id(), fields, block)


def readers() -> dict[str, tuple[Reader, list[bytes]]]:
    """The readers by name, each with inputs to begin with. Errors of ours are what a reader should raise."""
    from scrapy.http import HtmlResponse
    from scrapy.robotstxt import ProtegoRobotParser

    from blogcrawler.archive.archived_response import read_response
    from blogcrawler.archive.verification import check_archive
    from blogcrawler.cli.crawling.blog_lists import read_blog_list
    from blogcrawler.comments import BlogComments, gather
    from blogcrawler.dates import parse_date, read_date
    from blogcrawler.dom import parse_page
    from blogcrawler.extraction import Extractor, RuleSet, learn
    from blogcrawler.feeds import feed_candidates, parse_feed, parse_sitemap
    from blogcrawler.frontier import PostPattern, Scope, page_links, scripted_links
    from blogcrawler.http import is_data, is_html, to_page
    from blogcrawler.items import FeedEntry
    from blogcrawler.media import article_media, parse_srcset
    from blogcrawler.requisites import page_requisites, stylesheet_requisites

    folder = Path(tempfile.mkdtemp())
    extractor, scope = Extractor(RuleSet(language="en")), Scope("https://pier.example/", PostPattern())

    def html(data: bytes) -> object:
        response = HtmlResponse(URL, body=data, headers={"Content-Type": "text/html"})
        is_data(response), is_html(response)
        page = to_page(response)
        (
            page_requisites(page),
            feed_candidates(page.tree, URL),
            list(page_links(page, scope)),
            list(scripted_links(page, scope)),
        )
        post = extractor.extract(page, None, NOW)
        return article_media(post.content_html, URL, [])

    def comments(data: bytes) -> object:
        gathering = gather(parse_page(data.decode("utf-8", "replace"), URL), URL, None, BlogComments(), NOW)
        try:
            return gathering.send(None)
        except StopIteration as end:
            return end.value

    def learning(data: bytes) -> object:
        text = data.decode("utf-8", "replace")
        content, _, rest = text.partition("|||")
        pages = [(FeedEntry(url=f"{URL}{n}", title="Tides", content_html=content), parse_page(rest or text, f"{URL}{n}"))
                 for n in range(2)]  # fmt: skip
        return learn(pages, "en", NOW)

    def opml(data: bytes) -> object:
        (folder / "blogs.opml").write_bytes(data)
        return read_blog_list(folder / "blogs.opml")

    def warc(data: bytes) -> object:
        (folder / "a.warc.gz").write_bytes(data)
        read_response(folder, "a.warc.gz", 0)
        return check_archive(folder)

    def dates(data: bytes) -> object:
        text = data.decode("utf-8", "replace")
        parse_date(text)
        return [read_date(text, language) for language in ("en", "de", "ja", "fa")]

    def text(reader: Callable[[str], object]) -> Reader:
        return lambda data: reader(data.decode("utf-8", "replace"))

    return {
        "feeds": (lambda data: parse_feed(data, URL), [FEED, ATOM, JSON_FEED]),
        "sitemaps": (lambda data: parse_sitemap(data, URL), [SITEMAP, b"https://pier.example/a\n"]),
        "html": (html, [PAGE]),
        "comments": (comments, [PAGE]),
        "learning": (learning, [b"<p>They come and go</p>|||" + PAGE]),
        "dates": (dates, DATES),
        "robots": (lambda data: ProtegoRobotParser(data, None).allowed(URL, "bot"), [b"User-agent: *\nDisallow: /a*$\nCrawl-delay: x"]),
        "srcset": (text(parse_srcset), [b"/a.jpg 1x, /b.jpg 200w, data:,x 2x"]),
        "css": (text(lambda css: stylesheet_requisites(css, URL)), [b"@import url('a.css'); a { background: url(data:,x) }"]),
        "opml": (opml, [OPML, b"https://pier.example/ # a blog\n"]),
        "warc": (warc, [_warc(), _warc() * 2]),
    }  # fmt: skip


class Findings:
    """Runs a reader and writes each kind of failure once, to a file that outlives the process."""

    def __init__(self, name: str, read: Reader, file: Path) -> None:
        from blogcrawler.errors import BlogCrawlerError

        self._name, self._read, self._file, self._own = name, read, file, BlogCrawlerError
        self._known: set[str] = set()
        self.runs = 0

    def __call__(self, data: bytes) -> None:
        self.runs += 1
        began = time.thread_time()
        try:
            self._read(data)
        except self._own:
            pass
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            self._add(f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}: {error}"[:200], data)
        if (seconds := time.thread_time() - began) > MAX_SECONDS:
            self._add(f"{seconds:.1f} s", data)

    def _add(self, what: str, data: bytes) -> None:
        kind = "slow" if what.endswith(" s") else what.split(": ")[0]
        if kind not in self._known:
            self._known.add(kind)
            with self._file.open("a") as file:
                print(json.dumps({"reader": self._name, "what": what, "input": data[:2000].hex()}), file=file)


def changed(seeds: list[bytes], rng: random.Random) -> Iterator[bytes]:
    """Inputs that are changed at random, for ever."""
    while True:
        data = bytearray(rng.choice(seeds))
        for _ in range(rng.randint(1, 8)):
            at, to = sorted(rng.randint(0, len(data)) for _ in range(2))
            other = rng.choice(seeds)
            start = rng.randint(0, len(other))
            data[at:to] = rng.choice(
                [b"", data[at:to] * rng.randint(2, 30), rng.randbytes(3), other[start : start + 20], bytes([rng.randrange(256)])]
            )  # fmt: skip
            del data[20_000:]
        yield bytes(data)


def fuzz(name: str, seconds: int, runs: int, file: Path) -> None:
    """Fuzz one reader in this process with inputs that are changed at random."""
    logging.disable(logging.CRITICAL)
    read, seeds = readers()[name]
    findings = Findings(name, read, file)
    began, rng = time.monotonic(), random.Random(name)
    for data in changed(seeds, rng):
        findings(data)
        if findings.runs >= runs or time.monotonic() - began > seconds:
            break
    print(f"Done {findings.runs} runs")


def fuzz_with_atheris(name: str, seconds: int, runs: int, file: Path) -> None:
    """Fuzz one reader by coverage; ends the process."""
    import atheris

    logging.disable(logging.CRITICAL)
    with atheris.instrument_imports(include=["blogcrawler"]):
        read, seeds = readers()[name]
    folder = Path(tempfile.mkdtemp())
    for number, seed in enumerate(seeds):
        (folder / str(number)).write_bytes(seed)
    limits = [f"-max_total_time={seconds}", f"-runs={runs}", "-max_len=8192", "-rss_limit_mb=2048", "-timeout=60"]
    atheris.Setup([sys.argv[0], *limits, str(folder)], Findings(name, read, file))
    atheris.Fuzz()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=30, help="seconds for each reader")
    parser.add_argument("--runs", type=int, default=1_000_000, help="at most this many inputs for each reader")
    parser.add_argument("--only", help="one reader")
    parser.add_argument("--random", action="store_true", help="change inputs at random, without atheris")
    parser.add_argument("--in-process", nargs=2, metavar=("READER", "FILE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.in_process:
        name, file = options.in_process
        how = fuzz if options.random else fuzz_with_atheris
        how(name, options.seconds, options.runs, Path(file))
        return
    file = Path(tempfile.mkdtemp()) / "findings.jsonl"
    file.touch()
    total = 0
    for name in [options.only] if options.only else list(readers()):
        command = [sys.executable, __file__, "--seconds", str(options.seconds), "--runs", str(options.runs)]
        command += ["--in-process", name, str(file)] + (["--random"] if options.random else [])
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        counts = re.findall(r"Done (\d+) runs", done.stdout + done.stderr)
        runs = int(counts[-1]) if counts else 0
        total += runs
        print(
            f"{name:<10} {runs:>9,} inputs" + ("" if counts else f"  ended: {(done.stderr or done.stdout)[-300:]}"),
            flush=True,
        )
    findings = [json.loads(line) for line in file.read_text().splitlines()]
    for one in findings:
        print(f"{one['reader']}: {one['what']}\n    {bytes.fromhex(one['input'])[:300]!r}")
    print(f"{total:,} inputs, {len(findings)} failures")
    sys.exit(bool(findings))


if __name__ == "__main__":
    main()
