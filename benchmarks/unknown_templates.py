"""Number of actions for one platform that are repaired on pages of another, with nothing stored.

    python benchmarks/unknown_templates.py [part of a blog's name]

For each blog of the corpus (CORPUS, by default ../shared/corpus), takes the known type whose actions find the least on
its posts; the blog's own type is unknown. Algorithm 2 of the AAH paper learns on up to 6 posts, and what the repaired
actions find on the next ones (at least 2) is compared with the feed. A field can be repaired if the feed's value is in
an element of its own on these pages (title, author, date), or if the feed has the article.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from corpus import CORPUS, load_scorer
from lxml.etree import _Element

from blogcrawler.dates import iso_moment
from blogcrawler.dom import Page, node_text, parse_page, words
from blogcrawler.extraction import split_names
from blogcrawler.knowledge import (
    Application,
    adapt_new,
    document,
    found_text,
    known_applications,
    language_of,
)

BASE = known_applications()
SCORE = load_scorer()
FIELDS = {"title": "title", "content": "content_html", "author": "author", "published": "published"}
TRAINING, PAGES, SAME_TEXT = 6, 10, 0.8


def is_right(kind: str, entry: dict[str, Any], found: _Element | str, page: Page) -> bool:
    if kind == "content":
        return not isinstance(found, str) and (
            SCORE.prf(SCORE.text_of(entry["content_html"]), node_text(found))[2] >= SAME_TEXT
        )
    text = found_text(found)
    if kind == "title":
        return words(text) == words(entry["title"])
    if kind == "author":
        return any(words(name) in [words(one) for one in split_names(entry["author"])] for name in split_names(text))
    day = iso_moment(text, language_of(page))
    return (
        day is not None and abs((date.fromisoformat(day[:10]) - date.fromisoformat(entry["published"][:10])).days) <= 1
    )


def is_known(kind: str, entry: dict[str, Any]) -> bool:
    return bool(entry.get(FIELDS[kind])) and (kind != "content" or entry["content_is_full"])


def can_be_repaired(kind: str, entry: dict[str, Any], page: Page) -> bool:
    if not is_known(kind, entry):
        return False
    if kind == "content":
        return True
    body = page.tree.find("body")
    places = [one for one in (body if body is not None else page.tree).iter("*") if one.tag not in ("script", "style")]
    if kind == "published":
        values = [one.get(name) for one in places for name in ("datetime", "title", "content") if one.get(name)]
        short = [text for one in places if len(one) == 0 and 6 <= len(text := node_text(one)) <= 60]
        return any(is_right(kind, entry, value, page) for value in [*values, *short] if value)
    return any(is_right(kind, entry, one, page) for one in places if len(one) <= 3 and len(one.text or "") < 300)


def found_by(application: Application, kind: str, page: Page) -> list[_Element | str]:
    level = application.level("post")
    assert level is not None
    return [one for action in level.fields(kind) for one in action.path.find(page.tree)[:1]][:1]


def stranger(pages: Sequence[Page], own: str) -> Application:
    """The type whose actions find the least on these pages."""
    types = (one for _, one in sorted(BASE.applications.items()) if one.category == "blog" and one.name != own)
    whole = [one for one in types if one.detect and (at := one.level("post")) and all(map(at.fields, FIELDS))]
    return min(whole, key=lambda one: sum(bool(found_by(one, kind, page)) for page in pages[:3] for kind in FIELDS))


def of_blog(blog: Path, counts: dict[str, Counter[str]]) -> None:
    entries = json.loads((blog / "entries.json").read_text())
    entries = [one for one in entries if (blog / "site" / one["path"]).is_file()][:PAGES]
    pages = [parse_page((blog / "site" / one["path"]).read_text(errors="replace"), one["url"]) for one in entries]
    size = min(TRAINING, len(pages) - 2)
    if size < 3:
        return
    detected = BASE.recognise(document(pages[0]))
    own = detected[0].name if detected else ""
    application = stranger(pages[:size], own)
    level = application.level("post")
    assert level is not None
    siblings = [one for one in BASE.applications.values() if one.category == "blog" and one.name != own]
    begin = time.process_time()
    learned = adapt_new(application, level, pages[:size], blog.name, siblings)
    counts["all"]["ms"] += round(1000 * (time.process_time() - begin))
    told = list(zip(entries, pages, strict=True))[size:]
    for kind in FIELDS:
        if 2 * sum(bool(found_by(application, kind, page)) for page in pages[:size]) >= size:
            continue
        able = 2 * sum(can_be_repaired(kind, entry, page) for entry, page in told) >= len(told)
        paths = [one.path for one in learned if one.type == kind]
        found = [(e, p, one) for e, p in told if is_known(kind, e) for path in paths for one in path.find(p.tree)[:1]]
        right = sum(is_right(kind, entry, one, page) for entry, page, one in found)
        wrong = 2 * right < len(found)
        for total in (counts[kind], counts["all"]):
            total.update(failing=1, able=able, learned=bool(paths), told=bool(found))
            total.update(right=bool(found) and not wrong, both=bool(found) and not wrong and able, wrong=wrong)
        if wrong:
            print(f"wrong: {blog.name}, {kind}: {', '.join(map(str, paths))}", file=sys.stderr)


def main() -> None:
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in (*FIELDS, "all")}
    for blog in sorted((CORPUS / "blogs").iterdir()):
        if part in blog.name:
            of_blog(blog, counts)
    print("| field | fail | can be repaired | of these repaired | share | learned | compared | right | wrong |")
    print("|---|---|---|---|---|---|---|---|---|")
    for kind, one in counts.items():
        share = f"{one['both'] / one['able']:.0%}" if one["able"] else "–"
        print(
            f"| {kind} | {one['failing']} | {one['able']} | {one['both']} | {share} | {one['learned']} | {one['told']} "
            f"| {one['right']} | {one['wrong']} |"
        )
    print(f"\nAll blogs took {counts['all']['ms'] / 1000:.1f} s of CPU time.")


if __name__ == "__main__":
    main()
