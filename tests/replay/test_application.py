"""The replay as a browser sees it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from replay_archive import answer, archive, get

from blogcrawler.replay import ReplayedBlog, replay_app

PAGE = "<html><head><link rel=stylesheet href=/a.css></head><body><p>Hello <a href=/other>other</a></p></body></html>"
OLD, NEW, LATER = "20140301120000", "20160301120000", "20180301120000"
HOME = "/replay/some.blog"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    gzipped = gzip.compress(b"body { background: url(/x.png) }")
    archive(
        tmp_path / "some.blog",
        (OLD, "http://some.blog/", answer(PAGE.replace("Hello", "Old"), "text/html; charset=utf-8")),
        (NEW, "http://some.blog/", answer(PAGE.replace("Hello", "New"), "text/html; charset=utf-8")),
        (LATER, "http://some.blog/", answer(PAGE.replace("Hello", "Old"), "text/html; charset=utf-8")),
        (OLD, "http://some.blog/a.css", answer(gzipped, "text/css", **{"Content-Encoding": "gzip"})),
        (OLD, "http://some.blog/f", answer(b"wOF2font", "application/octet-stream", **{"Set-Cookie": "a=b"})),
        (OLD, "http://some.blog/moved", answer("", status="301 Moved", Location="/other?x=1")),
        (OLD, "http://some.blog/other?x=1", answer("<p>Moved", "text/html")),
        (OLD, "http://some.blog/secure", answer("", status="301 Moved", Location="https://some.blog/secure")),
        (OLD, "http://some.blog/gone", answer("<p>gone", "text/html", "410 Gone")),
        (OLD, "http://some.blog/koi8", answer("<p>Привет <a href=/мир>".encode("koi8-r"), "text/html; charset=koi8-r")),
    )
    archive(tmp_path / "other.blog", (OLD, "http://cdn.test/x.js", answer("1", "text/javascript")))
    return tmp_path


@pytest.fixture
def app(home: Path) -> Any:
    return replay_app(home, blogs=[ReplayedBlog("<b>Some", "http://some.blog/", "some.blog")])


@pytest.mark.parametrize(
    ("timestamp", "words"),
    [(OLD, "Old"), (NEW, "New"), ("2010", "Old"), ("20150401", "New"), ("2030", "Old"), ("99991231235959", "Old")],
)
def test_the_capture_closest_in_time_is_shown(app: Any, timestamp: str, words: str) -> None:
    got = get(app, f"{HOME}/{timestamp}mp_/http://some.blog/")
    assert (got.status, words in got.text) == (200, True)


def test_all_addresses_in_a_page_lead_to_the_moment_it_was_captured(app: Any) -> None:
    got = get(app, f"{HOME}/2015mp_/http://some.blog/")
    assert f'href="{HOME}/{OLD}mp_/http://some.blog/a.css"' in got.text
    assert f'href="{HOME}/{OLD}mp_/http://some.blog/other"' in got.text
    assert got.headers["memento-datetime"] == "Sat, 01 Mar 2014 12:00:00 GMT"


def test_without_the_name_of_a_blog_the_one_that_has_the_page_is_found(app: Any) -> None:
    got = get(app, f"/replay/{OLD}/https://www.some.blog/")
    assert (got.status, got.headers["location"]) == (302, f"{HOME}/{OLD}/https://www.some.blog/")
    got = get(app, f"{HOME}/{OLD}mp_/http://cdn.test/x.js")
    assert (got.status, got.headers["location"]) == (302, f"/replay/other.blog/{OLD}mp_/http://cdn.test/x.js")


def test_a_page_is_shown_in_a_sandboxed_frame(app: Any) -> None:
    got = get(app, f"{HOME}/{NEW}/http://some.blog/")
    assert got.status == 200
    assert f'sandbox="allow-scripts" referrerpolicy="unsafe-url" src="{HOME}/{NEW}mp_/http://some.blog/"' in got.text
    assert "Hello" not in got.text
    assert "1 March 2016, 12:00 UTC" in got.text
    assert "3 captures" in got.text
    assert "frame-src 'self'" in got.headers["content-security-policy"]


def test_the_policy_of_a_page_forbids_the_live_web(app: Any) -> None:
    policies = {
        dest: get(app, f"{HOME}/{NEW}mp_/http://some.blog/", sec_fetch_dest=dest).headers["content-security-policy"]
        for dest in ("iframe", "document", "")
    }
    for policy in policies.values():
        assert (
            "default-src http://127.0.0.1:8090 data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'" in policy
        )
        assert "allow-same-origin" not in policy
    assert policies["iframe"].startswith("sandbox allow-scripts;")
    assert policies["document"].startswith("sandbox;"), "outside the frame, a script could leave for the live web"
    assert policies[""].startswith("sandbox;")


def test_scripts_can_be_switched_off(home: Path) -> None:
    app = replay_app(home, scripts=False)
    got = get(app, f"{HOME}/{NEW}mp_/http://some.blog/", sec_fetch_dest="iframe")
    assert got.headers["content-security-policy"].startswith("sandbox;")
    assert 'sandbox=""' in get(app, f"{HOME}/{NEW}/http://some.blog/").text


def test_stylesheets_are_decompressed_and_rewritten(app: Any) -> None:
    got = get(app, f"{HOME}/{NEW}mp_/http://some.blog/a.css")
    assert got.text == f"body {{ background: url({HOME}/{NEW}mp_/http://some.blog/x.png) }}"
    assert "content-encoding" not in got.headers


def test_only_files_of_templates_are_shared_with_pages_in_a_sandbox(app: Any) -> None:
    font = get(app, f"{HOME}/{NEW}mp_/http://some.blog/f")
    assert font.headers["access-control-allow-origin"] == "*"
    assert "set-cookie" not in font.headers
    assert "access-control-allow-origin" not in get(app, f"{HOME}/{NEW}mp_/http://some.blog/").headers


def test_the_source_of_a_page_is_as_it_was_archived(app: Any) -> None:
    got = get(app, f"{HOME}/{OLD}id_/http://some.blog/")
    assert got.text == PAGE.replace("Hello", "Old")
    assert got.headers["content-security-policy"].startswith("sandbox;")


def test_pages_in_other_encodings_are_readable_and_so_are_their_addresses(app: Any) -> None:
    got = get(app, f"{HOME}/{OLD}mp_/http://some.blog/koi8")
    assert "Привет" in got.text
    assert "http://some.blog/%D0%BC%D0%B8%D1%80" in got.text
    assert got.headers["content-type"] == "text/html; charset=utf-8"


def test_redirects_and_errors_are_replayed(app: Any) -> None:
    moved = get(app, f"{HOME}/{OLD}/http://some.blog/moved")
    assert (moved.status, moved.headers["location"]) == (302, f"{HOME}/{OLD}/http://some.blog/other?x=1")
    assert get(app, f"{HOME}/{OLD}mp_/http://some.blog/other?x=1").status == 200
    assert get(app, f"{HOME}/{OLD}mp_/http://some.blog/gone").status == 410
    assert get(app, f"{HOME}/{OLD}/http://some.blog/secure").status == 404, "it leads to itself"


@pytest.mark.parametrize(
    "path",
    [
        f"{HOME}/{OLD}/http://some.blog/never",
        f"{HOME}/{OLD}/http://some.blog/<script>alert(1)</script>",
        f"/replay/..%2f..%2fetc/{OLD}/http://some.blog/never",
        f"{HOME}/{OLD}/http://[::1/",
        f"{HOME}/{OLD}/http://{'a' * 70}.test/",
    ],
)
def test_what_is_not_archived_is_not_found(app: Any, path: str) -> None:
    got = get(app, path)
    assert got.status == 404
    assert "<script>" not in got.text


def test_an_address_that_a_script_made_leads_to_the_host_of_its_page(app: Any) -> None:
    referer = f"http://127.0.0.1:8090{HOME}/{NEW}mp_/http://some.blog/post"
    got = get(app, "/wp-json/?a=1", referer=referer)
    assert (got.status, got.headers["location"]) == (302, f"{HOME}/{NEW}mp_/http://some.blog/wp-json/?a=1")
    assert get(app, "/wp-json/").status == 404


def test_the_first_page_lists_the_blogs_and_takes_any_address(app: Any) -> None:
    got = get(app, "/")
    assert re.search(r'<a href="/replay/some.blog/\d{14}/http://some.blog/">&lt;b&gt;Some</a>', got.text)
    got = get(app, "/replay?url=http%3A%2F%2Fsome.blog%2F")
    assert got.status == 302
    assert got.headers["location"].endswith("/http://some.blog/")
    assert get(app, "/replay?url=javascript://x").status == 404


def test_one_blog_can_be_shown_alone(home: Path) -> None:
    app = replay_app(home, only="other.blog")
    assert get(app, f"{HOME}/{OLD}/http://some.blog/").status == 404
    assert get(app, f"/replay/other.blog/{OLD}/http://cdn.test/x.js").status == 200


def test_other_names_of_the_server_are_refused(app: Any) -> None:
    assert get(app, f"{HOME}/{OLD}/http://some.blog/", host="attacker.test").status == 400


def test_a_damaged_archive_is_not_the_end(home: Path, app: Any) -> None:
    for file in (home / "some.blog" / "warc").glob("*.warc.gz"):
        file.write_bytes(b"\0" * file.stat().st_size)
    assert get(app, f"{HOME}/{OLD}/http://some.blog/").status in (404, 503)
