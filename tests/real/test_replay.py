from __future__ import annotations

import gzip
import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from handler_crawl import crawl
from hypothesis import given, settings
from hypothesis import strategies as st
from raw_server import RawServer, Script
from warc_reading import assert_valid, records, warcs
from wayback import install_pywb, wayback

from blogcrawler.archive.surt import surt

pytestmark = pytest.mark.real

HOST = "blog.test"
HTML = "<!doctype html><html><head><title>Grüße</title></head><a href=/chunked>Ein Artikel</a></html>".encode()
IMAGE = bytes(range(256)) * 20


def answer(body: bytes, mime: str, more: bytes = b"") -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\n%bContent-Length: %d\r\n\r\n"
    return head % (mime.encode(), more, len(body)) + body


SITE: dict[str, Script] = {
    "/": [answer(HTML, "text/html; charset=utf-8")],
    "/zipped": [answer(gzip.compress(HTML), "text/html; charset=utf-8", b"Content-Encoding: gzip\r\n")],
    "/chunked": [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (HTML[:40], HTML[40:])) + b"0\r\n\r\n",
    ],
    "/image": [answer(IMAGE, "image/png")],
    "/copy": [answer(IMAGE, "image/png")],
    "/old": [b"HTTP/1.1 301 Moved\r\nLocation: http://blog.test/\r\nContent-Length: 0\r\n\r\n"],
    "/gone": [b"HTTP/1.1 410 Gone\r\nContent-Length: 4\r\n\r\ngone"],
}


@pytest.fixture(scope="module")
def pywb() -> Path:
    return install_pywb()


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two crawls of a little site, the second of an unchanged page: revisits within one and across."""
    folder = tmp_path_factory.mktemp(HOST)
    with RawServer(SITE) as server:
        env = {"http_proxy": server.url, "no_proxy": ""}
        crawl(folder, [f"http://{HOST}{path}" for path in SITE], env=env, host=HOST)
        time.sleep(1.1)  # timestamps of an index are in seconds
        crawl(folder, [f"http://{HOST}/"], env=env, host=HOST)
    assert len(records(folder / "warc", "revisit")) == 3
    return folder / "warc"


@pytest.fixture(scope="module", params=["pywb's index", "our index"])
def collection(
    request: pytest.FixtureRequest, archive: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The archive in a running pywb; returns the address of its collection."""
    with wayback(archive, tmp_path_factory.mktemp("pywb"), with_our_index=request.param == "our index") as address:
        yield address


def fetch(url: str) -> tuple[int, bytes]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=20) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def captures(collection: str, path: str) -> list[str]:
    _, lines = fetch(f"{collection}/cdx?url=http://{HOST}{path}&output=json")
    return [json.loads(line)["timestamp"] for line in lines.splitlines()]


@pytest.mark.parametrize(
    ("path", "body"),
    [("/zipped", HTML), ("/chunked", HTML), ("/image", IMAGE), ("/copy", IMAGE)],
    ids=["gzip", "chunked", "image", "revisit of another address"],
)
def test_pages_replay_as_they_were(collection: str, path: str, body: bytes) -> None:
    (timestamp,) = captures(collection, path)
    assert fetch(f"{collection}/{timestamp}id_/http://{HOST}{path}") == (200, body)


def test_errors_replay_as_errors(collection: str) -> None:
    (timestamp,) = captures(collection, "/gone")
    assert fetch(f"{collection}/{timestamp}id_/http://{HOST}/gone") == (410, b"gone")


def test_an_unchanged_page_replays_at_both_dates(collection: str) -> None:
    first, *_, last = captures(collection, "/")
    assert int(last) > int(first)
    for timestamp in (first, last):
        assert fetch(f"{collection}/{timestamp}id_/http://{HOST}/") == (200, HTML)


def test_redirects_stay_within_the_archive(collection: str) -> None:
    (timestamp,) = captures(collection, "/old")
    status, page = fetch(f"{collection}/{timestamp}mp_/http://{HOST}/old")
    assert status == 200
    assert b"Ein Artikel" in page


def test_links_stay_within_the_archive(collection: str) -> None:
    timestamp = captures(collection, "/")[0]
    status, page = fetch(f"{collection}/{timestamp}mp_/http://{HOST}/")
    assert status == 200
    assert f'/blog/{timestamp}mp_/http://{HOST}/chunked"'.encode() in page


def test_the_archive_is_valid(archive: Path, pywb: Path) -> None:
    assert_valid(archive)
    checked = subprocess.run([pywb / "warcio", "check", *warcs(archive)], timeout=60, check=False)
    assert checked.returncode == 0


steps = ["a", "B", "%20", "%2F", "%C3%A9", "%zz", "..", ".", "/", "//", "x.aspx", "&", "=", "a=1", "Z=2"]
escapes = ["%26", "%23", "+", "~", "|", ";", "%2525", "%"]
sessions = ["sid=" + "a1" * 16, "PHPSESSID=" + "0" * 32, "(S(" + "a" * 24 + "))/"]
hosts = ["www.Example.com", "www2.e.org:8080", "a.b.", "127.0.0.1:9000", "e.org:80", "e.org:443", "u:p@h.de"]
parts = st.sampled_from([*steps, *escapes, *sessions])
urls = st.builds(
    "{}://{}/{}{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(hosts),
    st.lists(parts, max_size=6).map("".join),
    st.just("") | st.lists(parts, max_size=6).map(lambda some: "?" + "".join(some)),
)


@settings(max_examples=5, deadline=None)
@given(st.lists(urls, min_size=200, max_size=200))
def test_keys_are_those_that_pywb_looks_for(pywb: Path, some: list[str]) -> None:
    program = "import sys, json, surt; print(json.dumps([surt.surt(url) for url in json.load(sys.stdin)]))"
    command = [pywb / "python", "-W", "ignore", "-c", program]
    done = subprocess.run(command, input=json.dumps(some), capture_output=True, text=True, check=True, timeout=60)
    assert [surt(url) for url in some] == json.loads(done.stdout)
