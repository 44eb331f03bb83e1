from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest

from blogcrawler.frontier import trap_of
from blogcrawler.frontier.links.traps import load_traps

TRAPS = load_traps()
BASE = "http://example.org"


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap["name"])
def test_a_trap_matches_its_hits_and_not_its_misses(trap: dict[str, Any]):
    pattern = re.compile(trap["pattern"], re.IGNORECASE)
    assert [path for path in trap["hit"] if not pattern.search(path) or not trap_of(BASE + path)] == []
    assert [path for path in trap["miss"] if pattern.search(path) or trap_of(BASE + path)] == []


def test_every_trap_has_examples_and_a_unique_name():
    assert all(trap["hit"] and trap["miss"] for trap in TRAPS)
    assert len({trap["name"] for trap in TRAPS}) == len(TRAPS)


def test_the_post_pattern_overrides_a_weak_trap():
    assert trap_of(f"{BASE}/2014/03/12/") == "calendars"
    assert trap_of(f"{BASE}/2014/03/12/", post=True) is None
    assert trap_of(f"{BASE}/2014/03/12/cat.jpg", post=True) == "files that are not pages"


def test_endless_urls_are_traps():
    assert trap_of(BASE + "/a" * 600) == "endless addresses"
    assert trap_of("http://[") == "no addresses"


def test_hostile_urls_are_matched_quickly():
    chance = random.Random(1)
    hostile = ["/a" * 490, "/" + "a/" * 490, "/ab/a" * 190, "/search" * 140, "/?" + "&s" * 480, "/2014/03" * 120]
    hostile += ["".join(chance.choices("/ab?", k=990)) for _ in range(50)]
    began = time.process_time()
    for path in hostile:
        trap_of(BASE + path)
    assert time.process_time() - began < 2
