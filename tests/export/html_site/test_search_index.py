from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from blogcrawler.export.html_site.catalog import Listed
from blogcrawler.export.html_site.search_index import SearchIndex, search_terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, WORLD!", {"hello", "world"}),
        ("don't", {"don", "t"}),
        ("ﬁne ①", {"fine", "1"}),
        ("हिन्दी", {"हिन्दी"}),
        ("日本語", {"日", "本", "語", "日本", "本語"}),
        ("数学 and体", {"数", "学", "数学", "and", "体"}),
        ("\x00\t\n\ud800", set()),
    ],
)
def test_search_terms(text: str, expected: set[str]) -> None:
    assert search_terms(text) == expected


def read(folder: Path, name: str) -> tuple[int, object]:
    match = re.fullmatch(r"search\w+\((\d+), (.*)\);\n", (folder / name).read_text())
    assert match
    return int(match[1]), json.loads(match[2])


def test_the_index_of_a_large_site_is_split_by_the_beginning_of_terms(tmp_path: Path) -> None:
    index = SearchIndex(tmp_path / "search")
    for number in range(450):
        index.add(" ".join(f"{chr(97 + k % 26)}{chr(97 + k // 26 % 26)}{number}x{k}" for k in range(200)))
    shards = index.finish(Listed(f"{n}.html", "", None, None, "", "", 0, None) for n in range(450))
    assert shards == 8
    found = {}
    for shard in range(shards):
        _, terms = read(tmp_path / "search", f"terms-{shard}.js")
        assert isinstance(terms, dict)
        assert all((ord(term[0]) * 31 + ord(term[1])) % 256 % shards == shard for term in terms)
        found |= terms
    assert found["aa7x0"] == [7]
    assert len(found) == 450 * 200
    assert len(read(tmp_path / "search", "posts-2.js")[1]) == 50  # type: ignore[arg-type]
    assert not list(tmp_path.glob("search/*.part"))
