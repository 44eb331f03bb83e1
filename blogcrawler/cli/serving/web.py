"""``blogcrawler web``: the archive in a browser."""

from __future__ import annotations

import os
import socket
import webbrowser
from typing import Annotated

import typer

from ...crawl_settings import CrawlSettings
from ...extras import needs_extra
from ...store import has_database, open_existing_store
from ..program import ARCHIVE, Database, Home, app
from .rebuilt_pages import page_rebuilder

_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  only compared with


@app.command()
def web(
    host: Annotated[str, typer.Option(metavar="NAME", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port to listen on; 0 for any free one.")
    ] = 8080,
    token: Annotated[
        str,
        typer.Option(
            envvar="BLOGCRAWLER_WEB_TOKEN",
            metavar="SECRET",
            show_envvar=True,
            help="Password for starting crawls from the browser. Without it, everything is read-only.",
        ),
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="Another name under which browsers reach the server."),
    ] = None,
    replay: Annotated[bool, typer.Option("--replay/--no-replay", help="Replay captured pages next to posts.")] = True,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Browse and search the archive in a browser, until Ctrl-C."""
    settings = CrawlSettings.read(os.environ)
    token = token or settings.web_token
    if not token and not has_database(database, home):
        open_existing_store(database, home)  # raises the error that says what to do
    with needs_extra("web"):
        from ...replay import replay_app
        from ...web import WebOptions, serve_web

    options = WebOptions(
        home, database, token, "", _names(host, name or []), settings.web_crawls, settings.private_hosts
    )

    def announce(address: str) -> None:
        mode = "log in to crawl" if token else "read-only"
        print(f"The archive is at {address} ({mode}; Ctrl-C stops it)", flush=True)
        if open_browser:
            webbrowser.open(address)

    # Browsers must find the replay under the same name, and this server does not know its names.
    with_replay = replay and host not in _EVERYWHERE
    pages = replay_app(home, rebuild=page_rebuilder(home, database)) if with_replay else None
    serve_web(options, host, port, announce, pages)


def _names(host: str, more: list[str]) -> tuple[str, ...]:
    """The names under which the server answers. Others are refused: a foreign page could have made them up."""
    names = ["127.0.0.1", "localhost", "::1", "[::1]", *more]
    names += [socket.gethostname()] if host in _EVERYWHERE else [host, f"[{host}]"]
    return tuple(dict.fromkeys(names))
