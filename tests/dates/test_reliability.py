"""What is known of the sources of dates before anything is known about a blog."""

from __future__ import annotations

from dataclasses import replace

import pytest

from blogcrawler.dates import DateCandidate, DateOrigin, best_date, learned_reliability

LEARNED = learned_reliability()


def test_every_origin_of_dates_has_a_reliability():
    assert set(LEARNED.sources) == set(map(str, DateOrigin))
    assert all(right + wrong > 0 for right, wrong in LEARNED.sources.values())


def test_places_that_state_a_date_are_right_more_often_than_those_that_say_when_a_page_changed():
    shares = {origin: LEARNED.share(origin) for origin in DateOrigin}
    assert min(shares[origin] for origin in (DateOrigin.META, DateOrigin.TEXT, DateOrigin.URL)) > 0.9
    assert max(shares[origin] for origin in (DateOrigin.MODIFIED, DateOrigin.NEWEST, DateOrigin.HTTP)) < 0.5


@pytest.mark.parametrize(("agreed", "of", "share"), [(0.0, 0, 0.75), (1.0, 4, 0.875), (0.5, 4, 0.417)])
def test_the_posts_of_a_blog_are_added_to_what_is_known_in_general(agreed: float, of: int, share: float):
    known = replace(LEARNED, sources={"text": (3.0, 1.0)})
    assert known.share("text", agreed, of) == pytest.approx(share, abs=0.001)


def test_dates_are_chosen_by_the_given_reliability():
    said = [DateCandidate("2014-03-03", DateOrigin.TEXT), DateCandidate("2015-03-03", DateOrigin.URL)]
    text, url = (
        replace(LEARNED, sources={**LEARNED.sources, "text": (right, 1.0), "url": (2.0, 1.0)}) for right in (4.0, 1.0)
    )
    dates = [dating.date for known in (text, url) if (dating := best_date(said, reliability=known))]
    assert dates == ["2014-03-03", "2015-03-03"]
