"""The words of dates."""

from __future__ import annotations

from importlib.resources import files

from babel import Locale

from blogcrawler.dates import month_names, puts_day_first
from blogcrawler.dates.vocabulary import _EXTRA, common_words


def test_the_shipped_words_match_cldr():
    shipped = files("blogcrawler.dates").joinpath("vocabulary.json").read_text("utf-8")
    assert shipped == common_words(), "run python -m blogcrawler.dates.vocabulary > blogcrawler/dates/vocabulary.json"


def test_months_of_rare_languages_come_from_cldr():
    assert month_names("af")["desember"] == 12
    assert month_names("fr")["août"] == 8


def test_languages_do_not_share_names():
    alone = common_words()
    month_names("zh")
    month_names("ja")
    assert common_words() == alone
    assert "一月" not in alone
    assert month_names("hi")["जनवरी"] == 1


def test_languages_that_put_the_day_first_do_so_in_cldr():
    short = {code: Locale.parse(code).date_formats["short"].pattern.strip("\u200f") for code in _EXTRA["day_first"]}
    short.pop("sv")  # it puts the year first, but never the month
    assert {pattern[0] for pattern in short.values()} == {"d"}
    assert puts_day_first("pt-BR")
    assert not puts_day_first("en")
    assert not puts_day_first("ja")
