"""Dates as themes lay them out: split over elements, without a year, relative to now, next to other dates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from babel.dates import format_date
from invented_blogs import HOME, Habit, InventedPost, invented_posts, pages

from blogcrawler.dates import read_date
from blogcrawler.dates.relative import read_relative
from blogcrawler.dom import node_pieces, parse_page
from blogcrawler.extraction import ExtractedPost, Extractor, learn
from blogcrawler.extraction.fields.partial_dates import complete_date

LATER = timedelta(days=40)
NOW = datetime(2014, 3, 10, 12, tzinfo=UTC)


def blog(date: Callable[[datetime], str], language: str = "en", apart: int = 17) -> tuple[Habit, list[InventedPost]]:
    """Posts of several months, the first of them long ago."""
    habit = Habit(date=date, language=language)
    posts = [
        replace(post, published=post.published + timedelta(days=apart * number))
        for number, post in enumerate(invented_posts(habit, 12))
    ]
    return habit, posts


def read_others(habit: Habit, posts: list[InventedPost], fetched: datetime | None = None) -> list[ExtractedPost]:
    """Dates extracted from every other post by rules learned from the rest."""
    html = pages(habit, posts)
    parsed = [parse_page(page, post.url) for page, post in zip(html, posts, strict=True)]
    extractor = Extractor(
        learn([(post.entry(), page) for post, page in zip(posts[::2], parsed[::2], strict=True)], fetched=fetched)
    )
    return [extractor.extract(page, fetched=fetched) for page in parsed[1::2]]


@pytest.mark.parametrize(
    "date",
    [
        lambda d: f"<b>{d.day}</b><i>{d:%b}</i><u>{d.year}</u>",
        lambda d: f"<i>{d:%b}</i><b>{d.day}</b><u>{d.year}</u>",
        lambda d: f"<i>{d:%B} {d.day}</i><u>{d.year}</u>",
        lambda d: f"<u>{d.year}</u><i>{d:%b}</i><b>{d.day}</b>",
        lambda d: f"<u>{d.year}</u><i>{d:%m}</i><b>{d:%d}</b>",
        lambda d: f"<b>{d:%d}</b><i>{d:%m}</i><u>{d.year}</u>",
        lambda d: f"<b>{d:%d}/{d:%m}</b><u>{d.year}</u>",
        lambda d: f"<div class=d>{d:%d}</div><div class=m>{d:%b}</div><div class=y>{d:%y}</div>",
        lambda d: f"<b>{d.day}<sup>th</sup></b> <i>{d:%B}</i> {d.year}",
        lambda d: f"{d:%d.%m.%y}",
        lambda d: f"{d:%m/%d/%y}",
        lambda d: f"{d:%y/%m/%d}",
        lambda d: f"{d.day}. {d:%b}. {d:%y}",
        lambda d: f"{d:%Y%m%d}",
        lambda d: f"{d:%B} the {d.day}th, {d.year}",
        lambda d: f"by Ann Lee | {d:%d %b %Y} | 3 comments",
        lambda d: f"Published {d:%B %-d, %Y}, updated {d + LATER:%B %-d, %Y}",
        lambda d: f"<em>Updated {d + LATER:%B %-d, %Y}</em> <em>Published {d:%B %-d, %Y}</em>",
        lambda d: f"<abbr title='{d:%B %-d, %Y}'>{d:%A}</abbr>",
        lambda d: f"<span data-date='{d:%Y-%m-%d}'>some time</span>",
        lambda d: f"<span data-time='{int(d.timestamp())}'>some time</span>",
    ],
)
def test_the_date_is_read_in_any_layout(date: Callable[[datetime], str]) -> None:
    habit, posts = blog(date)
    found = [(got.published or "")[:10] for got in read_others(habit, posts)]
    assert found == [post.published.date().isoformat() for post in posts[1::2]]


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("de", "'Veröffentlicht am' EEEE, d. MMMM y 'von Anna'"),
        ("fr", "'Publié le' d MMM y 'par Jean'"),
        ("es", "d 'de' MMMM 'de' y"),
        ("pt", "'Publicado em' dd 'de' MMMM 'de' y"),
        ("ru", "d MMMM y 'г.'"),
        ("zh", "y年M月d日 EEEE"),
        ("zh", "M月 d, y"),
        ("ja", "yyyy/MM/dd(EEE)"),
        ("ko", "y. M. d."),
        ("ko", "M월 d, y"),
        ("ar", "EEEE، d MMMM، y"),
        ("hi", "EEEE, d MMMM y"),
        ("tr", "d MMMM y EEEE"),
        ("he", "d בMMMM y"),
    ],
)
def test_the_date_is_read_in_any_language(language: str, pattern: str) -> None:
    habit, posts = blog(lambda when: format_date(when.date(), pattern, language), language)
    found = [got.published for got in read_others(habit, posts)]
    assert found == [post.published.date().isoformat() for post in posts[1::2]]


def test_the_address_completes_a_date_without_a_year() -> None:
    habit, posts = blog(lambda d: f"<b>{d.day}</b><i>{d:%b}</i>")
    posts = [replace(post, url=f"{HOME}/{post.published:%Y/%m}/{post.number}.html") for post in posts]
    found = [got.published for got in read_others(habit, posts)]
    assert found == [post.published.date().isoformat() for post in posts[1::2]]


def test_new_posts_may_show_relative_dates_and_old_ones_absolute_dates() -> None:
    """Many themes do this. The feed lists the new posts."""
    now = datetime(2014, 12, 1, 12, tzinfo=UTC)

    def date(when: datetime) -> str:
        days = (now - when).days
        return f"{days} days ago" if days < 200 else f"{when:%B %-d, %Y}"

    habit, posts = blog(date)
    new = [post for post in posts if (now - post.published).days < 200]
    old = [post for post in posts if post not in new]
    html = dict(zip(posts, pages(habit, posts), strict=True))
    rules = learn([(post.entry(), parse_page(html[post], post.url)) for post in new[1:]], fetched=now)
    extractor = Extractor(rules)
    for post in (new[0], *old):
        got = extractor.extract(parse_page(html[post], post.url), fetched=now)
        assert got.published == post.published.date().isoformat()
    years_ago = html[old[0]].replace(date(old[0].published), "3 years ago")
    assert extractor.extract(parse_page(years_ago, old[0].url), fetched=now).published is None


def test_a_place_that_contradicts_the_feed_on_all_pages_is_not_used() -> None:
    habit, posts = blog(lambda d: f"Updated {d + LATER:%B %-d, %Y}")
    assert {got.published for got in read_others(habit, posts)} == {None}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "3. Jänner 2014", "2014-01-03"),
        ("fr", "8 novembre 2012 à 22 h 10", "2012-11-08T22:10:00"),
        ("es", "3 de setiembre de 2014", "2014-09-03"),
        ("es", "mar 4 mar 2014", "2014-03-04"),
        ("gl", "3 de marzo do 2014", "2014-03-03"),
        ("ru", "3-го марта 2014", "2014-03-03"),
        ("zh", "二〇一四年三月三日", "2014-03-03"),
        ("zh", "二零一四年十二月二十三日", "2014-12-23"),
        ("zh", "二〇一四年十月三十日", "2014-10-30"),
        ("zh", "2014年3月3号", "2014-03-03"),
        ("zh", "2014年03月03日14时05分", "2014-03-03T14:05:00"),
        ("zh", "14年3月3日", "2014-03-03"),
        ("zh", "十二月 3, 2014", "2014-12-03"),
        ("zh", "民國103年3月3日", "2014-03-03"),
        ("ja", "平成26年3月3日", "2014-03-03"),
        ("ja", "令和元年5月3日", "2019-05-03"),
        ("ja", "2014年3月3日 午後2時05分", "2014-03-03T14:05:00"),
        ("ko", "2014년 3월 3일 오후 2시 5분", "2014-03-03T14:05:00"),
        ("ar", "٣ آذار ٢٠١٤", "2014-03-03"),
        ("ar", "3 جانفي 2014", "2014-01-03"),
        ("ar", "3 آذار/مارس 2014", "2014-03-03"),
        ("ar", "3 كانون الثاني 2014", "2014-01-03"),
        ("fa", "۱۲ فروردین ۹۳", "2014-04-01"),
        ("th", "วันจันทร์ที่ 3 มีนาคม พ.ศ. 2557", "2014-03-03"),
        ("en", "Mar.03.2014", "2014-03-03"),
        ("en", "2014-Mar-03", "2014-03-03"),
        ("en", "the 3rd day of March, 2014", "2014-03-03"),
        ("en", "20140303", "2014-03-03"),
    ],
)
def test_dates_as_people_write_them(language: str, text: str, expected: str) -> None:
    assert {moment.iso() for _, moment in read_date(text, language)} == {expected}


@pytest.mark.parametrize(("text", "language"), [("103年3月3日", "zh"), ("order 20140303", "en"), ("20143303", "en")])
def test_numbers_that_are_not_dates(text: str, language: str) -> None:
    assert read_date(text, language) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "3 days ago"), ("de", "geschrieben vor 3 Tagen"), ("fr", "Il y a 3 jours"), ("es", "hace 3 días"),
        ("pt", "há 3 dias"), ("it", "3 giorni fa"), ("nl", "3 dagen geleden"), ("pl", "3 dni temu"),
        ("sv", "för 3 dagar sedan"), ("ru", "3 дня назад"), ("tr", "3 gün önce"), ("ar", "منذ 3 أيام"),
        ("ar", "قبل ٣ أيام"), ("fa", "۳ روز پیش"), ("hi", "3 दिन पहले"), ("zh", "3天前"), ("ja", "3日前"),
        ("ko", "3일 전"), ("de", "3 days ago"),
    ],
)  # fmt: skip
def test_relative_dates_in_many_languages(language: str, text: str) -> None:
    assert [(form, moment.iso()) for form, moment in read_date(text, language, NOW)] == [("ago", "2014-03-07")]


def test_weeks_months_and_years_ago_are_marked_as_rough() -> None:
    assert read_relative("vor einem Monat", "de", NOW) == ("long ago", datetime(2014, 2, 8).date())
    assert read_relative("vor 3 Tannen", "de", NOW) is None
    assert read_relative("3 Tagen", "de", NOW) is None


@pytest.mark.parametrize(
    ("text", "url", "day"),
    [
        ("27 Jan", f"{HOME}/2014/01/post", "2014-01-27"),
        ("27/01", f"{HOME}/2014/01/post", "2014-01-27"),
        ("27 Feb", f"{HOME}/2014/01/post", None),
        ("27 Jan", f"{HOME}/post", None),
        ("100 words", f"{HOME}/2014/01/post", None),
    ],
)
def test_the_address_only_completes_dates_of_its_month(text: str, url: str, day: str | None) -> None:
    read = complete_date(text, "en", url, None)
    assert (read[1].iso() if read else None) == day


def test_pieces_are_separated_and_scripts_left_out() -> None:
    page = parse_page("<p><b>27</b><i>Jan</i><script>x</script></p><p><b>27.</b><i>01.</i><u>2014</u></p>", HOME)
    assert [node_pieces(element) for element in page.tree.iter("p")] == ["27 Jan", "27/01/2014"]
