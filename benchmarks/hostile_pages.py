"""CPU time and memory of 600 pages that are made to cost both, one after the other.

    python benchmarks/hostile_pages.py [--every 5] [--only dates] [--profile 7]

Each page goes through everything that a crawl does with a page, in a process of its own: it is parsed, recognised, its
links are read, its comments and its article are extracted, and rules are learned with the page among the training
pages. The table shows the pages that took longest. A limit on the process ends those that never finish.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pickle
import pstats
import resource
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fixtures.hostile_shapes import PAGES, HostilePage, hostile_page, ordinary_article, ordinary_page
from scrapy.http import HtmlResponse

from blogcrawler.blog import KnownBlog, SiteKnowledge, Survey, Training
from blogcrawler.comments import gather, page_platforms
from blogcrawler.dom import Page
from blogcrawler.extraction import Extractor, RuleSet, generic_article
from blogcrawler.feeds import feed_candidates
from blogcrawler.frontier import (
    LinkFeatureReader,
    UnclassifiedPages,
    app_files,
    is_standalone_post,
    next_part,
    page_links,
    page_traits,
    scripted_links,
)
from blogcrawler.http import to_page
from blogcrawler.items import Feed, FeedEntry
from blogcrawler.media import article_media
from blogcrawler.rendering import browser_need
from blogcrawler.requisites import page_requisites

MAX_SECONDS, MAX_MB = 2.0, 400
#: A page that takes this long is ended.
LIMIT = 60
HOME = "https://pier.example/"
NOW = datetime(2023, 6, 1, tzinfo=UTC)
TRAINING = 8


@dataclass(slots=True)
class Result:
    """What a page has cost: CPU seconds of each step, and the peak of the memory."""

    number: int
    name: str
    size: int
    steps: dict[str, float] = field(default_factory=dict)
    megabytes: float = 0.0
    error: str = ""

    @property
    def worst(self) -> float:
        """The seconds of reading the page with rules, of reading it without, or of learning with it.

        A page is read once, and a training page is learned from in a step of its own.
        """
        learning, without, generic = (self.steps.get(name, 0.0) for name in ("learn", "unknown", "generic"))
        reading = sum(self.steps.values()) - learning - without - generic
        return max(learning, reading, reading - self.steps.get("extract", 0.0) + max(without, generic))


def response_of(number: int, body: bytes) -> HtmlResponse:
    """The response with a page of the blog."""
    return HtmlResponse(f"{HOME}2023/05/post-{number}/", body=body, headers={"Content-Type": "text/html"})


def training_page(number: int, body: bytes, content: str) -> Training:
    """A training page, and its entry in the feed."""
    response = response_of(number, body)
    entry = FeedEntry(
        url=response.url,
        title=f"The {number}",
        authors=("Ann Author",),
        published=NOW - timedelta(days=number % 28),
        content_html=content,
        tags=("sea",),
    )
    return Training(entry, response, to_page(response))


def survey_of(training: list[Training]) -> Survey:
    """The survey of the blog with these training pages."""
    items = "".join(f'<h2><a href="/2023/05/post-{n}/">Day {n}</a></h2>{ordinary_article(n)}' for n in range(10))
    home = HtmlResponse(HOME, body=f"<html><body>{items}</body></html>".encode(), encoding="utf-8")
    feed = Feed(url=f"{HOME}feed/", title="Pier notes", home=HOME, language="en")
    return Survey(home=HOME, root=HOME, home_page=to_page(home), feed=feed, training=training)


def ordinary_training(number: int) -> list[Training]:
    """Training pages of ordinary posts."""
    return [training_page(n, ordinary_page(n).encode(), ordinary_article(n)) for n in range(number)]


def steps(page: Page, response: HtmlResponse, blog: KnownBlog) -> Iterator[tuple[str, Callable[[], object]]]:
    """The steps that a crawl does with a page, in their order. The last one consumes the page."""
    unclassified = UnclassifiedPages(sqlite3.connect(":memory:"))
    reader = LinkFeatureReader(blog.pattern)

    def links() -> object:
        found = {link.url: link for link in page_links(page, blog.scope)}
        for link in scripted_links(page, blog.scope):
            found.setdefault(link.url, link)
        return reader.read(page, list(found.values()), "list")

    def comments() -> object:
        gathering = gather(page, page.url, None, blog.comments, NOW, page_platforms(page))
        try:
            return gathering.send(None)
        except StopIteration as end:
            end.value.blank_on(page)
            return end.value

    def extract() -> object:
        post = blog.extractor.extract(page, None, NOW, consume=True)
        return article_media(post.content_html, page.url, [])

    yield "requisites", lambda: page_requisites(page)
    yield (
        "recognise",
        lambda: blog.classifier.rejection_by_traits(
            page, page_traits(page, blog.extractor), blog.pattern.classify(page.url)
        ),
    )
    yield "other", lambda: is_standalone_post(page, page.url, "en", posts_state_kind=False)
    yield "template", lambda: unclassified.has_post_template(page)
    yield "knowledge", lambda: SiteKnowledge.recognise(response, page)
    yield "links", links
    yield "scripts", lambda: list(app_files(page))
    yield "feeds", lambda: list(feed_candidates(page.tree, page.url))
    yield "render", lambda: browser_need(page, blog.extractor, page_platforms(page), None)
    yield "parts", lambda: next_part(page, page.url, 2)
    yield "unknown", lambda: Extractor(RuleSet(language="en")).extract(page, None, NOW)
    yield "generic", lambda: generic_article(page.copy())
    yield "comments", comments
    yield "extract", extract


def timed(action: Callable[[], object]) -> tuple[float, object]:
    """The CPU seconds of an action, and what it returns."""
    began = time.process_time()
    value = action()
    return time.process_time() - began, value


def measure(hostile: HostilePage, number: int, blog: KnownBlog, result: Result) -> None:
    """Do everything with a page; its figures go to ``result``."""
    response = response_of(number, hostile.body)
    seconds, page = timed(lambda: to_page(response))
    result.steps["parse"] = seconds
    assert isinstance(page, Page)
    for name, action in steps(page, response, blog):
        result.steps[name] = timed(action)[0]
    del page
    training = ordinary_training(TRAINING)
    training[3] = training_page(number, hostile.body, hostile.part)
    result.steps["learn"] = timed(lambda: KnownBlog.learn(survey_of(training), SiteKnowledge()))[0]


def in_child(number: int, blog: KnownBlog) -> Result:
    """Measure a page in a process of its own, so that its memory is counted alone."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        hostile = hostile_page(number)
        result = Result(number, hostile.name, len(hostile.body))
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))

        def send() -> None:
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(result, pipe)
            os._exit(0)

        def stop(*_: object) -> None:
            result.error = f"not finished after {LIMIT} s"
            result.steps["unfinished"] = float(LIMIT)
            send()

        signal.signal(signal.SIGXCPU, stop)
        try:
            measure(hostile, number, blog, result)
        except BaseException as error:
            result.error = f"{type(error).__name__}: {error}"[:200]
        send()
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        data = pipe.read()
    _, _, usage = os.wait4(child, 0)
    result = pickle.loads(data) if data else Result(number, "", 0, {"unfinished": float(LIMIT)}, error="killed")
    result.megabytes = usage.ru_maxrss / 1024
    return result


