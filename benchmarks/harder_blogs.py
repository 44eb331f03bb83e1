"""Extraction on blogs that were made harder, one change at a time: how much each change costs.

    python benchmarks/harder_blogs.py                       # every fifth blog of the corpus, all changes
    python benchmarks/harder_blogs.py --every 1             # all blogs: five times as long
    python benchmarks/harder_blogs.py names dates           # the changes whose names contain one of these words
    python benchmarks/harder_blogs.py --blogs title         # also which blogs lose a field
    python benchmarks/harder_blogs.py --no-feed             # rules are learned from the pages alone

Extracts the posts that the feed did not list, with rules learned from a full feed and from a partial one, both changed
in the same way as the pages. Prints the scores of the unchanged blogs, and how each change affects them, in points
(article: F1 × 100). The expected values stay the same, unless a change replaces the article itself. Dates on lists are
not used. Needs the corpus (CORPUS, by default ../shared/corpus).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from corpus import CORPUS
from extraction import SCORER, Blog, blogs, record
from fixtures import harder_feeds as feeds
from fixtures import harder_pages as pages
from fixtures import harder_parts as parts
from scrapy.http import HtmlResponse
from w3lib.encoding import html_to_unicode

from blogcrawler.dates import best_date
from blogcrawler.dom import Page, find, parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn, own_entries
from blogcrawler.http import to_page
from blogcrawler.items import FeedEntry

FIELDS = ("f1", "title", "author", "date")
#: The charsets that blogs used before UTF-8.
CHARSETS = {"ru": "windows-1251", "uk": "windows-1251", "ja": "shift_jis", "zh": "gb18030", "ko": "euc-kr",
            "pl": "iso-8859-2", "fa": "windows-1256"}  # fmt: skip


@dataclass(frozen=True)
class Hardening:
    """A change of pages, of the feed, or of both; ``charset`` says how the pages' bytes declare theirs."""

    page: pages.Change | None = None
    feed: feeds.FeedChange | None = None
    charset: str = ""


def page(*changes: pages.Change) -> Hardening:
    return Hardening(page=pages.all_of(*changes))


def feed(*changes: feeds.FeedChange) -> Hardening:
    def change(pairs: Sequence[feeds.Pair], told: feeds.Told) -> list[feeds.Pair]:
        for one in changes:
            pairs = one(pairs, told)
        return list(pairs)

    return Hardening(feed=change)


