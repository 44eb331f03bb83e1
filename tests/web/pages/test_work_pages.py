"""Which process has which blogs, what is due, what has failed: as a page and as JSON."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from starlette.testclient import TestClient

from blogcrawler.items import Blog, Run
from blogcrawler.store import QueuedBlog, WorkerState, open_store
from blogcrawler.web import WebOptions, web_app


def fill(home: Path) -> None:
    now = datetime.now(UTC)
    with closing(open_store(None, home)) as store:
        for name in ("a", "b", "c"):
            store.queue.add(QueuedBlog(f"http://{name}.example/"), now - timedelta(minutes=5))
        store.queue.report(WorkerState("box-1/7", "box-1", 7, 4, now, now))
        store.queue.take("box-1/7/0", now, now + timedelta(minutes=15))
        store.queue.take("box-1/7/1", now, now + timedelta(minutes=15))
        store.queue.fail("box-1/7/1", None, "<b>no posts</b>")
        moment = now.isoformat(timespec="seconds")
        store.runs.save(Run("http://b.example/", "crawl", moment, moment, "failed", "cannot be reached"))


def test_states_and_failures(tmp_path: Path) -> None:
    fill(tmp_path)
    with TestClient(web_app(WebOptions(tmp_path, token="a long secret")), base_url="http://localhost") as client:
        found = client.get("/work.json").json()
        assert {one["state"]: one["number"] for one in found["states"]} == {"running": 1, "failed": 1, "waiting": 1}
        assert found["failures"][0]["ending"] == "cannot be reached"
        assert "box-1" not in client.get("/work").text
        client.post("/login", data={"token": "a long secret"})
        page = client.get("/work").text
        assert "box-1/7/0" in page
        assert "&lt;b&gt;no posts" in page
        assert client.get("/work.json").json()["workers"][0]["slots"] == 4


def test_an_empty_archive(tmp_path: Path) -> None:
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://localhost") as client:
        assert "There are no blogs yet" in client.get("/work").text


def test_a_blog_that_was_never_updated_is_due_now(tmp_path: Path) -> None:
    with closing(open_store(None, tmp_path)) as store:
        store.save_blog(Blog("http://a.example/"))
    with TestClient(web_app(WebOptions(tmp_path)), base_url="http://localhost") as client:
        assert "Due now" in client.get("/work").text
