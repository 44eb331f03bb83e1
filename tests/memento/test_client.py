"""A real Memento client reads the replay and the web pages."""

from __future__ import annotations

import socket
from contextlib import closing
from datetime import datetime
from pathlib import Path

from memento_client import MementoClient
from replay_archive import answer, archive
from sample_archive import CHANGED, make_archive
from served_app import served

from blogcrawler.replay import replay_app
from blogcrawler.web import WebOptions, web_app

STAMPS = ("20140301120000", "20160301120000", "20180301120000")


def test_a_memento_client_finds_captures_by_date(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        page = f"{base}/some/page?x=1"
        archive(tmp_path / "some.blog", *((stamp, page, answer(f"<p>{stamp}")) for stamp in STAMPS))
        with served(replay_app(tmp_path), listener), MementoClient(f"{base}/replay/timegate/", False) as client:
            found = client.get_memento_info(page, datetime(2015, 12, 1))
            timemap = client.session.get(f"{base}/replay/timemap/link/{page}")
            closest = client.session.get(found["mementos"]["closest"]["uri"][0])
            client.session.close()
    dates = {name: one["datetime"].strftime("%Y%m%d%H%M%S") for name, one in found["mementos"].items()}
    assert dates == {"first": STAMPS[0], "prev": STAMPS[0], "closest": STAMPS[1], "next": STAMPS[2], "last": STAMPS[2]}
    assert found["mementos"]["closest"]["http_status_code"] == 200
    assert STAMPS[1] in closest.text
    assert timemap.headers["content-type"] == "application/link-format"
    assert timemap.text.count('memento"; datetime=') == 3


def test_a_memento_client_finds_versions_of_a_post_by_date(tmp_path: Path) -> None:
    make_archive(tmp_path, posts=1, pictures=0)
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = web_app(WebOptions(tmp_path))
        with served(app, listener), MementoClient(f"{base}/timegate/", False) as client:
            about = client.session.head(f"{base}/post?url={CHANGED}")  # stands for the original, which is not online
            found = client.get_memento_info(CHANGED, datetime(2024, 10, 2, 20), req_uri_response=about)
            closest = client.session.get(found["mementos"]["closest"]["uri"][0])
            listed = client.session.get(f"{base}/timemap/json/{CHANGED}").json()
            early = client.session.get(f"{base}/timegate/{CHANGED}", headers={"Accept-Datetime": "yesterday"})
            client.session.close()
    assert found["mementos"]["closest"]["datetime"] == datetime(2024, 10, 2, 9)
    assert closest.headers["memento-datetime"] == "Wed, 02 Oct 2024 09:00:00 GMT"
    assert "half past six" in closest.text
    assert "By noon" not in closest.text
    assert [one["datetime"][:10] for one in listed["mementos"]["list"]] == ["2024-10-01", "2024-10-02", "2024-10-03"]
    assert early.status_code == 400
