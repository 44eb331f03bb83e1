"""Comments of real blogs: how many of those that a post states were got, and whether any of them got into an article.

    python benchmarks/comments.py [--only PATTERN]     # crawls the blogs whose pages hold comments
    python benchmarks/comments.py page                 # the saved pages with their comment feeds

Needs the corpus (CORPUS, by default ../shared/corpus) and its tools; says so when they are missing.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from corpus import CORPUS, crawl, serve

from blogcrawler.comments import EndpointAnswer, comment_platforms, page_platforms
from blogcrawler.comments.learning.learn_rule import learn_comments
from blogcrawler.comments.learning.matching import sample_of
from blogcrawler.comments.page.rule_reader import read_page
from blogcrawler.comments.page.rules import CommentRule, markup_rule
from blogcrawler.comments.platforms.comment_feed import read_comment_feed
from blogcrawler.dom import Page, parse_page

#: Blogs of the corpus whose pages hold comments.
BLOGS = (
    "jflam|ycheng|codingisacopingstrategy|8none1|andremalenfant|osukaru|orangette|120minuten|berniesumption"
    "|javadevazzadeh|dogblog|jorgeelconstructor|aemoncao"
)


def page_row(folder: Path) -> None:
    """What is read off a page by the rule that its comment feed has taught, and by what is known of its platform."""
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
    parser.add_argument("which", choices=("blogs", "page"), nargs="?", default="blogs")
    parser.add_argument("--only", default=BLOGS, help="a pattern of the folder's name")
    parser.add_argument("--out", type=Path, default=Path("/tmp/blogcrawler-comments"))
    options = parser.parse_args()
    if not (CORPUS / "comments").is_dir():
        sys.exit(f"the corpus is missing: {CORPUS / 'comments'} (set CORPUS to its folder)")
    print(f"{len(comment_platforms())} platforms are known")
    for folder in sorted((CORPUS / "comments").iterdir()) if options.which == "page" else ():
        page_row(folder)
    if options.which == "page":
        return
    folders = sorted(f for f in (CORPUS / "blogs").iterdir() if re.search(options.only, f.name))
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
