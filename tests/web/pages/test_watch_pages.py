"""Watches and clips in the browser."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from blogcrawler.delivery import ClipFinder
from blogcrawler.items import Blog, Post
from blogcrawler.store import open_store
from blogcrawler.watch import Watch, WatchEvent, new_owner
from blogcrawler.web import WebOptions, web_app

POST = Post(
    "http://a.example/1", "http://a.example/", "Spring <b>", text="A garden <script>of words in spring.", language="en"
)


def secret_of(home: Path) -> str:
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog("http://a.example/", "Notes"))
        owner = store.watches.save_owner(replace(new_owner("ann")))
        store.watches.add(Watch(0, owner.id, "garden"))
        store.save_post(POST)
        ClipFinder(store).run()
        return owner.secret


def test_clips_are_at_a_secret_address(tmp_path: Path) -> None:
    secret = secret_of(tmp_path)
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://localhost") as client:
        page = client.get(f"/clips/{secret}").text
        assert "<mark>garden</mark>" in page
        assert "<script>of" not in page
        assert client.get(f"/clips/{secret}.json").json()["clips"][0]["url"] == POST.url
        assert "<entry>" in client.get(f"/clips/{secret}.atom").text
        assert client.get("/clips/other").status_code == 404
        assert "Stop messages" in client.get(f"/clips/{secret}/stop").text
        assert client.post(f"/clips/{secret}/stop").status_code == 200
    with closing(open_store(None, tmp_path)) as store:
        assert store.watches.owners()[0].paused


def test_watches_are_managed_after_logging_in(tmp_path: Path) -> None:
    secret_of(tmp_path)
    with TestClient(web_app(WebOptions(tmp_path, token="a long secret")), base_url="http://localhost") as client:
        assert "garden" not in client.get("/watches").text
        assert client.post("/watches/add", data={"query": "pier"}).status_code == 403
        client.post("/login", data={"token": "a long secret"})
        page = client.get("/watches", params={"try": "spring"}).text
        assert "This would have been found" in page
        token = page.partition('name="form_token" value="')[2].partition('"')[0]
        client.post("/watches/add", data={"form_token": token, "query": "pier", "owner": "bob"})
        refused = client.post("/watches/add", data={"form_token": token, "query": "x", "address": "exec:rm"})
        assert "programs can only be named at the command line" in refused.text
        assert [one["name"] for one in client.get("/watches.json").json()["owners"]] == ["ann", "bob"]
        narrow = {
            "query": "dam",
            "owner": "bob",
            "blog": "a.example",
            "tag": 'Sea, "Paris, Texas", Land',
            "where": "comments",
        }
        client.post("/watches/add", data={"form_token": token} | narrow)
        scope = client.get("/watches.json").json()["owners"][1]["watches"][1]["scope"]
        assert scope == {
            "blogs": ["http://a.example/"],
            "tags": ["Sea", "Paris, Texas", "Land"],
            "languages": [],
            "posts": False,
            "comments": True,
        }
        assert "In comments" in client.get("/watches").text
        refused = client.post("/watches/add", data={"form_token": token, "query": "x", "blog": "http://other.example/"})
        assert "no blog http://other.example/ is known" in refused.text
        client.post("/watches/remove", data={"form_token": token, "id": "1"})
        assert client.get("/watches.json").json()["owners"][0]["watches"] == []


@pytest.mark.parametrize("number", ["9" * 30, "9" * 5000, "²", "-1", "x"])
def test_numbers_that_no_clip_or_watch_can_have_are_harmless(tmp_path: Path, number: str) -> None:
    secret = secret_of(tmp_path)
    with TestClient(web_app(WebOptions(tmp_path, token="a long secret")), base_url="http://localhost") as client:
        assert client.get(f"/clips/{secret}", params={"before": number}).status_code == 200
        client.post("/login", data={"token": "a long secret"})
        token = client.get("/watches").text.partition('name="form_token" value="')[2].partition('"')[0]
        assert client.post("/watches/remove", data={"form_token": token, "id": number}).status_code == 200


def test_clips_of_watched_pages_lead_to_the_pages_which_are_not_in_the_archive(tmp_path: Path) -> None:
    secret = secret_of(tmp_path)
    with closing(open_store(None, tmp_path)) as store:
        news = Post("http://town.example/news#2", "http://town.example/news", "Park", text="A garden.")
        ClipFinder(store).match([WatchEvent(news)])
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://localhost") as client:
        page = client.get(f"/clips/{secret}").text
        assert 'href="http://town.example/news#2"' in page
        assert 'href="/post?url=http%3A%2F%2Fa.example%2F1"' in page
