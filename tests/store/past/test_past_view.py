from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from past_checks import check_past, fill_past

from blogcrawler.items import Post
from blogcrawler.store import open_store


def test_posts_are_shown_as_they_were_at_any_moment(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        fill_past(store)
        check_past(store)


def test_long_lists_are_read_page_by_page_in_the_order_of_their_dates(tmp_path: Path) -> None:
    made = [
        Post(f"https://a.example/{n}", "https://a.example/", published=f"{2000 + n % 20}-01-01") for n in range(900)
    ]
    with closing(open_store(None, tmp_path)) as store:
        store.save_posts(made)
        dates = [post.published for post in store.as_of(datetime(2010, 1, 1, tzinfo=UTC)).posts()]
    assert dates == sorted((post.published for post in made if post.published <= "2010-01-01"), reverse=True)  # type: ignore[type-var,operator]
