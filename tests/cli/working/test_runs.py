from __future__ import annotations

import json
import socket
import urllib.request
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from blogcrawler.cli import main
from blogcrawler.items import Blog, Run
from blogcrawler.store import QueuedBlog, open_store
from blogcrawler.work import serve_metrics

RUN = Run(
    *("https://a.example/", "crawl", "2030-01-01T10:00:00+00:00", "2030-01-01T10:01:30+00:00", "complete", "finished"),
    posts=20,
    requests=40,
    fields={"text": 20},
    rejected={"no article": 3},
    failures={"404": 2},
)
FAILED = Run(
    *("https://b.example/", "crawl", "2030-01-02T10:00:00+00:00", "2030-01-02T10:00:01+00:00", "failed", "unreachable"),
    notes=["https://b.example/ answers with HTTP 403"],
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with closing(open_store(None, tmp_path)) as store:
        for run in (RUN, FAILED):
            store.runs.save(run)
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code in (0, None)
    return capsys.readouterr().out


def test_runs_are_listed_with_alerts(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failed, complete, alert = printed(capsys, "runs", "--home", str(home)).splitlines()
    assert "https://a.example/  20 posts, 40 requests, 0:01:30; complete" in complete
    assert failed.endswith("failed (https://b.example/ answers with HTTP 403)")
    assert alert == "Alert: https://b.example/  blocked: https://b.example/ answers with HTTP 403"


@pytest.mark.parametrize("words", [("a.example",), ("--blog", "a.example")])
def test_the_runs_of_one_blog(home: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    with closing(open_store(None, home)) as store:
        store.save_blog(Blog("https://a.example/"))
    (run,) = printed(capsys, "runs", *words, "--home", str(home)).splitlines()
    assert "https://a.example/  20 posts" in run


def test_a_run_is_shown_with_everything(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "runs", "1", "--home", str(home))
    assert "Not posts  no article × 3\nFailures   404 × 2\n" in shown
    record = json.loads(printed(capsys, "runs", "1", "--json", "--home", str(home)))
    assert record["rejected"] == {"no article": 3}


def test_metrics_are_served(home: Path) -> None:
    with closing(open_store(None, home)) as store:
        store.queue.add(QueuedBlog("https://c.example/"), datetime.now(UTC))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        close = serve_metrics(store, "127.0.0.1", port)
        try:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            text = opener.open(f"http://127.0.0.1:{port}/metrics", timeout=10).read().decode()
        finally:
            close()
    assert 'blogcrawler_queue_blogs{state="waiting",task="crawl"} 1.0' in text
    assert 'blogcrawler_posts_total{kind="crawl",outcome="complete"} 20.0' in text
    assert 'blogcrawler_yield_drop{blog="https://b.example/",kind="blocked"} 1.0' in text
