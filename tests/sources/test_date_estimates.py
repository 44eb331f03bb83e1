"""Posts that nothing dates, dated by sitemaps and neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from blogcrawler.items import Post, WatchedDocument
from blogcrawler.sources import date_undated
from blogcrawler.sources.date_estimates import datings
from blogcrawler.store import Store, open_store
from blogcrawler.urls import listing_key

BLOG = "https://a.org/"
FIRST = date(2014, 1, 1)


def day(number: int) -> str:
    """One post every ten days."""
    return (FIRST + timedelta(days=10 * number)).isoformat()


def posts(*numbers: int, form: str = "post-{}") -> dict[str, str]:
    return {BLOG + form.format(chr(97 + n) if form == "post-{}" else n): day(n) for n in numbers}


def sitemap(listing: dict[str, str]) -> WatchedDocument:
    return WatchedDocument(
        BLOG, f"{BLOG}sitemap.xml", "sitemap", reading={listing_key(k): v for k, v in listing.items()}
    )


def test_a_sitemap_that_was_right_so_far_dates_a_post():
    every = posts(*range(20))
    undated = list(every)[7]
    dated = {url: when for url, when in every.items() if url != undated}
    (found,) = datings(dated, {undated: None}, [sitemap(every)]).values()
    assert (found.date, found.origin) == (day(7), "sitemap")
    assert found.confidence > 0.7


def test_a_sitemap_that_contradicts_the_dates_is_hardly_trusted():
    every = posts(*range(20))
    later = {url: (FIRST + timedelta(days=800 + n)).isoformat() for n, url in enumerate(every)}
    undated = next(iter(every))
    dated = {url: when for url, when in every.items() if url != undated}
    (found,) = datings(dated, {undated: None}, [sitemap(later)]).values()
    assert found.confidence < 0.1


def test_a_sitemap_date_that_all_posts_share_is_ignored():
    every = posts(*range(12))
    undated = next(iter(every))
    dated = {url: when for url, when in every.items() if url != undated}
    assert datings(dated, {undated: None}, [sitemap(dict.fromkeys(every, "2020-05-05"))]) == {}


@pytest.mark.parametrize("newest_first", [False, True])
def test_a_post_between_others_was_published_between_them(newest_first: bool):
    every = posts(*range(12))
    order = list(every)[::-1] if newest_first else list(every)
    dated = {url: when for url, when in every.items() if url != order[5]}
    (found,) = datings(dated, {order[5]: None}, [sitemap(dict.fromkeys(order, ""))]).values()
    assert (found.date, found.origin) == (every[order[5]], "neighbours")
    assert found.confidence == pytest.approx(1 / 21, abs=0.01)


def test_the_number_in_a_url_gives_an_order_too():
    dated = posts(1, 2, 3, 5, 6, 7, form="?p={}")
    found = datings(dated, {f"{BLOG}?p=4": None, f"{BLOG}?p=99": None, f"{BLOG}about": None}, [])
    assert {url: guess.date for url, guess in found.items()} == {f"{BLOG}?p=4": day(4)}


def test_an_order_that_dated_posts_contradict_is_ignored():
    shuffled = dict(zip(posts(1, 2, 3, 5, 6, 7, form="?p={}"), map(day, (3, 7, 1, 6, 2, 5)), strict=True))
    assert datings(shuffled, {f"{BLOG}?p=4": None}, []) == {}


def test_a_more_certain_estimate_is_kept():
    dated = posts(1, 2, 3, 5, 6, 7, form="?p={}")
    assert datings(dated, {f"{BLOG}?p=4": {"date": day(4), "from": "http", "confidence": 0.4}}, []) == {}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(None, tmp_path)) as store:
        yield store


def test_the_estimate_is_stored_but_is_not_the_posts_date(store: Store):
    for url, when in posts(1, 2, 3, 5, 6, 7, form="?p={}").items():
        store.save_post(Post(url, BLOG, published=when))
    assert date_undated(store, BLOG) == 0
    store.save_post(Post(f"{BLOG}?p=4", BLOG, title="when?"))
    assert date_undated(store, BLOG) == 1
    found = store.post(f"{BLOG}?p=4")
    assert found is not None
    assert found.published is None
    assert found.dating == {"date": day(4), "from": "neighbours", "confidence": 0.047}


def test_links_between_posts_date_what_no_list_does(store: Store):
    def save(number: int, *targets: int, dated: bool = True) -> None:
        links = [f"{BLOG}post-{chr(97 + target)}" for target in targets]
        published = day(number) if dated else None
        store.save_post(Post(f"{BLOG}post-{chr(97 + number)}", BLOG, published=published, links=links))

    for number in (1, 2, 3, 4, 6):
        save(number, number - 1)
    save(7, 6, 5)
    save(8, 7, 4)
    save(5, 4, dated=False)
    assert date_undated(store, BLOG) == 1
    found = store.post(f"{BLOG}post-f")
    assert found is not None
    assert found.dating is not None
    assert found.dating["from"] == "neighbours"
    assert day(4) < found.dating["date"] < day(7)


def test_the_date_of_the_last_change_counts_as_far_as_it_was_right_for_pages_that_change_as_often():
    every = posts(*range(24))
    often = {url: "monthly" for number, url in enumerate(every) if number % 2}
    listing = {url: f"2020-01-{1 + n:02}" if url in often else when for n, (url, when) in enumerate(every.items())}
    undated = list(every)[6:8]
    dated = {url: when for url, when in every.items() if url not in undated}
    source = sitemap(listing)
    source.facts = {"changefreq": {listing_key(url): word for url, word in often.items()}}
    found = datings(dated, dict.fromkeys(undated), [source])
    assert found[undated[0]].date == day(6)
    assert found[undated[0]].confidence > 0.6
    assert found[undated[1]].confidence < 0.1
    assert datings(dated, dict.fromkeys(undated), [sitemap(listing)])[undated[0]].confidence < 0.5
