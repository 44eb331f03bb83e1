from __future__ import annotations

from blogcrawler.frontier import ExhaustedUrlPatterns

BASE = "http://example.org"


def test_a_pattern_without_posts_is_exhausted():
    patterns = ExhaustedUrlPatterns(patience=3)
    for month in range(1, 4):
        assert not patterns.is_exhausted(f"{BASE}/cal/2031/04/")
        patterns.report(f"{BASE}/cal/2031/{month:02}/", paid=False)
    assert patterns.is_exhausted(f"{BASE}/cal/2031/04/")
    assert not patterns.is_exhausted(f"{BASE}/cal/2031/04/", like_posts=True)
    assert not patterns.is_exhausted(f"{BASE}/archive/2031/04/")
    assert not patterns.is_exhausted(f"{BASE}/cal/")


def test_one_page_with_a_post_resets_the_count():
    patterns = ExhaustedUrlPatterns(patience=2)
    for paid in (False, True, False):
        patterns.report(f"{BASE}/tag/a", paid=paid)
    assert not patterns.is_exhausted(f"{BASE}/tag/b")
    patterns.report(f"{BASE}/tag/c", paid=False)
    assert patterns.is_exhausted(f"{BASE}/tag/b")


def test_slugs_are_not_part_of_a_pattern():
    patterns = ExhaustedUrlPatterns(patience=1)
    for n in range(10):
        patterns.report(f"{BASE}/events-of-day-{n}/", paid=False)
    assert patterns.is_exhausted(f"{BASE}/events-of-day-11/", like_posts=True)


def test_memory_is_bounded():
    patterns = ExhaustedUrlPatterns(patience=1, max_patterns=5)
    for n in range(20):
        patterns.report(f"{BASE}/kind{n}/page", paid=False)
    assert [patterns.is_exhausted(f"{BASE}/kind{n}/page") for n in range(20)] == [False] * 15 + [True] * 5
