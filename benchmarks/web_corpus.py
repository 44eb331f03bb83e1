"""Open every kind of page of an archive of real blogs in Chromium: no console errors, nothing serious for axe-core.

    python benchmarks/web_corpus.py                      crawls ten blogs and stores three forum threads
    python benchmarks/web_corpus.py --home FOLDER        keeps the archive, and uses it if it is there already
    python benchmarks/web_corpus.py --save FOLDER        also saves a screenshot of each page

The blogs are in ten languages, right-to-left and CJK included. Ends with status 1 if anything is wrong. Needs the
corpus (CORPUS, by default ../shared/corpus) with its tools, Chromium and axe-core (``make test`` installs them).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from corpus import CORPUS, crawl, load_scorer, serve  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402
from screenshots import chromium  # noqa: E402
from web_browser import AXE, serious_findings, watched, web_server  # noqa: E402

from blogcrawler.items import Blog, Comment, Post  # noqa: E402
from blogcrawler.store import DATABASE_FILE, open_store  # noqa: E402
from blogcrawler.web import WebOptions  # noqa: E402

BLOGS = (
    *("javadevazzadeh-evazzadeh", "tanarky", "jeen", "melonteam", "korben.info", "120minuten", "edyo-blog"),
    *("alekseylobanov", "jefclaes", "emap"),
)
FORUM = "https://forum.example/"
THREADS = 3
PAGES_PER_BLOG = 40
WIDTHS = {"desktop": 1280, "phone": 390}


def crawl_blogs(home: Path) -> None:
    load_scorer()  # says if the corpus is missing
    folders = [CORPUS / "blogs" / name for name in BLOGS]
    server, port = serve(folders)
    try:
        for folder in folders:
            limits = ("-s", f"CLOSESPIDER_PAGECOUNT={PAGES_PER_BLOG}", "-s", f"BLOGCRAWLER_HOME={home}")
            crawl(folder, port, home / "logs", 120, *limits)
            print(f"crawled {folder.name}", flush=True)
    finally:
        server.terminate()
        server.wait()


def save_threads(home: Path) -> None:
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog(FORUM, "Forum threads of the corpus", "en"))
        files = sorted((CORPUS / "threads").glob("*.json"))
        store.save_posts(thread(json.loads(file.read_text()), file.stem) for file in files[:THREADS])


def thread(found: dict, name: str) -> Post:
    """A thread as the corpus has it: texts, users and dates."""
    messages = [
        Comment(str(at), None, one.get("author"), None, one.get("date"), "", one["text"], None)
        for at, one in enumerate(found["posts"], 1)
    ]
    first = messages[0]
    authors = [first.author] if first.author else []
    return Post(
        *(found["url"], FORUM, name, authors, first.published),
        language="en",
        text=first.text,
        type="thread",
        posts=messages,
    )


def paths(home: Path) -> Iterator[tuple[str, str]]:
    """Name and path of every page to open: the kinds of page that all archives have, and some of each blog."""
    yield "blogs", "/"
    yield "crawls", "/crawls"
    yield "search", "/search"
    with closing(open_store(None, home)) as store:
        for blog in store.blogs():
            name = (blog.url.split("/")[2]).removeprefix("www.")
            yield f"{name} blog", f"/blog?{urlencode({'url': blog.url})}"
            entries = store.catalogue.entries(blog.url)
            with_comments = sorted(entries, key=lambda entry: -entry.comments)[:1]
            for at, entry in enumerate([*entries[:2], *with_comments]):
                yield f"{name} post {at}", f"/post?{urlencode({'url': entry.url})}"
            if entries:
                words = " ".join((entries[0].title or entries[0].excerpt).split()[:2])
                yield f"{name} search", f"/search?{urlencode({'q': words, 'blog': blog.url})}"
                yield f"{name} versions", f"/versions?{urlencode({'url': entries[0].url})}"


def check(browser: Browser, home: Path, save: Path | None) -> int:
    """Open all pages and print what is wrong with them; returns the number of pages with something wrong."""
    opened = bad = 0
    with web_server(WebOptions(home)) as server:
        for device, width in WIDTHS.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
                page, wrong = watched(context, server)
                for name, path in paths(home):
                    wrong.clear()
                    page.goto(server + path)
                    findings = serious_findings(page)
                    if page.evaluate("document.documentElement.scrollWidth") > width:
                        wrong.append("wider than the window")
                    if wrong or findings:
                        bad += 1
                        print(f"{name} ({device}, {scheme}): {wrong} {json.dumps(findings)}", flush=True)
                    if save is not None:
                        page.screenshot(path=save / f"{name.replace('/', '-')}-{device}-{scheme}.png")
                    opened += 1
                context.close()
    print(f"{opened} pages opened, {bad} with errors or serious findings")
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, metavar="FOLDER")
    parser.add_argument("--save", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    if not AXE.exists():
        sys.exit("axe-core is not installed: make .programs/.installed")
    if options.save is not None:
        options.save.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="blogcrawler-web-") as folder, chromium() as browser:
        home = (options.home or Path(folder)).resolve()
        if not (home / DATABASE_FILE).exists():
            (home / "logs").mkdir(parents=True)
            crawl_blogs(home)
        save_threads(home)
        sys.exit(1 if check(browser, home, options.save) else 0)


if __name__ == "__main__":
    main()
