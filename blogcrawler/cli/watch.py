"""``blogcrawler watch``: get a message when someone writes about a topic."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ..crawl_settings import CrawlSettings
from ..errors import UsageError
from ..extras import needs_extra
from ..store import Store, open_store
from ..terminal import counted, one_line
from ..watch import (
    MATCHING,
    RHYTHMS,
    Owner,
    Watch,
    WatchEvent,
    WatchList,
    check_watch,
    new_owner,
    parse_query,
    read_synonyms,
    synonyms_for,
    zone,
)
from .program import ARCHIVE, AsJson, Database, Home, app, open_archive
from .watch_views import described, shown_clip

watch_commands = typer.Typer(help="Get a message when someone writes about a topic.", no_args_is_help=True)
app.add_typer(watch_commands, name="watch")

_Query = Annotated[
    str, typer.Argument(metavar="WORDS", help='Words, "phrases", AND, OR, NOT, beginnings*, NEAR/5, brackets.')
]
_Matching = Annotated[str, typer.Option("--match", metavar="HOW", help=f"How words match: {', '.join(MATCHING)}.")]
_Blogs = Annotated[list[str] | None, typer.Option("--blog", metavar="BLOG", help="Only this blog. May be repeated.")]
_Tags = Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="Only posts with this tag.")]
_Languages = Annotated[list[str] | None, typer.Option("--language", metavar="CODE", help="Only in this language.")]
_In = Annotated[str, typer.Option("--in", metavar="PLACE", help="Where to look: all, posts or comments.")]
_Synonyms = Annotated[
    list[Path] | None,
    typer.Option("--synonyms", metavar="FILE", help="Groups of synonyms, one per line, or a data file of WordNet."),
]
_OwnerName = Annotated[str, typer.Option("--owner", metavar="NAME", help="Whose watch it is.")]
_To = Annotated[
    list[str] | None, typer.Option("--to", metavar="ADDRESS", help="Where to send clips: mailtos://…, an Apprise URL.")
]
_Exec = Annotated[
    str | None, typer.Option("--exec", metavar="PROGRAM", help="Program that receives clips as JSON lines.")
]
_NotTo = Annotated[
    list[str] | None,
    typer.Option("--not-to", metavar="ADDRESS", help="Where to send no longer: the address as shown, or a part of it."),
]
_Rhythm = Annotated[
    str | None, typer.Option("--digest", metavar="WHEN", help=f"How often to send: {', '.join(RHYTHMS)}.")
]
_Zone = Annotated[str | None, typer.Option("--timezone", metavar="ZONE", help="For digests: Europe/Athens.")]


@watch_commands.command()
def add(
    words: Annotated[str, typer.Argument(metavar="WORDS", help=_Query.__metadata__[0].help or "")] = "",
    news: Annotated[
        bool, typer.Option("--news", help="Watch for everything new, changed or deleted, instead of words.")
    ] = False,
    match: _Matching = "stem",
    blog: _Blogs = None,
    tag: _Tags = None,
    language: _Languages = None,
    place: _In = "all",
    synonyms: _Synonyms = None,
    old_posts: Annotated[
        bool,
        typer.Option("--old-posts", help="Also match posts that are found from now on but are older than a week."),
    ] = False,
    owner: _OwnerName = "me",
    to: _To = None,
    program: _Exec = None,
    digest: _Rhythm = None,
    timezone: _Zone = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Watch for words from now on. Addresses and digests belong to the owner, for all of the owner's watches."""
    if bool(words.strip()) == news:
        raise UsageError("give either words to watch for, or --news")
    with closing(open_store(database, home)) as store:
        watch = _made(store, words, match, blog, tag, language, place, synonyms, old_posts)
        known = _owner(store, owner, to, program, digest, timezone)
        saved = store.watches.add(replace(watch, owner=known.id))
        print(f"Watch {saved.id}: {described(saved)}")
        if not known.addresses:
            print(f"Clips are not sent anywhere yet; add an address: blogcrawler watch owner {known.name} --to ADDRESS")


@watch_commands.command("list")
def list_watches(home: Home = ARCHIVE, database: Database = None, as_json: AsJson = False) -> None:
    """List all watches, and messages that could not be sent."""
    with _archive(home, database) as store:
        from ..delivery import hidden_address

        owners = {owner.id: owner for owner in store.watches.owners()}
        found = store.watches.all()
        failures = store.watches.messages(failed=True)
    if as_json:
        for watch in found:
            owner = owners.get(watch.owner)
            shown = {"id": watch.id, "owner": owner and owner.name, "query": watch.query, "matching": watch.matching}
            print(json.dumps(shown | {"scope": watch.scope.record(), "created": watch.created}, ensure_ascii=False))
        return
    for number, owner in owners.items():
        sent_to = ", ".join(map(hidden_address, owner.addresses)) or "nowhere"
        state = "paused" if owner.paused else f"{owner.rhythm}, {owner.timezone}"
        print(f"{one_line(owner.name)} ({state}; sent to {sent_to})")
        for watch in found:
            if watch.owner == number:
                print(f"  {watch.id:>4}  {described(watch)}")
    for failure in failures:
        attempts = f"{failure.attempts} attempt{'' if failure.attempts == 1 else 's'}"
        place, error = hidden_address(failure.address), one_line(failure.error or "")
        print(f"Not sent to {place} ({attempts}): {error}")
    if not found:
        print("There are no watches yet; add one: blogcrawler watch add WORDS")


