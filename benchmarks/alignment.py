"""Measures the alignment of ontologies: its quality on the data of OAEI 2010, time and memory on a million triples.

python benchmarks/alignment.py [--data FOLDER] [--triples N]

FOLDER has oaei-persons.zip and oaei-restaurants.zip as the authors of PARIS distribute them (dig-team/PARIS); by
default it is the folder "deepweb" beside the corpus (CORPUS). ``--triples 0`` leaves out the generated ontologies.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from corpus import CORPUS

from blogcrawler.deepweb import Alignment, Triple, align, build_ontology, read_triples

_MIN_PROBABILITY = 0.7
_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def _number(address: str) -> str:
    return re.sub(r".*\D", "", address)


def _same_number(left: str, right: str) -> bool:
    return _number(left) == _number(right)


def _same_but_last_digit(left: str, right: str) -> bool:
    return _number(left)[:-1] == _number(right)[:-1]


#: Data set, its two files, what the aligned instances are called, number of gold pairs, and which pairs are right.
_OAEI: list[tuple[str, str, str, str, int, Callable[[str, str], bool]]] = [
    ("persons", "person11.rdf", "person12.rdf", "Person", 500, _same_but_last_digit),
    ("restaurants", "restaurant1.rdf", "restaurant2.rdf", "Restaurant", 113, _same_number),
]


def oaei(data: Path) -> None:
    """Precision, recall and F1 on the data sets on which PARIS was evaluated."""
    print("| data | found | precision | recall | F1 | iterations |\n|---|---|---|---|---|---|")
    for name, left, right, kind, gold, is_right in _OAEI:
        with TemporaryDirectory() as folder, zipfile.ZipFile(data / f"oaei-{name}.zip") as packed:
            result = _aligned(Path(packed.extract(left, folder)), Path(packed.extract(right, folder)))
        found = [pair for pair in result.instances(_MIN_PROBABILITY) if re.search(rf"-{kind}\d+$", pair.left)]
        right_ones = sum(is_right(pair.left, pair.right) for pair in found)
        precision, recall = right_ones / max(len(found), 1), right_ones / gold
        f1 = 2 * right_ones / (len(found) + gold)
        print(f"| {name} | {len(found)} | {precision:.3f} | {recall:.3f} | {f1:.3f} | {result.iterations} |")


def _aligned(left: Path, right: Path) -> Alignment:
    return align(build_ontology(read_triples(left)), build_ontology(read_triples(right)))


def library(side: str, books: range, people: int, random_: random.Random) -> Iterator[Triple]:
    """Books with title, year, publisher and author; the left side has the author's name, the right side a person."""
    for person in range(people if side == "right" else 0):
        yield Triple(f"right:person{person}", "right:name", _person(person), True)
    for number in books:
        book = f"{side}:book{number * 7919 % 1_000_003}"  # numbers in another order than those of the other side
        facts = random.Random(number)
        title = f"{facts.choice('the a my our no'.split())} {facts.randrange(40_000)} {facts.randrange(30)}"
        year, author, publisher = facts.randrange(1900, 2020), facts.randrange(people), facts.randrange(800)
        if random_.random() < 0.1:
            year += 1
        yield Triple(book, _TYPE, f"{side}:Book")
        yield Triple(book, f"{side}:title", title.upper() if side == "left" else title, True)
        yield Triple(book, f"{side}:year", str(year), True)
        yield Triple(book, f"{side}:publisher", f"publisher {publisher}", True)
        if side == "left":
            yield Triple(book, "left:author", _person(author), True)
        else:
            yield Triple(f"right:person{author}", "right:wrote", book)


def _person(number: int) -> str:
    return f"first {number % 1999} last {number}"


def generated(triples: int) -> None:
    """Time and memory for two invented libraries that share half of their books."""
    books = triples // 10
    people = max(books // 5, 1)
    begin = time.perf_counter()
    left = build_ontology(library("left", range(books), people, random.Random(1)))
    right = build_ontology(library("right", range(books // 2, books // 2 + books), people, random.Random(2)))
    built = time.perf_counter()
    result = align(left, right)
    end = time.perf_counter()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found = result.instances(_MIN_PROBABILITY)
    right_ones = sum(pair.left.partition(":")[2] == pair.right.partition(":")[2] for pair in found)
    shared = books - books // 2
    count = sum(len(one.subjects) // 2 + len(one.members) for one in (left, right))
    print(f"\n{count:,} triples: read in {built - begin:.0f} s, aligned in {end - built:.0f} s, peak {memory:.0f} MB")
    print(
        f"precision {right_ones / max(len(found), 1):.3f}, recall {right_ones / shared:.3f} of {shared:,} shared books"
    )
    for pair in result.relations(0.1):
        print(f"{pair.left}\t{pair.right}\t{pair.probability:.3f}")


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=CORPUS.parent / "deepweb")
    parser.add_argument("--triples", type=int, default=1_000_000)
    options = parser.parse_args()
    if all((options.data / f"oaei-{name}.zip").exists() for name, *_ in _OAEI):
        oaei(options.data)
    else:
        print(f"oaei-persons.zip and oaei-restaurants.zip are missing in {options.data}: give their folder with --data")
    if options.triples:
        generated(options.triples)


if __name__ == "__main__":
    main()
