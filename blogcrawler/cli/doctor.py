"""``blogcrawler doctor``: what this machine lacks, and what to do about it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import typer

from ..config_file import load_config
from ..crawl_settings import CrawlSettings, check_settings
from ..errors import BlogCrawlerError
from ..extras import EXTRAS
from ..store import database_name, has_database, open_store
from ..terminal import counted, one_line, size
from .program import ARCHIVE, Database, Home, app

__all__ = ["Finding", "examine"]

_OLDEST_PYTHON = (3, 11)
_LITTLE_SPACE = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: ``ok``, a ``note`` about something optional, or a ``problem`` that keeps crawls from working."""

    level: Literal["ok", "note", "problem"]
    text: str


@app.command()
def doctor(home: Home = ARCHIVE, database: Database = None) -> None:
    """Check what this machine lacks, and say how to fix it. Exit code 1 if crawls cannot work."""
    from scrapy.settings import Settings  # slow to import

    settings = Settings(CrawlSettings.project_settings(os.environ))
    settings.setdict({"BLOGCRAWLER_HOME": str(home), "BLOGCRAWLER_DATABASE_URL": database or ""})
    findings = list(examine(check_settings(settings, os.environ)))
    for finding in findings:
        print(f"{finding.level:<8} {one_line(finding.text)}")
    raise typer.Exit(1 if any(finding.level == "problem" for finding in findings) else 0)


def examine(settings: CrawlSettings) -> Iterator[Finding]:
    """Examine the machine for crawls with these settings."""
    yield _python(sys.version_info[:3])
    yield from _extras()
    yield _chromium(settings)
    yield from _folder(settings.home)
    yield _database(settings)
    yield _contact(settings)
    config = load_config(os.environ, Path())
    yield Finding("ok", f"Config file: {config.path.absolute()}" if config else "Config file: none (optional)")


def _python(version: tuple[int, ...]) -> Finding:
    text = f"Python {'.'.join(map(str, version))}"
    if version >= _OLDEST_PYTHON:
        return Finding("ok", text)
    return Finding("problem", f"{text} is too old; install Python 3.11 or newer")


def _extras() -> Iterator[Finding]:
    for extra in EXTRAS.values():
        if extra.is_installed:
            yield Finding("ok", f"Extra [{extra.name}]: installed")
        else:
            yield Finding("note", f"Extra [{extra.name}]: not installed. {extra.advice}")


def _chromium(settings: CrawlSettings) -> Finding:
    from ..rendering import find_chromium

    if settings.render == "never":
        return Finding("ok", "Chromium: not needed (BLOGCRAWLER_RENDER=never)")
    if settings.chromium and not os.access(settings.chromium, os.X_OK):
        return Finding("problem", f"Chromium: {settings.chromium} is not a program; correct BLOGCRAWLER_CHROMIUM")
    if found := settings.chromium or find_chromium():
        return Finding("ok", f"Chromium: {found}")
    return Finding(
        "note",
        "Chromium: not found; blogs that need a browser are read without one. Install it (Debian, Ubuntu: apt-get "
        "install chromium), or set BLOGCRAWLER_CHROMIUM to its path",
    )


def _folder(home: Path) -> Iterator[Finding]:
    existing = home.absolute()
    while not existing.exists():
        existing = existing.parent
    try:
        with tempfile.TemporaryFile(dir=existing):
            yield Finding("ok", f"Folder: {home.absolute()} can be written")
    except OSError as error:
        yield Finding("problem", f"Folder: {existing} cannot be written: {error.strerror}; choose another with --home")
    free = shutil.disk_usage(existing).free
    if free < _LITTLE_SPACE:
        yield Finding("problem", f"Disk: only {size(free)} free; make room, or choose another disk with --home")
    else:
        yield Finding("ok", f"Disk: {size(free)} free")


def _database(settings: CrawlSettings) -> Finding:
    try:
        name = database_name(settings.database_url, settings.home)
        if not has_database(settings.database_url, settings.home):
            return Finding("ok", f"Database: {name} will be created by the first crawl")
        with closing(open_store(settings.database_url, settings.home)) as store:
            return Finding(
                "ok", f"Database: {name}, {counted(len(store.addresses()), 'blog')}, {counted(store.count(), 'post')}"
            )
    except BlogCrawlerError as error:
        return Finding("problem", f"Database: {error}; check --database or BLOGCRAWLER_DATABASE_URL")


def _contact(settings: CrawlSettings) -> Finding:
    if settings.contact:
        return Finding("ok", f"Contact: {settings.contact}")
    return Finding(
        "note",
        "Contact: none; tell bloggers who is visiting: set contact in blogcrawler.toml, or BLOGCRAWLER_CONTACT, to "
        "your e-mail address or a web page",
    )
