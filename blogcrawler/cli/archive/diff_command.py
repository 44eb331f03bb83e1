"""``blogcrawler diff``: what has changed in a post, from version to version or between any two."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from ...changes import DIFF_VIEWS, diff_posts
from ...dates import parse_instant
from ...errors import StoreError, UsageError
from ...items import Version
from ...terminal import json_text
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .at_option import at_moment
from .diff_view import diff_view, versions_view

_VERSION = "Number of a version (1 is the oldest), or a date."


@app.command()
def diff(
    url: Annotated[str, typer.Argument(metavar="URL", help="Address of the post.")],
    from_: Annotated[str | None, typer.Option("--from", metavar="VERSION", help=_VERSION)] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="VERSION", help=f"{_VERSION} Default: the newest.")] = None,
    view: Annotated[
        str, typer.Option(metavar="VIEW", help="merged, side (by side), or changes (only what differs).")
    ] = "merged",
    json: AsJson = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show what changed between the versions of a post. All of them in turn, or --from one --to another."""
    if view not in DIFF_VIEWS:
        raise UsageError(f"there is no view {view}; choose one of {', '.join(DIFF_VIEWS)}")
    with open_archive(home, database) as store:
        history = store.post_states.history(url)
        state = store.post_states.known([history[-1].record.url]) if history else {}
    if not history:
        raise StoreError(f"no post {url}; list all posts: blogcrawler posts")
    post = history[-1].record
    restructured = next((one.restructured for one in state.values()), None)
    if from_ is not None or to is not None:
        old, new = _version(history, from_ or "1"), _version(history, to or str(len(history)))
        difference = diff_posts(old.record, new.record)
        if json:
            print(json_text({"url": post.url, "from": _about(old), "to": _about(new)} | difference.record()))
        else:
            Console().print(diff_view(old, new, difference, view), highlight=False)
    elif json:
        for number, version in enumerate(history):
            following = history[number + 1] if number + 1 < len(history) else None
            change = diff_posts(version.record, following.record).record() if following else None
            kinds = version.kinds if following else ("structure",) if restructured else ()
            fields = {"version": number + 1, **_about(version), "kinds": list(kinds), "change": change}
            print(json_text(fields | {"record": version.record.record()}))
    elif len(history) == 1:
        print(f"{post.url} has not changed since {post.fetched[:10] if post.fetched else 'it was fetched'}")
    else:
        Console().print(versions_view(history, view), highlight=False)
    if restructured and not json:
        print(f"Since {restructured[:10]} its markup is different, without any change that a reader would see.")


def _about(version: Version) -> dict[str, str | None]:
    return {"since": version.since, "until": version.until}


def _version(history: list[Version], wanted: str) -> Version:
    """The version with a number, or of a moment; before the first crawl, the first one."""
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 4:
        if not 1 <= int(wanted) <= len(history):
            raise UsageError(f"there is no version {wanted}; the post has {len(history)}")
        return history[int(wanted) - 1]
    moment = at_moment(wanted, "a version")
    assert moment is not None
    current = [one for one in history if (since := parse_instant(one.since)) is None or since <= moment]
    return current[-1] if current else history[0]
