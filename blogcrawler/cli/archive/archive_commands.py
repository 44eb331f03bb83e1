"""``blogcrawler posts``, ``show``, ``rules``: show what crawls have saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ...errors import StoreError, UsageError
from ...items import Post
from ...media import with_local_copies
from ...store import Store
from ...terminal import json_text, safe
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .at_option import At, at_moment
from .learned_view import rules_view
from .post_filter import Author, Language, PostFilter, Search, Since, Tag, Until
from .views import READABLE_WIDTH, post_line, post_view, posts_table, validity_line

_ROWS_IN_A_TERMINAL = 50
_LOOKED_UP_AT_ONCE = 200


@app.command()
def posts(
    blog: Annotated[
        str | None, typer.Argument(metavar="BLOG", help="Only posts of this blog, e.g. example.org.")
    ] = None,
    json: AsJson = False,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help=f"Maximum number of posts. [default: all; {_ROWS_IN_A_TERMINAL} in a terminal]"
        ),
    ] = None,
    search: Search = None,
    tag: Tag = None,
    author: Author = None,
    since: Since = None,
    until: Until = None,
    language: Language = None,
    at: At = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """List posts, newest first."""
    wanted = PostFilter(search, tag, author, since, until, language)
    console, moment = Console(), at_moment(at)
    with open_archive(home, database) as store:
        view = store.as_of(moment) if moment else store
        number = view.count(blog)
        if not number and moment and store.count(blog):
            raise StoreError(f"no posts as of {at}: the blog had none then, or none is known")
        if not number:
            raise StoreError(
                f"no posts of {blog}; list all blogs: blogcrawler blogs"
                if blog
                else "no posts yet; crawl a blog: blogcrawler crawl URL"
            )
        if wanted:
            number = sum(1 for _ in wanted.select(view.posts(blog)))
            if not number:
                raise StoreError("no posts match")
        if json or not console.is_terminal:
            for post, gone in _with_gone(store, islice(wanted.select(view.posts(blog)), limit), moment):
                print(json_text(_record(post, gone)) if json else post_line(post, gone))
            return
        shown = min(limit or _ROWS_IN_A_TERMINAL, number)
        console.print(posts_table(_with_gone(store, islice(wanted.select(view.posts(blog)), shown), moment)))
    if shown < number:
        console.print(f"\n{shown:,} of {number:,} posts; more with --limit {number}", style="dim", highlight=False)


def _with_gone(
    store: Store, posts: Iterable[Post], moment: datetime | None = None
) -> Iterator[tuple[Post, str | None]]:
    """Each post, with the time since when it is gone, if it is. Posts as of a past moment existed then."""
    posts = iter(posts)
    if moment is not None:
        yield from ((post, None) for post in posts)
        return
    while some := list(islice(posts, _LOOKED_UP_AT_ONCE)):
        states = store.post_states.known([post.url for post in some])
        for post in some:
            state = states.get(post.url)
            yield post, state.gone if state else None


def _record(post: Post, gone: str | None) -> dict[str, Any]:
    return post.record() | ({"gone": gone} if gone else {})


@app.command()
def show(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the post.")],
    html: Annotated[bool, typer.Option("--html", help="Print the article as HTML.")] = False,
    page: Annotated[
        bool, typer.Option("--page", help="Print the whole page, reconstructed if it was not captured at that time.")
    ] = False,
    json: AsJson = False,
    at: At = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show a post. Its pictures and recordings are listed with, or linked to, their local copies."""
    if sum((html, json, page)) > 1:
        raise UsageError("use only one of --html, --json and --page")
    moment = at_moment(at)
    if page:
        _show_page(url, moment or datetime.now(UTC), home, database)
        return
    with open_archive(home, database) as store:
        version = store.as_of(moment).version(url) if moment else None
        post = (version.record if version else None) if moment else store.post(url)
        gone = next((since for _, since in _with_gone(store, [post], moment)), None) if post else None
        if post is None and moment and store.post(url) is not None:
            raise StoreError(f"{url} did not exist as of {at}, as far as is known; see: blogcrawler diff {url}")
    if post is None:
        raise StoreError(f"no post {url}; list all posts: blogcrawler posts")
    console = Console()
    if json:
        shown = _record(post, gone) | ({"since": version.since, "until": version.until} if version else {})
        print(json_text(shown, indent=2 if console.is_terminal else None))
        return
    copies = _local_copies(post, home)
    if html:
        article = with_local_copies(post.content_html, post.url, {url: file.as_uri() for url, file in copies.items()})
        print(safe(article) if console.is_terminal else article)
    else:
        if version is not None and moment is not None:
            console.print(validity_line(version, moment), style="dim", highlight=False)
        console.print(post_view(post, copies, gone), width=min(console.width, READABLE_WIDTH), highlight=False)


def _show_page(url: str, moment: datetime, home: Path, database: str | None) -> None:
    from ...reconstruction import rebuild_page  # slow to import

    with open_archive(home, database) as store:
        rebuilt = rebuild_page(store, home, url, moment)
    if rebuilt is None:
        raise StoreError(
            f"the page {url} cannot be reconstructed as of {moment:%Y-%m-%d %H:%M}: it did not exist,"
            " or the web archive has no page with its template"
        )
    print(safe(rebuilt.html) if Console().is_terminal else rebuilt.html)


def _local_copies(post: Post, home: Path) -> dict[str, Path]:
    """The local copies of a post's media files, by address."""
    found = {}
    for medium in post.media:
        # Files are named by a digest of their content, so a file of that name in any blog's folder is the right one.
        file = next(home.resolve().glob(f"*/{medium['path']}"), None)
        if file is not None:
            found[str(medium["url"])] = file
    return found


@app.command()
def rules(
    blog: Annotated[str, typer.Argument(metavar="BLOG", help="Address of the blog, e.g. example.org.")],
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show what was learned about a blog. How to recognise its posts, and how to read them."""
    with open_archive(home, database) as store:
        found = store.blog(blog)
    if found is None:
        raise StoreError(f"no blog {blog}; list all blogs: blogcrawler blogs")
    console = Console()
    if json:
        learned = {"blog": found.url, "pattern": found.pattern, "rules": found.rules}
        print(json_text(learned, indent=2 if console.is_terminal else None))
    else:
        console.print(rules_view(found), highlight=False)
