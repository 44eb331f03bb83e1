"""Sets up the crawl of one blog: its settings, its folder, and whether it resumes an earlier crawl."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler

from ..blog import find_folder, make_folder
from ..crawl_settings import check_settings
from .process import load_settings, prepare_log

__all__ = ["PreparedCrawl", "prepare_crawl"]


@dataclass(frozen=True, slots=True)
class PreparedCrawl:
    """A crawl that is ready to run."""

    process: AsyncCrawlerProcess
    crawler: Crawler
    #: Whether it resumes a crawl that was interrupted.
    resumed: bool


def prepare_crawl(url: str, given: dict[str, Any], fresh: bool = False, progress: str | None = None) -> PreparedCrawl:
    """Set up the crawl of a blog with the given settings on top of the project's.

    Scrapy's log and, until the crawl is finished, the state that is needed to resume it (``job``) go to the blog's
    folder. ``fresh`` deletes that state. ``progress`` is the default of ``BLOGCRAWLER_PROGRESS``.
    """
    settings = load_settings()
    if progress is not None:
        settings.set("BLOGCRAWLER_PROGRESS", progress, priority="cmdline")
    settings.setdict(given, priority="cmdline")
    folder = find_folder(check_settings(settings, os.environ), url)
    job = folder / "job"
    if fresh:
        shutil.rmtree(job, ignore_errors=True)
    make_folder(folder)
    resumed = job.is_dir() and any(job.iterdir())
    for name, value in {"JOBDIR": job, "LOG_FILE": folder / "crawl.log"}.items():
        if name not in given:
            settings.set(name, str(value), priority="cmdline")
    prepare_log(settings, "newcrawl", url)
    process = AsyncCrawlerProcess(settings)
    return PreparedCrawl(process, process.create_crawler("newcrawl"), resumed)
