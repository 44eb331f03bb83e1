"""Harvests the archive behind a search form for a person at a terminal."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess, Crawler

from ..blog import find_folder, make_folder
from ..crawl_settings import CrawlSettings, check_settings
from ..deepweb import (
    NEARLY_ALL,
    Triple,
    align,
    build_ontology,
    new_facts,
    queries_from_ontology,
    read_triples,
    record_triples,
)
from ..extensions import INTERRUPTED_STAT, exit_code
from ..items import SearchSource, SourceRecord
from ..store import has_database, open_store
from ..terminal import one_line, percent
from .process import load_settings, prepare_log, run
from .verbosity import Verbosity, log_to_stderr

#: Less probable relations are not shown.
_MIN_RELATION = 0.2

__all__ = ["deep_in_terminal", "source_lines"]


def deep_in_terminal(
    arguments: dict[str, str],
    given: dict[str, Any],
    verbosity: Verbosity = Verbosity.NORMAL,
    ontology: Path | None = None,
) -> int:
    """Run the spider ``deepcrawl`` with these arguments and print what it has found; returns the exit code.

    With an ``ontology``, its values become queries if the source is known from an earlier run, and what it lacks is
    written to ``new-facts.ttl``.
    """
    facts = list(read_triples(ontology)) if ontology is not None else []
    settings = load_settings()
    settings.set("BLOGCRAWLER_PROGRESS", "off", priority="cmdline")
    settings.setdict(given, priority="cmdline")
    options = check_settings(settings, os.environ)
    folder = find_folder(options, arguments["url"])
    make_folder(folder)
    if facts and (queries := _queries(options, arguments["url"], facts)):
        arguments = {**arguments, "queries": json.dumps(queries)}
    if "LOG_FILE" not in given:
        settings.set("LOG_FILE", str(folder / "deep.log"), priority="cmdline")
    prepare_log(settings, "deepcrawl", arguments["url"])
    process = AsyncCrawlerProcess(settings)
    log_to_stderr(verbosity, options.log_format, "deepcrawl", arguments["url"])
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
        if facts:
            _report_new_facts(source, records, facts, folder / "new-facts.ttl")
    code = exit_code(crawler.stats.get_stats())
    *notes, last = crawler.stats.get_value("blogcrawler/notes", None) or [""]
    for text in notes:
        _say(one_line(text))
    if last:
        _say(f"Error: {one_line(last)}" if code == 1 else one_line(last))
    return code


def _queries(options: CrawlSettings, url: str, facts: list[Triple]) -> list[tuple[str, str]]:
    """Queries for a source that an earlier run has harvested."""
    if not has_database(options.database_url, options.home):
        return []
    with closing(open_store(options.database_url, options.home)) as store:
        source = store.search_sources.source(url)
        if source is None:
            return []
        triples = record_triples(source, store.search_sources.records(source.url), with_schema=False)
        alignment = align(build_ontology(triples), build_ontology(facts))
    return queries_from_ontology(source, alignment, facts)


def _report_new_facts(source: SearchSource, records: list[SourceRecord], facts: list[Triple], file: Path) -> None:
    from ..rdf import write_facts  # needs the extra rdf

    alignment = align(build_ontology(record_triples(source, records, with_schema=False)), build_ontology(facts))
    for line in alignment.relations(_MIN_RELATION):
        print(f"Recognised  {one_line(line.left)} as {one_line(line.right)} ({line.probability:.2f})")
    with file.open("wb") as opened:
        number = write_facts(new_facts(source, records, alignment, facts), opened)
    print(f"New facts   {number:,} in {file}, for review")


def source_lines(source: SearchSource, records: int) -> list[str]:
    """What is known about a source, for people."""
    behaviour = source.behaviour
    share = ""
    if source.coverage is not None:
        most = 1 if source.ending.startswith(NEARLY_ALL) else 0.99  # the budget may end between queries without news
        share = f", by estimate {percent(min(source.coverage, most), 1)} of all"
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
