"""A blog of six posts, made from templates: learn from five, read the sixth."""

from __future__ import annotations

import random

from invented_blogs import HOME, invented_words

from blogcrawler.dom import parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, RuleSet, learn
from blogcrawler.items import FeedEntry

TITLES = ("Bread", "Maps of old towns", "Why gardens", "A walk", "Music", "Letters")


def paragraph(seed: int) -> str:
    dice = random.Random(seed)
    return "".join(f"<p>{' '.join(invented_words(dice, 40)).capitalize()}.</p>" for _ in range(4))


def crawl(article: str, page: str, *, full: bool = True, last: str | None = None) -> ExtractedPost:
    """Extract the last of six posts, whose article may be different, with rules learned from the others.

    ``{text}``, ``{title}`` and ``{n}`` of the article and ``{article}`` of the page are filled in.
    """
    pairs: list[tuple[FeedEntry, str]] = []
    for number, title in enumerate(TITLES):
        made = last if last is not None and number == len(TITLES) - 1 else article
        html = made.replace("{text}", paragraph(number)).replace("{title}", title).replace("{n}", str(number))
        shown = page.replace("{article}", html).replace("{title}", title).replace("{n}", str(number))
        feed = html if full else " ".join(paragraph(number).split()[:30])
        pairs.append((FeedEntry(f"{HOME}/{number}", title, content_html=feed), shown))
    rules = learn((entry, parse_page(html, entry.url)) for entry, html in pairs[:-1])
    rules = RuleSet.from_record(rules.record())
    entry, html = pairs[-1]
    return Extractor(rules).extract(parse_page(html, entry.url))
