"""Extracts archived blogs again: one in this process, or many, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess

from ..archive import warc_files
from ..blog import find_blog, find_folder
from ..crawl_settings import check_settings
from ..errors import ArchiveError, BlogCrawlerError, StoreError, UsageError
from ..extras import needs_extra
from ..work import forking
from .process import load_settings, prepare_log, run

__all__ = ["Reextraction", "reextract_blog", "reextract_on_dask", "reextract_on_this_machine"]


@dataclass(frozen=True, slots=True)
class Reextraction:
    """What became of one blog. ``error`` says why it could not be read; ``missing`` counts requests that the archive
    could not answer."""

    blog: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    missing: int = 0
    seconds: float = 0
    error: str | None = None

    @property
    def posts(self) -> int:
        """Number of posts that were read."""
        return self.new + self.changed + self.unchanged

    def json(self) -> str:
        """As one line of JSON."""
        return json.dumps(asdict(self))


def reextract_blog(url: str, given: dict[str, Any]) -> Reextraction:
    """Extract one blog again, in this process. Only one call per process is possible."""
    settings = load_settings()
    settings.set("BLOGCRAWLER_PROGRESS", "off", priority="cmdline")
    settings.setdict(given, priority="cmdline")
    options = check_settings(settings, os.environ)
    blog = find_blog(options, url)
    try:
        folder = find_folder(options, url)
        is_known = blog is not None or folder.exists()
    except UsageError:  # it has no host
        is_known = False
    if not is_known:
        raise StoreError(f"no blog {url}; list all blogs: blogcrawler blogs")
    if not warc_files(folder / "warc"):
        raise ArchiveError(f"there is no web archive of {url} in {folder}")
    if "LOG_FILE" not in given:
        settings.set("LOG_FILE", str(folder / "reextract.log"), priority="cmdline")
    prepare_log(settings, "reextract", url)
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler("reextract")
    arguments = {"url": (blog and (blog.seed or blog.url)) or url}
    if blog is not None and blog.feed:
        arguments["feed"] = blog.feed
    error = run(process, crawler, arguments)
    if error is not None:
        raise error
    stats = crawler.stats.get_stats()
    counts = {name: stats.get(f"posts/{name}", 0) for name in ("new", "changed", "unchanged")}
    notes, reason = stats.get("blogcrawler/notes", []), stats.get("finish_reason")
    failed = None
    if not any(counts.values()) or reason not in ("finished", "enough"):
        failed = notes[-1] if notes else f"it ended with {reason}"
    return Reextraction(
        blog.url if blog else url,
        **counts,
        missing=stats.get("frontier/ignored", 0),
        seconds=round(stats.get("elapsed_time_seconds", 0), 1),
        error=failed,
    )


def reextract_on_this_machine(blogs: Sequence[str], given: dict[str, Any], jobs: int) -> Iterator[Reextraction]:
    """Extract blogs again, ``jobs`` at a time; yields each when it is done."""
    with ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(_in_forked_process, blog, given) for blog in blogs]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _in_forked_process(blog: str, given: dict[str, Any]) -> Reextraction:
    """Twisted's reactor cannot be started twice in a process."""
    context = forking()
    result, inner = context.Pipe(duplex=False)
    process = context.Process(target=_reextract_and_send, args=(blog, given, inner))
    process.start()
    inner.close()
    try:
        found: Reextraction = result.recv()
    except EOFError:
        process.join()
        return Reextraction(blog, error=f"the process ended with {process.exitcode}")
    process.join()
    return found


def _reextract_and_send(blog: str, given: dict[str, Any], output: Connection) -> None:
    try:
        output.send(reextract_blog(blog, given))
    except BlogCrawlerError as error:
        output.send(Reextraction(blog, error=str(error)))
    except Exception as error:  # a folder that cannot be written, a fault of ours: others may still be read
        output.send(Reextraction(blog, error=f"{type(error).__name__}: {error}"))


def reextract_on_dask(address: str, blogs: Sequence[str], options: Sequence[str]) -> Iterator[Reextraction]:
    """Extract blogs again on the workers of a Dask cluster; yields each when it is done.

    The workers need the same folder and database. Dask repeats the blogs of a worker that was lost, which does no harm:
    posts that were stored already come out unchanged.
    """
    with needs_extra("dask"):
        from distributed import Client
        from distributed import as_completed as dask_completed
    with Client(address) as client:  # type: ignore[no-untyped-call]
        # pure=False: the same blog may have to be read again tomorrow.
        tasks = client.map(_in_own_process, list(blogs), options=list(options), pure=False, retries=2)
        for task in dask_completed(tasks):  # type: ignore[no-untyped-call]
            yield task.result()


def _in_own_process(blog: str, options: Sequence[str]) -> Reextraction:
    """Run ``blogcrawler reextract`` for one blog. Dask's workers are daemons, which cannot fork."""
    command = [sys.executable, "-m", "blogcrawler", "reextract", blog, "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)  # noqa: S603
    lines = done.stdout.splitlines()
    try:
        return Reextraction(**json.loads(lines[-1]))
    except (IndexError, ValueError, TypeError):
        errors = done.stderr.strip().splitlines()
        reason = errors[-1].removeprefix("Error: ") if errors else f"the process ended with {done.returncode}"
        return Reextraction(blog, error=reason)
