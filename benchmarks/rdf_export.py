"""Export archives of real blogs as Turtle and parse them back: every IRI must be valid.

    python benchmarks/acceptance.py --feeds full          # crawls the corpus
    python benchmarks/rdf_export.py [/tmp/blogcrawler-acceptance/full]

Prints the archives that cannot be read back, and the number of triples of the others; exit code 1 if there are any.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pyoxigraph import RdfFormat, parse

ARCHIVES = Path("/tmp/blogcrawler-acceptance/full")
PROGRAM = "from blogcrawler.cli import main; main()"


def triples(home: Path) -> int | str:
    """The number of triples of an archive, or what is wrong with its export."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "posts.ttl"
        command = [sys.executable, "-c", PROGRAM, "export", "-f", "turtle", "-o", str(file), "--home", str(home)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if ended.returncode:
            return ended.stderr.strip()[-300:]
        try:
            return sum(1 for _ in parse(path=str(file), format=RdfFormat.TURTLE))
        except (SyntaxError, ValueError) as error:
            return str(error)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVES
    homes = sorted(file.parent for file in folder.glob("*/blogcrawler.db"))
    if not homes:
        sys.exit(f"{folder} has no archives; crawl the corpus first: python benchmarks/acceptance.py --feeds full")
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(homes, pool.map(triples, homes), strict=True))
    wrong = {home: result for home, result in found.items() if isinstance(result, str)}
    for home, result in wrong.items():
        print(f"{home.name}: {result}")
    total = sum(result for result in found.values() if isinstance(result, int))
    print(f"{len(homes)} archives, {len(wrong)} cannot be read back, {total:,} triples")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
