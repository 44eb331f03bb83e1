"""Makes small mistakes in copies of the code and reports which of them the tests do not notice.

    python benchmarks/mutants.py                              # random mutants of the core packages, for 15 minutes
    python benchmarks/mutants.py --minutes 3 blogcrawler/dates/blog_clock.py blogcrawler/feeds
    python benchmarks/mutants.py --guards                     # the guards in mutant_guards.toml; all must be killed
    python benchmarks/mutants.py --guards benchmarks/security_guards.toml [--only robots]

A mutant is killed if the tests that mirror its module fail: first ``tests/PACKAGE/test_MODULE.py``, if it exists, then
all tests of the package. A guard may name its tests instead. The working tree is not touched: each worker has a copy of
it in a temporary folder.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GUARDS = Path(__file__).with_name("mutant_guards.toml")
CORE = ("dom", "dates", "feeds", "extraction", "knowledge", "comments", "changes", "frontier", "updating", "http")
#: Files that tests read, besides the code.
COPIED = ("blogcrawler", "tests", "benchmarks", "knowledge_base", "docs", "pyproject.toml", "README.md", "scrapy.cfg")
#: Tests may take this many times as long as without the mutant before it counts as killed: it may loop forever.
PATIENCE, LEAST_SECONDS, MOST_SECONDS = 5, 30, 300

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Mutant:
    """A changed module: ``source`` is its new text, ``change`` says what is different."""

    file: str
    line: int
    change: str
    source: str
    name: str = ""
    #: The tests that should fail; by default those that mirror the module.
    tests: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name or f'{self.file}:{self.line}'}  {self.change}"


def mutants(file: str, source: str) -> Iterator[Mutant]:
    """All mutants of a module: comparisons, and/or, not, numbers and returned truth values."""
    tree = ast.parse(source)
    for node, field, index, replacement in _replacements(tree):
        original = getattr(node, field) if index is None else getattr(node, field)[index]
        before = ast.unparse(node)
        _put(node, field, index, replacement)
        changed, text = ast.unparse(node), ast.unparse(tree)
        _put(node, field, index, original)
        if changed != before:
            lines = [f"{_short(part)}" for part in (before, changed)]
            yield Mutant(file, getattr(node, "lineno", 0), " → ".join(lines), text)


def _put(node: ast.AST, field: str, index: int | None, value: ast.AST) -> None:
    if index is None:
        setattr(node, field, value)
    else:
        getattr(node, field)[index] = value


def _replacements(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Node, field, index in the field's list, and what to put there."""
    predicates = {
        id(statement)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.returns and ast.unparse(function.returns) == "bool"
        for statement in ast.walk(function)
        if isinstance(statement, ast.Return)
    }
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Compare):
            for index, operator in enumerate(node.ops):
                yield node, "ops", index, COMPARISONS[type(operator)]()
        elif isinstance(node, ast.BoolOp):
            yield node, "op", None, ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        elif isinstance(node, ast.Return) and id(node) in predicates and node.value is not None:
            yield node, "value", None, ast.UnaryOp(ast.Not(), copy.deepcopy(node.value))
        for field, value in ast.iter_fields(node):
            for index, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
                    yield node, field, index, part.operand
                elif isinstance(part, ast.Constant) and type(part.value) in (int, float):
                    larger = part.value + 1 if isinstance(part.value, int) else part.value * 1.5 + 0.01
                    yield node, field, index, ast.Constant(larger)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 90 else f"{line[:87]}…"


def guards(file: Path = GUARDS, root: Path = ROOT) -> Iterator[Mutant]:
    """The mutants of a list of guards; an empty source if the guard is not where the file says."""
    for guard in tomllib.loads(file.read_text())["guard"]:
        path = root / guard["file"]
        source = path.read_text() if path.exists() else ""
        found = list(re.finditer(guard["find"], source, re.MULTILINE))
        changed = ""
        if len(found) == 1:
            match = found[0]
            changed = source[: match.start()] + match.expand(guard["put"]) + source[match.end() :]
        line = source[: found[0].start()].count("\n") + 1 if found else 0
        yield Mutant(
            guard["file"], line, f"{guard['file']}:{line}", changed, guard["name"], tuple(guard.get("tests", ()))
        )


