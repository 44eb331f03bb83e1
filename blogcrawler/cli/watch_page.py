"""``blogcrawler watch page``: watch pages of sites without a feed."""

from __future__ import annotations

import ipaddress
import json
import socket
from contextlib import closing
from typing import Annotated
from urllib.parse import urlsplit

import typer

from ..delivery import watched_page
from ..downloader import host_and_port, is_public
from ..errors import UsageError
from ..items import WatchedDocument
from ..store import WATCHED_PAGES, open_store
from ..terminal import one_line
from ..urls import has_scheme, normalize, split_url
from .program import ARCHIVE, AsJson, Database, Home, open_archive
from .watch import watch_commands

_page = typer.Typer(help="Watch pages of sites without a feed.", no_args_is_help=True)
watch_commands.add_typer(_page, name="page")

_Url = Annotated[str, typer.Argument(metavar="URL", help="The address of the page.")]


@_page.command()
def add(url: _Url, home: Home = ARCHIVE, database: Database = None) -> None:
    """Watch a page: updates match its new and changed areas. The first update only records what is there."""
    address = normalize(url if has_scheme(url) else f"https://{url}")
    if address is None or split_url(address) is None:
        raise UsageError(f"{url} is not a web address")
    with closing(open_store(database, home)) as store:
        if store.blog(address) is not None:
            raise UsageError(f"{address} is a blog that updates visit already")
        if watched_page(store, address) is not None:
            raise UsageError(f"{address} is watched already")
        place = _private_place(address)
        facts = {"private_host": place} if place else {}
        store.schedule.save_source(WatchedDocument(WATCHED_PAGES, address, "page", facts=facts))
    print(f"Watching {address}; blogcrawler update visits it when it is due")


@_page.command("list")
def list_pages(home: Home = ARCHIVE, database: Database = None, as_json: AsJson = False) -> None:
    """List the watched pages. When each was visited, when it changed, and what went wrong."""
    with open_archive(home, database) as store:
        pages = store.schedule.sources(WATCHED_PAGES)
    for page in pages:
        error = page.facts.get("error")
        if as_json:
            shown = {"url": page.url, "checked": page.checked, "changed": page.changed, "due": page.due, "error": error}
            print(json.dumps(shown, ensure_ascii=False))
            continue
        looked = f"visited {page.checked[:16]}" if page.checked else "not visited yet"
        changed = f", last news {page.changed[:16]}" if page.changed else ""
        print(f"{one_line(page.url)}  {looked}{changed}{f'; failed: {one_line(error)}' if error else ''}")
    if not pages and not as_json:
        print("No pages are watched yet; add one: blogcrawler watch page add URL")


@_page.command()
def remove(url: _Url, home: Home = ARCHIVE, database: Database = None) -> None:
    """Stop watching a page. Its clips stay."""
    with open_archive(home, database) as store:
        known = watched_page(store, url)
        if known is None:
            raise UsageError(f"{url} is not watched; see: blogcrawler watch page list")
        store.schedule.drop_source(WATCHED_PAGES, known.url)
    print(f"Stopped watching {known.url}")


def _private_place(url: str) -> str | None:
    """The host and port of an address in a private network: requests for this page may then go there."""
    try:
        found = socket.getaddrinfo(urlsplit(url).hostname, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    addresses = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    return None if any(map(is_public, addresses)) else host_and_port(url)