@watch_commands.command("test")
def try_watch(
    words: _Query,
    match: _Matching = "stem",
    blog: _Blogs = None,
    tag: _Tags = None,
    language: _Languages = None,
    place: _In = "all",
    synonyms: _Synonyms = None,
    limit: Annotated[int, typer.Option(min=1, metavar="N", help="Stop after this many clips.")] = 20,
    home: Home = ARCHIVE,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Show what a watch would find in the archive. Newest first; nothing is saved."""
    if not words.strip():
        raise UsageError("give words to watch for")
    with _archive(home, database) as store:
        watch = _made(store, words, match, blog, tag, language, place, synonyms, old_posts=True)
        watches, number = WatchList([replace(watch, id=1)]), 0
        of_blog = watch.scope.blogs[0] if len(watch.scope.blogs) == 1 else None
        for post in store.posts(of_blog):
            for clip in watches.clips(WatchEvent(post)):
                number += 1
                print(json.dumps(clip.record(), ensure_ascii=False) if as_json else shown_clip(clip))
            if number >= limit:
                break
    if not number:
        typer.echo("This watch would have found nothing in the archive.", err=True)
    raise typer.Exit(0 if number else 1)


@watch_commands.command()
def remove(
    number: Annotated[int, typer.Argument(metavar="ID", help="The number of the watch, as in the list.")],
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Remove a watch. Its clips stay on the owner's page."""
    with _archive(home, database) as store:
        if not store.watches.remove(number):
            raise UsageError(f"there is no watch {number}; see: blogcrawler watch list")
    print(f"Removed watch {number}")


@watch_commands.command()
def owner(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The owner's name.")],
    to: _To = None,
    not_to: _NotTo = None,
    program: _Exec = None,
    digest: _Rhythm = None,
    timezone: _Zone = None,
    pause: Annotated[bool | None, typer.Option("--pause/--resume", help="Stop or start sending.")] = None,
    home: Home = ARCHIVE,
    database: Database = None,
) -> None:
    """Show or change where and how often clips are sent. Also shows the owner's secret page."""
    with _archive(home, database) as store:
        from ..delivery import hidden_address, personal_page

        if name not in {one.name for one in store.watches.owners()}:
            raise UsageError(f"there is no owner {name}; see: blogcrawler watch list")
        known = _owner(store, name, to, program, digest, timezone, pause, not_to)
    address = CrawlSettings.read(os.environ).web_address or "http://127.0.0.1:8080"
    print(f"Sent to    {', '.join(map(hidden_address, known.addresses)) or 'nowhere'}")
    print(f"When       {'never (paused)' if known.paused else known.rhythm}, {known.timezone}")
    print(f"Page       {personal_page(known, address)}")
    print(f"Atom feed  {personal_page(known, address, '.atom')}")


@watch_commands.command()
def deliver(home: Home = ARCHIVE, database: Database = None) -> None:
    """Match new posts against the watches, and send due clips. Crawls and updates do this, too."""
    with _archive(home, database) as store:
        from ..delivery import ClipFinder
        from ..delivery import deliver as deliver_clips

        found = ClipFinder(store).run()
        result = deliver_clips(store.watches, lambda: datetime.now(UTC), CrawlSettings.read(os.environ).web_address)
    failed = f", {result.failed} failed (see: blogcrawler watch list)" if result.failed else ""
    print(f"{counted(found, 'new clip')}, {counted(result.sent, 'message')} sent{failed}")
    raise typer.Exit(1 if result.failed else 0)


@contextmanager
def _archive(home: Path, database: str | None) -> Iterator[Store]:
    with needs_extra("watch"):
        import ahocorasick_rs  # noqa: F401
        import apprise  # noqa: F401
        import Stemmer  # noqa: F401
    with open_archive(home, database) as store:
        yield store


def _made(
    store: Store,
    words: str,
    match: str,
    blogs: list[str] | None,
    tags: list[str] | None,
    languages: list[str] | None,
    place: str,
    files: list[Path] | None,
    old_posts: bool,
) -> Watch:
    """The watch that the options describe, not saved."""
    from ..delivery import watch_scope

    scope = watch_scope(store, blogs or (), tags or (), languages or (), place)
    groups = [group for file in files or () for group in read_synonyms(_lines(file))]
    known = synonyms_for(parse_query(words), groups, languages[0] if languages else None) if words and groups else {}
    matching = "synonym" if groups and match == "stem" else match
    return check_watch(Watch(0, 0, words, matching, scope, known, old_posts))


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8", "replace").splitlines()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from None


def _owner(
    store: Store,
    name: str,
    to: list[str] | None,
    program: str | None,
    digest: str | None,
    timezone: str | None,
    pause: bool | None = None,
    not_to: list[str] | None = None,
) -> Owner:
    """The owner of this name, with changed settings, saved."""
    from ..delivery import check_address, hidden_address, with_path

    known = next((one for one in store.watches.owners() if one.name == name), None) or new_owner(name)
    left = list(known.addresses)
    for part in not_to or ():
        dropped = [address for address in left if part in address or part in hidden_address(address)]
        if not part or not dropped:
            raise UsageError(f"nothing is sent to {part}; see: blogcrawler watch owner {name}")
        left = [address for address in left if address not in dropped]
    more = [*(to or ()), *([f"exec:{program}"] if program else [])]
    added = [check_address(address, programs=True) for address in more]
    # Earlier versions stored programs as they were given.
    addresses = [*(address for address in left if with_path(address) not in added), *added]
    if digest is not None and digest not in RHYTHMS:
        raise UsageError(f"--digest {digest} is not one of {', '.join(RHYTHMS)}")
    if timezone is not None:
        zone(timezone)
    changed = replace(
        known,
        addresses=tuple(dict.fromkeys(addresses)),
        rhythm=digest or known.rhythm,
        timezone=timezone or known.timezone,
        paused=known.paused if pause is None else pause,
    )
    return store.watches.save_owner(changed)
