"""Number of static posts of the corpus that would be rendered needlessly: make bench-rendering.

Learns rules from each blog's feed, as in a crawl, and checks with them whether a post needs a browser.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent))

from extraction import CORPUS, blogs

from blogcrawler.comments import page_platforms
from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import Extractor, RuleSet, learn
from blogcrawler.rendering import browser_need


def main() -> int:
    total, marked, needed = 0, 0, []

    def judge(page: Page, extractor: Extractor, where: str) -> None:
        nonlocal total, marked
        platforms = page_platforms(page)
        total += 1
        marked += any(platform.marks.needs_script for platform in platforms)
        if need := browser_need(page, extractor, platforms):
            needed.append(f"{need}: {where}")

    for blog in blogs():
        feed = blog.feed("feed.train.xml")
        extractor = Extractor(learn(blog.training(feed), feed.language))
        for entry in blog.entries:
            judge(blog.page(entry), extractor, entry["url"])
    for posts in sorted(CORPUS.glob("sites/*/posts.txt")):
        for url in posts.read_text().split():
            path = posts.parent / "site" / unquote(urlsplit(url).path).strip("/")
            file = path / "index.html" if path.is_dir() else path
            if file.is_file():
                judge(parse_page(file.read_text(errors="replace"), url), Extractor(RuleSet()), url)
    print(f"{total} posts of static blogs, {marked} with the mark of a platform that loads its comments by script")
    print(f"would be rendered: {len(needed)} (target: 0)", *needed, sep="\n  ")
    return 1 if needed else 0


if __name__ == "__main__":
    sys.exit(main())
