"""Orders of download to compare with: blind ones, and an oracle that knows every page beforehand."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from urllib.parse import urlsplit

from sites import Site

from blogcrawler.dom import parse_page
from blogcrawler.feeds import parse_feed
from blogcrawler.urls import normal, page_key, resolve


class Graph:
    """A site as a blind crawler sees it: every link of every page, as long as it stays on the host."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._links: dict[str, tuple[str, ...]] = {}

    def links(self, url: str) -> tuple[str, ...]:
        """The links of a page; none if it is not there or no page."""
        if url not in self._links:
            answer = self.site.answer(url)
            found: list[str] = []
            if answer.status == 200 and answer.kind == "text/html":
                page = parse_page(answer.body.decode("utf-8", "replace"), url)
                hrefs = [str(href) for href in page.tree.xpath("//a/@href | //area/@href")]
                made = (resolve(page.base, href) for href in hrefs)
                found = [link for link in made if link and urlsplit(link).netloc == self.site.host]
            self._links[url] = tuple(dict.fromkeys(found))
        return self._links[url]

    @cached_property
    def feed(self) -> tuple[str, ...]:
        """The posts that the feed lists."""
        body = self.site.answer(f"http://{self.site.host}{self.site._blog.feed_path}").body
        entries = parse_feed(body, self.site.home).entries
        return tuple(made for entry in entries if (made := normal(entry.url.replace("https://", "http://"))))


def blind(graph: Graph, take: Callable[[list[str]], str]) -> list[str]:
    """Fetch every page that a link leads to; ``take`` says which of those that wait is next."""
    waiting, fetched = [graph.site.home], []
    seen = {page_key(graph.site.home)}
    while waiting:
        url = take(waiting)
        fetched.append(url)
        for link in graph.links(url):
            if page_key(link) not in seen:
                seen.add(page_key(link))
                waiting.append(link)
    return fetched


def bfs(graph: Graph) -> list[str]:
    """First in, first out."""
    return blind(graph, lambda waiting: waiting.pop(0))


def lifo(graph: Graph) -> list[str]:
    """Last in, first out: what Scrapy does when nothing is set."""
    return blind(graph, list.pop)


def at_random(graph: Graph, seed: int) -> list[str]:
    """Any of those that wait."""
    dice = random.Random(seed)
    return blind(graph, lambda waiting: waiting.pop(dice.randrange(len(waiting))))


def oracle(graph: Graph) -> list[str]:
    """Posts and as few other pages as possible: whenever no post is known, go the way to a page that
    brings the most new posts a request. The feed counts as such a page."""
    site = graph.site
    feed = "feed:"
    fetched: list[str] = []
    done: set[str] = set()
    known: dict[str, str] = {page_key(site.home): site.home}
    posts: list[str] = []

    def links(url: str) -> tuple[str, ...]:
        return graph.feed if url == feed else graph.links(url)

    def fetch(url: str) -> None:
        fetched.append(url)
        done.add(page_key(url))
        for link in links(url):
            if page_key(link) not in known:
                known[page_key(link)] = link
                if site.key(link) in site.posts:
                    posts.append(link)

    def gain(url: str) -> int:
        return sum(site.key(link) in site.posts and page_key(link) not in known for link in set(links(url)))

    fetch(site.home)
    known[feed] = feed
    got: set[str] = set()
    while True:
        while posts:
            post = posts.pop(0)
            got.add(site.key(post))
            fetch(post)
        if got >= site.posts:
            return fetched
        # Breadth first from all that is known: the shortest way to every page.
        ways: dict[str, tuple[str, ...]] = {key: (url,) for key, url in known.items() if key not in done}
        level = list(ways.values())
        best: tuple[float, tuple[str, ...]] = (0, ())
        while level:
            for way in level:
                best = max(best, (gain(way[-1]) / len(way), way), key=lambda one: one[0])
            further = []
            for way in level:
                for link in links(way[-1]):
                    if page_key(link) not in ways and page_key(link) not in known:
                        ways[page_key(link)] = (*way, link)
                        further.append((*way, link))
            level = further if len(level[0]) < 4 else []
        if not best[1]:
            return fetched
        for url in best[1]:
            if page_key(url) not in done:
                fetch(url)


def milestones(site: Site, fetched: list[str], shares: tuple[float, ...]) -> dict[float, int | None]:
    """After how many requests each share of the posts was fetched."""
    reached: dict[float, int | None] = dict.fromkeys(shares)
    got: set[str] = set()
    for number, url in enumerate(fetched, 1):
        key = site.key(url)
        if key in site.posts and key not in got:
            got.add(key)
            for share in shares:
                if reached[share] is None and len(got) >= share * len(site.posts):
                    reached[share] = number
    return reached
