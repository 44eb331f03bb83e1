"""Measures the harvest of archives behind search forms, on real programs filled with books.

python benchmarks/deepweb.py [--data FOLDER] [--books N] [programs] [coverage] [bounds] [alignment]

FOLDER has shop.csv, reference.nt.gz and gold.csv; by default it is the folder "deepweb" beside the corpus (CORPUS).
``programs`` measures Datasette, Roundup, WordPress, django-oscar and MediaWiki with N books each, ``coverage`` the
requests for 95 % of all books in comparison with an oracle, ``bounds`` those of an oracle that only asks what it has
seen, ``alignment`` what the reference ontology recognises. Without a name, all.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import math
import random
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "support"))

import search_programs
import wordpress
from corpus import CORPUS
from coverage_bounds import requests_of_seen_words
from invented_search import InventedSearch

from blogcrawler.deepweb import (
    Exploration,
    ExplorationLimits,
    FormRequest,
    SearchHarvest,
    align,
    build_ontology,
    find_search_forms,
    read_triples,
    record_triples,
    source_of,
    source_record,
)
from blogcrawler.deepweb.harvesting.understanding import Understanding
from blogcrawler.deepweb.probing.search_session import SearchSession
from blogcrawler.deepweb.records.harvested_records import HarvestedRecords
from blogcrawler.deepweb.records.raw_record import RawRecord
from blogcrawler.dom import Page, parse_page, words

Book = dict[str, str]
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_PAGE, _CAP, _SHARE = 100, 50, 0.95


def read_shop(data: Path) -> list[Book]:
    """The books of the shop, with the names that the programs need."""
    with (data / "shop.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["author"] = row.pop("authors")
        row["language"] = row["language"] or "unknown"
        year = row["year"].partition(".")[0]
        row["decade"] = f"{year[:-1]}0s" if year.isdigit() and len(year) == 4 else "early"
    return rows


async def fetch(request: FormRequest) -> Page | None:
    """Download a page from this machine."""
    data = request.body.encode() if request.body is not None else None
    try:
        with _OPENER.open(request.url, data, timeout=60) as answer:
            return parse_page(answer.read().decode("utf-8", "replace"), answer.url)
    except OSError:
        return None


def harvest(url: str, requests: int, *, details: bool = False) -> SearchHarvest | None:
    """Harvest the first search form of a page."""
    page = asyncio.run(fetch(FormRequest(url)))
    forms = find_search_forms(page) if page is not None else []
    if page is None or not forms:
        return None
    return asyncio.run(
        Exploration(forms[0], page, fetch, ExplorationLimits(max_requests=requests, details=details)).run()
    )


@contextmanager
def running_wordpress(folder: Path, books: Sequence[Book]) -> Iterator[str]:
    """A WordPress with a post for each book."""
    with wordpress.WordPresses(folder) as sites, sites.site() as site:
        posts = [
            {
                "post_title": b["title"],
                "post_content": f"<p>A book by {b['author']} from {b['year']}.</p>",
                "post_name": f"book-{b['id']}",
                "post_date": str(datetime(2020, 1, 1) + timedelta(hours=number)),
            }
            for number, b in enumerate(books)
        ]
        for start in range(0, len(posts), 100):
            site.add_posts(posts[start : start + 100])
        site.set_options(posts_per_page=20)
        yield f"{site.url}/?s="


#: Program, how to run it, the fields of books that its results show, and the mapping that is right.
_PROGRAMS: list[
    tuple[str, Callable[[Path, Sequence[Book]], AbstractContextManager[str]], list[str], dict[str, str]]
] = [
    (
        "Datasette",
        search_programs.running_datasette,
        ["id", "title", "author", "year", "isbn", "language", "rating"],
        {},
    ),
    (
        "Roundup",
        search_programs.running_roundup,
        ["title", "language"],
        {"title": "title", "id": "id", "status": "status"},
    ),
    ("django-oscar", search_programs.running_oscar, ["title", "author", "year", "language"], {}),
    ("MediaWiki", search_programs.running_wiki, ["title"], {}),
    ("WordPress", running_wordpress, ["title"], {}),
]


def programs(books: Sequence[Book]) -> None:
    """Records, fields and mappings on real programs."""
    print("| program | form | error pattern | precision | recall | fields right | mapping right | requests | seconds |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, running, shown, mapping in _PROGRAMS:
        try:
            with tempfile.TemporaryDirectory(prefix="blogcrawler-deep-") as folder, running(Path(folder), books) as url:
                began = time.monotonic()
                found = harvest(url, 1500, details=name == "django-oscar")
                print(_row(name, found, books, shown, mapping, time.monotonic() - began), flush=True)
        except (OSError, RuntimeError) as error:
            print(f"| {name} | did not run: {str(error).splitlines()[0][:80]} | | | | | | | |", flush=True)


def _row(
    name: str,
    found: SearchHarvest | None,
    books: Sequence[Book],
    shown: list[str],
    mapping: dict[str, str],
    seconds: float,
) -> str:
    if found is None:
        return f"| {name} | none | | | | | | | |"
    truth = {_key(book["title"]): book for book in books}
    records = [found.fields(record) for record in found.records]
    matched = [(fields, book) for fields in records if (book := _book_of(fields, truth)) is not None]
    distinct = {book["id"] for _, book in matched}
    right = [
        max(
            (
                _right(matched, feature.name, one)
                for feature in [*found.schema.features, *found.details_schema.features]
            ),
            default=0.0,
        )
        for one in shown
    ]
    mapped = {one.field: one.feature for one in found.mappings}
    wrong = sum(mapping.get(field) != feature for field, feature in mapped.items())
    kept = sum(mapped.get(field) == feature for field, feature in mapping.items())
    return (
        f"| {name} | {'found' if found.rule else 'no'} "
        f"| {'found' if found.error and found.error.describe() else 'none'} "
        f"| {len(matched) / max(1, len(records)):.3f} | {len(distinct) / len(books):.3f} "
        f"| {sum(right) / len(right):.3f} "
        f"| {kept} of {len(mapping)}, {wrong} wrong | {found.requests} | {seconds:.0f} |"
    )


def _key(text: str) -> str:
    return " ".join(words(text))


def _book_of(fields: dict[str, list[str]], truth: dict[str, Book]) -> Book | None:
    """The book of a record. MediaWiki's pages have the number after the title, which lacks some characters."""
    numbers = {book["id"]: book for book in truth.values()}
    for values in fields.values():
        for value in values:
            if (book := truth.get(_key(value))) is not None:
                return book
            title, _, number = _key(value).rpartition(" ")
            book = numbers.get(number)
            if book is not None and _letters(title)[:60] == _letters(book["title"])[:60]:
                return book
    return None


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isascii() and character.isalnum())