HARDENINGS: dict[str, Hardening] = {
    "metadata off": page(pages.metadata_off),
    "metadata and <title> off": page(pages.metadata_off, pages.head_title_off),
    "names: meaningless": page(pages.names_meaningless),
    "names: hashed": page(pages.names_hashed),
    "names: new hashes on half of the pages": page(pages.names_by_build),
    "names: different on each page": page(pages.names_by_page),
    "names: utility classes": page(pages.utilities),
    "names: none": page(pages.names_off),
    "tags: div and span": page(pages.tags_plain),
    "names: none, tags: div and span": page(pages.names_off, pages.tags_plain),
    "names: none, metadata off": page(pages.names_off, pages.metadata_off),
    "names: meaningless, metadata off": page(pages.names_meaningless, pages.metadata_off),
    "names: by page, tags: div, metadata off": page(pages.names_by_page, pages.tags_plain, pages.metadata_off),
    "wrapped in divs": page(pages.wrapped),
    "two templates: names": page(pages.every_other(pages.names_meaningless)),
    "two templates: names, tags, divs": page(
        pages.every_other(pages.all_of(pages.names_meaningless, pages.tags_plain, pages.wrapped, pages.metadata_off))
    ),
    "feed: 1 entry": feed(feeds.first(1)),
    "feed: 2 entries": feed(feeds.first(2)),
    "feed: 3 entries": feed(feeds.first(3)),
    "feed: 5 entries": feed(feeds.first(5)),
    "feed: 3 entries, names: none": Hardening(pages.names_off, feeds.first(3)),
    "feed: backwards": feed(feeds.backwards),
    "feed: a third leads to other posts": feed(feeds.wrong_links),
    "feed: a third leads to the home page": feed(feeds.links_home),
    "feed: texts swapped": feed(feeds.texts_swapped),
    "text: 100 words […]": feed(feeds.cut(100, " […]")),
    "text: 50 words… Read more": feed(feeds.cut(50, "… <a href='#'>Read more</a>")),
    "text: 20 words […]": feed(feeds.cut(20, " […]")),
    "text: 20 words, 3 entries": feed(feeds.cut(20, " […]"), feeds.first(3)),
    "text: 55 words, The post … appeared first": feed(
        feeds.cut(55, " […]</p><p>The post {title} appeared first on {blog}.")
    ),
    "text: The post … appeared first": feed(feeds.with_footer),
    "text: without HTML": feed(feeds.stripped),
    "text: escaped twice": feed(feeds.escaped_twice),
    "text: a summary in other words": feed(feeds.summary),
    "text: none": feed(feeds.text_off),
    "text: none, names: none": Hardening(pages.names_off, feeds.text_off),
    "title: [Category] before it": feed(feeds.title_category),
    "title: cut …": feed(feeds.title_cut),
    "title: upper case": feed(feeds.title_upper),
    "title: other punctuation": feed(feeds.title_ascii),
    "title: Blog: before it": feed(feeds.title_named),
    "title: none": feed(feeds.title_off),
    "author: none": feed(feeds.author_off),
    "author: none, metadata off": Hardening(pages.metadata_off, feeds.author_off),
    "author: mail (Name)": feed(feeds.author_mail),
    "author: the blog": feed(feeds.author_blog),
    "author: admin": feed(feeds.author_admin),
    "date: none": feed(feeds.date_off),
    "date: none, metadata off": Hardening(pages.metadata_off, feeds.date_off),
    "date: of the build": feed(feeds.date_built),
    "date: of the last edit": feed(feeds.date_updated),
    "date: 5 hours off": feed(feeds.date_zone),
    "page: d/m/y": page(pages.metadata_off, parts.date_dmy),
    "page: m/d/y": page(pages.metadata_off, parts.date_mdy),
    "page: d.m.yy": page(pages.metadata_off, parts.date_short),
    "page: m/d/yy, 2 entries": Hardening(pages.all_of(pages.metadata_off, parts.date_short_mdy), feeds.first(2)),
    "page: Updated … | Published …": page(pages.metadata_off, parts.updated_before),
    "page: Published … | Updated …": page(pages.metadata_off, parts.updated_behind),
    "page: Updated, Published apart": page(pages.metadata_off, parts.updated_apart),
    "page: the same, date: none": Hardening(pages.all_of(pages.metadata_off, parts.updated_apart), feeds.date_off),
    "page: recent posts first": page(parts.recent_posts),
    "page: recent posts first, metadata off": page(parts.recent_posts, pages.metadata_off),
    "page: others' names": page(parts.author_box, pages.metadata_off),
    "page: breadcrumbs": page(parts.breadcrumbs),
    "page: sticky bar": page(parts.sticky_bar),
    "page: logo is <h1>": page(parts.logo_heading),
    "page: category in heading": page(parts.heading_with_category),
    "page: the same, metadata off": page(parts.heading_with_category, pages.metadata_off, pages.head_title_off),
    "page: promo box": page(parts.promo_same),
    "page: five promo boxes": page(parts.promo_rotating),
    "page: related posts after": page(parts.related_behind),
    "page: related posts inside": page(parts.related_inside),
    "page: comments": page(parts.comments_named),
    "page: comments without names": page(parts.comments_nameless),
    "page: comments without names inside": page(parts.comments_inside),
    "page: comments without names before": page(parts.comments_before),
    "page: line breaks for paragraphs": page(pages.line_breaks),
    "page: line breaks, names: none": page(pages.line_breaks, pages.names_off),
    "page: tables for layout": page(pages.table_layout),
    "page: all headings are <h1>": page(pages.headings_first),
    "posts: a sentence": page(parts.one_sentence),
    "posts: a list": page(parts.one_list),
    "posts: a quotation": page(parts.one_quote),
    "posts: code": page(parts.one_code),
    "posts: half are pictures": page(parts.picture_half),
    "charset: declared": Hardening(charset="declared"),
    "charset: undeclared": Hardening(charset="undeclared"),
    "charset: declared wrongly": Hardening(charset="wrong"),
}  # fmt: skip


