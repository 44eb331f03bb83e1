"""Dates as pages show them: languages, habits, clocks, and texts that are not dates."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from babel import Locale
from babel.dates import format_date
from hypothesis import example, given, settings
from hypothesis import strategies as st
from invented_blogs import Habit, InventedPost, extracted, invented_posts, learned

from blogcrawler.dates import Moment, read_date, read_iso, read_timestamp, url_date

NOW = datetime(2014, 3, 10, 12, tzinfo=UTC)


def readings(text: str, language: str = "en") -> list[str]:
    return [moment.iso() for _, moment in read_date(text, language, NOW)]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "March 3, 2014", "2014-03-03"),
        ("en", "3rd of March 2014", "2014-03-03"),
        ("en", "Monday, March 3 2014 at 12:05 a.m.", "2014-03-03T00:05:00"),
        ("en", "Mar 3rd, 2014 2:05 pm", "2014-03-03T14:05:00"),
        ("en", "May 1, 2014 at 12:00 PM", "2014-05-01T12:00:00"),
        ("en", "Posted at 14:05 on 3 March 2014", "2014-03-03T14:05:00"),
        ("en", "on 03 Mar 2014 with 5 comments", "2014-03-03"),
        ("en", "12-Mar-2014", "2014-03-12"),
        ("en", "3 March ’14", "2014-03-03"),
        ("en", "3 sept. 2014", "2014-09-03"),
        ("en", "I may go. 3 May 2014", "2014-05-03"),
        ("de", "Montag, 3. März 2014 um 14:05 Uhr", "2014-03-03T14:05:00"),
        ("fr", "1er mars 2014 à 14h05", "2014-03-01T14:05:00"),
        ("fr", "3 févr. 2014", "2014-02-03"),
        ("fr", "le 3 août 2014", "2014-08-03"),
        ("es", "lunes, 3 de marzo de 2014", "2014-03-03"),
        ("es", "marzo 3, 2014", "2014-03-03"),
        ("es", "3 DE MARZO DE 2014", "2014-03-03"),
        ("pt", "3 de março de 2014", "2014-03-03"),
        ("pt", "3/mar/2014", "2014-03-03"),
        ("it", "3 marzo 2014", "2014-03-03"),
        ("nl", "mrt 3, 2014", "2014-03-03"),
        ("ru", "3 марта 2014 г. в 14:05", "2014-03-03T14:05:00"),
        ("ru", "3 МАРТА 2014", "2014-03-03"),
        ("uk", "3 березня 2014", "2014-03-03"),
        ("pl", "3 marca 2014", "2014-03-03"),
        ("cs", "3. března 2014", "2014-03-03"),
        ("fi", "3. maaliskuuta 2014", "2014-03-03"),
        ("fi", "3.3.2014 klo 14.05", "2014-03-03T14:05:00"),
        ("sv", "3 mars 2014", "2014-03-03"),
        ("da", "3. marts 2014", "2014-03-03"),
        ("nb", "3. mars 2014", "2014-03-03"),
        ("tr", "3 Ağustos 2014", "2014-08-03"),
        ("tr", "3 Kasım 2014", "2014-11-03"),
        ("el", "3 Μαρτίου 2014", "2014-03-03"),
        ("ro", "3 martie 2014", "2014-03-03"),
        ("hr", "3. ožujka 2014", "2014-03-03"),
        ("ca", "3 d’abril de 2014", "2014-04-03"),
        ("ar", "٣ مارس ٢٠١٤", "2014-03-03"),
        ("hi", "3 मार्च 2014", "2014-03-03"),
        ("id", "3 Maret 2014", "2014-03-03"),
        ("vi", "3 tháng 3, 2014", "2014-03-03"),
        ("th", "3 มีนาคม 2014", "2014-03-03"),
        ("ja", "2014年03月03日(月) 14:05", "2014-03-03T14:05:00"),
        ("zh", "2014 年 3 月 3 日", "2014-03-03"),
        ("zh", "三月 3, 2014", "2014-03-03"),
        ("ko", "2014년 3월 3일", "2014-03-03"),
        ("ko", "2014. 3. 3.", "2014-03-03"),
        ("ko", "2014. 3. 3. 오전 12:24:12", "2014-03-03T00:24:12"),
        ("ko", "2014. 3. 3. 오후 12:24:12", "2014-03-03T12:24:12"),
        ("fa", "نوشته شده در 3 می 2014؛ ساعت 12:17 ق.ظ", "2014-05-03T00:17:00"),
        ("fa", "4 سپتامبر 2014 @ 4:43 ب.ظ", "2014-09-04T16:43:00"),
        ("fa", "۱۲ فروردین ۱۳۹۳", "2014-04-01"),
        ("fa", "شنبه، 30 اسفند ماه 1399 ساعت 14:05", "2021-03-20T14:05:00"),
        ("fa", "فروردین 1, 1400", "2021-03-21"),
        ("fa", "دي ۵، ۱۳۹۲", "2013-12-26"),
        ("fa", "۱۳۹۳/۰۱/۱۲", "2014-04-01"),
        ("fa", "1393-01-12", "2014-04-01"),
        ("el", "3 Μαρτίου 2014 2:05 μ.μ.", "2014-03-03T14:05:00"),
        ("tr", "3 Kasım 2014 02:05 ÖS", "2014-11-03T14:05:00"),
        ("th", "3 มีนาคม 2557", "2014-03-03"),
        ("th", "3 มี.ค. 2557", "2014-03-03"),
        ("th", "๓ มี.ค. ๕๗", "2014-03-03"),
        ("th", "3 มี.ค. 14", "2014-03-03"),
        ("ar", "13\u200f/03\u200f/2014", "2014-03-13"),
        ("he", "3 במרס 2014", "2014-03-03"),
        ("bn", "৩রা মার্চ ২০১৪", "2014-03-03"),
        ("gu", "૩ માર્ચ, ૨૦૧૪", "2014-03-03"),
        ("eu", "2014(e)ko martxoaren 3(a)", "2014-03-03"),
        ("eu", "2014ko martxoak 3an", "2014-03-03"),
        ("kk", "2014\u202fж. 3 наурыз", "2014-03-03"),
        ("sr", "3. oktobar 2014.", "2014-10-03"),
        ("en", "3. ožujka 2014.", "2014-03-03"),
        ("en", "3 de març de 2014", "2014-03-03"),
        ("en", "٣ مارس ٢٠١٤", "2014-03-03"),
        ("vi", "ngày 3 tháng 3 năm 2014", "2014-03-03"),
        ("en", "Mon Mar  3 14:05:00 UTC 2014", "2014-03-03T14:05:00+00:00"),
        ("en", "Mon, 03 Mar 2014 14:05:00 +0100", "2014-03-03T14:05:00+01:00"),
        ("en", "March 3, 2014 at 2:05 PM EST", "2014-03-03T14:05:00-05:00"),
        ("en", "2014/03/04", "2014-03-04"),
        ("en", "2014-3-4", "2014-03-04"),
        ("en", "13/04/2014", "2014-04-13"),
        ("en", "04/13/2014", "2014-04-13"),
        ("no such language", "3 March 2014", "2014-03-03"),
        ("en", "3 de marzo de 2014", "2014-03-03"),
    ],
)
def test_a_date_is_read_in_its_language(language: str, text: str, expected: str) -> None:
    assert set(readings(text, language)) == {expected}


LANGUAGES = "en de fr es pt it nl ru pl cs sv da nb fi tr el ro hr ca id uk bg sk sl et".split()


@given(st.dates(date(1991, 1, 1), date(2099, 12, 31)), st.sampled_from(LANGUAGES), st.sampled_from(["MMM", "MMMM"]))
@settings(max_examples=60)
def test_every_day_of_every_year_is_read_as_cldr_writes_it(day: date, language: str, month: str) -> None:
    text = format_date(day, f"d. {month} y", Locale.parse(language))
    assert readings(text, language) == [day.isoformat()]


@given(st.dates(date(1991, 1, 1), date(2099, 12, 31)))
def test_east_asian_dates_are_read_on_every_day(day: date) -> None:
    for text in (f"{day.year}年{day.month}月{day.day}日", f"{day.year}년 {day.month}월 {day.day}일"):
        assert readings(text, "ja") == [day.isoformat()]


def test_an_ambiguous_date_has_both_readings() -> None:
    assert [(form, moment.iso()) for form, moment in read_date("03/04/2014")] == [
        ("dmy", "2014-04-03"),
        ("mdy", "2014-03-04"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "March 2014",
        "31 February 2014",
        "version 1.2.3",
        "10.0.0.1",
        "99/99/2014",
        "3 March 1914",
        "call 555-1234-99",
        "2014",
        "no date at all",
        "12:30",
        "30 اسفند 1400",
        "32 فروردین 1393",
        "1393/07/31",
    ],
)
def test_texts_that_are_not_dates(text: str) -> None:
    assert readings(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 days ago", "2014-03-07"),
        ("a day ago", "2014-03-09"),
        ("an hour ago", "2014-03-10"),
        ("13 hours ago", "2014-03-09"),
        ("2 weeks ago", "2014-02-24"),
        ("1 Month Ago", "2014-02-08"),
        ("posted 2 years ago by Ann", "2012-03-10"),
    ],
)
def test_a_relative_date_is_counted_from_now(text: str, expected: str) -> None:
    assert readings(text) == [expected]


def test_a_relative_date_needs_the_current_time() -> None:
    assert read_date("3 days ago") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2014-03-03", "2014-03-03"),
        ("2014-03-03T14:05:00Z", "2014-03-03T14:05:00+00:00"),
        ("2014-03-03T14:05:00.123Z", "2014-03-03T14:05:00+00:00"),
        ("2014-03-03T14:05:00+0530", "2014-03-03T14:05:00+05:30"),
        ("2014-03-03 14:05:00 -05:00", "2014-03-03T14:05:00-05:00"),
        ("2014-03-03T14:05", "2014-03-03T14:05:00"),
        ("2014-03-03T14:05:00+99:99", "2014-03-03T14:05:00"),
        ("2014-03-03T99:05:00Z", "2014-03-03"),
        ("2014-02-30", None),
        ("0000-00-00T00:00:00", None),
        ("12014-03-03", None),
        ("", None),
    ],
)
def test_machine_dates(text: str, expected: str | None) -> None:
    moment = read_iso(text)
    assert (moment and moment.iso()) == expected


@given(st.datetimes(datetime(1991, 1, 1), datetime(2099, 12, 31)), st.integers(-14 * 4, 14 * 4))
def test_machine_dates_survive_a_round_trip(when: datetime, quarters: int) -> None:
    offset = timedelta(minutes=15 * quarters)
    moment = Moment(when.date(), when.hour, when.minute, when.second, offset)
    assert read_iso(moment.iso()) == moment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1393855500", "2014-03-03T14:05:00+00:00"),
        ("1393855500000", "2014-03-03T14:05:00+00:00"),
        ("13938555", None),
        ("0000000001", None),
        ("x1393855500", None),
        ("", None),
    ],
)
def test_seconds_since_1970(text: str, expected: str | None) -> None:
    moment = read_timestamp(text)
    assert (moment and moment.iso()) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://b.org/2014/03/03/post", "2014-03-03"),
        ("https://b.org/blog/20140303-post", "2014-03-03"),
        ("https://b.org/2014-03-03.html", "2014-03-03"),
        ("https://b.org/blog/2014/3/9/post", "2014-03-09"),
        ("https://b.org/2014-3-9-post", "2014-03-09"),
        ("https://b.org/2014_03_09_post", "2014-03-09"),
        ("https://b.org/2014.12.31/post.html", "2014-12-31"),
        ("https://b.org/2014/mar/9/post", "2014-03-09"),
        ("https://b.org/2014/March/09/post/", "2014-03-09"),
        ("https://b.org/2014/3/9/über", "2014-03-09"),
        ("https://b.org/2014/3/9/%C3%BCber", "2014-03-09"),
        ("https://b.org/2014/3/9", None),  # the ninth page of March
        ("https://b.org/2014/3/9/10", None),
        ("https://b.org/2014/3-9/post", None),
        ("https://b.org/2014/13/9/post", None),
        ("https://b.org/2014/market/9/post", None),
        ("https://b.org/2014/03/post", None),
        ("https://b.org/2014/13/03/post", None),
        ("https://b.org/2014/02/30/post", None),
        ("https://b.org/1234567890", None),
    ],
)
def test_dates_in_addresses(url: str, expected: str | None) -> None:
    moment = url_date(url)
    assert (moment and moment.iso()) == expected


@pytest.mark.parametrize(
    ("moment", "other", "same"),
    [
        (Moment(date(2014, 3, 3)), datetime(2014, 3, 3, 23, tzinfo=UTC), True),
        (Moment(date(2014, 3, 3)), datetime(2014, 3, 4, 1, tzinfo=ZoneInfo("Asia/Tokyo")), True),
        (Moment(date(2014, 3, 4)), datetime(2014, 3, 4, 1, tzinfo=ZoneInfo("Asia/Tokyo")), True),
        (Moment(date(2014, 3, 5)), datetime(2014, 3, 4, 1, tzinfo=ZoneInfo("Asia/Tokyo")), False),
        (Moment(date(2014, 3, 4), 1, offset=timedelta(hours=9)), datetime(2014, 3, 3, 16, tzinfo=UTC), True),
        (Moment(date(2014, 3, 3)), datetime(2014, 3, 3), True),
        (Moment(date(2014, 3, 3)), datetime(2014, 3, 4), False),
    ],
)
def test_the_same_day_on_either_clock(moment: Moment, other: datetime, same: bool) -> None:
    assert moment.same_day(other) is same


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "UTC"])
def test_the_blogs_clock_is_learned_for_summer_and_winter(zone: str) -> None:
    """The feed is in UTC, the page shows local time without an offset."""
    wall = ZoneInfo(zone)
    habit = Habit(date=lambda when: when.astimezone(wall).strftime("%B %-d, %Y at %-I:%M %p"))
    posts = []
    for month, post in zip((1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 1, 6, 7, 12), invented_posts(habit, 14), strict=True):
        posts.append(replace(post, published=datetime(2014, month, 12, 9, 41, tzinfo=UTC)))
    seen, unseen = posts[:10], posts[10:]
    got = extracted(learned(habit, seen), habit, unseen)
    assert [extract.published for extract in got] == [post.published.astimezone(wall).isoformat() for post in unseen]


def test_a_date_with_time_and_offset_is_preferred_to_a_day() -> None:
    habit = Habit(date=lambda when: f'<time datetime="{when.isoformat()}">{when:%d %b %Y}</time>')
    posts = invented_posts(habit, 7)
    got = extracted(learned(habit, posts[:4]), habit, posts[4:])
    assert [extract.published for extract in got] == [post.published.isoformat() for post in posts[4:]]


@pytest.mark.parametrize(
    "stated",
    [
        '<meta name="x-pubdate" content="{iso}">',
        '<script>self.data = {{"post": {{"publishedAt": "{iso}", "title": "x"}}}}</script>',
        '<script>push("{{\\"publishedAt\\":\\"{iso}\\"}}")</script>',
        '<i class="when" data-timestamp="{stamp:.0f}"></i>',
    ],
)
def test_an_instant_is_found_anywhere_on_the_page(stated: str) -> None:
    """Readers only see the day. The time elsewhere on the page is trusted because it agrees with the feed."""

    def shown(when: datetime) -> str:
        return f"{when:%d %b %Y}" + stated.format(iso=when.isoformat(), stamp=when.timestamp())

    class Stating(Habit):
        def page(self, post: InventedPost, others: Sequence[InventedPost] = ()) -> str:
            made = stated.format(iso=post.published.isoformat(), stamp=post.published.timestamp())
            return super().page(post, others).replace("</head>", made + "</head>")

    habit = Habit(date=shown) if "data-" in stated else Stating()
    posts = [replace(post, published=post.published.replace(second=0)) for post in invented_posts(habit, 7)]
    got = extracted(learned(habit, posts[:4]), habit, posts[4:])
    assert [extract.published for extract in got] == [post.published.isoformat() for post in posts[4:]]


def test_the_date_of_the_last_edit_is_skipped() -> None:
    """Both are the same on the newest posts. Older ones have been edited since."""

    class Edited(Habit):
        def page(self, post: InventedPost, others: Sequence[InventedPost] = ()) -> str:
            edited = max(post.published, datetime(2014, 2, 1, tzinfo=UTC))
            made = f'<meta property="og:updated_time" content="{edited.isoformat()}">'
            return super().page(post, others).replace("</head>", made + "</head>")

    habit = Edited()
    posts = [post for post in invented_posts(habit, 12) if post.published > datetime(2014, 2, 1, tzinfo=UTC)]
    old = replace(posts[0], published=datetime(2012, 5, 6, 10, tzinfo=UTC))
    (got,) = extracted(learned(habit, posts[1:]), habit, [old])
    assert got.published == "2012-05-06"


DATELIKE = st.text(st.sampled_from("0123456789 /-.:,TZ'’年月日 marchde3rdstago"), max_size=60)


@given(st.one_of(st.text(max_size=80), DATELIKE), st.sampled_from(["en", "tr", "de", "ja", "", "xx", "zh-Hant-TW"]))
@example("1-1-1", "en")
@example("٢٠١٤-٠٣-٠٣", "ar")
@example("²⁰¹⁴-03-03", "en")
@example("999 years ago", "en")
def test_reading_any_text_never_fails(text: str, language: str) -> None:
    for form, moment in read_date(text, language, NOW):
        assert form in ("iso", "words", "dmy", "mdy", "ymd", "ago", "long ago")
        assert moment.iso()
    read_iso(text)
    url_date(text)


@pytest.mark.parametrize(
    "junk",
    [
        "1",
        "1/",
        "1.1.",
        "2014-",
        "2014-01-",
        "may ",
        "3 may ",
        "3 de ",
        "1 day ",
        "3 d'",
        "2014年",
        "x",
        " ",
        ".",
        "İ",
        "5 ",
    ],
)
def test_long_junk_takes_little_time(junk: str) -> None:
    text = (junk * 20_000)[:20_000]
    begin = time.process_time()
    read_date(text, "en", NOW)
    read_iso(text)
    url_date(text)
    assert time.process_time() - begin < 1


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)),
    st.one_of(st.none(), st.integers(-14 * 60, 14 * 60)),
    st.sampled_from(["T", " "]),
    st.sampled_from(["minutes", "seconds", "milliseconds", "microseconds"]),
)
def test_machine_dates_are_read_the_same_alone_and_within_a_text(
    when: datetime, offset: int | None, between: str, exact: str
) -> None:
    zone = None if offset is None else timezone(timedelta(minutes=offset))
    text = when.replace(tzinfo=zone).isoformat(between, exact)
    assert read_iso(text) == read_iso(f"{text} or so")


@pytest.mark.parametrize("text", ["2014-03-03+01:00", "2014-03-03-05:00", "2014-03-03Z", "2014-03-03x10:00"])
def test_text_after_a_machine_date_is_not_its_time(text: str) -> None:
    assert read_iso(text) == Moment(date(2014, 3, 3))
