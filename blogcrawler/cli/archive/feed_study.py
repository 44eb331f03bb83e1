"""``blogcrawler feeds study``: figures about many feeds, from a list or from the archive."""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...dates import parse_instant
from ...errors import FeedError, NotFetched, StoreError, UsageError
from ...feeds import FeedFacts, GroupFigures, feed_facts, group_figures, intervals, parse_feed, study_svg, type_counts
from ...http import GuardedFetcher
from ...store import Store
from ...terminal import json_text, one_line
from ..program import ARCHIVE, AsJson, Database, Home, app, open_archive

feeds = typer.Typer(help="Statistics about feeds.", no_args_is_help=True)
app.add_typer(feeds, name="feeds")

#: Seconds between two requests to the same host.
_PAUSE = 1.0
_MAX_FEED_BYTES = 20_000_000


@feeds.callback()
def _feeds() -> None:
    """Statistics about feeds."""


@feeds.command()
def study(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Feeds: an address or file per line, or OPML. Default: those of the archive."
        ),
    ] = None,
    json: AsJson = False,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a line per feed as CSV.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write plots as SVG.")] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Print statistics about many feeds. Types, sizes, intervals per domain, full texts, and how long items stay."""
    if file is None:
        with open_archive(home, database) as store:
            found, failed = list(_archived(store)), list[tuple[str, str]]()
    else:
        found, failed = _fetched(file)
    for url, reason in failed:
        print(f"{one_line(url)}: {one_line(reason)}", file=sys.stderr)
    if not found:
        raise StoreError("no feed could be read")
    found.sort(key=lambda one: (one.group, one.url))
    groups = [group_figures(list(several), name) for name, several in groupby(found, key=lambda one: one.group)]
    groups = [*groups, group_figures(found, "total")] if len(groups) > 1 else groups
    if table is not None:
        _write_csv(found, table)
    if plot is not None:
        plot.write_text(study_svg(found), encoding="utf-8")
    if json:
        types = dict(type_counts(found))
        record = {"types": types, "groups": [asdict(one) for one in groups], "feeds": [one.record() for one in found]}
        print(json_text(record | {"unreadable": len(failed)}, indent=2))
        return
    _show(found, groups, len(failed))


def _fetched(file: Path) -> tuple[list[FeedFacts], list[tuple[str, str]]]:
    """The facts of the feeds in a list, and those that cannot be read, with the reason."""
    fetcher, last = GuardedFetcher(max_bytes=_MAX_FEED_BYTES), dict[str, float]()
    found, failed = [], []
    for address, group in _listed(file):
        try:
            local = Path(address)
            if "://" not in address and local.is_file():
                url, body = local.resolve().as_uri(), local.read_bytes()[:_MAX_FEED_BYTES]
            else:
                address = address if "://" in address else f"http://{address}"
                host = urlsplit(address).netloc
                time.sleep(max(0.0, last.get(host, 0.0) + _PAUSE - time.monotonic()))
                answer = fetcher.fetch(address, named=True)
                last[host] = time.monotonic()
                if answer.status >= 400:
                    raise NotFetched(f"HTTP {answer.status}")
                url, body = answer.url, answer.body
            found.append(replace(feed_facts(parse_feed(body, url), body, group), url=address))
        except (NotFetched, FeedError, OSError, ValueError) as error:
            failed.append((address, str(error)))
    return found, failed


def _listed(file: Path) -> list[tuple[str, str]]:
    """Addresses and domains. In OPML, a domain is the folder; in a list, what follows a tab."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None
    if content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<"):
        import listparser  # slow to import

        subscribed = listparser.parse(content).feeds
        if not subscribed:  # not OPML, but a feed
            return [(str(file), "all")]
        return [(feed.url, next((" / ".join(path) for path in feed.categories if path), "all")) for feed in subscribed]
    listed = []
    for line in content.decode("utf-8-sig", "replace").splitlines():
        address, _, group = f" {line}".partition(" #")[0].strip().partition("\t")
        if address:
            listed.append((address.strip(), one_line(group) or "all"))
    return listed


def _archived(store: Store) -> Iterator[FeedFacts]:
    """The facts of the archive's feeds, without another request: the dates are those of all posts."""
    for blog in store.blogs():
        for source in store.schedule.sources(blog.url):
            if source.kind == "feed":
                published = [date for _, date, _ in store.post_states.published(blog.url)]
                known = intervals(moment for date in published if (moment := parse_instant(date)))
                items = int(source.facts.get("entries") or 0)
                stay = items * known.mean if known else None
                kind = str(source.facts.get("type") or "unknown")
                yield FeedFacts(source.url, "all", kind, items, intervals=known, stay=stay)


def _write_csv(found: list[FeedFacts], file: Path) -> None:
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        names = ["number", "shortest", "lower", "median", "upper", "longest", "mean", "deviation"]
        writer.writerow(["url", "domain", "type", "items", "bytes", "full_text", "stay", *names])
        for one in found:
            values = [getattr(one.intervals, name) if one.intervals else "" for name in names]
            writer.writerow([one.url, one.group, one.type, one.items, one.size, one.full_text, one.stay, *values])


def _show(found: list[FeedFacts], groups: list[GroupFigures], failed: int) -> None:
    console = Console(highlight=False)
    types = Table("type", "feeds", "share", box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name, number in type_counts(found):
        types.add_row(Text(one_line(name)), f"{number:,}", f"{100 * number / len(found):.1f} %")
    console.print(types)
    names = ("domain", "feeds", "items", "median interval", "mean", "pooled deviation", "full text", "items stay")
    table = Table(*names, box=None, padding=(0, 2, 0, 0), header_style="bold")
    for one in groups:
        spans = [_span(hours) for hours in (one.median, one.mean, one.deviation)]
        whole = "" if one.full_text is None else f"{100 * one.full_text:.0f} %"
        table.add_row(Text(one.group), f"{one.feeds:,}", f"{one.items:g}", *spans, whole, _span(one.stay))
    console.print()
    console.print(table)
    sizes = [one.size for one in found if one.size is not None]
    few = sum(one.items < 30 for one in found)
    console.print(f"\n{100 * few / len(found):.0f} % of the feeds have fewer than 30 items.")
    if sizes:
        console.print(f"The median size is {sorted(sizes)[len(sizes) // 2] / 1000:,.0f} kB.")
    if failed:
        console.print(f"{failed:,} could not be read.")


def _span(hours: float | None) -> str:
    if hours is None:
        return ""
    days, rest = divmod(round(hours * 60), 24 * 60)
    return f"{days} d {rest // 60} h" if days else f"{rest // 60} h {rest % 60} min"
