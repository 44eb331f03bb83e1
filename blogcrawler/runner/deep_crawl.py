"""Harvests the archive behind a search form for a person at a terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler

from ..blog import find_folder, make_folder
from ..crawl_settings import check_settings
from ..extensions import INTERRUPTED_STAT, exit_code
from ..items import SearchSource
from ..terminal import one_line
from .process import load_settings, run
from .verbosity import Verbosity, log_to_stderr

__all__ = ["deep_in_terminal", "source_lines"]


def deep_in_terminal(arguments: dict[str, str], given: dict[str, Any], verbosity: Verbosity = Verbosity.NORMAL) -> int:
    """Run the spider ``deepcrawl`` with these arguments and print what it has found; returns the exit code."""
    settings = load_settings()
    settings.set("BLOGCRAWLER_PROGRESS", "off", priority="cmdline")
    settings.setdict(given, priority="cmdline")
    folder = find_folder(check_settings(settings, os.environ), arguments["url"])
    make_folder(folder)
    if "LOG_FILE" not in given:
        settings.set("LOG_FILE", str(folder / "deep.log"), priority="cmdline")
    process = AsyncCrawlerProcess(settings)
    log_to_stderr(verbosity)
    crawler = process.create_crawler("deepcrawl")
    if verbosity > Verbosity.QUIET:
        _say(f"Searching {one_line(arguments['url'])}")
    error = run(process, crawler, arguments, on_interrupt=lambda: _stop(crawler))
    if error is not None:
        raise error
    search = getattr(crawler.spider, "search", None)
    result = search.result() if search is not None else None
    if result is not None and result[1]:
        source, records = result
        for line in (
            source_lines(source, len(records)) if verbosity > Verbosity.QUIET else [f"{len(records):,} records"]
        ):
            print(line)
        print(f"Records     {folder / 'records.jsonl'}") if verbosity > Verbosity.QUIET else None
    for text in crawler.stats.get_value("blogcrawler/notes", []):
        _say(one_line(text))
    return exit_code(crawler.stats.get_stats())


def source_lines(source: SearchSource, records: int) -> list[str]:
    """What is known about a source, for people."""
    behaviour = source.behaviour
    share = f", by estimate {source.coverage:.0%} of all" if source.coverage is not None else ""
    lines = [f"Found       {records:,} records with {source.requests:,} requests{share}"]
    by_feature = {mapping["feature"]: mapping["field"] for mapping in source.mappings}
    for feature in source.features:
        field = by_feature.get(feature["name"])
        asked = f", asked by the field {field}" if field else ""
        lines.append(f"  {one_line(feature['name']):<16} {feature['type']}{one_line(asked)}")
    said = {
        "stop words are indexed": behaviour.get("stop_words_indexed"),
        "beginnings of words match": behaviour.get("matches_prefixes"),
        "an empty query lists records": behaviour.get("lists_without_query"),
        "the same query brings the same records": behaviour.get("is_stable"),
    }
    answers = [f"{text}: {'yes' if value else 'no'}" for text, value in said.items() if value is not None]
    if behaviour.get("combination"):
        answers.append(f"words are combined by {behaviour['combination'].upper()}")
    if behaviour.get("max_results"):
        answers.append(f"at most {behaviour['max_results']:,} results are shown")
    if source.error_pattern:
        answers.append(f"no results: {one_line(source.error_pattern[0])}")
    return [*lines, *(f"Search      {answer}" for answer in answers)]


def _stop(crawler: Crawler) -> None:
    crawler.stats.set_value(INTERRUPTED_STAT, True)
    _say("stopping… (again to force)")


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
