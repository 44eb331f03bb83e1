from __future__ import annotations

from datetime import UTC, datetime

from blogcrawler.dates import DateOrigin
from blogcrawler.dom import Page, parse_page
from blogcrawler.extraction.fields.page_timestamps import learn_timestamps, page_timestamps


def page(body: str, head: str = "") -> Page:
    return parse_page(f"<html><head>{head}</head><body><p>Words.</p>{body}</body></html>", "https://a.example/p")


def dates(one: Page, fetched: datetime | None = None) -> dict[str, str]:
    return {str(found.origin): found.date for found in page_timestamps(one, fetched=fetched)}


def test_dublin_core_and_other_metadata_tell_when_a_page_was_modified():
    for name in ("DC.date.modified", "dcterms.modified"):
        assert dates(page("", f'<meta name="{name}" content="2014-03-05">')) == {"modified": "2014-03-05"}


def test_the_last_line_about_an_edit_counts_and_the_newest_date_of_all():
    body = "<div>A note of 7 June 2015</div><p>Updated: 2 May 2013</p><footer>Last modified: 3 March 2014</footer>"
    assert dates(page(body)) == {"edit-line": "2014-03-03", "newest": "2015-06-07"}


def test_dates_of_events_in_the_future_do_not_count():
    fetched = datetime(2014, 1, 1, tzinfo=UTC)
    assert dates(page("<p>The fair opens on 3 March 2014</p>"), fetched) == {}


def test_the_reliability_of_each_source_is_learned_from_dated_posts():
    pages = [
        (page(f"<p>Last modified: {day} March 2014</p><i>9 May 2016</i>"), datetime(2014, 3, day, 9, tzinfo=UTC))
        for day in range(1, 9)
    ]
    learned = learn_timestamps(pages, "en")
    assert learned == (("edit-line", 8, 8), ("newest", 0, 8))
    found = {one.origin: one for one in page_timestamps(pages[0][0], "en", learned)}
    assert found[DateOrigin.EDIT_LINE].odds() > 1 > 10 * found[DateOrigin.NEWEST].odds()
