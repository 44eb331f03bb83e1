from __future__ import annotations

from blogcrawler.deepweb.probing.unseen_records import Hits


def hits(*answers: tuple[list[int], str], records: int = 40) -> Hits:
    known = Hits()
    for _ in range(records):
        known.add_record(["title", "title", "title", "author"])
    for numbers, feature in answers:
        known.add_answer(numbers, feature)
    return known


def estimate(known: Hits, numbers: list[int], feature: str) -> float:
    return known.usual(feature).estimate(known.evidence(numbers, feature))


def test_records_that_were_hit_only_once_speak_for_more() -> None:
    known = hits((list(range(20)), "title"), (list(range(10)), "title"), (list(range(5)), "title"))
    assert estimate(known, [15, 16, 17, 18], "title") > 2 * estimate(known, [0, 1, 2, 3], "title")


def test_words_that_go_together_with_one_that_was_asked_have_little_left() -> None:
    together = ([0, 1, 2, 3, 4, 5], "author")
    apart = [([number], "author") for number in (10, 11, 12, 13, 14, 15)]
    known = hits(together, *apart)
    assert estimate(known, [0, 1, 2, 3, 4, 5], "title") < 0.8 * estimate(known, [10, 11, 12, 13, 14, 15], "title")


def test_names_that_only_other_features_have_found_have_more_left() -> None:
    known = hits((list(range(8)), "title"), (list(range(8, 16)), "author"))
    by_titles, by_names = estimate(known, [0, 1, 2, 3], "author"), estimate(known, [8, 9, 10, 11], "author")
    assert by_titles > 2 * by_names
    # Words of titles are mostly found by each other: it says nothing there.
    assert estimate(known, [0, 1, 2, 3], "title") == estimate(known, [8, 9, 10, 11], "title")


def test_where_results_are_cut_off_some_records_are_always_unseen() -> None:
    known = hits(*[(list(range(40)), "title")] * 4)
    assert known.unseen == 0
    assert known.usual("title", 0.2).unseen == 0.25


def test_a_record_that_an_answer_shows_twice_is_hit_once() -> None:
    known = hits(([0, 0, 1, 1, 2, 2], "author"))
    assert known.evidence([0, 1, 2], "title").largest == 3
    assert estimate(known, [0, 1], "title") > 0
