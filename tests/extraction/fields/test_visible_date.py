from __future__ import annotations

import pytest

from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction import visible_date


def a_page(main: str, language: str = "en") -> Page:
    text = "<p>Nothing of this has anything to do with days, months or years.</p>"
    return parse_page(f"<html lang={language}><body><h1>Rain</h1>{main}{text}</body></html>", "http://example.org/rain")


@pytest.mark.parametrize(
    ("shown", "form", "day"),
    [
        ("<p class=date>3 May 2019</p>", "", "2019-05-03"),
        ("<p class=date>03/05/2019</p>", "", None),
        ("<p class=date>03/05/2019</p>", "dmy", "2019-05-03"),
        ("<p class=date>03/05/2019</p>", "mdy", "2019-03-05"),
        ("<p class=date>03/05/2019</p>", "ymd", None),
        ('<p class=date datetime="2019-05-03T10:00:00Z">03/05/2019</p>', "", "2019-05-03"),
        ('<p class=date datetime="2024-01-01">03/05/2019</p>', "", None),
    ],
    ids=["words", "ambiguous", "day first", "month first", "other form", "stated", "states another day"],
)
def test_a_date_with_two_readings_needs_something_that_decides(shown: str, form: str, day: str | None):
    moment = visible_date(a_page(shown), "en", form)
    assert (moment and moment.day.isoformat()) == day


@pytest.mark.parametrize(
    ("language", "form", "day"),
    [
        ("de", "", "2019-05-03"),
        ("de", "words", "2019-05-03"),
        ("de", "mdy", "2019-03-05"),
        ("fr-CA", "", "2019-05-03"),
        ("en-GB", "", None),
        ("ko", "", None),
    ],
)
def test_in_languages_that_put_the_day_first_numbers_have_one_reading(language: str, form: str, day: str | None):
    moment = visible_date(a_page("<p class=date>03.05.2019</p>", language), form=form)
    assert (moment and moment.day.isoformat()) == day


def test_the_page_says_in_which_language_it_shows_its_date():
    shown = visible_date(a_page("<p class=date>3 mai 2019</p>", "fr"))
    assert shown is not None
    assert shown.day.isoformat() == "2019-05-03"


@pytest.mark.parametrize(
    ("shown", "day"),
    [
        ("<span>//Posted by somebody at April 11, 2005 09:28 PM</span>", "2005-04-11"),
        ("<span>Veröffentlicht von jemandem aus der Redaktion am 11. April 2005</span>", "2005-04-11"),
        ("<span>The town was flooded in the night of April 11, 2005, and again</span>", None),
        ("<span>In the night of April 11, 2005, all that we had posted was lost</span>", None),
    ],
)
def test_a_longer_text_must_say_before_its_date_that_it_is_the_day_of_publication(shown: str, day: str | None):
    moment = visible_date(a_page(shown), "de" if "von" in shown else "en")
    assert (moment and moment.day.isoformat()) == day


@pytest.mark.parametrize("name", ["updated", "dt-updated", "old-updated"])
def test_the_date_of_an_hatom_entry_may_be_called_updated_if_it_is_the_only_one(name: str):
    shown = f"<div class='post hentry'><i class='{name}'>April 11, 2005</i></div>"
    moment = visible_date(a_page(shown), "en", or_updated=True)
    assert moment is not None
    assert moment.day.isoformat() == "2005-04-11"
    assert visible_date(a_page(shown), "en") is None
    both = visible_date(a_page(f"{shown}<i>April 3, 2005</i>"), "en", or_updated=True)
    assert both is not None
    assert both.day.isoformat() == "2005-04-03"


@pytest.mark.parametrize(
    "shown",
    [
        "<i class=updated>April 11, 2005</i>",
        "<div class=hentry><i class=last-updated>April 11, 2005</i></div>",
        "<div class=hentry><i class=updated>Last updated on April 11, 2005</i></div>",
        "<div class=hentry>Last edited <i class=updated>April 11, 2005</i></div>",
        "<div class=hentry><i class=updated itemprop=dateModified>April 11, 2005</i></div>",
    ],
)
def test_other_dates_of_edits_are_no_days_of_publication(shown: str):
    assert visible_date(a_page(shown), "en", or_updated=True) is None
