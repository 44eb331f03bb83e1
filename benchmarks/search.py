"""Measure the search index: the cost of writing it, and the time of searches compared with bare SQL.

Generates posts, saves them one at a time as a crawl does, into SQLite with and without the index, then searches. All
ratios are of times in the same run. ``--posts 1000000`` takes long and needs much disk.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from generated_archive import Writer, fill

from blogcrawler.store import DATABASE_FILE, SearchQuery, Store, open_store
from blogcrawler.store.search.documents import document_of
from blogcrawler.store.search.tokens import indexed_text

CLOCK = time.perf_counter
TRIGGERS = ("search_added", "search_changed", "search_removed")


def without_index(store: Store, home: Path) -> None:
    """Make the store write no index: no triggers, and an empty queue."""
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        for name in TRIGGERS:
            database.execute(f"DROP TRIGGER {name}")


def write(writer: Writer, number: int, with_index: Path, bare: Path) -> tuple[float, float, float]:
    """Seconds to save without the index, with it, and to index at the end; in turns, so that all share the weather."""
    indexed, plain = open_store(None, with_index), open_store(None, bare)
    without_index(plain, bare)
    times = [0.0, 0.0]
    for turn, posts in enumerate(writer.chunks(number)):
        pair = [(0, plain), (1, indexed)]
        for at, store in pair if turn % 2 else reversed(pair):
            began = CLOCK()
            for post in posts:
                store.save_post(post)
            times[at] += CLOCK() - began
    began = CLOCK()
    plain.close()
    times[0] += CLOCK() - began
    began = CLOCK()
    indexed.close()
    return times[0], times[1], CLOCK() - began


def bare_insert(home: Path) -> float:
    """Seconds to insert the same documents, ready-made, into a bare FTS5 table: no index of SQLite can cost less."""
    declared = "SELECT sql FROM sqlite_master WHERE name = 'search_index'"
    columns = "id, title, authors, tags, text, comments, posts, blog, language, published"
    with closing(sqlite3.connect(home / DATABASE_FILE)) as database:
        [[create]] = database.execute(declared)
        found = database.execute(f"SELECT {columns} FROM posts ORDER BY id")
        names = [one[0] for one in found.description]
        seconds = 0.0
        with closing(sqlite3.connect(home.parent / "bare.db")) as bare:
            bare.execute("PRAGMA journal_mode = WAL")
            bare.execute("PRAGMA synchronous = NORMAL")
            bare.execute(create)
            bare.execute("INSERT INTO search_index (search_index, rank) VALUES ('hashsize', ?)", (32 << 20,))
            bare.commit()
            while rows := found.fetchmany(1_000):
                documents = [_document(dict(zip(names, row, strict=True))) for row in rows]
                began = CLOCK()
                with bare:
                    bare.executemany("INSERT INTO search_index VALUES (?, ?, ?, ?, ?)", documents)
                seconds += CLOCK() - began
    return seconds


def _document(row: dict[str, Any]) -> tuple[str, ...]:
    """The texts of a row, as they are indexed."""
    row |= {name: json.loads(row[name]) for name in ("authors", "tags", "comments", "posts")}
    one = document_of(row)
    return (*map(indexed_text, (one.title, one.names, one.text, one.comments)), one.filters)


def timed(action: Callable[[], object], runs: int) -> float:
    """The median time of an action, in milliseconds."""
    times = []
    for _ in range(runs):
        began = CLOCK()
        action()
        times.append(CLOCK() - began)
    return 1_000 * statistics.median(times)


BARE = """
SELECT p.url, p.blog, p.title, p.authors, p.published, p.language, p.tags, p.text, p.comments, bm25(search_index)
FROM search_index JOIN search_documents d ON d.number = search_index.rowid JOIN posts p ON p.id = d.post_id
WHERE search_index MATCH ? ORDER BY bm25(search_index) LIMIT 20
"""
NEWEST = "SELECT url, blog, title, authors, published, language, tags, text, comments FROM posts ORDER BY rank LIMIT 20"


def queries(writer: Writer) -> list[tuple[str, SearchQuery, str]]:
    """Searches by name, each with the expression of the bare query."""

    def word(rank: int) -> str:
        return writer.words[rank]

    author = f"{word(7)} {word(7)}"
    return [
        *((f"one word, rank {rank}", SearchQuery(word(rank)), word(rank)) for rank in (20_000, 5_000, 1_000, 100, 0)),
        ("two words", SearchQuery(f"{word(300)} {word(2_000)}"), f"{word(300)} AND {word(2_000)}"),
        ("common and rare", SearchQuery(f"{word(0)} {word(9_000)}"), f"{word(0)} AND {word(9_000)}"),
        ("phrase", SearchQuery(f'"{word(30)} {word(50)}"'), f'"{word(30)} {word(50)}"'),
        ("prefix", SearchQuery(f"{word(500)[:4]}*"), f"{word(500)[:4]}*"),
        ("in a blog", SearchQuery(word(200), blog="https://blog7.example/"), word(200)),
        ("by an author", SearchQuery(word(200), author=author), word(200)),
        ("in a language", SearchQuery(word(2_000), language="en"), word(2_000)),
        ("of a year", SearchQuery(word(200), since="2014", until="2014"), word(200)),
        ("in comments", SearchQuery(word(2_000), where="comments"), f"comments : {word(2_000)}"),
        ("no words", SearchQuery(), ""),
    ]


def measure_searches(writer: Writer, home: Path, runs: int) -> None:
    with closing(open_store(None, home)) as store, closing(sqlite3.connect(home / DATABASE_FILE)) as bare:
        found = []
        print("\n| search | hits | with snippets, ms | bare SQL, ms | ratio |\n|---|---|---|---|---|")
        for name, query, expression in queries(writer):
            result = store.search(query)
            statement, parameters = (BARE, (expression,)) if expression else (NEWEST, ())
            ours = timed(lambda query=query: store.search(query), runs)
            theirs = timed(lambda s=statement, p=parameters: bare.execute(s, p).fetchall(), runs)
            found.append((ours, theirs))
            total = f"{result.total:,}" if result.total_is_exact else f"over {result.total:,}"
            print(f"| {name} | {total} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |", flush=True)
        ours, theirs = (statistics.median(times) for times in zip(*found, strict=True))
        print(f"| median | | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=5, help="runs of each search")
    parser.add_argument("--searches-only", action="store_true", help="do not compare writing")
    parser.add_argument("--cpu", action="store_true", help="measure CPU time: for machines that are busy")
    parser.add_argument("--folder", type=Path, help="where the databases are written and kept; default: temporary")
    options = parser.parse_args()
    global CLOCK
    CLOCK = time.process_time if options.cpu else time.perf_counter
    folder = options.folder or Path(tempfile.mkdtemp(prefix="blogcrawler-search-"))
    writer = Writer()
    try:
        home = folder / "indexed"
        if options.searches_only and not home.exists():
            fill(home, options.posts)
        elif not home.exists():
            plain, saving, indexing = write(writer, options.posts, home, folder / "plain")
            print(f"{options.posts:,} posts saved one at a time in SQLite; {CLOCK.__name__}")
            print(f"- without the index: {plain:.1f} s")
            print(f"- with the index: {saving:.1f} s, ratio {saving / plain:.2f}")
            alone = bare_insert(home)
            print(f"- a bare FTS5 insert of the same documents: {alone:.1f} s; alone, ratio {1 + alone / plain:.2f}")
            total = f"with it, ratio {(saving + indexing) / plain:.2f}"
            print(f"- indexing when the store is closed: {indexing:.1f} s; {total}")
            sizes = [(folder / name / DATABASE_FILE).stat().st_size for name in ("indexed", "plain")]
            print(f"- size with the index: {sizes[0] / 1e6:,.0f} MB, ratio {sizes[0] / sizes[1]:.2f}")
        measure_searches(writer, home, options.runs)
    finally:
        if options.folder is None:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
