"""How many actions are repaired when templates change.

    python benchmarks/adaptation.py

Takes pages of the corpus (CORPUS, by default ../shared/corpus) whose software and level are known, and changes them as
templates change: classes and ids are renamed, tags replaced, or the same content is put into a mobile page. Actions
must find afterwards what they found before: fields by Algorithm 1 of the AAH paper, which knows the stored values, and
by Algorithm 2, which does not, learned on up to 7 posts and tested on another; links learned on up to 3 lists and
tested on another; patterns for the level of posts learned on up to 6 and tested on 2. An action that finds something
else than before is wrong; dates that the feed contradicts were wrong before and are left out. A second run must learn
nothing.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from datetime import date
from typing import Any
from urllib.parse import unquote, urlsplit

from corpus import CORPUS
from fixtures.template_changes import BASE, CHANGES, Change
from knowledge import pages_of

from blogcrawler.dates import iso_moment
from blogcrawler.dom import Page, node_text, parse_page
from blogcrawler.frontier import is_pagination_url
from blogcrawler.knowledge import (
    Application,
    Learned,
    Level,
    adapt_level,
    adapt_navigation,
    adapt_new,
    adapt_recrawl,
    document,
    found_text,
    language_of,
    navigate,
    with_learned,
)

FIELDS = ("title", "content", "author", "published")
POSTS, LISTS, TRIED = 8, 4, 2
#: The days on which posts were published, as the feeds say, by host and path.
DAYS: dict[str, str] = {}


def values(level: Level, page: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for action in level.extract:
        if action.type in FIELDS and action.type not in found:
            for one in action.path.find(page.tree)[:1]:
                found[action.type] = node_text(one) if action.type == "content" else found_text(one)
    if "published" in found:  # as records have it
        found["published"] = (iso_moment(found["published"], language_of(page)) or "")[:10]
    return {kind: value for kind, value in found.items() if value}


def address(url: str) -> str:
    parts = urlsplit(url)
    return unquote(f"{parts.netloc.removeprefix('www.')}{parts.path}".removesuffix("index.html"))


def rightly(found: dict[str, str], url: str) -> dict[str, str]:
    """The found values, without dates that differ from the feed's by more than a time zone."""
    stated = DAYS.get(address(url))
    if stated and found.get("published"):
        apart = date.fromisoformat(found["published"]) - date.fromisoformat(stated)
        if abs(apart.days) > 1:
            return {kind: value for kind, value in found.items() if kind != "published"}
    return found


def can_be_repaired(kind: str, stored: list[dict[str, str]], page: Page) -> bool:
    """Whether enough pages have a field to learn it, and the last one still shows it; dates in any format."""
    value = " ".join(stored[-1][kind].split())
    shown = kind == "published" or value in " ".join("".join(map(str, page.tree.itertext())).split())
    return shown and sum(kind in one for one in stored[:-1]) >= 2


def fields(
    pages: list[tuple[str, str]], application: Application, level: Level, change: Change, stored_is_known: bool = True
) -> Counter[str]:
    stored = [rightly(values(level, parse_page(html, url)), url) for url, html in pages]
    changed = [change(parse_page(html, url), level) for url, html in pages]
    training, last = list(zip(changed, stored, strict=True))[:-1], changed[-1]

    def learn(known: Level) -> list[Learned]:
        if stored_is_known:
            return adapt_recrawl(application, known, training, "corpus")
        siblings = [one for one in BASE.applications.values() if one.category == application.category]
        return adapt_new(application, known, [page for page, _ in training][:6], "corpus", siblings)

    repaired = with_learned(application, learn(level)).level(level.name)
    assert repaired is not None
    before, got = values(level, last), values(repaired, last)
    counts = Counter(again=len(learn(repaired)))
    for kind, value in stored[-1].items():
        if before.get(kind) == value:
            continue
        counts["all"] += 1
        if can_be_repaired(kind, stored, last):
            counts["failing"] += 1
            counts["repaired"] += got.get(kind) == value
            counts["wrong"] += kind in got and got[kind] not in (value, before.get(kind))
    return counts


def relaxed(pages: list[tuple[str, str]], application: Application, level: Level, change: Change) -> Counter[str]:
    return fields(pages, application, level, change, stored_is_known=False)


def ways(pages: list[tuple[str, str]], application: Application, level: Level, change: Change) -> Counter[str]:
    def found(known: Level, page: Page) -> dict[str, set[str]]:
        every = navigate(BASE, application, known, page)
        return {to: {way.url for way in every if way.to == to} for to in ("post", level.name)}

    stored = [found(level, parse_page(html, url)) for url, html in pages]
    posts = set().union(*(one["post"] for one in stored))
    changed = [change(parse_page(html, url), level) for url, html in pages]

    def leads_to(url: str) -> str | None:
        return "post" if url in posts else level.name if is_pagination_url(url) else None

    learned = adapt_navigation(application, level, changed[:-1], leads_to, "corpus")
    repaired = with_learned(application, learned).level(level.name)
    assert repaired is not None
    before, got = found(level, changed[-1]), found(repaired, changed[-1])
    counts = Counter(again=len(adapt_navigation(application, repaired, changed[:-1], leads_to, "corpus")))
    for to, wanted in stored[-1].items():
        if wanted and len(before[to] & wanted) < 0.5 * len(wanted):
            counts["all"] += 1
            counts["failing"] += 1
            counts["repaired"] += len(got[to] & wanted) >= 0.8 * len(wanted)
            counts["wrong"] += len(got[to] - wanted - posts) > 0.1 * len(got[to]) and to == "post"
    return counts