def _right(matched: list[tuple[dict[str, list[str]], Book]], feature: str, name: str) -> float:
    """The share of records whose feature has the value of the book."""
    having = [(fields, book) for fields, book in matched if book[name]]
    good = sum(
        any(
            _letters(value) in (_letters(book[name]), _letters(book[name] + book["id"]))
            for value in fields.get(feature, [])
        )
        for fields, book in having
    )
    return good / max(1, len(having))


def coverage(books: Sequence[Book]) -> None:
    """Requests for 95 % of the books: ours, the oracle's, random words', single letters'."""
    print("\n| search | ours | without probing | oracle | ratio | random words | single letters |")
    print("|---|---|---|---|---|---|---|")
    for name, page, cap, lists_all in (
        (f"pages of {_PAGE}, an empty query lists all", _PAGE, None, True),
        (f"pages of {_PAGE}, no empty query", _PAGE, None, False),
        (f"at most {_CAP} results", _CAP, _CAP, False),
    ):
        site = InventedSearch(books, page_size=page, max_results=cap, lists_all=lists_all, advanced=False)
        ours, probing = _ours(site, len(books))
        answers = {word: site.matches({"q": word})[:cap] for word in site._index}
        if lists_all:
            answers[""] = list(range(len(books)))
        oracle = _greedy(answers, page, len(books))
        rest = random.Random(1).sample(sorted(answers), len(answers))
        letters = _ordered([chr(97 + n) for n in range(26)], answers, page, len(books))
        blind = _ordered(rest, answers, page, len(books))
        ratio = f"{ours / oracle:.2f}" if ours and oracle else "–"
        print(
            f"| {name} | {ours or '–'} | {(ours or 0) - probing} | {oracle} | {ratio} | {blind} | {letters} |",
            flush=True,
        )


def _ours(site: InventedSearch, total: int) -> tuple[int | None, int]:
    """The requests until 95 % of the books were known, and those for probing."""
    limits = ExplorationLimits(max_requests=3000, details=False)
    exploration = _Traced(site.form(), site.home(), site.fetch, limits)
    exploration.records = traced = _TracedRecords(exploration.session, _SHARE * total)
    found = asyncio.run(exploration.run())
    print(f"<!-- {len(found.records):,} of {total:,}: {found.ending}; {found.requests} requests -->")
    return traced.reached, exploration.probing


