"""What makes pages of blogs hard, as changes of parsed pages: each takes a page and what is known of its post."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

from lxml import etree
from lxml.etree import _Element

from blogcrawler.dom import Page


@dataclass
class Spot:
    """A page of a blog with its post's truth, and where the rules of the untouched blog find what a change moves."""

    page: Page
    truth: dict[str, Any]
    number: int
    blog: str
    language: str
    article: _Element | None
    title: _Element | None
    date: _Element | None
    posts: list[dict[str, Any]] = field(repr=False)

    @property
    def body(self) -> _Element:
        body = self.page.tree.find("body")
        return self.page.tree if body is None else body

    @property
    def random(self) -> Random:
        return Random(self.truth["url"])

    @property
    def half(self) -> bool:
        """Whether the post is one of that half that some changes are made to; the feed lists every other post."""
        return self.number // 2 % 2 == 1

    @property
    def day(self) -> datetime | None:
        return datetime.fromisoformat(self.truth["published"]) if self.truth["published"] else None

    def others(self, count: int) -> list[dict[str, Any]]:
        """Other posts of the blog, as its sidebar would show them."""
        known = [post for post in self.posts if post is not self.truth and post["title"]]
        return self.random.sample(known, min(count, len(known)))


Change = Callable[[Spot], None]


def all_of(*changes: Change) -> Change:
    def change(spot: Spot) -> None:
        for one in changes:
            one(spot)

    return change


def every_other(change: Change) -> Change:
    """The blog has two templates: half of its posts are changed, of those that the feed lists as well as of others."""
    return lambda spot: change(spot) if spot.half else None


# --- what the page says to machines, and how it calls its parts -----------------------------------------------------


def metadata_off(spot: Spot) -> None:
    for element in list(spot.page.tree.iter("script", "meta")):
        if element.getparent() is not None and (element.tag == "meta" or "json" in (element.get("type") or "")):
            element.getparent().remove(element)
    for element in spot.page.tree.iter(etree.Element):
        for name in list(element.keys()):
            if name in ("itemprop", "datetime", "rel") or name.startswith("data-"):
                del element.attrib[name]
    spot.page.json_ld, spot.page.metas, spot.page.microdata = [], None, {}


def head_title_off(spot: Spot) -> None:
    for element in spot.page.tree.iterfind("head/title"):
        element.text = spot.blog


def _renamed(new: Callable[[Spot, str], str]) -> Change:
    def change(spot: Spot) -> None:
        for element in spot.page.tree.iter(etree.Element):
            for name in ("class", "id"):
                if element.get(name):
                    element.set(name, " ".join(new(spot, token) for token in element.get(name).split()))

    return change


def _word(text: str, size: int = 3) -> str:
    digest = hashlib.sha1(text.encode()).digest()
    return "".join("bdfglmnprstvz"[byte % 13] + "aeiou"[byte // 13 % 5] for byte in digest[:size])


def _hash(text: str) -> str:
    return "css-" + hashlib.sha1(text.encode()).hexdigest()[:6]


names_meaningless = _renamed(lambda spot, name: _word(re.sub(r"\d+", "", name)))
names_hashed = _renamed(lambda spot, name: _hash(name))
names_by_build = _renamed(lambda spot, name: _hash(f"{name}{spot.half}"))
names_by_page = _renamed(lambda spot, name: _hash(f"{name}{spot.truth['url']}"))

_UTILITIES = (
    "flex grid block px-4 py-2 mt-4 mb-8 mx-auto max-w-2xl text-lg text-sm font-bold text-gray-700 w-full".split()
)


def utilities(spot: Spot) -> None:
    """Names say how a node looks: many nodes share them."""
    for element in spot.body.iter(etree.Element):
        known = element.get("class") or element.get("id")
        element.attrib.pop("id", None)
        if known:
            chosen = Random(known).sample(_UTILITIES, 5)
            element.set("class", " ".join(chosen))


def names_off(spot: Spot) -> None:
    for element in spot.page.tree.iter(etree.Element):
        for name in ("class", "id", "role"):
            element.attrib.pop(name, None)


_PLAIN_TAGS = dict.fromkeys("article main header footer nav aside section hgroup address h1 h2 h3".split(), "div")
_PLAIN_TAGS["time"] = "span"


def tags_plain(spot: Spot) -> None:
    for element in list(spot.body.iter(*_PLAIN_TAGS)):
        element.tag = _PLAIN_TAGS[element.tag]


def wrapped(spot: Spot) -> None:
    """Builders of pages put everything into divs; not everywhere as many."""
    for element in list(spot.body):
        for _ in range(1 + spot.random.randrange(3)):
            holder = etree.Element("div")
            element.addprevious(holder)
            holder.append(element)