def targets(file: str, root: Path = ROOT) -> list[str]:
    """The tests that mirror a module, narrowest first."""
    parts = Path(file).relative_to("blogcrawler").with_suffix("").parts
    mirrored = Path("tests", *parts[:-1], f"test_{parts[-1]}.py")
    wanted = [mirrored, Path("tests", *parts[:-1]) if len(parts) > 2 else None, Path("tests", parts[0])]
    found = [str(path) for path in wanted if path is not None and (root / path).exists()]
    return list(dict.fromkeys(found))


class Worker:
    """Runs tests in a copy of the tree of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seconds: dict[str, float | None] = {}
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=ignored)
            elif (ROOT / name).exists():
                shutil.copy(ROOT / name, folder)

    def outcome(self, mutant: Mutant) -> str:
        """``killed``, ``survived``, or ``untested`` if there are no tests, or they fail without the mutant."""
        tested = False
        for target in mutant.tests or targets(mutant.file):
            limit = self._limit(target)
            if limit is None:
                continue
            tested = True
            file = self._folder / mutant.file
            original = file.read_text()
            file.write_text(mutant.source)
            try:
                if not self._passes(target, limit):
                    return "killed"
            finally:
                file.write_text(original)
        return "survived" if tested else "untested"

    def _limit(self, target: str) -> float | None:
        """The seconds that tests may take; ``None`` if they fail without a mutant."""
        if target not in self._seconds:
            start = time.monotonic()
            passes = self._passes(target, MOST_SECONDS)
            limit = min(max(PATIENCE * (time.monotonic() - start), LEAST_SECONDS), MOST_SECONDS)
            self._seconds[target] = limit if passes else None
            if not passes:
                print(f"{target} fails or takes too long without any mutant", flush=True)
        return self._seconds[target]

    def _passes(self, target: str, seconds: float) -> bool:
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", target]
        environment = os.environ | {
            "PYTHONPATH": str(self._folder),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self._folder / "hypothesis"),
        }
        try:
            run = subprocess.run(
                command, cwd=self._folder, env=environment, capture_output=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0


def chosen(paths: Sequence[str], seed: int) -> list[Mutant]:
    """Mutants of modules or packages, in random order."""
    modules: list[Path] = []
    for path in [ROOT / path for path in paths] or [ROOT / "blogcrawler" / package for package in CORE]:
        modules += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    found = [
        mutant
        for module in modules
        if module.name != "__init__.py" and targets(name := str(module.relative_to(ROOT)))
        for mutant in mutants(name, module.read_text())
    ]
    random.Random(seed).shuffle(found)
    return found


def run(found: Sequence[Mutant], seconds: float, jobs: int) -> dict[str, list[Mutant]]:
    """Test mutants until the time is up; returns those of each outcome."""
    results: dict[str, list[Mutant]] = {"killed": [], "survived": [], "untested": [], "stale": []}
    end = time.monotonic() + seconds
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in found:
        waiting.put(mutant)

    def work(folder: Path) -> None:
        worker = Worker(folder)
        while time.monotonic() < end:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            outcome = worker.outcome(mutant) if mutant.source else "stale"
            results[outcome].append(mutant)
            if outcome != "killed" or mutant.name:
                print(f"{outcome:<9} {mutant}", flush=True)

    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(jobs) as pool:
        places = [Path(folder, str(number)) for number in range(jobs)]
        for place in places:
            place.mkdir()
        list(pool.map(work, places))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description="Report small mistakes in the code that the tests do not notice.")
    parser.add_argument("paths", nargs="*", help="modules or packages; by default the core packages")
    parser.add_argument(
        "--guards", nargs="?", type=Path, const=GUARDS, metavar="FILE", help="only the guards of a list"
    )
    parser.add_argument("--only", default="", help="only guards with this in their name or file")
    parser.add_argument("--minutes", type=float, default=15, help="stop after this time (15)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="number of mutants tested at once")
    parser.add_argument("--seed", type=int, default=0, help="of the random order (0)")
    options = parser.parse_args()
    found = list(guards(options.guards)) if options.guards else chosen(options.paths, options.seed)
    found = [mutant for mutant in found if options.only in f"{mutant.name} {mutant.file}"]
    results = run(found, options.minutes * 60, options.jobs)
    tested = len(results["killed"]) + len(results["survived"])
    left = len(found) - sum(map(len, results.values()))
    print(f"\n{len(results['killed'])} of {tested} mutants killed, {len(results['survived'])} survived, ", end="")
    print(f"{len(results['untested'])} untested, {len(results['stale'])} stale, {left} not tried")
    if options.guards and len(results["killed"]) < len(found):
        sys.exit(1)


if __name__ == "__main__":
    main()