class _Traced(Exploration):
    """Remembers how many requests probing took."""

    probing = 0

    async def _understand(self) -> Understanding:
        understanding = await super()._understand()
        self.probing = self.session.requests
        return understanding


class _TracedRecords(HarvestedRecords):
    """Remembers after how many requests a number of records was known."""

    def __init__(self, session: SearchSession, wanted: float) -> None:
        super().__init__()
        self._session, self._wanted = session, wanted
        self.reached: int | None = None

    def add(self, raws: Iterable[RawRecord], query: tuple[tuple[str, str], ...]) -> tuple[list[int], list[int]]:
        result = super().add(raws, query)
        if self.reached is None and len(self.records) >= self._wanted:
            self.reached = self._session.requests
        return result


def _greedy(answers: dict[str, list[int]], page: int, total: int) -> int:
    """Requests of greedy set cover, which knows all answers."""
    having: dict[int, list[str]] = defaultdict(list)
    for word, found in answers.items():
        for number in found:
            having[number].append(word)
    new = Counter({word: len(found) for word, found in answers.items()})
    cost = {word: max(1, math.ceil(len(found) / page)) for word, found in answers.items()}
    known: set[int] = set()
    requests = 0
    while len(known) < _SHARE * total and new:
        best = max(new, key=lambda word: new[word] / cost[word])
        if not new[best]:
            break
        requests += cost[best]
        for number in answers[best]:
            if number not in known:
                known.add(number)
                for word in having[number]:
                    new[word] -= 1
        del new[best]
    return requests


def _ordered(order: Sequence[str], answers: dict[str, list[int]], page: int, total: int) -> str:
    known: set[int] = set()
    requests = 0
    for word in order:
        found = answers.get(word, [])
        requests += max(1, math.ceil(len(found) / page))
        known.update(found)
        if len(known) >= _SHARE * total:
            return str(requests)
    return f"{len(known) / total:.0%} after {requests}"


def bounds(books: Sequence[Book]) -> None:
    """Requests for 95 % of the books of an oracle that only asks words of known books. No empty query."""
    site = InventedSearch(books, page_size=_PAGE, advanced=False)
    answers = {word: site.matches({"q": word}) for word in site._index}
    oracle = _greedy(answers, _PAGE, len(books))
    seen = requests_of_seen_words(answers, _PAGE, _SHARE * len(books))
    print(f"\noracle: {oracle} requests; one that only asks words of known books: {seen} ({seen / oracle:.2f})")


def alignment(data: Path, books: Sequence[Book]) -> None:
    """What the reference ontology recognises of the harvested shop."""
    site = InventedSearch(books, page_size=_PAGE, lists_all=True, advanced=False)
    found = asyncio.run(
        Exploration(site.form(), site.home(), site.fetch, ExplorationLimits(max_requests=1000, details=False)).run()
    )
    records = [source_record(found, record) for record in found.records]
    triples = record_triples(source_of(found), records, with_schema=False)
    result = align(build_ontology(triples), build_ontology(read_triples(data / "reference.nt.gz")))
    with (data / "gold.csv").open(encoding="utf-8") as file:
        gold = {row["id"]: row["entity"] for row in csv.DictReader(file)}
    print(f"\n{len(records):,} records; of {len(gold):,} gold pairs:")
    for least in (0.7, 0.8, 0.9):
        pairs = {pair.left.rpartition("/")[2]: pair.right for pair in result.instances(least)}
        checked = [number for number in pairs if number in gold]
        good = sum(pairs[number] == gold[number] for number in checked)
        precision, recall = good / max(1, len(checked)), good / len(gold)
        print(
            f"from a probability of {least} on: {len(pairs):,} aligned, precision {precision:.3f}, recall {recall:.3f}"
        )
    for line in result.relations(0.1):
        print(f"{line.left}\t{line.right}\t{line.probability:.3f}")


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=["programs", "coverage", "bounds", "alignment", []])
    parser.add_argument("--data", type=Path, default=CORPUS.parent / "deepweb")
    parser.add_argument("--books", type=int, default=1000, help="books in each program")
    arguments = parser.parse_args()
    if not (arguments.data / "shop.csv").exists():
        parser.exit(1, f"{arguments.data} has no shop.csv; name the folder with --data\n")
    books = read_shop(arguments.data)
    parts = arguments.parts or ["programs", "coverage", "bounds", "alignment"]
    if "programs" in parts:
        programs(books[: arguments.books])
    if "coverage" in parts:
        coverage(books)
    if "bounds" in parts:
        bounds(books)
    if "alignment" in parts:
        alignment(arguments.data, books)


if __name__ == "__main__":
    main()
