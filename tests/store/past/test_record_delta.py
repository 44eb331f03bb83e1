from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from post_strategies import posts

from blogcrawler.errors import StoreError
from blogcrawler.items import Post
from blogcrawler.store import storable
from blogcrawler.store.past.record_delta import make_delta, packed, patched, unpacked


@given(posts.map(storable), posts.map(storable))
def test_a_delta_makes_the_record_from_the_other_one(one: Post, other: Post) -> None:
    assert unpacked(patched(packed(one), make_delta(packed(one), packed(other)))) == other


def test_a_delta_is_as_long_as_what_differs_even_far_away_in_a_long_record() -> None:
    chance = random.Random(1)
    paragraphs = ["".join(chance.choices(string.ascii_letters + " ", k=600)) for _ in range(5000)]
    old = Post("https://a.example/", "https://a.example/", text="\n".join(paragraphs))
    paragraphs[2500] = "".join(chance.choices(string.ascii_letters + " ", k=600))
    new = Post("https://a.example/", "https://a.example/", text="\n".join(paragraphs))
    delta = make_delta(packed(new), packed(old))
    assert len(delta) < 1000
    assert patched(packed(new), delta) == packed(old)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"nonsense",
        b"\x28\xb5\x2f\xfd\xc0" + b"\xff" * 9,
        b"\x28\xb5\x2f\xfd\x15\xac_j\x01\xe5\x00{. ",  # states no length; to compare None with a range took a minute
        b"\x28\xb5\x2f\xfd\x80\x58" + (900_000_000).to_bytes(4, "little") + b"\x01\x00\x00",  # states another one
    ],
)
def test_a_damaged_delta_is_an_error_of_the_store(damaged: bytes) -> None:
    with pytest.raises(StoreError):
        patched(packed(Post("a", "b")), damaged)


def test_the_base_of_another_delta_is_an_error_and_never_another_text() -> None:
    old, new = packed(Post("a", "b", text="what both have")), packed(Post("a", "b", text="what both have, and more"))
    with pytest.raises(StoreError, match="later record was changed"):
        patched(new.replace(b"both", b"some"), make_delta(new, old))