def profile(number: int, blog: KnownBlog, order: str) -> None:
    """Print where the time of one page goes."""
    hostile = hostile_page(number)
    result = Result(number, hostile.name, len(hostile.body))
    profiler = cProfile.Profile()
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError))
    signal.alarm(LIMIT // 4)
    profiler.enable()
    try:
        measure(hostile, number, blog, result)
    except TimeoutError:
        traceback.print_exc()
    profiler.disable()
    print(row(result))
    pstats.Stats(profiler).sort_stats(order).print_stats(35)


def row(result: Result) -> str:
    """A line of the table."""
    slowest = sorted(result.steps.items(), key=lambda one: -one[1])[:3]
    named = ", ".join(f"{name} {seconds:.2f}" for name, seconds in slowest)
    return (
        f"{result.number:>4} {result.worst:7.2f} s {result.megabytes:6.0f} MB {result.size / 1e6:6.1f} MB  "
        f"{result.name[:44]:<44}  {named}  {result.error}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="measure only every Nth page")
    parser.add_argument("--only", default="", help="only pages with this in their name")
    parser.add_argument("--rows", type=int, default=15, help="number of lines of the table")
    parser.add_argument("--first", type=int, default=PAGES, help="measure only the first pages")
    parser.add_argument("--profile", type=int, metavar="NUMBER", help="print a profile of one page")
    parser.add_argument("--order", default="tottime", help="order of the profile, such as cumtime")
    options = parser.parse_args()
    blog = KnownBlog.learn(survey_of(ordinary_training(TRAINING)), SiteKnowledge())
    assert blog.rules.article, "no rule was learned from ordinary pages"
    if options.profile is not None:
        profile(options.profile, blog, options.order)
        return
    results = []
    for number in range(0, min(PAGES, options.first), options.every):
        if options.only and options.only not in hostile_page(number).name:
            continue
        results.append(in_child(number, blog))
        if results[-1].worst > MAX_SECONDS or results[-1].megabytes > MAX_MB or results[-1].error:
            print(row(results[-1]), flush=True)
    print(f"\n{len(results)} pages. The slowest:")
    for result in sorted(results, key=lambda one: -one.worst)[: options.rows]:
        print(row(result))
    slowest, largest = max(one.worst for one in results), max(one.megabytes for one in results)
    print(
        f"worst page: {slowest:.2f} s (target ≤ {MAX_SECONDS:g}: {'met' if slowest <= MAX_SECONDS else 'MISSED'}), "
        f"{largest:.0f} MB (target ≤ {MAX_MB}: {'met' if largest <= MAX_MB else 'MISSED'}), "
        f"{sum(bool(one.error) for one in results)} errors"
    )


if __name__ == "__main__":
    main()
