"""The theme of a real WordPress is switched: actions that know only the old theme are repaired."""

from __future__ import annotations

import urllib.request
from dataclasses import replace

import pytest
from wordpress import THEMES, WordPresses, some_posts

from blogcrawler.dates import iso_moment
from blogcrawler.dom import Page, node_text, parse_page
from blogcrawler.knowledge import (
    Level,
    adapt_new,
    adapt_recrawl,
    document,
    found_text,
    known_applications,
    with_learned,
)

pytestmark = pytest.mark.real


def fetch(url: str) -> Page:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=30) as answer:
        return parse_page(answer.read().decode(), url)


def values(level: Level, page: Page) -> dict[str, str]:
    found: dict[str, str] = {}
    for action in level.extract:
        if action.type in ("title", "author", "published", "content") and action.type not in found:
            for one in action.path.find(page.tree)[:1]:
                found[action.type] = node_text(one) if action.type == "content" else found_text(one)
    found["published"] = (iso_moment(found.get("published", "")) or "")[:10]
    return {name: value for name, value in found.items() if value}


def test_actions_for_one_theme_are_repaired_for_the_others(wordpresses: WordPresses) -> None:
    base = known_applications()
    application = base.applications["blog/wordpress"]
    with wordpresses.site(THEMES[0]) as site:
        addresses = [site.address(post) for post in site.add_posts(some_posts(8))]
        old = [fetch(address) for address in addresses]
        level = base.level(application, document(old[0]))
        assert level is not None
        assert level.name == "post"
        # Nothing is known but what the first theme needs.
        used = {kind: next(a for a in level.fields(kind) if a.path.find(old[0].tree)) for kind in values(level, old[0])}
        level = replace(level, extract=tuple(used.values()))
        narrow = replace(application, levels=(level,))
        stored = [values(level, page) for page in old]
        for theme in THEMES[1:]:
            site.switch_theme(theme)
            new = [fetch(address) for address in addresses]
            learned = adapt_recrawl(narrow, level, list(zip(new[:5], stored[:5], strict=True)), site.url)
            repaired = with_learned(narrow, learned).level("post")
            assert repaired is not None
            for page, known in zip(new[5:], stored[5:], strict=True):
                assert values(repaired, page) == known
            assert adapt_recrawl(narrow, repaired, list(zip(new, stored, strict=True)), site.url) == []
            # So are they without what was stored; a second crawl has nothing to learn.
            found = adapt_new(narrow, level, new[:5], site.url, base.applications.values())
            again = with_learned(narrow, found).level("post")
            assert again is not None
            for page, known in zip(new[5:], stored[5:], strict=True):
                assert values(again, page) == known
            assert adapt_new(narrow, again, new, site.url, base.applications.values()) == []
