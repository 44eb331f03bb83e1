"""Every word list does what its own examples say."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from blogcrawler.word_lists import word_pattern

PACKAGE = Path(__file__).resolve().parents[1] / "blogcrawler"
LISTS = [
    (".".join(("blogcrawler", *file.parent.relative_to(PACKAGE).parts)), file.name, name, table)
    for file in sorted(PACKAGE.rglob("*.toml"))
    for name, table in tomllib.loads(file.read_text("utf-8")).items()
    if isinstance(table, dict) and {"about", "words"} <= table.keys()
]


@pytest.mark.parametrize(("package", "file", "name", "table"), LISTS, ids=lambda value: str(value)[:40])
def test_a_word_list_finds_its_hits_and_not_its_misses(
    package: str, file: str, name: str, table: dict[str, list[str]]
) -> None:
    pattern = word_pattern(package, file, name)
    assert table["hit"], "a list without an example"
    assert [text for text in table["hit"] if not pattern.search(text)] == []
    assert table["miss"], "a list without a counterexample"
    assert [text for text in table["miss"] if pattern.search(text)] == []
