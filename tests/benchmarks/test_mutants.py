from __future__ import annotations

from pathlib import Path

import mutants
import pytest

SOURCE = '''
LIMIT = 3

def is_small(value: int) -> bool:
    """3 > 2 in a docstring stays."""
    return value < LIMIT and not value == 0
'''


def test_every_small_mistake_is_made_once() -> None:
    found = [mutant.change for mutant in mutants.mutants("small.py", SOURCE)]
    assert sorted(found) == [
        "LIMIT = 3 → LIMIT = 4",
        "return value < LIMIT and (not value == 0) → return not (value < LIMIT and (not value == 0))",
        "value < LIMIT and (not value == 0) → value < LIMIT and value == 0",
        "value < LIMIT and (not value == 0) → value < LIMIT or not value == 0",
        "value < LIMIT → value <= LIMIT",
        "value == 0 → value != 0",
        "value == 0 → value == 1",
    ]
    for mutant in mutants.mutants("small.py", SOURCE):
        compile(mutant.source, "small.py", "exec")


def test_tests_are_those_that_mirror_the_module() -> None:
    assert mutants.targets("blogcrawler/dates/blog_clock.py") == ["tests/dates/test_blog_clock.py", "tests/dates"]
    assert mutants.targets("blogcrawler/frontier/queue/knn_predictor.py") == [
        "tests/frontier/queue/test_knn_predictor.py",
        "tests/frontier/queue",
        "tests/frontier",
    ]


LISTS = ("mutant_guards.toml", "security_guards.toml")


@pytest.mark.parametrize(
    ("guard", "name"),
    [(guard, name) for name in LISTS for guard in mutants.guards(mutants.GUARDS.with_name(name))],
    ids=str,
)
def test_every_guard_is_where_the_list_says(guard: mutants.Mutant, name: str) -> None:
    assert guard.source, f"{guard.file}: update `find` in benchmarks/{name}"
    compile(guard.source, guard.file, "exec")
    assert all((mutants.ROOT / test).exists() for test in guard.tests)


def test_a_worker_tells_killed_from_surviving_mutants(tmp_path: Path) -> None:
    worker = mutants.Worker(tmp_path)
    file = "blogcrawler/urls/hosts.py"  # its tests are quick
    source = (mutants.ROOT / file).read_text()
    assert worker.outcome(mutants.Mutant(file, 1, "nothing", source + "\n")) == "survived"
    assert worker.outcome(mutants.Mutant(file, 1, "broken", "raise ImportError\n")) == "killed"
    assert (tmp_path / file).read_text() == source
