"""The addresses of a forum show what they lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.forum.forum_urls import forum_url_shape, load_addresses, page_address, paged, role_of

DATA = load_addresses()
HOST = "https://forum.example"


@pytest.mark.parametrize("role", DATA["role"], ids=lambda role: role["name"])
def test_addresses_have_the_role_of_their_words(role: dict[str, list[str]]) -> None:
    assert {address: role_of(HOST + address) for address in role["hit"]} == dict.fromkeys(role["hit"], role["name"])
    assert [address for address in role["miss"] if role_of(HOST + address) == role["name"]] == []


@pytest.mark.parametrize("pages", DATA["pages"]["hit"])
def test_the_pages_of_a_thread_share_a_key(pages: list[str]) -> None:
    found = [paged(HOST + page) for page in pages]
    assert len({key for key, _ in found}) == 1
    numbers = [number for _, number in found]
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))


def test_pages_of_the_same_kind_have_the_same_url_shape() -> None:
    assert forum_url_shape(HOST + "/t/old-radios/7") == forum_url_shape(HOST + "/t/new-radios/18")
    assert forum_url_shape(HOST + "/viewtopic.php?t=7&f=2") == forum_url_shape(HOST + "/viewtopic.php?f=3&t=1")
    assert forum_url_shape(HOST + "/viewtopic.php?t=7") != forum_url_shape(HOST + "/viewtopic.php?p=7")


@given(st.text(max_size=60) | st.sampled_from(["http://[", "//", "?;&=", "http://a/?page=" + "9" * 5000]))
def test_any_address_is_read_without_an_error(url: str) -> None:
    assert role_of(url) in (None, "person", "nothing", "thread", "threads")
    assert paged(url)[1] >= 0
    assert isinstance(forum_url_shape(url), str)


@pytest.mark.parametrize("pages", DATA["pages"]["hit"])
def test_the_address_of_a_page_follows_from_another_page(pages: list[str]) -> None:
    number = paged(HOST + pages[2])[1]
    assert page_address(HOST + pages[1], number) == HOST + pages[2]
    assert page_address(HOST + "/", number) is None
    assert page_address("http://[", number) is None
