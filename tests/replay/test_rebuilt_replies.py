from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from replay_archive import answer, archive, get

from blogcrawler.archive import PageCapture
from blogcrawler.replay import RebuiltContent, replay_app

URL = "http://some.blog/post?x=1"
TEMPLATE = PageCapture(URL, "20140301120000", "200", "text/html", "", "f", 0)


@pytest.fixture
def app(tmp_path: Path) -> Any:
    archive(tmp_path / "some.blog", ("20140301120000", "http://some.blog/a.css", answer("p {}", "text/css")))

    def rebuild(url: str, moment: datetime) -> RebuiltContent | None:
        html = f"<link rel=stylesheet href=/a.css><p>{moment:%Y}<script>alert(1)</script><img src=x onerror=alert(1)>"
        return RebuiltContent(html, url, "some.blog", TEMPLATE) if url == URL else None

    return replay_app(tmp_path, rebuild=rebuild)


def test_a_page_is_framed_without_scripts_and_says_that_it_was_put_together(app: Any) -> None:
    framed = get(app, f"/replay/rebuilt/20130601/{URL}")
    assert "Never captured: as of 1 June 2013, 23:59 UTC, in the template of 1 March 2014, 12:00 UTC" in framed.text
    assert f'sandbox="" src="/replay/rebuiltmp_/20130601/{URL}"' in framed.text
    page = get(app, f"/replay/rebuiltmp_/20130601/{URL}")
    assert page.status == 200
    assert page.headers["content-security-policy"].startswith("sandbox; default-src http://127.0.0.1:8090 ")
    assert 'href="/replay/some.blog/20140301120000mp_/http://some.blog/a.css"' in page.text
    assert "2013" in page.text


def test_what_cannot_be_put_together_is_not_found(app: Any, tmp_path: Path) -> None:
    assert get(app, "/replay/rebuilt/20130601/http://some.blog/other").status == 404
    assert get(app, "/replay/rebuilt/20139999/http://some.blog/post?x=1").status == 404
    assert get(replay_app(tmp_path), f"/replay/rebuilt/20130601/{URL}").status == 404
