from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.frontier import DiskFrontier, PostClassifier, RejectedPages, Verdict
from blogcrawler.frontier.posts.rejected_pages import learn_folders

HOME = "http://example.org"
NOTES = [f"{HOME}/notes/note-{name}" for name in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("posts", "others", "verdict"),
    [
        (NOTES, [], Verdict.YES),
        (NOTES, [f"{HOME}/notes/index-of-notes"], Verdict.YES),
        (NOTES[:2], [], Verdict.MAYBE),
        (NOTES, [f"{HOME}/notes/list-{name}" for name in "abc"], Verdict.MAYBE),
        ([f"{HOME}/{name}" for name in ("one", "two", "three")], [], Verdict.MAYBE),
    ],
    ids=["folder", "few others", "few posts", "many others", "no folder"],
)
def test_a_folder_in_which_most_pages_are_posts_holds_posts(posts: list[str], others: list[str], verdict: Verdict):
    assert learn_folders(posts, others).classify(f"{HOME}/notes/another") is verdict


def test_folders_are_learned_apart():
    posts = [*NOTES, *(f"{HOME}/essays/essay-{name}" for name in "abc"), f"{HOME}/misc/one"]
    pattern = learn_folders(posts, [])
    assert pattern.classify(f"{HOME}/essays/another") is Verdict.YES
    assert pattern.classify(f"{HOME}/misc/another") is Verdict.MAYBE


@given(st.lists(st.text(max_size=30), max_size=6), st.lists(st.text(max_size=30), max_size=6))
def test_any_addresses_can_be_learned(posts: list[str], others: list[str]):
    learn_folders(posts, others)


def test_a_page_is_kept_until_it_is_a_post():
    rejected = RejectedPages(DiskFrontier().database)
    rejected.add("a", f"{HOME}/a", lambda: b"a")
    rejected.add("b", f"{HOME}/b", lambda: b"b")
    rejected.add("b", f"{HOME}/b", lambda: b"again")
    assert rejected.pages() == [b"a", b"b"]
    rejected.add_post("a", f"{HOME}/a", [])
    assert rejected.pages() == [b"b"]
    assert rejected.posts == 1


def test_pages_without_an_article_are_kept_but_do_not_speak_against_their_folder():
    database = DiskFrontier().database
    rejected = RejectedPages(database)
    for number in range(60):
        rejected.add(str(number), f"{HOME}/notes/old-{number}", lambda: b"old", has_article=False)
    for url in NOTES:
        rejected.add_post(url, url, [])
    rejected.add_post("7", f"{HOME}/notes/old-7", [])
    for one in (rejected, RejectedPages(database)):
        assert one.pages() == [b"old"] * 49
        assert one.folders().classify(f"{HOME}/notes/another") is Verdict.YES


def test_what_was_kept_is_there_when_the_file_is_opened_again():
    database = DiskFrontier().database
    first = RejectedPages(database)
    first.add("a", f"{HOME}/a", lambda: b"a")
    for url in NOTES:
        first.add_post(url, url, ["date"])
    again = RejectedPages(database)
    assert again.pages() == [b"a"]
    assert again.posts == len(NOTES)
    assert again.folders().classify(f"{HOME}/notes/another") is Verdict.YES


def test_the_number_of_kept_pages_and_posts_is_limited():
    rejected = RejectedPages(DiskFrontier().database)
    for number in range(1100):
        rejected.add(f"page {number}", f"{HOME}/{number}", lambda: b"")
        rejected.add_post(f"post {number}", f"{HOME}/post/{number}", [])
    assert len(rejected.pages()) == 200
    assert rejected.posts == 1000


@pytest.mark.parametrize(("lacking", "dated"), [(1, True), (2, False)])
def test_a_trait_that_more_than_a_quarter_of_the_posts_lacks_is_not_a_condition(lacking: int, dated: bool):
    rejected = RejectedPages(DiskFrontier().database)
    for number in range(4):
        rejected.add_post(str(number), f"{HOME}/{number}", ["date"] if number < lacking else [])
    traits = frozenset({"article", "date"})
    relaxed = rejected.relaxed(PostClassifier(traits, traits))
    assert relaxed.common == relaxed.telling
    assert ("date" in relaxed.common) is dated
