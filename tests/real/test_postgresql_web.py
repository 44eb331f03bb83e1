"""The catalogue and the web pages on PostgreSQL: the same as on SQLite."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from catalogue_checks import check_catalogue, check_post_counts, fill_store
from postgresql import Server
from sample_archive import BLOGS, CHANGED, THREAD, make_archive
from starlette.testclient import TestClient

from blogcrawler.store import open_store
from blogcrawler.web import WebOptions, web_app

pytestmark = pytest.mark.real


def test_the_catalogue(server: Server, tmp_path: Path) -> None:
    with closing(open_store(server.new_database(), tmp_path)) as store:
        fill_store(store)
        check_catalogue(store)


def test_counts_follow_every_change(server: Server, tmp_path: Path) -> None:
    with closing(open_store(server.new_database(), tmp_path)) as store:
        check_post_counts(store)


def test_pages_have_the_same_data_as_on_sqlite(server: Server, tmp_path: Path) -> None:
    database = server.new_database()
    make_archive(tmp_path, posts=25, pictures=0)
    make_archive(tmp_path, database, posts=25, pictures=0)
    pages = [
        "/blogs",
        f"/blog?url={BLOGS[4].url}",
        f"/blog?url={BLOGS[0].url}&since=2020-01&until=2020-12",
        f"/post?url={BLOGS[3].url}0",
        f"/post?url={CHANGED}",
        f"/post?url={THREAD}",
        f"/versions?url={CHANGED}",
        f"/versions?url={CHANGED}&version=1&view=merged",
        f"/changes?blog={BLOGS[0].url}",
        f"/past?url={BLOGS[0].url}&at=2020-01-01",
        "/search?q=ferry&until=2020",
        "/search?q=%E5%96%AB%E8%8C%B6",
        f"/search?q=ferry&blog={BLOGS[0].url}&author=marlowe&language=en&where=posts",
        "/crawls",
        "/watches",
    ]
    found = []
    for options in (WebOptions(tmp_path), WebOptions(tmp_path, database)):
        with TestClient(web_app(options), base_url="http://127.0.0.1") as client:
            answers = [client.get(page, headers={"Accept": "application/json"}) for page in pages]
            assert [answer.status_code for answer in answers] == [200] * len(pages)
            found.append([answer.json() for answer in answers])
            shown = [client.get(page) for page in (*pages, "/search.atom?q=ferry", f"/timemap/link/{CHANGED}")]
            assert {answer.status_code for answer in shown} == {200}
    for here, there in zip(*found, strict=True):
        if "hits" in here:  # equally good ones are in no particular order
            here["hits"], there["hits"] = ({hit["url"] for hit in one["hits"]} for one in (here, there))
        if "events" in here:  # the archives were made one after the other
            for event in (*here["events"], *there["events"]):
                del event["when"]
            del here["since"], there["since"]
        assert here == there