def levels(
    pages: list[tuple[str, str]], application: Application, level: Level, others: list[tuple[str, str]], change: Change
) -> Counter[str]:
    """Whether posts are recognised again, learned together with one other page, and no list is taken for one."""
    posts = [change(parse_page(html, url), level) for url, html in pages]
    lists = []
    for url, html in others:
        page = parse_page(html, url)
        at = BASE.level(application, document(page))
        assert at is not None
        lists.append((change(page, at), at))
    found = [BASE.level(application, document(page)) for page in posts]
    if 2 * sum(one is not None and one.name == level.name for one in found) > len(posts):
        return Counter()
    siblings = [one for one in BASE.applications.values() if one.category == application.category]
    learned = adapt_new(application, level, posts[:-TRIED][:6], "corpus", siblings)
    repaired = with_learned(application, learned).level(level.name)
    assert repaired is not None
    pattern = adapt_level(application, repaired, posts[:-TRIED], [lists[0][0]], "corpus")
    counts = Counter(all=1, failing=1)
    if pattern is not None:
        counts["repaired"] += all(pattern.path.find(page.tree) for page in posts[-TRIED:])
        # A page that is not a post, such as one about the author, is not changed: as mobile pages both look alike.
        counts["wrong"] += any(pattern.path.find(page.tree) for page, at in lists[1:] if not at.terminal)
        known = with_learned(application, [pattern]).level(level.name)
        assert known is not None
        counts["again"] += adapt_level(application, known, posts[:-TRIED], [lists[0][0]], "corpus") is not None
    return counts


def sites() -> tuple[list[Any], list[Any], list[Any]]:
    """Posts, lists, and posts with other pages of the corpus whose type and level are known, by blog."""
    posts, lists, mixed = [], [], []
    for blog in sorted((CORPUS / "blogs").iterdir()):
        for entry in json.loads((blog / "entries.json").read_text()):
            if entry["published"]:
                DAYS[address(entry["url"])] = entry["published"][:10]
        known: dict[tuple[str, str], list[tuple[str, str]]] = {}
        others: dict[str, list[tuple[str, str]]] = {}
        for url, html in pages_of(blog, 60):
            page = parse_page(html, url)
            found = BASE.detect(document(page))
            if found and found.level:
                if found.level.name != "post":
                    others.setdefault(found.application.name, []).append((url, html))
                leading = found.level.follow and not found.level.terminal
                if found.level.name == "post" or (leading and _lists(found.application, found.level, page)):
                    known.setdefault((found.application.name, found.level.name), []).append((url, html))
        for (name, level), pages in known.items():
            application = BASE.applications[name]
            at = application.level(level)
            assert at is not None
            if level == "post" and len(pages) >= 5:
                posts.append((pages[:POSTS], application, at))
                if others.get(name):
                    mixed.append((pages[:POSTS], application, at, others[name][:POSTS]))
            elif level != "post" and len(pages) >= 3:
                lists.append((pages[:LISTS], application, at))
    return posts, lists, mixed


def _lists(application: Application, level: Level, page: Page) -> bool:
    return sum(way.to == "post" for way in navigate(BASE, application, level, page)) >= 3


def main() -> None:
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    posts, lists, mixed = sites()
    print("| change | actions that fail | of these on the page | repaired | share | wrong | learned again |")
    print("|---|---|---|---|---|---|---|")
    measures: dict[str, tuple[list[Any], Any]] = {
        "fields": (posts, fields),
        "links": (lists, ways),
        "fields, nothing stored": (posts, relaxed),
        "levels": (mixed, levels),
    }
    totals: dict[str, Counter[str]] = {}
    for name, change in CHANGES.items():
        for kind, (every, measure) in measures.items():
            counts: Counter[str] = Counter()
            for site in every:
                counts += measure(*site, change)
            totals[kind] = totals.get(kind, Counter()) + counts
            _print(f"{name}: {kind}", counts)
    for kind, total in totals.items():
        _print(f"all: {kind}", total)
    print(
        f"\n{len(posts)} blogs with posts, {len(lists)} with lists, {len(mixed)} with posts and other pages, whose "
        "software and level are known."
    )


def _print(name: str, counts: Counter[str]) -> None:
    share = f"{counts['repaired'] / counts['failing']:.0%}" if counts["failing"] else "–"
    failing = f"{counts['all']} | {counts['failing']}"
    print(
        f"| {name} | {failing} | {counts['repaired']} | {share} | {counts['wrong']} | {counts['again']} |", flush=True
    )


if __name__ == "__main__":
    main()
