"""Comments of real blogs: how many of the stated comments were found, and whether any of them ended up in an article.

    python benchmarks/comments.py [--only PATTERN]     # crawls the blogs whose pages have comments
    python benchmarks/comments.py page                 # the saved pages with their comment feeds
    python benchmarks/comments.py gold                 # F1 of the comments in saved pages, without a crawl

``gold`` compares with what the pages show: ``comments.json`` of the corpus, and ``fixtures/comments_gold`` for other
blogs of it, read off the pages by hand (authors and the beginnings of the texts, without pingbacks). It reads each page
twice: with what is known of its platform, and by structure alone, as if no platform were known. Blogs that were looked
at while the reader was changed are averaged apart from the others.

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from corpus import CORPUS, ROOT, crawl, load_scorer, serve

from blogcrawler.comments import (
    BlogComments,
    CommentPlatform,
    Discussion,
    EndpointAnswer,
    comment_platforms,
    gather,
    page_platforms,
)
from blogcrawler.comments.learning.learn_rule import learn_comments
from blogcrawler.comments.learning.matching import sample_of
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.page.rules import CommentRule, markup_rule
from blogcrawler.comments.platforms.comment_feed import read_comment_feed
from blogcrawler.dom import Page, parse_page

#: Blogs of the corpus whose pages have comments.
BLOGS = (
    "jflam|ycheng|codingisacopingstrategy|8none1|andremalenfant|osukaru|orangette|120minuten|berniesumption"
    "|javadevazzadeh|dogblog|jorgeelconstructor|aemoncao"
)

GOLD = ROOT / "benchmarks" / "fixtures" / "comments_gold"
#: Blogs whose pages were looked at while the reader was changed.
TUNED_ON = {
    "120minuten", "bjeans-whitesrvjournal", "clavelm-maitremo", "drupaldork", "izquierdahispanica", "jeen",
    "jflam-www-iunknown-com", "korben.info", "stevebarnett-dogblog", "veen", "www.huffingtonpost.com",
}  # fmt: skip
#: Pages were saved before this day; "3 days ago" is read from here.
NOW = datetime(2024, 1, 1)


def gold_file(folder: Path) -> Path | None:
    """The file that lists the comments of a blog's pages, of the corpus or of this benchmark."""
    return next((file for file in (folder / "comments.json", GOLD / f"{folder.name}.json") if file.exists()), None)


def comment_scores(folder: Path, posts: list[dict], scorer: Any) -> dict[str, float | None]:
    """F1 of the comments of a blog's posts, by text and by author and text; None without gold."""
    file = gold_file(folder)
    if file is None:
        return {"comments": None, "comment_authors": None}
    with TemporaryDirectory() as home:
        (Path(home) / "comments.json").write_text(file.read_text())
        return scorer.comment_score(Path(home), {scorer.url_key(post["url"]): post for post in posts})


def read_saved(folder: Path, platforms: list[CommentPlatform] | None) -> list[dict]:
    """The posts of a blog with the comments on their saved pages."""
    listed = json.loads((gold_file(folder) or folder / "comments.json").read_text())
    known = BlogComments(language=(json.loads((folder / "blog.json").read_text()).get("language") or "en")[:2])
    posts = []
    for entry in json.loads((folder / "entries.json").read_text()):
        file = folder / "site" / entry["path"]
        if entry["url"] in listed and file.is_file():
            page = parse_page(file.read_bytes().decode("utf-8", "replace"), entry["url"])
            found = _without_requests(gather(page, entry["url"], None, known, NOW, platforms))
            posts.append({"url": entry["url"], "comments": [comment.record() for comment in found.comments]})
    return posts


def _without_requests(gathering: Generator[str, EndpointAnswer | None, Discussion]) -> Discussion:
    try:
        next(gathering)
        while True:
            gathering.send(None)
    except StopIteration as end:
        return end.value


