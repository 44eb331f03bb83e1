"""The best date of a post, its origin, and how certain it is."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogcrawler.dates import DateCandidate, DateOrigin, agreement, best_date, between
from blogcrawler.dom import parse_page
from blogcrawler.extraction import Extractor, FieldRule, RuleSet, learn
from blogcrawler.items import FeedEntry

DAY, OTHER = "2014-03-03", "2013-11-20"


def sure(*candidates: DateCandidate, **bounds: object) -> float:
    dating = best_date(candidates, **bounds)  # type: ignore[arg-type]
    assert dating is not None
    return dating.confidence


def test_no_candidates_give_no_date():
    assert best_date([]) is None
    assert best_date([DateCandidate("yesterday", DateOrigin.TEXT)]) is None


def test_the_feed_is_trusted_most_and_the_server_least():
    alone = [
        sure(DateCandidate(DAY, origin))
        for origin in (DateOrigin.FEED, DateOrigin.JSON_LD, DateOrigin.SITEMAP, DateOrigin.HTTP)
    ]
    assert alone == sorted(alone, reverse=True)
    assert alone[0] >= 0.98
    assert alone[-1] < 0.25


def test_a_place_is_trusted_as_far_as_it_agreed_with_the_feed():
    by_evidence = [sure(DateCandidate(DAY, DateOrigin.TEXT, agreed, 10)) for agreed in (1.0, 0.9, 0.7, 0.3)]
    assert by_evidence == sorted(by_evidence, reverse=True)
    assert (
        sure(DateCandidate(DAY, DateOrigin.HTTP, 1.0, 12))
        > 0.6
        > 0.5
        > sure(DateCandidate(DAY, DateOrigin.HTTP, 0.0, 12))
    )


def test_agreement_raises_and_contradiction_lowers_the_confidence():
    text = DateCandidate(f"{DAY}T23:30:00-05:00", DateOrigin.TEXT)
    alone = sure(text)
    assert sure(text, DateCandidate("2014-03-04", DateOrigin.URL)) > alone  # the same day on another clock
    assert sure(text, DateCandidate(OTHER, DateOrigin.URL)) < alone
    dating = best_date([DateCandidate(DAY, DateOrigin.TEXT, 0.4, 10), DateCandidate(OTHER, DateOrigin.URL)])
    assert dating is not None
    assert (dating.date, dating.origin) == (OTHER, DateOrigin.URL)


def test_indirect_dates_count_only_if_no_date_is_stated():
    said = [DateCandidate(OTHER, DateOrigin.SITEMAP, 1.0, 50), DateCandidate(DAY, DateOrigin.TEXT)]
    dating = best_date(said)
    assert dating is not None
    assert (dating.date, dating.is_stated, dating.is_usable) == (DAY, True, True)
    weak = best_date([DateCandidate(OTHER, DateOrigin.SITEMAP)])
    assert weak is not None
    assert (weak.is_stated, weak.is_usable) == (False, False)
    assert weak.record() == {"date": OTHER, "from": "sitemap", "confidence": weak.confidence}


def test_dates_after_the_first_comment_or_in_the_future_are_unlikely():
    date = DateCandidate("2014-03-03T10:00:00+00:00", DateOrigin.TIME)
    assert sure(date, commented="2014-03-02T18:00:00+00:00") == sure(date)
    assert sure(date, commented="2012-03-03") < sure(date)
    assert sure(date, fetched=datetime(2014, 1, 1, tzinfo=UTC)) < 0.3


def test_the_middle_of_two_dates_is_surer_the_closer_they_are():
    same = between("2014-03-03T08:00:00+00:00", "2014-03-03T20:00:00+00:00", DateOrigin.VISITS)
    week = between("2014-03-09", "2014-03-03", DateOrigin.NEIGHBOURS)
    assert same is not None
    assert week is not None
    assert (same.date, week.date) == ("2014-03-03", "2014-03-06")
    assert sure(same) > 0.9
    assert sure(week) == pytest.approx(1 / 7, abs=0.01)
    assert between("", "2014-03-03", DateOrigin.VISITS) is None


def test_agreement_counts_the_same_day_on_either_clock():
    pairs = [("2014-03-03", "2014-03-03T23:00:00-05:00"), ("2014-03-04T04:00:00Z", "2014-03-03T23:00:00-05:00")]
    assert agreement([*pairs, ("2014-03-05", "2014-03-03"), (None, "2014-03-03"), ("2014", "x")]) == (2, 3)


def test_the_origin_of_a_date_follows_from_the_selector_of_its_rule():
    places = [("url", "text"), ("json-ld:datePublished", "text"), ('/html/head/meta[@name="date"]', "content")]
    places += [("script:publishedAt", "text"), ("//time", "datetime"), ('//span[@class="when"]', "text")]
    origins = [FieldRule(selector, 1.0, take).date_origin for selector, take in places]
    assert origins == [
        DateOrigin.URL,
        DateOrigin.JSON_LD,
        DateOrigin.META,
        DateOrigin.META,
        DateOrigin.TIME,
        DateOrigin.TEXT,
    ]


def test_an_extractor_returns_all_dates_of_a_post():
    html = '<html><body><article><time datetime="2014-03-03T10:00:00Z">today</time><p>Text of it.</article>'
    rule = FieldRule("//time", 0.95, "datetime", form="iso")
    page = parse_page(html, "https://a.org/2014/03/03/post/")
    got = Extractor(RuleSet(published=(rule,), pages=13, dated=12)).extract(page)
    assert [(date.origin, date.agreed, date.of) for date in got.dates] == [
        (DateOrigin.TIME, 0.95, 12),
        (DateOrigin.URL, 0.0, 0),
    ]


@pytest.mark.parametrize(
    ("body", "date"),
    [
        ('<p>It was on May 1, 2010 that we met.</p><h2 class="date">March 3, 2014</h2>', "2014-03-03"),
        ("<h1>A post</h1><p>Friday, 3 March 2014</p><p>Text.</p>", "2014-03-03"),
        ('<div class="posted-by">written by Ada on March 3, 2014 at 10:15 in Things</div>', "2014-03-03T10:15:00"),
        ('<div class="entry-date">03/04/2014</div>', None),  # in March or in April?
        ('<div id="comments"><span class="date">March 3, 2014</span></div>', None),
        ('<p class="date">Last updated: March 3, 2014</p><p>© March 4, 2014</p>', None),
        ('<p class="date">Zuletzt geändert am 3. März 2014</p>', None),
        ('<p class="date">最后更新：2014年3月3日</p><p class="date">2014年3月1日</p>', "2014-03-01"),
        ('<p class="date">March 3, 2014 (updated May 5, 2014)</p>', "2014-03-03"),
        ("<p>No date at all, but 100 words.</p>", None),
    ],
)
def test_without_dates_in_the_feed_the_visible_date_is_used(body: str, date: str | None):
    page = parse_page(f"<html lang=en><body>{body}", "https://a.org/post")
    got = Extractor(RuleSet()).extract(page)
    assert (got.published, got.source.get("published")) == (date, "fallback" if date else None)


def test_no_date_is_guessed_if_pages_do_not_show_the_feeds_dates():
    page = parse_page('<body><h2 class="date">March 3, 2014</h2><p>Text.', "https://a.org/post")
    assert Extractor(RuleSet(pages=5, dated=5)).extract(page).published is None


@pytest.mark.parametrize(("others", "usable"), [(0, True), (1, True), (2, False), (4, False)])
def test_without_a_date_on_the_page_the_day_of_most_posts_is_an_estimate(others: int, usable: bool):
    pairs = [
        (
            FeedEntry(
                f"https://a.org/{n}", f"Title {n}", published=datetime(2016, 6, 25 + max(0, n - 5 + others), 3, n)
            ),
            parse_page(f"<body><h1>Title {n}</h1><p>Text of it, and more.", f"https://a.org/{n}"),
        )
        for n in range(6)
    ]
    rules = RuleSet.from_record(json.loads(json.dumps(learn(pairs).record())))
    got = Extractor(rules).extract(parse_page("<body><h1>Title</h1><p>Other text, and more.", "https://a.org/7"))
    dating = best_date(got.dates)
    assert got.published is None
    assert (dating is not None and dating.is_usable) is usable
    if dating is not None:
        assert (dating.date, dating.origin, dating.is_stated) == ("2016-06-25", DateOrigin.BATCH, False)


_dates = st.one_of(st.dates().map(str), st.datetimes(timezones=st.none() | st.just(UTC)).map(lambda d: d.isoformat()))
_candidates = st.builds(
    DateCandidate,
    st.one_of(_dates, st.text(max_size=12)),
    st.sampled_from(DateOrigin),
    st.floats(0, 1),
    st.integers(0, 50),
)


@given(st.lists(_candidates, max_size=8), st.none() | _dates)
def test_the_confidence_is_always_a_probability(candidates: list[DateCandidate], commented: str | None):
    dating = best_date(candidates, commented, datetime(2020, 1, 1, tzinfo=UTC))
    if dating is not None:
        assert 0 <= dating.confidence <= 0.99
        agreement([(candidate.date, dating.date) for candidate in candidates])
        assert dating.date in {candidate.date for candidate in candidates}
