from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.frontier import DiskSet


@given(st.lists(st.text(st.characters(categories=("L", "N", "P", "Cs")), max_size=3)))
def test_it_is_a_set(keys: list[str]):
    oracle: set[str] = set()
    on_disk = DiskSet()
    for key in keys:
        assert on_disk.add(key) == (key not in oracle)
        oracle.add(key)
    assert len(on_disk) == len(oracle)
    on_disk.close()