def print_gold(folders: list[Path]) -> None:
    """Print the F1 of the comments of every blog with gold, and the averages."""
    scorer = load_scorer()
    rows: dict[str, list[dict]] = {"looked at": [], "held out": []}
    print(f"{'':56}{'by platform':>18}{'by structure':>18}\n{'':56}{'text   author':>18}{'text   author':>18}")
    for folder in folders:
        scores = [comment_scores(folder, read_saved(folder, platforms), scorer) for platforms in (None, [])]
        row = {f"{name} {kind}": one[name] for kind, one in zip("ps", scores, strict=True) for name in one}
        group = "looked at" if folder.name in TUNED_ON else "held out"
        rows[group].append(row)
        print(f"{group:10}{folder.name[:44]:46}" + _figures(row.values()))
    for group, several in rows.items():
        means = [mean([row[key] for row in several if row[key] is not None] or [0]) for key in (several or [{}])[0]]
        print(f"{'mean':10}{f'{len(several)} blogs {group}':46}" + _figures(means))


def _figures(values: Iterable[float | None]) -> str:
    return "".join("        -" if value is None else f"{value:9.3f}" for value in values)


def page_row(folder: Path) -> None:
    """Print the comments read by the rule learned from the page's comment feed, and by the platform's definition."""
    case = json.loads((folder / "case.json").read_text())
    page = parse_page((folder / "page.html").read_text(), case["url"])
    batch = read_comment_feed(EndpointAnswer(case["url"], 200, (folder / "comments.xml").read_bytes()))
    assert batch is not None
    rules: dict[str, CommentRule | None] = {"learned": learn_comments([sample_of(page, batch.comments)])}
    for platform in page_platforms(page):
        if platform.dom is not None:
            rules[platform.name] = markup_rule(platform.dom, platform.name)
    print(f"{folder.name}: {case['comments_on_page']} comments on the page, {len(batch.comments)} in the feed")
    for name, rule in rules.items():
        print(f"  {name}: {_counts(page, rule)}")


def _counts(page: Page, rule: CommentRule | None) -> str:
    got = read_page(page, rule) if rule else []
    names = ("author", "published", "text", "parent")
    return f"{len(got)} comments, " + ", ".join(f"{sum(bool(getattr(c, n)) for c in got)} {n}" for n in names)


def blog_row(result: dict) -> dict:
    posts = result["posts"]
    stated = [post for post in posts if post["comments_expected"] is not None]
    mixed = [
        (post["url"], comment["text"][:60])
        for post in posts
        for comment in post["comments"]
        if len(comment["text"]) > 40 and " ".join(comment["text"].split()) in " ".join(post["text"].split())
    ]
    comments = [comment for post in posts for comment in post["comments"]]
    return {
        "blog": result["blog"],
        "posts": len(posts),
        "comments": len(comments),
        "got of stated": sum(min(len(post["comments"]), post["comments_expected"]) for post in stated),
        "stated": sum(post["comments_expected"] for post in stated),
        "author": sum(bool(comment["author"]) for comment in comments),
        "date": sum(bool(comment["published"]) for comment in comments),
        "in the article": len(mixed),
        "source": sorted({post["source"].get("comments", "") for post in posts if post["comments"]}),
        "missed": [post["url"] for post in stated if len(post["comments"]) < post["comments_expected"]][:5],
        "mixed": mixed[:3],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=("blogs", "page", "gold"), nargs="?", default="blogs")
    parser.add_argument("--only", help="a pattern of the folder's name")
    parser.add_argument("--out", type=Path, default=Path("/tmp/blogcrawler-comments"))
    options = parser.parse_args()
    if not (CORPUS / "comments").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'comments'} (set CORPUS to its folder)")
    print(f"{len(comment_platforms())} platforms are known")
    for folder in sorted((CORPUS / "comments").iterdir()) if options.which == "page" else ():
        page_row(folder)
    if options.which == "page":
        return
    default = "" if options.which == "gold" else BLOGS
    folders = sorted(f for f in (CORPUS / "blogs").iterdir() if re.search(options.only or default, f.name))
    if options.which == "gold":
        print_gold([folder for folder in folders if gold_file(folder)])
        return
    options.out.mkdir(parents=True, exist_ok=True)
    server, port = serve(folders, "--sitemap")
    try:
        with ThreadPoolExecutor(2) as pool:
            for result in pool.map(lambda f: crawl(f, port, options.out, 300), folders):
                print(json.dumps(blog_row(result), ensure_ascii=False), flush=True)
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
