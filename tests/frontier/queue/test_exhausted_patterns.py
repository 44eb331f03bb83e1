from __future__ import annotations

from blogcrawler.frontier import ExhaustedUrlPatterns

BASE = "http://example.org"


def test_a_kind_of_pages_without_posts_is_given_up():
    barren = ExhaustedUrlPatterns(patience=3)
    for month in range(1, 4):
        assert not barren.is_barren(f"{BASE}/cal/2031/04/")
        barren.report(f"{BASE}/cal/2031/{month:02}/", paid=False)
    assert barren.is_barren(f"{BASE}/cal/2031/04/")
    assert not barren.is_barren(f"{BASE}/cal/2031/04/", like_posts=True)
    assert not barren.is_barren(f"{BASE}/archive/2031/04/")
    assert not barren.is_barren(f"{BASE}/cal/")


def test_one_page_that_pays_makes_up_for_all_before():
    barren = ExhaustedUrlPatterns(patience=2)
    for paid in (False, True, False):
        barren.report(f"{BASE}/tag/a", paid=paid)
    assert not barren.is_barren(f"{BASE}/tag/b")
    barren.report(f"{BASE}/tag/c", paid=False)
    assert barren.is_barren(f"{BASE}/tag/b")


def test_slugs_do_not_make_kinds_of_their_own():
    barren = ExhaustedUrlPatterns(patience=1)
    for n in range(10):
        barren.report(f"{BASE}/events-of-day-{n}/", paid=False)
    assert barren.is_barren(f"{BASE}/events-of-day-11/", like_posts=True)


def test_memory_is_bounded():
    barren = ExhaustedUrlPatterns(patience=1, remembered=5)
    for n in range(20):
        barren.report(f"{BASE}/kind{n}/page", paid=False)
    assert [barren.is_barren(f"{BASE}/kind{n}/page") for n in range(20)] == [False] * 15 + [True] * 5