@dataclass
class Scene:
    """A blog of the corpus, read once: its pages' texts, its feeds, and the rules of the untouched blog."""

    blog: Blog
    texts: dict[str, str] = field(default_factory=dict)
    rules: RuleSet = field(init=False)

    def __post_init__(self) -> None:
        about = json.loads((self.blog.folder / "blog.json").read_text())
        self.told = feeds.Told(about.get("title") or self.blog.folder.name, "")
        self.feeds = {name: self.blog.feed(f"feed.{name}.xml") for name in ("train", "summary")}
        self.language = about["language"] or "en"
        for entry in self.blog.entries:
            self.texts[entry["url"]] = html_to_unicode(None, self.blog.raw(entry))[1]
        home = self.blog.folder / "site" / "index.html"
        self.texts[""] = html_to_unicode(None, home.read_bytes())[1] if home.is_file() else "<p>Welcome</p>"
        feed = self.feeds["train"]
        self.rules = learn([(e, parse_page(self.texts[url], url)) for e, url in self.pairs("train")], feed.language)

    def pairs(self, name: str) -> list[feeds.Pair]:
        found = []
        for entry in self.feeds[name].entries:
            keys = [SCORER.url_key(url) for url in (entry.url, *entry.alternatives)]
            known = next((self.blog.by_key[key] for key in keys if key in self.blog.by_key), None)
            if known:
                found.append((entry, known["url"]))
        return found

    def page(self, url: str, how: Hardening, truth: dict[str, Any], number: int, posts: list[dict[str, Any]]) -> Page:
        if how.charset:
            return to_page(
                HtmlResponse(url or "http://home/", body=encoded(self.texts[url], self.language, how.charset))
            )
        found = parse_page(self.texts[url], url)
        if how.page is not None:
            article = Extractor(self.rules).article_rule(found)
            places = [article, *self.rules.title[:1], *(r for r in self.rules.published[:1] if r.take != "content")]
            nodes = {id(rule): self._place(found, rule.selector) for rule in places if rule is not None}
            title, date = self.rules.title[:1], self.rules.published[:1]
            how.page(
                pages.Spot(
                    found, truth, number, self.told.name, self.language, nodes.get(id(article)),
                    nodes.get(id(title[0])) if title else None, nodes.get(id(date[0])) if date else None, posts,
                )
            )  # fmt: skip
        return found

    def _place(self, page: Page, selector: str) -> Any:
        found = find(page.tree, selector, first=True) if selector.startswith("/") else []
        return found[0] if found and found[0].getparent() is not None and "/head" not in selector else None

    def run(self, how: Hardening, name: str) -> dict[str, Any]:
        """The scores of the blog's test posts, with rules of one of its feeds, or of "none"."""
        posts = deepcopy(self.blog.entries)
        numbers = {post["url"]: number for number, post in enumerate(posts)}
        by_url = {post["url"]: post for post in posts}
        feed = "train" if name == "none" else name
        pairs = how.feed(self.pairs(feed), self.told) if how.feed else self.pairs(feed)
        training = []
        for entry, url in pairs:
            if url:
                known = self.page(url, how, by_url[url], numbers[url], posts)
                if by_url[url]["content_html"] != self.blog.entries[numbers[url]]["content_html"]:
                    entry = with_text(entry, by_url[url]["content_html"])
            else:
                known = parse_page(self.texts[url], entry.url)
            training.append((entry, known))
        if name == "none":
            known_pages = [known for _, known in training]
            training = list(zip(own_entries(known_pages), known_pages, strict=True))
        extractor = Extractor(learn(training, None if name == "none" else self.feeds[name].language))
        found = []
        for post in self.blog.test:
            url = post["url"]
            got = extractor.extract(self.page(url, how, by_url[url], numbers[url], posts))
            dating = best_date(got.dates)
            found.append(
                {"url": url, **record(got)} | ({"published": dating.date} if dating and dating.is_usable else {})
            )
        return self._score(posts, found)

    def _score(self, truth: list[dict[str, Any]], found: list[dict[str, Any]]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            split = (self.blog.folder / "split.json").read_text()
            (Path(folder) / "split.json").write_text(split)
            (Path(folder) / "entries.json").write_text(json.dumps(truth))
            return SCORER.score(Path(folder), found) | {"blog": self.blog.folder.name}


def with_text(entry: FeedEntry, html: str) -> FeedEntry:
    return replace(entry, content_html=html, summary_html=None)


def encoded(text: str, language: str, how: str) -> bytes:
    """The page in the old charset of its language; the declaration is right, missing or wrong."""
    charset = CHARSETS.get(language, "windows-1252")
    text = re.sub(r"(?i)<meta[^>]*charset[^>]*>", "", text)
    said = {"declared": charset, "wrong": "iso-8859-1", "undeclared": ""}[how]
    body = text.encode("utf-8" if how == "wrong" else charset, "xmlcharrefreplace")
    return (f"<meta charset='{said}'>".encode() if said else b"") + body


def mean(rows: Sequence[dict[str, Any]], name: str) -> float:
    values = [row[name] for row in rows if row.get(name) is not None]
    return 100 * sum(values) / len(values) if values else float("nan")


def chosen(wanted: Sequence[str]) -> Iterator[tuple[str, Hardening]]:
    for name, how in HARDENINGS.items():
        if not wanted or any(part in name for part in wanted):
            yield name, how


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wanted", metavar="PART", nargs="*", help="parts of the changes' names")
    parser.add_argument("--every", type=int, default=5, help="use every n-th blog (%(default)s)")
    parser.add_argument("--only", help="a part of the blog's name")
    parser.add_argument("--blogs", choices=FIELDS, help="name the blogs that lose this field")
    parser.add_argument("--no-feed", action="store_true", help="learn from the pages alone")
    options = parser.parse_args()
    if not (CORPUS / "blogs").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'blogs'} (set CORPUS to its folder)")
    taken = [b for b in blogs() if options.only in b.folder.name] if options.only else blogs()[:: options.every]
    scenes = [Scene(blog) for blog in taken]
    used = ("none",) if options.no_feed else ("train", "summary")
    plain = {name: [scene.run(Hardening(), name) for scene in scenes] for name in used}
    columns = ["article, no feed"] if options.no_feed else ["article, full feed"]
    columns += ["title", "author", "date"] + ([] if options.no_feed else ["article, partial feed"])
    print(row(f"{len(scenes)} blogs", columns))
    print("|---" * (len(columns) + 1) + "|")
    before = figures(plain)
    print(row("unchanged", [f"{value:.1f}" for value in before]), flush=True)
    for name, how in chosen(options.wanted):
        if options.no_feed and how.feed is not None:
            continue
        rows = {feed: [scene.run(how, feed) for scene in scenes] for feed in used}
        after = figures(rows)
        print(row(name, [f"{b - a:+.1f}" for a, b in zip(before, after, strict=True)]), flush=True)
        for feed in used if options.blogs == "f1" else used[:1] if options.blogs else ():
            for old, new in zip(plain[feed], rows[feed], strict=True):
                if (new[options.blogs] or 0) < (old[options.blogs] or 0) - 0.004:
                    print(f"    {feed} {new['blog']}: {old[options.blogs]} → {new[options.blogs]}", flush=True)


def row(name: str, cells: Sequence[str]) -> str:
    """A row of the table; names may contain the sign that separates its cells."""
    return f"| {name.replace('|', chr(92) + '|')} | {' | '.join(cells)} |"


def figures(rows: dict[str, list[dict[str, Any]]]) -> list[float]:
    """All fields for the first feed, the article for the others."""
    first, *others = rows.values()
    return [mean(first, name) for name in FIELDS] + [mean(scores, "f1") for scores in others]


if __name__ == "__main__":
    main()
