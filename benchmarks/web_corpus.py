"""Open every kind of page of an archive of real blogs in Chromium: no console errors, nothing serious for axe-core.

    python benchmarks/web_corpus.py                      crawls ten blogs and stores three forum threads
    python benchmarks/web_corpus.py --home FOLDER        keeps the archive, and uses it if it is there already
    python benchmarks/web_corpus.py --save FOLDER        also saves a screenshot of each page

The blogs are in ten languages, right-to-left and CJK included. On a desktop with light colours every blog is looked at,
otherwise some pages of each kind. One post of each blog gets a second version, so that there is something to compare.
Ends with status 1 if anything is wrong. Needs the corpus (CORPUS, by default ../shared/corpus) with its tools, Chromium
and axe-core (``make test`` installs them).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support")]

from corpus import CORPUS, crawl, load_scorer, serve  # noqa: E402
from lxml import etree  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
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
PAGES_PER_BLOG = 20
WIDTHS = {"desktop": 1280, "phone": 390}
LOOKS = (("desktop", "light"), ("phone", "light"), ("desktop", "dark"), ("phone", "dark"))
SAMPLED = 2
"""Pages of each kind that are opened in looks other than the first."""

TOKEN = "a token for nobody"


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


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to open: its kind, and the path that leads to it."""

    kind: str
    path: str


def add_versions(home: Path) -> None:
    """Change a post of each blog: it loses its last paragraph and gets another one."""
    with closing(open_store(None, home)) as store:
        for blog in store.blogs():
            entries = store.catalogue.entries(blog.url, limit=1)
            post = store.post(entries[0].url) if entries else None
            if post is not None and not store.post_states.versions(post.url):
                lines = [*post.text.splitlines()[:-1], f"{post.title or post.url} (2)"]
                html = "".join(f"<p>{escape(line)}</p>" for line in lines)
                changed = replace(post, title=f"{post.title} (2)", text="\n".join(lines), content_html=html)
                store.post_states.replace(post, changed, ["title", "content"], datetime.now(UTC))


def visits(home: Path) -> Iterator[Visit]:
    """Every page to open: the kinds of page that all archives have, and some of each blog."""
    for kind in ("/", "/crawls", "/login", "/search", "/watches", "/changes", "/search?q=nosuchwordanywhere"):
        yield Visit(kind, kind)
    with closing(open_store(None, home)) as store:
        for blog in store.blogs():
            yield Visit("blog", f"/blog?{urlencode({'url': blog.url})}")
            yield Visit("past", f"/past?{urlencode({'url': blog.url, 'at': '2020-01-01'})}")
            entries = store.catalogue.entries(blog.url)
            if not entries:
                continue
            yield Visit("thread" if entries[0].type == "thread" else "post", _post(entries[-1].url))
            yield Visit("comments", _post(max(entries, key=lambda entry: entry.comments).url))
            words = " ".join((entries[0].title or entries[0].excerpt).split()[:2])
            yield Visit("search", f"/search?{urlencode({'q': words, 'blog': blog.url})}")
            changed = urlencode({"url": entries[0].url})
            yield Visit("versions", f"/versions?{changed}&version=1")
            yield Visit("merged", f"/versions?{changed}&version=1&view=merged")


def _post(url: str) -> str:
    return f"/post?{urlencode({'url': url})}"


def sample(every: list[Visit], number: int, start: int) -> list[Visit]:
    """Some pages of each kind; another start gives others."""
    kinds: dict[str, list[Visit]] = {}
    for one in every:
        kinds.setdefault(one.kind, []).append(one)
    return [
        visit
        for found in kinds.values()
        for visit in dict.fromkeys(found[(start * number + at) % len(found)] for at in range(number))
    ]


def check(browser: Browser, home: Path, save: Path | None) -> int:
    """Open all pages and print what is wrong with them; returns the number of pages with something wrong."""
    every = list(visits(home))
    opened: Counter[str] = Counter()
    bad = 0
    with web_server(WebOptions(home, token=TOKEN)) as server:
        for turn, (device, scheme) in enumerate(LOOKS):
            context = browser.new_context(viewport={"width": WIDTHS[device], "height": 900}, color_scheme=scheme)
            page, wrong = watched(context, server)
            for number, visit in enumerate(every if turn == 0 else sample(every, SAMPLED, turn)):
                wrong.clear()
                page.goto(server + visit.path)
                findings = serious_findings(page)
                if page.evaluate("document.documentElement.scrollWidth") > WIDTHS[device]:
                    wrong.append("wider than the window")
                wrong += [] if turn else machine_readable(page, server, visit)
                if wrong or findings:
                    bad += 1
                    print(f"{visit.path} ({device}, {scheme}): {wrong} {json.dumps(findings)}", flush=True)
                if save is not None:
                    page.screenshot(path=save / f"{device}-{scheme}-{number:03}-{visit.kind.strip('/')[:9]}.png")
                opened[visit.kind] += 1
            context.close()
    print(", ".join(f"{kind} {number}" for kind, number in opened.items()))
    print(f"{opened.total()} pages opened, {bad} with errors or serious findings")
    return bad


def machine_readable(page: Page, server: str, visit: Visit) -> list[str]:
    """What is wrong with the JSON of a page, and with the Atom feed of a search."""
    path, mark, query = visit.path.partition("?")
    if path == "/login":
        return []
    wrong = []
    answer = page.request.get(f"{server}{'/blogs' if path == '/' else path}.json{mark}{query}")
    if answer.status != 200 or not isinstance(answer.json(), dict):
        wrong.append(f"JSON: {answer.status}")
    if path == "/search" and query:
        feed = page.request.get(f"{server}/search.atom?{query}")
        if feed.status != 200 or etree.fromstring(feed.body()).tag != "{http://www.w3.org/2005/Atom}feed":
            wrong.append(f"Atom: {feed.status}")
    return wrong


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
        add_versions(home)
        sys.exit(1 if check(browser, home, options.save) else 0)


if __name__ == "__main__":
    main()
