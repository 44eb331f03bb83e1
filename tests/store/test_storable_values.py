from __future__ import annotations

import json

from hypothesis import given, settings
from post_strategies import posts, texts

from blogcrawler.items import Blog, Comment, Post
from blogcrawler.store import storable
from blogcrawler.unicode_repair import clean_text


def test_nul_and_lone_surrogates_become_the_replacement_character():
    assert clean_text("a\0b\ud800c\udfff") == "a�b�c�"


def test_a_pair_of_surrogates_becomes_its_character():
    assert clean_text("\ud83d\ude00!") == "😀!"


def test_control_characters_become_what_they_mean_in_windows_1252():
    assert clean_text("don\x92t \x93so\x94\x85 \x9b31mred\x9d\x7f") == "don’t “so”… ›31mred"


def test_titles_and_names_turn_no_text_around_and_articles_may():
    turned = "a\u202e\u2066b"
    comments = [Comment("1", author=turned, text=turned), Comment("2")]
    post = Post("u", "b", title=turned, authors=["x", turned], tags=[turned], text=turned, comments=comments)
    stored = storable(post)
    assert (stored.title, stored.authors, stored.tags, stored.text) == ("ab", ["x", "ab"], ["ab"], turned)
    assert [(one.author, one.text) for one in stored.comments] == [("ab", turned), (None, "")]
    assert stored.comments[1] is comments[1]
    assert storable(Blog("b", title=turned)).title == "ab"


def test_titles_and_names_have_no_invisible_characters():
    post = Post("u", "b", title="\ufeffTwo\u00ad parts", authors=["Jef Claes\u200b"], tags=["\u200b tea"])
    stored = storable(post)
    assert (stored.title, stored.authors, stored.tags) == ("Two parts", ["Jef Claes"], ["tea"])
    assert storable(Post("u", "b", title="👩\u200d🚀 می\u200cخواهم")).title == "👩\u200d🚀 می\u200cخواهم"


def test_ordinary_text_stays_the_same_object():
    text = "Größe 😀 見出し"
    assert clean_text(text) is text


def test_an_ordinary_post_stays_the_same_object():
    post = Post("https://a.example/1", "https://a.example/", authors=["Å"], media=[{"url": "x", "bytes": 1}])
    assert storable(post) is post


def test_nested_values_are_cleaned_and_the_original_post_is_unchanged():
    media = [{"url": "a\0", "k\0": [{"x": "\ud800"}]}]
    post = Post("https://a.example/1", "https://a.example/", media=media, comments=[Comment("1", text="a\0")])
    assert storable(post).media == [{"url": "a�", "k�": [{"x": "�"}]}]
    assert storable(post).comments == [Comment("1", text="a�")]
    assert post.media[0]["url"] == post.comments[0].text == "a\0"


def test_tuples_become_lists_as_in_json():
    assert storable(Blog("b", rules={"title": ({"drop": ("a\0",)},)})).rules == {"title": [{"drop": ["a�"]}]}


def test_an_absurd_number_of_comments_becomes_none():
    assert storable(Post("u", "b", comments_expected=10**30)).comments_expected is None


@given(texts)
def test_cleaning_is_idempotent(text: str):
    assert clean_text(clean_text(text)) == clean_text(text)


@given(posts)
@settings(max_examples=30)
def test_clean_values_are_valid_utf8_without_nul(post: Post):
    assert b"\\u0000" not in json.dumps(storable(post).record(), ensure_ascii=False).encode()
