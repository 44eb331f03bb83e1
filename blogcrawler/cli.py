"""``blogcrawler``: crawl a blog, and look at what the crawls have brought."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from . import __version__
from .errors import BlogCrawlerError, StoreError, UsageError
from .items import Post
from .store import DATABASE_FILE, Store, open_store
from .terminal import json_text, one_line, safe
from .views import READABLE_WIDTH, blogs_table, post_line, post_view, posts_table, rules_view

__all__ = ["app", "main"]

_ROWS_IN_A_TERMINAL = 50

app = typer.Typer(
    help="Harvest whole blogs: every post as a clean record and as a web archive.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_HOME = typer.Option("--home", envvar="BLOGCRAWLER_HOME", metavar="DIR", help="Folder of all results.")
_DATABASE = typer.Option(
    "--database",
    envvar="BLOGCRAWLER_DATABASE_URL",
    metavar="URL",
    help="Database, such as postgresql://user@host/name; if not given, a file in the folder of all results.",
)
Home = Annotated[Path, _HOME]
Database = Annotated[str | None, _DATABASE]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for other programs.")]

ARCHIVE = Path("archive")


def main(arguments: list[str] | None = None) -> None:
    """Run the program: exit code 0 is done, 1 nothing harvested or found, 2 wrong use."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app(arguments)
    except BlogCrawlerError as error:
        print(f"Error: {one_line(str(error))}", file=sys.stderr)
        sys.exit(2 if isinstance(error, UsageError) else 1)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"blogcrawler {__version__}")
        raise typer.Exit


@app.callback()
def _program(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def crawl(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the blog, or of any page of it.")],
    feed: Annotated[
        str | None, typer.Option(metavar="URL", help="The blog's feed, if it is not found by itself.")
    ] = None,
    home: Annotated[Path | None, _HOME] = None,
    database: Database = None,
    max_pages: Annotated[int | None, typer.Option(min=1, help="Stop after so many pages.")] = None,
    delay: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="Shortest time between two requests.")
    ] = None,
    warc: Annotated[bool, typer.Option("--warc/--no-warc", help="Write the web archive.")] = True,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew instead of going on with an interrupted crawl.")
    ] = False,
    log_level: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Least important messages in the log: DEBUG, INFO …")
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", "-s", metavar="NAME=VALUE", help="Any setting of Scrapy's or blogcrawler's."),
    ] = None,
) -> None:
    """Harvest every post of a blog. The same command goes on with a crawl that was interrupted."""
    from .crawling import crawl_blog  # Scrapy takes a while to load

    settings: dict[str, object] = {
        "BLOGCRAWLER_HOME": home and str(home),
        "BLOGCRAWLER_DATABASE_URL": database,
        "BLOGCRAWLER_WARC_ENABLED": None if warc else False,
        "CLOSESPIDER_PAGECOUNT": max_pages,
        "DOWNLOAD_DELAY": delay,
        "AUTOTHROTTLE_START_DELAY": delay,
        "LOG_LEVEL": log_level and log_level.upper(),
    }
    given = {name: value for name, value in settings.items() if value is not None}
    for assignment in setting or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"{assignment!r} is no setting; it looks like -s NAME=VALUE")
        given[name] = value
    raise typer.Exit(crawl_blog(url, feed, given, fresh=fresh))


@app.command()
def extract(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE…", help="Files or addresses of pages of one blog.")],
    method: Annotated[
        str, typer.Option(metavar="METHOD", help="How: rules, sigfeed, forest, or auto for the best of them.")
    ] = "auto",
    feed: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="The blog's feed: to learn rules from, or for SIGFEED.")
    ] = None,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Extract the posts on single pages, without crawling."""
    from .extracting import METHODS, extract_pages, load_feed, load_page

    if method not in METHODS:
        raise UsageError(f"there is no method {method!r}; there are {', '.join(METHODS)}")
    known = feed is None and (database or (home / DATABASE_FILE).exists())
    with _store(home, database) if known else nullcontext() as store:
        loaded = [load_page(page) for page in pages]
        found = extract_pages(loaded, method, load_feed(feed) if feed else None, store)
    console = Console()
    for page, got in zip(loaded, found, strict=True):
        post = Post(url=page.url, blog=page.url, **asdict(got))
        if json:
            print(json_text({"url": page.url, **asdict(got)}))
        else:
            console.print(post_view(post), width=min(console.width, READABLE_WIDTH), highlight=False)
    if not any(got.text for got in found):
        raise typer.Exit(1)


@app.command()
def posts(
    blog: Annotated[
        str | None, typer.Argument(metavar="BLOG", help="Only those of this blog, e.g. example.org.")
    ] = None,
    json: AsJson = False,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help=f"So many at most. [default: all; {_ROWS_IN_A_TERMINAL} in a terminal]"),
    ] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """List posts, the newest first."""
    console = Console()
    with _store(home, database) as store:
        number = store.count(blog)
        if not number:
            raise StoreError(f"no posts of {blog}" if blog else "no posts yet; get some: blogcrawler crawl URL")
        if json or not console.is_terminal:
            for post in islice(store.posts(blog), limit):
                print(json_text(post.record()) if json else post_line(post))
            return
        shown = min(limit or _ROWS_IN_A_TERMINAL, number)
        console.print(posts_table(islice(store.posts(blog), shown)))
    if shown < number:
        console.print(f"\n{shown:,} of {number:,} posts; more with --limit {number}", style="dim", highlight=False)


@app.command()
def show(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the post.")],
    html: Annotated[bool, typer.Option("--html", help="The article as HTML.")] = False,
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Read a post."""
    if html and json:
        raise UsageError("either --html or --json")
    with _store(home, database) as store:
        post = store.post(url)
    if post is None:
        raise StoreError(f"no post {url}; see which there are: blogcrawler posts")
    console = Console()
    if json:
        print(json_text(post.record(), indent=2 if console.is_terminal else None))
    elif html:
        print(safe(post.content_html) if console.is_terminal else post.content_html)
    else:
        console.print(post_view(post), width=min(console.width, READABLE_WIDTH), highlight=False)


@app.command()
def blogs(json: AsJson = False, home: Home = ARCHIVE, database: Database = None) -> None:
    """List the blogs that were crawled."""
    with _store(home, database) as store:
        found = [(blog, store.count(blog.url)) for blog in store.blogs()]
    if not found:
        raise StoreError("no blogs yet; get one: blogcrawler crawl URL")
    if json:
        for blog, number in found:
            print(json_text(asdict(blog) | {"posts": number}))
    else:
        Console().print(blogs_table(found), highlight=False)


@app.command()
def rules(
    blog: Annotated[str, typer.Argument(metavar="BLOG", help="Address of the blog, e.g. example.org.")],
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show what was learned about a blog: how its posts are known and read."""
    with _store(home, database) as store:
        found = store.blog(blog)
    if found is None:
        raise StoreError(f"no blog {blog}; see which there are: blogcrawler blogs")
    console = Console()
    if json:
        learned = {"blog": found.url, "pattern": found.pattern, "rules": found.rules}
        print(json_text(learned, indent=2 if console.is_terminal else None))
    else:
        console.print(rules_view(found), highlight=False)


@contextmanager
def _store(home: Path, database: str | None) -> Iterator[Store]:
    """The store to look into; no empty one is made only because somebody looks."""
    if not database and not (home / DATABASE_FILE).exists():
        raise StoreError(f"nothing in {home} yet; get a blog: blogcrawler crawl URL, or say where it is: --home DIR")
    with closing(open_store(database, home)) as store:
        yield store
