from __future__ import annotations

from datetime import date, timedelta

from blogcrawler.sources.link_order import by_links

BLOG = "https://a.org/"
FIRST = date(2014, 1, 1)
DATED = {f"{BLOG}{number}": (FIRST + timedelta(days=2 * number)).isoformat() for number in range(8)}
OLDER = {f"{BLOG}{number}": [f"{BLOG}{number - 1}", "https://b.org/"] for number in range(1, 8)}
LOST = f"{BLOG}lost"


def test_a_post_appeared_between_those_that_it_links_to_and_those_that_link_to_it():
    links = OLDER | {LOST: [f"{BLOG}3", f"{BLOG}1"], f"{BLOG}4": [f"{BLOG}3", LOST], f"{BLOG}6": [LOST]}
    ((url, guess),) = by_links(DATED, [LOST], links)
    assert (url, guess.date, guess.chance) == (LOST, "2014-01-08", 0.33)


def test_one_side_is_not_enough():
    assert list(by_links(DATED, [LOST], OLDER | {LOST: [f"{BLOG}3"]})) == []
    assert list(by_links(DATED, [LOST], OLDER | {f"{BLOG}4": [LOST]})) == []


def test_links_are_not_trusted_if_posts_link_to_later_ones_or_if_there_are_few():
    own = {LOST: [f"{BLOG}3"], f"{BLOG}4": [LOST]}
    later = {f"{BLOG}{number}": [f"{BLOG}{number + 1}"] for number in range(7)}
    assert list(by_links(DATED, [LOST], later | own)) == []
    assert list(by_links(DATED, [LOST], own)) == []
